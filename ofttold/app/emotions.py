"""``remember_emotion``: the one live line, and the days that carry the same tag."""

from __future__ import annotations

from dataclasses import dataclass, field

from ofttold.app.context import Memory
from ofttold.app.inject import fresh_block
from ofttold.app.sync import begin_sync, finish_sync
from ofttold.core.errors import OfttoldError
from ofttold.core.folding import fold_word
from ofttold.core.markdown import read_document
from ofttold.core.ritual.emotions import EmotionPlan, plan_emotion
from ofttold.core.ritual.facts import is_absent
from ofttold.core.splice import Splice
from ofttold.core.strings import say
from ofttold.edge.files import FileMissing, edit_file
from ofttold.edge.locks import FolderLock


class NoRelationshipFile(OfttoldError):
    """There is no relationship.md, so no vocabulary and no live line."""

    key = "no_relationship_file"


@dataclass(frozen=True, slots=True)
class EmotionAnswer:
    """What the live line holds: ``days`` (file, line) carry the same tag, newest first."""

    text: str
    word: str
    changed: bool = False
    days: tuple[tuple[str, int], ...] = field(default=())


def set_emotion(memory: Memory, word: str) -> EmotionAnswer:
    """Change the live line to one word of the vocabulary.

    Raises NoRelationshipFile, the refusals of ``plan_emotion``, and what reading and writing refuse.
    """
    sync = begin_sync(memory)
    plans: list[EmotionPlan] = []

    def compute(data: bytes) -> Splice | None:
        doc = read_document(data, memory.name("relationship"))
        plan = plan_emotion(doc, word, lang=memory.lang, extra_names=memory.settings.headings)
        plans.append(plan)
        return plan.splice

    try:
        edit_file(memory.path("relationship"), compute, lock=FolderLock(memory.folder))
    except FileMissing as fault:
        raise NoRelationshipFile(file=memory.name("relationship"), folder=memory.folder) from fault
    plan = plans[-1]
    place = f"{memory.name('relationship')}:{plan.line}"
    if plan.splice is None:
        text = say(memory.lang, "emotion.same", word=plan.word, place=place)
        return EmotionAnswer(text, plan.word)
    key = "emotion.changed" if plan.before else "emotion.set"
    lines = [say(memory.lang, key, word=plan.word, before=plan.before or "", place=place)]
    lines.extend(finish_sync(memory, sync, memory.name("relationship"), f"emotion: {plan.word}"))
    return EmotionAnswer("\n".join(lines), plan.word, changed=True)


def show_emotion(memory: Memory) -> EmotionAnswer:
    """Show the live value and the diary days that carry the same tag, newest first."""
    folder = fresh_block(memory.folder).folder
    feelings = folder.files["relationship"]
    if is_absent(feelings):
        raise NoRelationshipFile(file=memory.name("relationship"), folder=memory.folder)
    if feelings["problem"]:
        _raise_problem(memory)
    now = feelings.get("now")
    if not now:
        return EmotionAnswer(say(memory.lang, "emotion.none"), "")
    word = now[0]
    same = fold_word(word)
    days = [
        (name, f"{memory.name('diary')}/{name}", line)
        for name, tag, line in folder.days.tag_lines()
        if fold_word(tag) == same
    ]
    days.sort(reverse=True)
    head = "emotion.now_days" if days else "emotion.now_alone"
    lines = [say(memory.lang, head, word=word, count=len({day[0] for day in days}))]
    lines.extend(f"  {name[:-3]}  {file}:{line}" for name, file, line in days)
    return EmotionAnswer("\n".join(lines), word, days=tuple((f, n) for _, f, n in days))


def _raise_problem(memory: Memory) -> None:
    from ofttold.edge.files import read_file

    read_document(read_file(memory.path("relationship"), limit=None), memory.name("relationship"))
