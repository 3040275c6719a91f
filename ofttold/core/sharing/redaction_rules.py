"""The rule table of tokens that give themselves away: prefix, alphabet, length, and a last look.

Knows the shapes that issuers publish for their keys. Knows no context (see redaction_context.py)
and keeps nothing of what it sees. A rule is matched only where its prefix stands, and takes the
whole run of its alphabet, so the time over a text is linear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Look = Literal["any", "mixed", "digit", "dense"]

ALNUM = "A-Za-z0-9"
WORD = r"A-Za-z0-9_\-"
HEX = "0-9a-f"
BASE64 = "A-Za-z0-9+/_="
DENSE_SEGMENT = 16  # characters without - or _ that a wordy prefix such as sk- must show
_PLACEHOLDER = re.compile(
    r"example|your|placeholder|changeme|redacted|insert|replace|dummy|sample(?![a-z0-9])", re.I
)
_BLANK_BODY = frozenset("xX0*.#?-_")


@dataclass(frozen=True, slots=True)
class TokenRule:
    """One kind of token: where it begins, what it is made of, how short it may be.

    ``kind`` is the name a person sees; ``body`` is matched right behind one of ``prefixes``;
    ``look`` says what the body must show besides: ``mixed`` letters and digits, ``digit`` a digit,
    ``dense`` one long segment with both.
    """

    kind: str
    prefixes: tuple[str, ...]
    body: re.Pattern[str]
    look: Look


def _rule(kind: str, prefixes: str, body: str, look: Look = "any") -> TokenRule:
    return TokenRule(kind, tuple(prefixes.split()), re.compile(body), look)


def _run(alphabet: str, least: int, most: int | None = None) -> str:
    """Give a pattern that takes a whole run; an exact length also looks that the run ends there."""
    if most is None:
        return f"[{alphabet}]{{{least},}}"
    return f"[{alphabet}]{{{least},{most}}}(?![{ALNUM}])"


RULES: tuple[TokenRule, ...] = (
    _rule("aws_access_key", "AKIA ASIA ABIA ACCA", _run("A-Z0-9", 16, 16)),
    _rule("aws_access_key", "A3T", _run("A-Z0-9", 17, 17), "digit"),
    _rule("aws_bedrock_key", "ABSK", _run(BASE64, 100), "mixed"),
    _rule("github_token", "ghp_ gho_ ghu_ ghs_ ghr_", _run(ALNUM, 30)),
    _rule("github_token", "github_pat_", _run("A-Za-z0-9_", 30)),
    _rule(
        "gitlab_token",
        "glpat- gldt- glptt- glrt- glcbt- glsoat- glffct- glimt- glagent- gloas- GR1348941",
        _run(WORD + ".", 18),
    ),
    _rule("bitbucket_token", "ATBB ATCTT3", _run(BASE64 + "-", 24), "mixed"),
    _rule("atlassian_token", "ATATT3", _run(BASE64 + "-", 40), "mixed"),
    _rule(
        "slack_token",
        "xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs-",
        _run(WORD + "%.", 10),
        "digit",
    ),
    _rule("slack_token", "xapp-", _run(WORD, 20), "digit"),
    _rule(
        "slack_webhook",
        "hooks.slack.com/services/ hooks.slack.com/workflows/",
        _run(WORD + "/", 20),
    ),
    _rule(
        "discord_webhook",
        "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
        _run(WORD + "/", 30),
        "digit",
    ),
    _rule("teams_webhook", ".webhook.office.com/webhookb2/", _run(WORD + "/@", 30)),
    _rule(
        "feishu_webhook",
        "open.feishu.cn/open-apis/bot/v2/hook/ open.larksuite.com/open-apis/bot/v2/hook/",
        _run(WORD, 20),
    ),
    _rule("wecom_webhook", "qyapi.weixin.qq.com/cgi-bin/webhook/send?key=", _run(WORD, 20)),
    _rule("stripe_key", "sk_live_ sk_test_ rk_live_ rk_test_", _run(ALNUM, 16)),
    _rule("stripe_webhook_secret", "whsec_", _run(BASE64, 24), "mixed"),
    _rule("anthropic_key", "sk-ant-", _run(WORD, 20), "digit"),
    _rule("openai_key", "sk-proj- sk-svcacct- sk-admin- sk-None-", _run(WORD, 20), "digit"),
    _rule("openrouter_key", "sk-or-v1- sk-or-", _run(WORD, 24), "digit"),
    _rule("api_key", "sk-", _run(WORD, 18), "dense"),
    _rule("google_api_key", "AIza", _run(WORD, 33)),
    _rule("google_oauth_secret", "GOCSPX-", _run(WORD, 20)),
    _rule("google_oauth_token", "ya29.", _run(WORD + ".", 20), "digit"),
    _rule("google_refresh_token", "1//0", _run(WORD, 30), "mixed"),
    _rule("npm_token", "npm_", _run(ALNUM, 30), "mixed"),
    _rule("pypi_token", "pypi-", _run(WORD, 40), "mixed"),
    _rule("rubygems_key", "rubygems_", _run(HEX, 40)),
    _rule("crates_token", "cio", _run(ALNUM, 32, 32), "mixed"),
    _rule("docker_token", "dckr_pat_ dckr_oat_", _run(WORD, 20)),
    _rule(
        "sendgrid_key",
        "SG.",
        _run(WORD, 16, 32).replace(f"(?![{ALNUM}])", "") + rf"\.[{WORD}]{{16,}}",
    ),
    _rule("mailgun_key", "key-", _run("0-9a-f", 32, 32)),
    _rule("sendinblue_key", "xkeysib- xsmtpsib-", _run(WORD, 40)),
    _rule("twilio_key", "SK AC", _run(HEX, 32, 32)),
    _rule("shopify_token", "shpat_ shpca_ shppa_ shpss_", _run("0-9a-fA-F", 32)),
    _rule("square_token", "sq0atp- sq0csp- sq0idp-", _run(WORD + r"\\", 22), "digit"),
    _rule("square_token", "EAAA", _run(WORD, 60), "mixed"),
    _rule("facebook_token", "EAAC EAAB EAAG EAAI", _run(ALNUM, 80), "mixed"),
    _rule(
        "plaid_token", "access-sandbox- access-development- access-production-", _run(HEX + "-", 36)
    ),
    _rule("digitalocean_token", "dop_v1_ doo_v1_ dor_v1_", _run(HEX, 40)),
    _rule("huggingface_token", "hf_ api_org_", _run(ALNUM, 30)),
    _rule("replicate_token", "r8_", _run(ALNUM, 30)),
    _rule("groq_key", "gsk_", _run(ALNUM, 40)),
    _rule("xai_key", "xai-", _run(ALNUM, 40)),
    _rule("perplexity_key", "pplx-", _run(ALNUM, 32)),
    _rule("tavily_key", "tvly-", _run(WORD, 20), "mixed"),
    _rule("nvidia_key", "nvapi-", _run(WORD, 40)),
    _rule("langsmith_key", "lsv2_pt_ lsv2_sk_ ls__", _run("0-9a-f_", 32)),
    _rule("fireworks_key", "fw_", _run(ALNUM, 20, 32), "mixed"),
    _rule("databricks_token", "dapi", _run(HEX + "-", 32)),
    _rule("notion_token", "secret_", _run(ALNUM, 43, 43), "mixed"),
    _rule("notion_token", "ntn_", _run(ALNUM, 40), "mixed"),
    _rule("linear_key", "lin_api_ lin_oauth_", _run(ALNUM, 32)),
    _rule("airtable_token", "pat", rf"[{ALNUM}]{{14}}\.[{HEX}]{{64}}"),
    _rule("figma_token", "figd_ figdr_ figo_ figu_", _run(WORD, 32)),
    _rule("planetscale_token", "pscale_tkn_ pscale_pw_ pscale_oauth_", _run(WORD + ".", 30)),
    _rule("supabase_key", "sbp_ sb_secret_", _run("A-Za-z0-9_", 20), "mixed"),
    _rule("netlify_token", "nfp_ nfc_ nfo_", _run(ALNUM, 36), "mixed"),
    _rule("vercel_token", "vcp_ vci_ vca_ vcr_ vck_", _run(ALNUM, 24), "mixed"),
    _rule("heroku_key", "HRKU-", _run(WORD, 36)),
    _rule("fly_token", "fo1_", _run(WORD, 40)),
    _rule("fly_token", "fm1r_ fm1a_ fm2_", _run(BASE64, 60)),
    _rule("doppler_token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", _run(WORD + ".", 40)),
    _rule("vault_token", "hvs. hvb. hvr.", _run(WORD, 20), "mixed"),
    _rule("grafana_token", "glsa_ glc_", _run(BASE64, 32), "mixed"),
    _rule("newrelic_key", "NRAK-", _run("A-Z0-9", 24)),
    _rule("newrelic_key", "NRJS- NRAL- NRII-", _run(ALNUM + "-", 16), "mixed"),
    _rule("sentry_token", "sntrys_ sntryu_", _run(BASE64, 40), "mixed"),
    _rule("postman_key", "PMAK-", _run(HEX + "-", 40)),
    _rule("pulumi_token", "pul-", _run(HEX, 40)),
    _rule("artifactory_key", "AKC", _run(ALNUM, 10), "digit"),
    _rule("dynatrace_token", "dt0c01. dt0s16.", _run(ALNUM + ".", 60)),
    _rule("age_key", "AGE-SECRET-KEY-1", _run("A-Z0-9", 50)),
    _rule("alibaba_key", "LTAI", _run(ALNUM, 12, 26), "mixed"),
    _rule("tencent_key", "AKID", _run(ALNUM, 32, 36), "mixed"),
    _rule("volcengine_key", "AKLT", _run(ALNUM, 32, 60), "mixed"),
    _rule("baidu_key", "bce-v3/ALTAK-", _run(ALNUM + "/", 40)),
    _rule("sonar_token", "sqp_ squ_ sqa_", _run(HEX, 40)),
    _rule("prefect_key", "pnu_ pnb_", _run(ALNUM, 36), "mixed"),
    _rule("buildkite_token", "bkua_", _run(HEX, 40)),
    _rule("easypost_key", "EZAK EZTK", _run(ALNUM, 54)),
    _rule("flutterwave_key", "FLWSECK_TEST- FLWSECK-", _run(WORD, 12)),
    _rule("razorpay_key", "rzp_live_ rzp_test_", _run(ALNUM, 14)),
    _rule("clojars_token", "CLOJARS_", _run("0-9a-f", 60)),
    _rule("readme_key", "rdme_", _run(ALNUM, 70)),
    _rule("scalingo_token", "tk-us-", _run(WORD, 40)),
    _rule("ossrh_token", "API-", _run("A-Z0-9", 26, 26), "mixed"),
    _rule(
        "tailscale_key",
        "tskey-auth- tskey-api- tskey-client- tskey-scim- tskey-webhook-",
        _run(WORD, 16),
        "digit",
    ),
    _rule("onepassword_token", "ops_eyJ", _run(BASE64, 100)),
    _rule("onepassword_key", "A3-", r"[A-Z0-9]{6}-[A-Z0-9]{6,11}(?:-[A-Z0-9]{5}){3,4}(?![A-Z0-9])"),
    _rule("azure_sas", "?sig= &sig=", r"[A-Za-z0-9%+/]{40,}=?=?"),
    _rule("aws_signature", "X-Amz-Signature= X-Goog-Signature=", _run(HEX, 64)),
    _rule("pagerduty_key", "pdus+_ pdeu+_", _run(WORD + "+", 18)),
)


BEGINNING = re.compile(
    rf"(?<![{ALNUM}])(?:eyJ|"
    + "|".join(sorted({re.escape(p) for rule in RULES for p in rule.prefixes if p[0].isalnum()}))
    + ")"
)


def is_placeholder(body: str) -> bool:
    """Tell whether a token's body is plainly nobody's: one filler sign, or a word that says so.

    >>> is_placeholder("xxxxxxxxxxxxxxxxxxxx"), is_placeholder("OSFODNN7EXAMPLE")
    (True, True)
    """
    return set(body) <= _BLANK_BODY or _PLACEHOLDER.search(body) is not None


def shows(body: str, look: Look) -> bool:
    """Tell whether the body shows what its rule asks for besides the alphabet."""
    if look == "any":
        return True
    if look == "digit":
        return any(sign.isdigit() for sign in body)
    if look == "mixed":
        return any(sign.isdigit() for sign in body) and any(sign.isalpha() for sign in body)
    segments = re.split(r"[-_]+", body)
    return any(len(part) >= DENSE_SEGMENT and shows(part, "mixed") for part in segments)


def find_tokens(text: str) -> list[tuple[int, int, str]]:
    """Give (start, end, kind) of every token of the table, in no order; spans may overlap."""
    found: list[tuple[int, int, str]] = []
    for rule in RULES:
        for prefix in rule.prefixes:
            _find_rule(text, rule, prefix, found)
    return found


def _find_rule(text: str, rule: TokenRule, prefix: str, found: list[tuple[int, int, str]]) -> None:
    at = text.find(prefix)
    while at >= 0:
        behind = at + len(prefix)
        match = rule.body.match(text, behind)
        if match is None or not _borders(text, at, prefix):
            at = text.find(prefix, at + 1)
            continue
        body = match.group()
        if shows(body, rule.look) and not is_placeholder(body):
            # of an address or a parameter only the part behind it is the secret
            found.append((behind if "/" in prefix or "=" in prefix else at, match.end(), rule.kind))
        at = text.find(prefix, match.end())


def _borders(text: str, at: int, prefix: str) -> bool:
    """Tell whether a token can begin here: no ASCII letter or digit before it; Han text may be."""
    if at == 0 or not prefix[0].isalnum():
        return True
    before = text[at - 1]
    return not (before.isascii() and before.isalnum())
