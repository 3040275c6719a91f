"""Odd and ordinary markdown for the tests of readers and writers."""

from __future__ import annotations

from hypothesis import strategies as st

LINES = (
    "",
    "  ",
    "## 常被提起",
    "## 我是谁",
    "# Oft-told",
    "### 待办",
    "待办",
    "----",
    "====",
    "- **鲸·圆润** → `2026-10-30`",
    "- [ ] 买 `<!--` 米（2026-10-01）",
    "* 星号",
    "+ 加号",
    "1. 一",
    "2) 二",
    "   - 内层",
    "  续行  ",
    "lazy",
    "> 引用",
    "> ## 引用里的",
    "- ## 项里的",
    "```",
    "~~~ sh",
    "  ```",
    "<!--",
    "-->",
    "a <!-- 内 --> b",
    "<!-- 一行 -->",
    "<div>",
    "</div>",
    "***",
    "\tcode",
    "    ## code",
    "[a]: /b",
    "NFD e\u0301 \u2028 行分隔",
    "\x0c换页",
    "\x00 零",
    "`` ` ``",
    "| 词 | 注 |",
    "|---|---|",
)
ENDINGS = ("\n", "\r\n", "\r")


@st.composite
def documents(draw: st.DrawFn) -> bytes:
    """Draw a file: odd lines, mixed endings, with or without byte order mark and final newline."""
    lines = draw(st.lists(st.sampled_from(LINES), max_size=14))
    usual = draw(st.sampled_from(ENDINGS[:2]))
    ending = st.one_of(st.just(usual), st.sampled_from(ENDINGS))
    text = "".join(line + draw(ending) for line in lines)
    if draw(st.booleans()):
        text = text.rstrip("\r\n")
    mark = b"\xef\xbb\xbf" if draw(st.booleans()) else b""
    return mark + text.encode()
