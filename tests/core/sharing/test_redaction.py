"""What redaction takes out, what it leaves, and how long it takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofttold.core.sharing.redaction import Masked, find_secrets, redact
from ofttold.core.sharing.redaction_shapes import MASK
from tests.core.sharing.labelled import Secret, all_secrets, innocents, leaked, tokens

MOST_MISSES = 0.02  # of the labelled secrets
MOST_FALSE = 0.01  # of the innocents


def test_the_labelled_set_is_as_large_as_it_must_be() -> None:
    secrets = all_secrets()
    assert len(secrets) >= 120
    assert len({secret.kind for secret in secrets}) >= 40
    assert len(innocents()) >= 300


def test_secrets_are_masked_and_innocents_stay() -> None:
    missed = [s.text for s in all_secrets() if leaked(s, redact(s.text).text)]
    false = [text for text in innocents() if redact(text).changed]
    assert len(missed) <= MOST_MISSES * len(all_secrets()), missed
    assert len(false) <= MOST_FALSE * len(innocents()), false


@pytest.mark.parametrize("secret", all_secrets(), ids=lambda s: s.kind)
def test_a_masked_text_keeps_its_lines_and_is_not_masked_again(secret: Secret) -> None:
    text = secret.text
    once = redact(text)
    assert once.text.count("\n") == text.count("\n")
    assert once.text.count("\r\n") == text.count("\r\n")
    assert redact(once.text) == type(once)(once.text, ())


@pytest.mark.parametrize(
    "text",
    [
        "3f786850e387550fdab836ed7e6dc881de23001b",
        "550e8400-e29b-41d4-a716-446655440000",
        "authorType: human",
        "api_key: missing",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4",
        "rememberWhaleSingingPreferenceForNightShift",
    ],
)
def test_what_only_looks_long_or_names_a_secret_stays(text: str) -> None:
    assert redact(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        "use Bitwarden as our password manager",
        "Use argon2id as the password hash, cost 12",
        "we use email as the password reset channel",
        "用 1Password 作为密码管理器",
        "用 bcrypt 做密码哈希",
        "密码加密用 AES256-GCM",
        "密码管理用 1Password8",
        "密码强度用 zxcvbn4 检查",
        "用 PBKDF2 做密码派生",
        "use with caution as the password is shared",
        "net use Z: \\\\srv\\share /user:CORP\\anna *",
        "all tests pass: 1523 ok",
        "first_pass = 2048 rows",
        "CI must pass: see checks2024",
        'smtp.login("me@x.test", os.getenv("SMTP_PASS"))',
        'requests.get(url, auth=("anna", settings.API_PASSWORD))',
        'new NetworkCredential("anna", securePwd)',
        "mysql -u root -p，密码问 DBA",
        "unzip -P 不要用，密码会进 shell 历史",
    ],
)
def test_a_note_on_how_passwords_are_kept_or_what_passes_stays(text: str) -> None:
    assert redact(text).text == text


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("use Fake2xxyz as the password", "use Fake████ as the password"),
        ("用 Fake2xyz 作为密码", "用 Fake████ 作为密码"),
        ("密码改成 Fake2xyz!", "密码改成 Fake████"),
        ("my pass: Fake2xyz", "my pass: Fake████"),
        ('smtp.login("me@x.test", "Fake2xyz")', 'smtp.login("me@x.test", "Fake████")'),
        ("mysql -u root -pFake2xyz，然后导出", "mysql -u root -pFake████，然后导出"),
    ],
)
def test_beside_such_a_note_the_password_itself_is_masked(text: str, after: str) -> None:
    assert redact(text).text == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("eyJhbGciOiJub25l.eyJGQUtFIjoxfQ.FAKEsig_FAKE-sig", f"eyJh{MASK}"),
        ("client_secret=FAKE123456", f"client_secret=FAKE{MASK}"),
        ("postgres://u:FAKEpw@h/db", f"postgres://u:{MASK}@h/db"),
        ("postgres://u:FAKE@pw99@h/db", f"postgres://u:FAKE{MASK}@h/db"),
        ("Authorization: Bearer FAKE.token", f"Authorization: Bearer FAKE{MASK}"),
    ],
)
def test_every_part_of_a_secret_goes_and_what_stands_around_it_stays(text: str, after: str) -> None:
    assert redact(text).text == after


def test_a_private_key_goes_whole_and_its_list_indent_and_line_ends_stay() -> None:
    head, tail = "-----BEG" + "IN RSA PRIVATE KEY-----", "-----E" + "ND RSA PRIVATE KEY-----"
    text = (
        f"- 钥匙\r\n  {head}\r\n  FAKEFAKEFAKE\r\n  FAKE/FAKE+1\r\n  FAKE=\r\n  {tail}\r\n后面\r\n"
    )
    lines = [f"  ----{MASK}", *[f"  {MASK}"] * 4]
    assert redact(text).text == "\r\n".join(["- 钥匙", *lines, "后面", ""])


def test_front_matter_with_a_masked_value_is_still_front_matter() -> None:
    text = '---\ntitle: "password: hunter22"\nnote: token=' + tokens(1)["npm"] + "\n---\n"
    assert redact(text).text == f'---\ntitle: "password: hunt{MASK}"\nnote: token=npm_{MASK}\n---\n'


def test_the_answer_names_kind_and_line_and_never_the_secret() -> None:
    text = "一\n密码：hunter2\n\n用 " + tokens(3)["github classic"]
    assert find_secrets(text) == (
        Masked("password", 2, MASK),
        Masked("github_token", 4, "ghp_" + MASK),
    )


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a<private>b</private>c", "ac"),
        ("a<PRIVATE >b</ private>c", "ac"),
        ("<private>a<private>b</private>c</private>d", "d"),
        ("a＜private＞b＜/private＞c", "ac"),
        ("a＜ＰＲＩＶＡＴＥ＞b＜／ｐｒｉｖａｔｅ＞c", "ac"),
        ("a<private\n>b</private\n>c", "a\n\nc"),
        ("a<private why='x'>b</private>c", "ac"),
        ("说<private>，别外传</private>。", "说。"),
        ("```\na = 1\n<private>b</private>\n```", "```\na = 1\n\n```"),
        ("`x <private>b</private>`", "`x `"),
        ("- <private>b\n- c</private>\n- d", "- \n\n- d"),
        ("a<PRIVATE>b<Private>c", "a"),
        ("<private-note>stays</private-note>", "<private-note>stays</private-note>"),
        ("一\n<private>二\n三</private>\n四", "一\n\n\n四"),
        ("before <private>never closed\nmore", "before \n"),
        ("`<private>` is the tag", "`<private>` is the tag"),
        ("<pri<private>x</private>vate>y</private>z", "z"),
        ("only </private> closed", "only </private> closed"),
        ("AK<private>x</private>IA" + "ABCDEFGH23456723", f"AKIA{MASK}"),
    ],
)
def test_private_passages_are_removed_with_their_tags(text: str, after: str) -> None:
    assert redact(text).text == after


def test_tags_nested_to_make_new_ones_end_by_losing_the_rest() -> None:
    text = "x<pri" * 9 + "<private>s</private>" + "vate>s</private>" * 9 + "secret"
    assert "<private" not in redact(text).text
    assert redact(redact(text).text).text == redact(text).text


SHARDS = st.sampled_from(
    [
        *(
            "password",
            "密码",
            "token",
            "api_key",
            "=",
            ": ",
            "：",
            " is ",
            "是",
            '"',
            "'",
            "`",
            "\n",
            " ",
        ),
        *(
            "hunter22!",
            "a1B2c3D4e5F6",
            "FAKE",
            "█",
            MASK,
            "<private>",
            "</private>",
            "<pri",
            "vate>",
        ),
        *(
            "gh" + "p_",
            "sk" + "-",
            "eyJ",
            ".",
            "://u:",
            "@h",
            "-----BEG" + "IN PRIVATE KEY-----",
            "\\",
            "\u200b",
        ),
        *(
            "AK" + "IA",
            "ABCDEFGH23456723",
            "Authorization: ",
            "Bearer ",
            " + ",
            "，",
            "鲸",
            "|",
            "-u a:b1c",
            ">",
        ),
    ]
)


@settings(max_examples=300)
@given(st.lists(SHARDS, max_size=14).map("".join) | st.text(max_size=60))
def test_redacting_twice_changes_nothing_more_and_keeps_the_number_of_lines(text: str) -> None:
    once = redact(text)
    assert redact(once.text).text == once.text
    assert once.text.count("\n") == text.count("\n")
    assert once.changed == (once.text != text)


def worst_cases() -> dict[str, Callable[[int], str]]:
    """Give makers of long texts, each made of what some pattern likes to begin with."""
    seeds = {
        "letters": "A",
        "pairs": "ab",
        "stars": "*_~",
        "ticks": "`" * 3000 + "x",
        "hashes": "#",
        "dashes": "- ",
        "rules": "-",
        "spaces": " ",
        "newlines": "\n",
        "labels": "token",
        "labels and signs": "token=",
        "labels and quotes": 'token="',
        "labels and breaks": "token:\n",
        "labels in a sentence": "password is ",
        "labels and parentheses": "secret(",
        "han labels": "密码是",
        "prefixes": "gh" + "p_",
        "prefixes of a wide alphabet": "sk" + "-a1-",
        "heads of a jwt": "-eyJ",
        "parts of a jwt": "eyJaaaa.",
        "heads of a key": "-----BEG" + "IN PRIVATE KEY-----\nAAAABBBB\n",
        "counted key lines": "Private-Lines: 9999\n",
        "open tags": "<private>",
        "tags in tags": "<pri<private>x</private>vate>",
        "addresses": "http://a:b",
        "headers": "authorization: bearer ",
        "cookies": "cookie:",
        "commands": "mysql ",
        "words": "seed phrase: abandon ",
        "wrapped prefixes": "gh" + "p_aaaa\n",
        "wrapped heads": "eyJaaaaa\na1\n",
        "joined strings": '"a" + "b" + ',
        "zero widths": "a\u200b",
        "pictures": "data:image/png;base64,",
        "hex": "0123456789abcdef",
        "full width": "ｇｈｐ",
        "heads of tables": "| 密码 | a |\n|---|---|\n",
        "rules of tables": "|---|---|\n",
        "rows of names": "user,password\n",
        "logins": "login ",
        "logins and names": "登录 a/",
        "users and hosts": "admin:",
        "programs": "zip -P mysql -p 7z -p redis-cli -a ",
        "programs and lines": "docker login -p \n",
        "lines of a password file": "h:5432:d:u:",
        "words of an unknown issuer": "ab_",
        "runs behind one": "ab_" + "a1" * 40 + ".md ",
        "users in an address": "a://aaaaaaaaaaaaaaaa",
        "typed names": "token: a ",
        "defaults": 'password" {\n',
        "phrases": "passphrase: abandon ",
        "words without a stop": "passphrase abandon ",
        "digests": "$2b$12$",
        "wallets": "5K",
        "base64": "AIoT+ASt",
        "joined in Chinese": "“a” + ",
        "joined in a list": "'aaaaaa', ",
        "sessions": "sid=",
        "echoes": "echo a | ",
        "masked already": f"token=abcd{MASK} ",
        "real hits": "token=" + tokens(5)["github classic"] + " ",
    }
    cases: dict[str, Callable[[int], str]] = {
        name: partial(_repeated, seed) for name, seed in seeds.items()
    }
    cases["signs under text"] = lambda size: "x" * (size // 2) + "\n" + "=" * (size // 2) + "y"
    cases["a sign at the end"] = lambda size: " " * size + "@"
    key = "-----BEG" + "IN PRIVATE KEY-----\n"
    cases["a key never closed"] = lambda size: key + "AAAABBBBCCCCDDDD\n" * (size // 17)
    return cases


def _repeated(seed: str, size: int) -> str:
    return (seed * (size // len(seed) + 1))[:size]


def _seconds(text: str) -> float:
    start = time.process_time()
    redact(text)
    return time.process_time() - start


@pytest.mark.parametrize("name", worst_cases())
def test_a_harmless_long_line_takes_no_time_worth_naming(name: str) -> None:
    assert _seconds(worst_cases()[name](30_000)) < 1.0


@pytest.mark.slow
@pytest.mark.parametrize("name", worst_cases())
def test_time_grows_no_faster_than_the_text_up_to_a_megabyte(name: str) -> None:
    quarter = _seconds(worst_cases()[name](250_000))
    whole = _seconds(worst_cases()[name](1_000_000))
    # linear is 4; quadratic would be 16. Half as much again, and a tick, for a busy machine.
    assert whole < 6 * quarter + 0.2
