"""A person's own sentence made into a card: its title, and whether it is about them.

Knows the words by which people ask for remembering and speak of themselves; guesses nothing else.
"""

from __future__ import annotations

import re

LONGEST_TITLE = 40  # characters of a title taken from a sentence; ours
_ASKING = re.compile(
    r"^(?:请|麻烦)?(?:你)?(?:帮我)?(?:记住|记一下|记下来?|记着|别忘了)(?:一下)?[，,：:\s]*"
    r"|^(?:please\s+)?(?:remember|note|keep in mind)(?:\s+that)?[,:\s]+",
    re.IGNORECASE,
)
_END = re.compile(r"[。！？!?；;\n]|\.(?:\s|$)")
_SOFT_END = re.compile(r"[，,、：:—]|\s[-–]\s")
# Somebody else than one person, or a thing that is worked on together: never about me.
_OF_THE_PROJECT = re.compile(
    r"(?:这个|那个|本|该|当前|整个)(?:项目|仓库|工程|库|服务|分支|系统|模块|应用|代码|接口|团队|组)"
    r"|我们(?!家)|咱们?|我(?:司|方|部门|组|队|公司)"
    r"|\b(?:we|our|ours)\b|\b(?:this|the|that) (?:project|repo|repository|codebase|team)\b",
    re.IGNORECASE,
)
_ME = re.compile(
    r"我(?!们(?!家)|国|司|方|校)|本人|\bi(?:'(?:m|d|ve|ll))?\b(?![/.])|\bmy\b|\bme\b", re.IGNORECASE
)
# How a person likes, does or is; whatever it is about, it is about them.
_HABIT = re.compile(
    r"我(?:真的?|也|都|比较|最|更|非常|特别|其实|平时|一直|向来|很)*"
    r"(?:不太?)?(?:喜欢|爱|讨厌|习惯|偏好|偏爱|希望你|一般|通常|总|常|经常|从不|从来|每天|每周|平时|受不了|不想看)"
    r"|关于我|(?:别|不要|就)?(?:叫|称呼)我|(?:跟|和|对|给)我(?:说|讲|看|聊)|(?:回答|回复|答复)我"
    r"|我的?(?:工作|职业|专业)是|我是(?:左撇子|做|个|一[个名位]|.{0,6}(?:出身|人$))"
    r"|\bi(?:'d| would| don't| do not)? (?:really |just |also |still |only |mostly |often |much )*(?:prefer|like|love|hate|dislike|"
    r"enjoy|rather|always|never|usually|often|tend to|want you|need you|can(?:'t|not) stand)\b"
    r"|\babout me\b|\bcall me\b|\b(?:speak|talk|write|answer|reply)(?: to)? me (?:in|with|without)\b"
    r"|\bmy favou?rite\b",
    re.IGNORECASE,
)
# What is worked on: with these a first person tells of work, not of themselves.
_WORK = re.compile(
    r"数据库|服务|接口|代码|分支|仓库|依赖|配置|测试|单测|构建|部署|端口|脚本|缓存|字段|日志|登录|页面?面|组件|函数|变量"
    r"|版本|发布|上线|线上|生产环境|本地环境|镜像|容器|流水线|迁移|模块|报错|错误|提交|合并|重构|超时|表(?:拆|里|结构)|两张"
    r"|用户表|权限|正则|账号|任务|这个库"
    r"|\b(?:ci|prs?|apis?|db|sql|git|docker|redis|postgres\w*|issues?|commits?|merged?|branch(?:es)?|deploy\w*|"
    r"services?|servers?|databases?|endpoints?|builds?|tests?|specs?|scripts?|cache|containers?|tables?|migrations?|"
    r"modules?|ports?|dependenc(?:y|ies)|config\w*|logs?|errors?|bugs?|release[sd]?|pages?|functions?|flags?|login|"
    r"timeouts?|gateway|prod|production|staging|clusters?|parsers?|prox(?:y|ies)|tasks?|terminal|stack traces?|retr(?:y|ies)|versions?|lock|accounts?|access|librar(?:y|ies))\b"
    r"|[\w-]+/[\w./-]*[a-z]|\b\w+_\w+\b|(?<!@)\b\w+\.(?:py|js|ts|go|rs|md|json|toml|ya?ml|sh|java|c|h)\b",
    re.IGNORECASE,
)
# What a person is, has, eats, speaks, uses and lives through.
_KIN = r"老婆|老公|爱人|太太|先生|妻子|丈夫|爸|妈|父|母|儿子|女儿|孩子|哥|姐|弟|妹|爷爷|奶奶|外公|外婆|朋友"
_BODY = r"身高|体重|记性|视力|听力|眼睛|耳朵|左?右?手|腿|腰|背|牙|胃|皮肤|血压|血糖|睡眠|老家|小学|初中|高中|大学|手机|电话|邮箱|微信"
_LIFE = re.compile(
    rf"我(?:今年|已经)?.{{0,4}}岁|我(?:叫|姓|住|属|来自|生于|怕|信|晕|戴|养|听不懂|戒|是|在学|只在?|跟.{{0,6}}住|写字|{_KIN}|{_BODY})"
    r"|我(?:不太?)?会(?:说|弹|开车|游泳|做饭|用)|我(?:不)?(?:吃|喝|抽|睡)|我不?用(?!.*(?:了|过|到))"
    r"|我.{0,8}(?:喝|吃|过敏|起床|睡|跑步|健身|游泳|上班|下班|开会|看消息|近视|失眠|结婚|离婚|搬到|搬家|怀孕|退休|毕业|学的|出生)"
    r"|我在.{0,12}(?:工作|上班|上学|做)|我的(?!意思|理解|改动|想法|看法|建议|方案|问题|计划|疑问|猜测|电脑上)|我们?家|本人"
    r"|\bmy\b(?! (?:bad|guess|understanding|point|change|fix|patch|question|idea|plan|opinion|view|suggestion)\b)"
    r"|\bi(?:'m| am)\b|\bi was (?:born|raised|an?\b)"
    r"|\bi (?:don't |do not |can't |cannot |only |have )?(?:drink|eat|smoke|sleep|wear|live|speak|drive|cycle|commute|swim|sing|study|"
    r"studied|play|use\b(?! this| the)|wake up|grew up|come from|get (?:up|home|\w*sick)|got (?:married|divorced)|quit)\b"
    r"|\bi (?:don't |only )?(?:read (?:messages|mail|books|better|slow\w*|in)|take (?:tea|coffee|milk|sugar|notes|my|meetings|"
    r"lunch|naps?|pills|medicine)|work (?!on\b)|moved (?:to|house|home)|need (?:large|big|glasses|quiet|captions|subtitles))\b"
    r"|\bi(?:'ve got| have|'ve had)\b.{0,20}\b(?:cats?|dogs?|kids?|child(?:ren)?|sons?|daughters?|sisters?|brothers?|wife|"
    r"husband|partner|twins|baby|allerg\w+|asthma|diabetes|adhd|dyslexia|hearing|eyesight|back|knees?|memory|degree|phd)\b",
    re.IGNORECASE,
)
_NOBODY_ELSES = re.compile(
    r"过敏|忌口|^生日|血型|母语|^\s*allergic to\b|^\s*(?:my )?birthday\b", re.IGNORECASE
)
# One's opinion of the moment, or what is being done: not sure, so the project's.
_PASSING = re.compile(
    r"我(?:觉得|认为|同意|知道|不知道|想把|要把|把|准备|打算|正在|刚|已经(?!.{0,4}岁)|看到|发现|记得|问过|先|需要|要)"
    r"|\bi(?:'m| am) (?:(?!learning|expecting)\w+ing|about|not sure|sure|done|ready|blocked|stuck)\b"
    r"|\bi (?:think|guess|agree|know|don't know|see|saw|mean|want to|need to|have to|asked|used\b(?! to))\b",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?<!\S)[^\s@]+@[^\s@]+")
READ_CHARS = 2000  # characters of a sentence that are looked at to tell whose it is; ours


def without_asking(text: str) -> str:
    """Leave out the words that only ask for remembering.

    >>> without_asking("记住：提交信息用英文"), without_asking("Remember that tests run offline")
    ('提交信息用英文', 'tests run offline')
    """
    return _ASKING.sub("", text.strip(), count=1).strip() or text.strip()


def title_of(text: str) -> str:
    """Take a title from a sentence: its first clause, at most 40 characters, cut at a seam.

    >>> title_of("提交信息用英文，标题不超过 50 字。正文随意"), title_of("x" * 60)
    ('提交信息用英文，标题不超过 50 字', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…')
    """
    first = " ".join(_END.split(text.strip(), maxsplit=1)[0].split())
    if len(first) <= LONGEST_TITLE:
        return first
    seams = [found.start() for found in _SOFT_END.finditer(first) if found.start() <= LONGEST_TITLE]
    if seams and seams[-1] >= 4:
        return first[: seams[-1]].strip()
    head = first[: LONGEST_TITLE - 1]
    words = head.rpartition(" ")[0]
    return (words if len(words) >= LONGEST_TITLE // 2 else head).strip() + "…"


def is_about_me(text: str) -> bool:
    """Tell whether the sentence is about the person, not about the project.

    >>> is_about_me("我喜欢简短的回答"), is_about_me("我们项目用 pnpm"), is_about_me("用 pnpm")
    (True, False, False)
    """
    text = _ADDRESS.sub("@", text[:READ_CHARS])
    if _OF_THE_PROJECT.search(text):
        return False
    if not _ME.search(text):
        return bool(_NOBODY_ELSES.search(text)) and not _WORK.search(text)
    if _HABIT.search(text):
        return True
    if _WORK.search(text) or _PASSING.search(text):
        return False
    return _LIFE.search(text) is not None
