"""The labelled secrets put together: each kind in several places, whole, split and spoken."""

from __future__ import annotations

from tests.core.sharing.fresh import sayings
from tests.core.sharing.fresh.kinds import LABELLED, SELF_TOLD
from tests.core.sharing.fresh.places import BARE, NAMED, NAMED_SPLIT, SPLIT
from tests.core.sharing.fresh.spelling import Case, spell
from tests.core.sharing.fresh.spoken import SPOKEN

PLACES_A_KIND = 4
MOST_SPOKEN = 1000  # so that no two lists draw the same secret
LONG_ENOUGH = 16  # characters of a secret that anybody would break over two lines


def all_secrets() -> list[Case]:
    """Every secret of the set, in an order that never changes."""
    return [*_self_told(), *_labelled(), *_spoken(), *_private_keys(), *_said()]


def _self_told() -> list[Case]:
    cases = []
    for number, (kind, pattern) in enumerate(SELF_TOLD):
        for turn in range(PLACES_A_KIND):
            head, _, secret = spell(pattern, turn).rpartition(">>")
            place = BARE[(number * PLACES_A_KIND + turn * 7) % len(BARE)]
            cases.append(Case(kind, place.replace("@", head + secret), (secret,)))
        if ">>" not in pattern:
            secret = spell(pattern, PLACES_A_KIND)
            cases.append(_in_two(kind, SPLIT[number % len(SPLIT)], secret))
    return cases


def _labelled() -> list[Case]:
    cases = []
    for number, (kind, label, pattern) in enumerate(LABELLED):
        for turn in range(PLACES_A_KIND):
            secret = spell(pattern, turn)
            place = NAMED[(number * PLACES_A_KIND + turn * 9) % len(NAMED)]
            cases.append(Case(kind, place.replace("~", label).replace("@", secret), (secret,)))
        secret = spell(pattern, PLACES_A_KIND)
        if " " not in secret and len(secret) >= LONG_ENOUGH:
            place = NAMED_SPLIT[number % len(NAMED_SPLIT)].replace("~", label)
            cases.append(_in_two(kind, place, secret))
    return cases


def _in_two(kind: str, place: str, secret: str) -> Case:
    middle = max(len(secret) // 2, min(len(secret) - 6, 12))
    first, second = secret[:middle], secret[middle:]
    return Case(kind, place.replace("@1", first).replace("@2", second), (first, second))


def _spoken() -> list[Case]:
    cases = []
    for number, (kind, text, pattern) in enumerate(SPOKEN):
        secret = spell(pattern, number)
        cases.append(Case(kind, text.replace("§", secret), (secret,)))
    return cases


def _said() -> list[Case]:
    cases = []
    for number, line in enumerate(sayings.lines(sayings.SECRETS), start=MOST_SPOKEN):
        text, _, pattern = line.rpartition("|")
        secret = spell(pattern, number)
        cases.append(Case(f"said {number}", text.replace("§", secret), (secret,)))
    return cases


def _private_keys() -> list[Case]:
    cases = []
    heads = ("RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "DSA ", "")
    for number, head in enumerate(heads):
        lines = tuple(spell("{b64}", number * 10 + i) for i in range(5))
        mark = (
            f"{'-' * 5}BEGIN {head}PRIVATE KEY{'-' * 5}",
            f"{'-' * 5}END {head}PRIVATE KEY{'-' * 5}",
        )
        rows = [mark[0], *lines, mark[1]]
        kind = f"pem {head.strip() or 'PKCS8'}"
        cases += [
            Case(kind, "\n".join(rows), lines),
            Case(kind, "key: |\n" + "\n".join("  " + row for row in rows) + "\nnext: 1", lines),
            Case(kind, '{"private_key": "' + "\\n".join(rows) + '\\n"}', lines),
            Case(kind, "\n".join("> " + row for row in rows), lines),
            Case(kind, "密钥如下：\n```\n" + "\r\n".join(rows) + "\n```\n完", lines),
            Case(kind, "\n".join(rows[:-1]), lines),
            Case(
                kind,
                'k = "' + rows[0] + '\\n" +\n' + " +\n".join(f'    "{row}\\n"' for row in rows[1:]),
                lines,
            ),
        ]
    lines = tuple(spell("{b64}", 100 + i) for i in range(4))
    head, end = (f"{'-' * 5}{word} PGP PRIVATE KEY BLOCK{'-' * 5}" for word in ("BEGIN", "END"))
    cases.append(Case("pgp", "\n".join([head, "Version: 1", "", *lines, "=aBcD", end]), lines))
    putty = ["PuTTY-User-Key-File-3: ssh-ed25519", "Encryption: none", "Private-Lines: 4", *lines]
    cases.append(Case("putty", "\n".join(putty), lines))
    return cases
