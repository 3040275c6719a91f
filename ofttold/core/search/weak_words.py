"""Words that stand in texts about anything. Two of them shared say nothing of a shared subject."""

from __future__ import annotations

from ofttold.core.search.stems import stem

_ENGLISH = """
able act actual add ago allow already although always another answer ask away bad base become begin
believe best better big bit bring call care case cause certain chance change check choose clear
close come common consider contain continue correct create current day deal decide describe detail
different difficult easy end enough exact example expand expect explain fact feel few final find
fine first follow form full fun future general good great group guess half hand happen hard hello
help high hold hope hour idea imagine important include information instead interest involve issue
keep kind know large late lead learn leave left less let level life line list little live long look
lot love main man many matter maybe mean meet mention minute moment month morning move name need
never new next nice night note number offer often old open order part people perhaps person place
plan plus point possible prefer prepare present pretty problem provide put question quick quite
rather read ready real reason recent recommend regard relate remember require rest result right run
safe same say see seem send sense set several share short show side similar simple simply since
situation small sort sound special specific speak spend stand start state stay still stop story
strong stuff suggest support sure take talk tell test text thing think thought time tip together
tomorrow tonight top topic total try turn type understand use useful usual various visit wait want
watch way week well whole wonder word work world worry write wrong year yet young
"""
_CHINESE = """
今天 明天 昨天 后天 早上 上午 中午 下午 晚上 周末 每天 最近 刚才 时间 小时 分钟 地方 问题 事情 东西 工作
生活 学习 朋友 大家 别人 办法 方法 方式 情况 内容 部分 结果 原因 意思 例子 知道 觉得 认为 喜欢 希望 想要 开始
结束 使用 进行 完成 成为 出现 发现 看到 听说 介绍 推荐 解释 说明 回答 比较 非常 一起 一样 一直 重要 简单 容易
不同 可能 必须 一定 其实 特别 真的 很多 第一 所有 每个 一个 两个 几天 好吃 名字 世界 中国 作用 一次 一下 这种
各种 之后 之间 其他 其中 由于 对于 来说 有名 有关 相关 包括 提供 需要 许多 部分 主要 目前 现代
"""
_words: set[str] = set()


def is_weak(term: str) -> bool:
    """Tell whether an indexed term is such a word.

    >>> is_weak("writ"), is_weak("今天"), is_weak("deploy")
    (True, True, False)
    """
    if not _words:
        _words.update(map(stem, _ENGLISH.split()))
        _words.update(_CHINESE.split())
    return term in _words
