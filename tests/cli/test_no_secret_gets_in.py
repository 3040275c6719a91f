"""Every entry that writes is given a secret in every place that takes text, and no file keeps one.

Looked through afterwards: the memory folder, the project with its git objects, cache, state, config
and every bundle, packed ones unpacked.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import itertools
import json
import os
import subprocess
import sys
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from ofttold.app.context import open_memory
from ofttold.core.errors import OfttoldError
from ofttold.mcp.registry import Call, Parameter, Tool, load_tools
from tests.app.folders import make_folder
from tests.app.repositories import git, name_the_person
from tests.cli.console import run
from tests.core.sharing.fresh.spelling import spell


class Home:
    """A memory folder and a project beside each other, and the secrets given to commands so far."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        name_the_person()
        self.place = place
        self.folder = make_folder(place)
        self.project = place / "project"
        self.project.mkdir()
        git(self.project, "init", "-q")
        git(self.project, "commit", "-q", "--allow-empty", "-m", "begin")
        git(self.project, "remote", "add", "origin", "https://example.com/a/b.git")
        monkeypatch.chdir(self.project)
        monkeypatch.setenv("OFTTOLD_DIR", str(self.folder))
        monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00+08:00")
        self.given: dict[str, str] = {}
        self._count = itertools.count()

    def secret(self, where: str) -> str:
        """Make a secret that nothing else has, and remember where it was put."""
        made = spell("gh" + "p_{A36}", next(self._count))
        self.given[made] = where
        return made

    def run(self, *words: str, code: int | None = 0) -> str:
        """Run a command; ``code`` None takes any answer but a fault of ours."""
        out, err, status = run(list(words))
        assert status == code if code is not None else status != 3, (words, out, err)
        return out

    def card(self, *more: str) -> str:
        """Save a card with a secret in every option and give its id."""
        put = self.secret
        words = ["card", "save", "--title", f"whale {put('title')}", "--scope", "project"]
        words += [
            "--summary",
            put("summary"),
            "--body",
            f"a\nb {put('body')} c",
            "--kind",
            put("kind"),
        ]
        words += ["--tag", put("tag"), "--trigger", put("trigger"), "--when", put("when")]
        words += ["--evidence", put("evidence"), "--topic", put("topic"), "--link", put("link")]
        words += ["--condition", f"targetOs={put('condition')}", "--applicability", "conditional"]
        return _id(self.run(*words, *more, "--format", "json"))

    def kept(self) -> list[str]:
        """Name every file that holds a secret, whole or from its fifth sign on."""
        found = []
        for path in _files(self.place, Path(os.environ["HOME"])):
            for data in _unpacked(path.read_bytes()):
                found += [
                    f"{where} in {path}"
                    for secret, where in self.given.items()
                    if secret[4:16].encode() in data
                ]
        return found


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    return Home(tmp_path, monkeypatch)


def _id(out: str) -> str:
    return str(json.loads(out)["id"])


def _files(*roots: Path) -> Iterator[Path]:
    for root in roots:
        for folder, _, names in os.walk(root):
            yield from (Path(folder) / name for name in names)


def _unpacked(data: bytes) -> Iterator[bytes]:
    """Give a file's bytes, and what they hold packed: git objects, archives."""
    yield data
    for unpack in (zlib.decompress, gzip.decompress):
        try:
            plain = unpack(data)
        except (zlib.error, OSError, EOFError):
            continue
        yield plain


def test_the_search_finds_what_is_hidden_in_an_object_or_a_bundle(home: Home) -> None:
    (home.project / "x.txt").write_text(home.secret("by hand"))
    git(home.project, "add", "x.txt")
    git(home.project, "commit", "-q", "-m", "x")
    (home.project / "x.txt").unlink()
    assert [one for one in home.kept() if "objects" in one]


def test_notes_emotions_and_settings_keep_none(home: Home) -> None:
    home.run("note", f"the key is {home.secret('note')}", code=None)
    home.run("note", "--to", "todo", f"换掉{home.secret('todo')}。", code=None)
    home.run("emotion", home.secret("emotion"), code=None)
    home.run("config", "set", "anchors.cap", home.secret("setting"), code=None)
    home.run("task", "set", f"taskKind={home.secret('task')}", code=None)
    home.run("project", "here", code=None)
    assert home.kept() == [], "\n".join(home.kept())


def test_saving_editing_and_superseding_cards_keep_none(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = home.card()
    home.card("--id", first)
    put = home.secret
    editor = home.place / "edit.py"
    editor.write_text(
        "import sys, pathlib\n"
        "path = pathlib.Path(sys.argv[1])\n"
        f"path.write_text(path.read_text().rstrip() + '\\n' + {put('editor')!r} + '\\n')\n"
    )
    monkeypatch.setenv("EDITOR", f"{sys.executable} {editor}")
    home.run("card", "edit", first, code=None)
    del home.given[next(s for s, w in home.given.items() if w == "editor")]
    home.run("card", "topic", put("topic name"), "--winner", first, code=None)
    home.run(
        "card", "supersede", first, "--title", put("new"), "--body", put("new body"), code=None
    )
    home.run("card", "retract", first, "--note", put("why"), "--by", put("by"), code=None)
    home.run("card", "undo", first, code=None)
    home.run("card", "search", put("question"), code=None)
    home.run(
        "card", "why", put("why question"), "--task", f"taskKind={put('task hint')}", code=None
    )
    home.run("card", "forget", first, code=None)
    assert home.kept() == [], "\n".join(home.kept())


def test_an_editor_that_puts_a_secret_in_is_answered_with_a_mask(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = home.card()
    secret = home.secret("editor")
    editor = Path(os.environ["HOME"]).parent / f"edit-{home.place.name}.sh"
    editor.write_text(f'#!/bin/sh\nprintf "\\n%s\\n" "{secret[:20]}""{secret[20:]}" >> "$1"\n')
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    home.run("card", "edit", id_)
    assert home.kept() == [], "\n".join(home.kept())
    other = home.secret("editor of what is no card")
    editor.write_text(
        f'#!/bin/sh\nprintf -- "---\\ntitle: [a\\n---\\n%s\\n" "{other[:20]}""{other[20:]}" > "$1"\n'
    )
    home.run("card", "edit", id_, code=1)
    assert home.kept() == [], "\n".join(home.kept())


def test_captured_suggested_and_imported_cards_keep_none(home: Home) -> None:
    put = home.secret
    home.run("card", "capture", f"remember: {put('capture')}", "and", put("capture 2"), code=None)
    words = ["--title", put("t"), "--body", put("b"), "--summary", put("s"), "--tag", put("tag")]
    out = home.run("card", "suggest", *words, "--trigger", put("trigger"), "--when", put("when"))
    del out
    suggestion = json.loads(
        home.run("card", "suggest", "--title", "a tower", "--body", put("b2"), "--format", "json")
    )
    home.run("card", "keep", str(suggestion["id"]), code=None)
    outside = Path(os.environ["HOME"]).parent / f"notes-{home.place.name}"
    (outside / "sub").mkdir(parents=True)
    name = put("file name")
    (outside / f"{name}.md").write_text(
        f"---\ntitle: {put('front title')}\ntags: [{put('front tag')}]\naliases: [{put('alias')}]\n"
        f"kind: {put('front kind')}\nsummary: {put('front summary')}\ncreated: {put('created')}\nx: {put('extra')}\n---\n"
        f"# {put('heading')}\n\ntext {put('text')}\n"
    )
    (outside / "list.md").write_text(
        f"# {put('list')}\n\n- **{put('bullet')}** {put('bullet text')}\n- b\n"
    )
    (outside / "CLAUDE.md").write_text(
        f"# {put('claude')}\n\n## {put('claude 2')}\n\n- {put('claude 3')}\n"
    )
    for scope in ("personal", "project"):
        home.run("card", "import", str(outside), "--scope", scope)
    for kind in ("notes", "claude", "bullets", "open-memex"):
        for file in ("list.md", "CLAUDE.md"):
            home.run("card", "import", str(outside / file), "--from", kind, code=None)
    home.run("card", "keep", "--all", code=None)
    assert home.kept() == [], "\n".join(home.kept())


def test_the_road_through_git_keeps_none(home: Home) -> None:
    put = home.secret
    id_ = home.card()
    out = home.run("share", "submit", id_, "--branch", "cards", "--by", put("submitter"), code=None)
    del out
    home.run(
        "share", "promote", id_, "--reject", "--note", put("note"), "--by", put("who"), code=None
    )
    home.run("share", "promote", id_, "--resubmit", "--note", put("note 2"), code=None)
    home.run("share", "promote", id_, "--by", put("who 2"), code=None)
    git(home.project, "add", "-A")
    git(home.project, "commit", "-q", "-m", "promoted")
    home.run("share", "distill")
    home.run("share", "export", str(home.place / "out.tar.gz"))
    home.run("share", "status")
    assert home.kept() == [], "\n".join(home.kept())


def test_a_bundle_from_elsewhere_brings_none_in(home: Home) -> None:
    id_ = home.card()
    bundle = home.place / "b.tar.gz"
    home.run("share", "export", str(bundle))
    outside = Path(os.environ["HOME"]).parent / f"bundle-{home.place.name}.tar.gz"
    outside.write_bytes(_with_secrets(bundle.read_bytes(), id_, home))
    bundle.unlink()
    home.run("card", "forget", id_, "--purge", code=None)
    home.run("share", "import", str(outside), code=None)
    assert home.kept() == [], "\n".join(home.kept())
    assert any(path.suffix == ".md" for path in _files(home.folder / "cards"))


def _with_secrets(data: bytes, id_: str, home: Home) -> bytes:
    """Write secrets into the cards of a bundle, as a hand that knows the format would."""
    import hashlib

    files: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(data)) as packed:
        for member in packed.getmembers():
            reader = packed.extractfile(member)
            files[member.name] = reader.read() if reader else b""
    (card,) = (name for name in files if name.endswith(".md"))
    old = files[card]
    text = old.decode().replace(
        "---\n", f"---\nsource: {home.secret('source')}\nown: {home.secret('own key')}\n", 1
    )
    files[card] = f"{text}\n{home.secret('bundled body')}\n".encode()
    for name, content in files.items():
        if name != card:
            swapped = content.replace(
                hashlib.sha256(old).hexdigest().encode(),
                hashlib.sha256(files[card]).hexdigest().encode(),
            )
            files[name] = swapped.replace(
                f'"bytes": {len(old)}'.encode(), f'"bytes": {len(files[card])}'.encode()
            )
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as packed:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            packed.addfile(info, io.BytesIO(content))
    return out.getvalue()


@pytest.mark.parametrize("event", ["session-start", "prompt", "compact", "session-end"])
def test_what_a_host_tells_a_hook_is_kept_nowhere(home: Home, event: str) -> None:
    home.card()
    for host, key in (
        ("claude", "prompt"),
        ("codex", "prompt"),
        ("gemini", "prompt"),
        ("copilot", "prompt"),
    ):
        payload = {
            "session_id": "s1",
            "sessionId": "s1",
            "hook_event_name": "UserPromptSubmit",
            "cwd": str(home.project),
            key: f"please use {home.secret('prompt')}",
            "last_assistant_message": home.secret("answer"),
        }
        done = subprocess.run(
            [sys.executable, "-m", "ofttold", "hook", event, "--host", host],
            input=json.dumps(payload).encode(),
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert home.kept() == [], "\n".join(home.kept())


def _filled(parameter: Parameter, home: Home, tool: str) -> object:
    """Give an argument with a secret in it, or what the tool takes where it takes no free text."""
    where = f"{tool}.{parameter.name}"
    if parameter.choices:
        return parameter.choices[0]
    match parameter.kind:
        case "boolean":
            return True
        case "integer":
            return 1
        case "strings":
            return [home.secret(where), f"a {home.secret(where)}"]
        case "mapping":
            return {"targetOs": home.secret(where), home.secret(where): "x"}
        case _:
            return home.secret(where)


@pytest.mark.parametrize("tool", load_tools(), ids=lambda tool: tool.name)
def test_no_tool_of_the_server_keeps_one(home: Home, tool: Tool) -> None:
    id_ = home.card()
    full = {one.name: _filled(one, home, tool.name) for one in tool.parameters}
    known = {"id": id_, "ids": [id_], "conditions": {"targetOs": home.secret("condition")}}
    acts = ("submit", "promote", "status", "distill") if tool.name == "share" else ("",)
    for act in acts:
        for given in (
            full,
            {**full, **{k: v for k, v in known.items() if k in full}},
            {k: v for k, v in full.items() if k not in ("id", "conditions", "scope")},
        ):
            arguments = {**given, **({"act": act} if act else {})}
            asked = Call(open_memory(str(home.folder), look_around=False), arguments)
            with contextlib.suppress(OfttoldError):
                tool.handler(asked)
    assert home.kept() == [], "\n".join(home.kept())
