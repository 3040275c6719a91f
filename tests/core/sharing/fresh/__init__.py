"""A second labelled set, written from public formats and never from the rules it measures.

Tokens are spelt as a pattern and put together when the tests run, so that no file of ours holds
anything a scanner of repositories would stop. One half of it (``half``) is kept for measuring only.
"""
