"""A sample memory folder: two weeks of somebody's diary, made up for the purpose, in zh or en."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

DAYS = 14

ANCHORS = {
    "en": [
        ("kettle", "it whistles in F sharp, leave it be", 13),
        ("harbour walk", "the long way home past the cranes", 13),
        ("ledger script", "never round before the sum", 12),
        ("Otto", "the neighbour's dog, afraid of umbrellas", 12),
        ("blue notebook", "first drafts only", 11),
        ("bread on Fridays", "start the dough on Thursday night", 10),
        ("release day", "Tuesdays, never before lunch", 8),
        ("the slow test", "it is slow because it sleeps", 7),
        ("grandmother's clock", "wound on Sundays", 5),
        ("Portuguese", "ten words a day, aloud", 3),
    ],
    "zh": [
        ("水壶", "烧开会唱升F调，别修", 13),
        ("港口那条路", "绕远，经过吊车", 13),
        ("账本脚本", "先求和再取整", 12),
        ("奥托", "邻居的狗，怕雨伞", 12),
        ("蓝本子", "只写初稿", 11),
        ("周五面包", "周四晚上先和面", 10),
        ("发版日", "周二，午饭以后", 8),
        ("慢测试", "慢是因为它在睡觉", 7),
        ("外婆的钟", "星期天上弦", 5),
        ("葡萄牙语", "一天十个词，念出声", 3),
    ],
}

DIARY = {
    "en": [
        "Rain. The harbour walk anyway; Otto hid under the bench from every umbrella. Put the kettle on.",
        "The ledger script rounded before the sum again. Wrote the rule on the wall. Otto slept on it.",
        "Dough on Thursday night, so bread on Fridays holds for one more week. A kettle evening.",
        "Bread. The kettle whistled through the whole call and nobody minded, least of all Otto.",
        "Wound grandmother's clock. Harbour walk before dinner. The blue notebook stayed at home.",
        "Nothing finished. The blue notebook has three beginnings, the ledger script has an end.",
        "Release day moved to the afternoon and went quietly. Harbour walk to celebrate, Otto ahead.",
        "The slow test slept through lunch. So did I, nearly. Kettle at four.",
        "Harbour walk with Otto. The cranes were all asleep.",
        "Ledger script: sum first, round last. It balances. The slow test still sleeps.",
        "Kettle, blue notebook, rain. A good evening.",
        "Portuguese with the baker. He laughed at my vowels and sold me two loaves of bread.",
        "Wound grandmother's clock. Otto came in by himself, dry for once. Portuguese at night.",
        "Long harbour walk. Thought about nothing and it helped. The kettle sang.",
    ],
    "zh": [
        "下雨。还是走了港口那条路；奥托见伞就钻凳子底下。水壶唱着。",
        "账本脚本又先取整了。把规矩写在墙上，奥托睡在下面。",
        "周四晚上和了面，周五面包又保住一周。水壶陪着。",
        "面包出炉。水壶从头唱到尾，谁也没嫌，奥托更不嫌。",
        "给外婆的钟上了弦。晚饭前走港口那条路，蓝本子留在家。",
        "什么也没做完。蓝本子里多了三个开头，账本脚本倒有了结尾。",
        "发版日改到下午，安安静静过去了。走港口那条路庆祝，奥托在前面。",
        "慢测试睡过了午饭，我也差点。四点烧水壶。",
        "和奥托走港口那条路，吊车都睡了。",
        "账本脚本：先求和，后取整，平了。慢测试还在睡。",
        "水壶、蓝本子、雨。好晚上。",
        "跟面包师说葡萄牙语，他笑我的元音，卖给我两条面包。",
        "外婆的钟上了弦。奥托自己进来了，难得是干的。夜里念葡萄牙语。",
        "港口那条路走了很久，什么也没想，有用。水壶又唱了。",
    ],
}
FEELINGS = {
    "en": ["calm", "vexed", "hopeful", "content", "tender", "tired", "relieved"],
    "zh": ["平静", "烦", "期待", "满足", "柔软", "累", "松了口气"],
}
WORDS = {
    "en": ("Oft-told", "Who I am", "Hard rules", "To do", "Mood", "Emotion vocabulary", "Emotion now", "Now"),
    "zh": ("常被提起", "我是谁", "硬约定", "待办", "情绪", "情绪词表", "情绪缓存区", "此刻"),
}  # fmt: skip
SELF = {
    "en": "I keep the books of a small harbour and write in the evenings.",
    "zh": "给一个小港口记账，晚上写字。",
}
RULES = {
    "en": ["Never change a line somebody wrote by hand.", "Say it when something was not done."],
    "zh": ["别人手写的行，一个字不动。", "没做就说没做。"],
}
TODO = {
    "en": "call the clockmaker",
    "zh": "给修钟师傅打电话",
}


def write_sample(folder: Path, lang: str, today: date) -> None:
    """Fill a scaffolded folder: memory.md, relationship.md and a diary that ends yesterday."""
    told, who, rules, todo, mood, vocabulary, feeling_now, now = WORDS[lang]
    lines = [f"## {told}", ""]
    for handle, note, age in ANCHORS[lang]:
        lines.append(f"- **{handle}·{note}** → `{today - timedelta(days=age)}`")
    lines += ["", f"## {who}", "", SELF[lang], "", f"## {rules}", ""]
    lines += [f"- {rule}" for rule in RULES[lang]]
    since = today - timedelta(days=12)
    dated = f"（{since}）" if lang == "zh" else f" ({since})"
    lines += ["", f"## {todo}", "", f"- [ ] {TODO[lang]}{dated}", ""]
    (folder / "memory.md").write_text("\n".join(lines), encoding="utf-8")
    words = FEELINGS[lang]
    relation = [f"## {who}", "", SELF[lang], "", f"## {vocabulary}", ""]
    relation += [f"- {word}" for word in words]
    colon = "：" if lang == "zh" else ": "
    relation += ["", f"## {feeling_now}", "", f"{now}{colon}{words[0]}", ""]
    (folder / "relationship.md").write_text("\n".join(relation), encoding="utf-8")
    index = []
    for back, text in enumerate(reversed(DIARY[lang]), 1):
        day = today - timedelta(days=back)
        word = words[back % len(words)]
        page = f"# {day}\n\n{text}\n\n{mood}{colon}{word}\n"
        (folder / "diary" / f"{day}.md").write_text(page, encoding="utf-8")
        index.append(f"- {day} {text}")
    (folder / "index.md").write_text(
        "\n".join(["# index", "", *reversed(index), ""]), encoding="utf-8"
    )
