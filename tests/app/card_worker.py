"""One of several processes that save, undo and read the same cards; prints what it did, line by line."""

from __future__ import annotations

import json
import random
import sys

from ofttold.app.card_forget import NothingToUndo, undo
from ofttold.app.card_read import read
from ofttold.app.card_save import save
from ofttold.app.card_search import search
from ofttold.app.cards import CardGone, Desk, open_desk
from ofttold.app.context import open_memory
from ofttold.core.cards.saving import Wish
from ofttold.edge.locks import Busy

TITLES = ["蓝鲸", "提交信息", "release train", "构建"]


def main(folder: str, repo: str, seed: int, rounds: int) -> None:
    """Do so many rounds; a busy folder is tried again, as the refusal says."""
    chance = random.Random(seed)
    known: dict[str, str] = {}
    done = 0
    while done < rounds:
        desk = open_desk(open_memory(folder, look_around=False), repo)
        title = chance.choice(TITLES)
        try:
            row = _round(desk, chance, title, known, f"{seed}.{done}")
        except Busy:
            continue
        done += 1
        print(json.dumps(row, ensure_ascii=False), flush=True)


def _round(
    desk: Desk, chance: random.Random, title: str, known: dict[str, str], text: str
) -> dict[str, object]:
    choice = chance.random()
    if choice < 0.5 or title not in known:
        saved = save(desk, Wish(title=title, body=text, distinct=True))
        known[title] = saved.id
        return {"do": "save", "id": saved.id, "revision": saved.revision, "body": text}
    if choice < 0.75:
        try:
            undone = undo(desk, known[title])
        except (NothingToUndo, CardGone):
            return {"do": "nothing"}
        if undone.archived:
            known.pop(title)
            return {"do": "archive", "id": undone.id}
        return {"do": "undo", "id": undone.id, "revision": undone.revision}
    try:
        reading = read(desk, known[title])
    except CardGone:
        known.pop(title)
        return {"do": "nothing"}
    search(desk, title)
    return {
        "do": "read",
        "id": reading.card.id,
        "revision": reading.card.revision,
        "body": reading.body,
    }


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
