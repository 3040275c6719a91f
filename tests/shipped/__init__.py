"""Tests of the texts that ship beside the code: templates and skills."""
