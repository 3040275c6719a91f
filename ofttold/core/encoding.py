"""What encoding a file that is not UTF-8 seems to be in, so that it can be named, never guessed at.

Knows byte patterns only; nothing here decodes for reading. Import-light: the hooks' path asks.
"""

from __future__ import annotations

UTF8_MARK = b"\xef\xbb\xbf"
_HEAD_BYTES = 1024  # how much of a file tells its encoding


def name_wide_encoding(data: bytes) -> str:
    """Name UTF-16 or UTF-32 where a mark or the pattern of zero bytes shows it; else ''.

    >>> name_wide_encoding("# 2026".encode("utf-16-le")), name_wide_encoding(b"# 2026")
    ('UTF-16', '')
    """
    if data.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        return "UTF-32"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    head = data[:_HEAD_BYTES]
    if 0 not in head or len(head) < 4:
        return ""
    zeros = max(head[0::2].count(0), head[1::2].count(0))
    return "UTF-16" if zeros * 5 >= len(head) * 2 else ""


def name_encoding(data: bytes) -> str:
    """Name the encoding in which bytes that are not UTF-8 would make sense; '?' if none is known.

    >>> name_encoding("硬约定".encode("gb18030"))
    'GBK'
    """
    wide = name_wide_encoding(data)
    if wide:
        return wide
    try:
        data.decode("gb18030")
    except UnicodeDecodeError:
        return "?"
    return "GBK"
