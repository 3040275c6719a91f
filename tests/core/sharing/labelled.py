"""The labelled set redaction is measured on: fake secrets of many kinds, and innocents.

Every secret is put together at run time from a seed, so that no scanner finds one in this file and
none is real. A secret comes as (kind, text, pieces): after redaction no six characters in a row of
any piece, its first four aside, may be left in the text.
"""

from __future__ import annotations

import base64
import json
import random
import uuid
from dataclasses import dataclass

LOWER = "abcdefghijklmnopqrstuvwxyz"
UPPER = LOWER.upper()
DIGITS = "0123456789"
ALNUM = LOWER + UPPER + DIGITS
WORD = ALNUM + "_-"
HEX = "0123456789abcdef"
B64 = ALNUM + "+/"


@dataclass(frozen=True, slots=True)
class Secret:
    kind: str
    text: str
    pieces: tuple[str, ...]


def run(seed: str, alphabet: str, size: int) -> str:
    """Make a body that shows letters and digits, the same for the same seed."""
    dice = random.Random(f"{seed}/{size}")
    body = [dice.choice(alphabet) for _ in range(size)]
    if size > 4 and set(alphabet) & set(DIGITS):
        body[1], body[-2] = dice.choice("23456789"), dice.choice("23456789")
    letters = [sign for sign in alphabet if sign.isalpha()]
    if letters:
        body[0], body[-1] = dice.choice(letters), dice.choice(letters)
    return "".join(body)


def b64url(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def tokens(n: int) -> dict[str, str]:
    """Give one token of each kind that a prefix or a shape gives away."""
    s = f"s{n}"
    u = str(uuid.UUID(int=random.Random(s).getrandbits(128), version=4))
    return {
        "aws access key": "AK" + "IA" + run(s, UPPER + "234567", 16),
        "aws session key": "AS" + "IA" + run(s, UPPER + "234567", 16),
        "github classic": "gh" + "p_" + run(s, ALNUM, 36),
        "github server": "gh" + "s_" + run(s, ALNUM, 36),
        "github fine": "github" + "_pat_" + run(s, ALNUM, 22) + "_" + run(s, ALNUM, 59),
        "gitlab": "gl" + "pat-" + run(s, WORD, 20),
        "slack bot": "xo"
        + "xb-"
        + run(s, DIGITS, 12)
        + "-"
        + run(s, DIGITS, 12)
        + "-"
        + run(s, ALNUM, 24),
        "slack app": "xa"
        + "pp-1-"
        + run(s, UPPER + DIGITS, 11)
        + "-"
        + run(s, DIGITS, 13)
        + "-"
        + run(s, HEX, 64),
        "slack webhook": "https://hooks.sl"
        + "ack.com/services/T"
        + run(s, UPPER, 8)
        + "/B"
        + run(s, UPPER, 8)
        + "/"
        + run(s, ALNUM, 24),
        "stripe live": "sk" + "_live_" + run(s, ALNUM, 24),
        "stripe restricted": "rk" + "_live_" + run(s, ALNUM, 24),
        "stripe hook": "wh" + "sec_" + run(s, ALNUM, 32),
        "openai": "sk" + "-" + run(s, ALNUM, 20) + "T3Blbk" + "FJ" + run(s, ALNUM, 20),
        "openai project": "sk" + "-proj-" + run(s, WORD, 74),
        "anthropic": "sk" + "-ant-api03-" + run(s, WORD, 93) + "AA",
        "deepseek": "sk" + "-" + run(s, HEX, 32),
        "openrouter": "sk" + "-or-v1-" + run(s, HEX, 64),
        "google api": "AI" + "za" + run(s, WORD, 35),
        "google oauth secret": "GOC" + "SPX-" + run(s, WORD, 28),
        "google oauth token": "ya" + "29." + run(s, WORD, 60),
        "npm": "np" + "m_" + run(s, ALNUM, 36),
        "pypi": "py" + "pi-AgEIcHlwaS5vcmc" + run(s, WORD, 70),
        "rubygems": "rubygems" + "_" + run(s, HEX, 48),
        "docker": "dckr" + "_pat_" + run(s, WORD, 27),
        "sendgrid": "S" + "G." + run(s, WORD, 22) + "." + run(s, WORD, 43),
        "mailgun": "key" + "-" + run(s, HEX, 32),
        "mailchimp": run(s, HEX, 32) + "-us" + "12",
        "twilio": "S" + "K" + run(s, HEX, 32),
        "shopify": "shp" + "at_" + run(s, HEX, 32),
        "square": "sq0" + "csp-" + run(s, WORD, 43),
        "digitalocean": "dop" + "_v1_" + run(s, HEX, 64),
        "hugging face": "h" + "f_" + run(s, ALNUM, 34),
        "replicate": "r" + "8_" + run(s, ALNUM, 37),
        "groq": "gs" + "k_" + run(s, ALNUM, 52),
        "databricks": "dap" + "i" + run(s, HEX, 32),
        "notion": "nt" + "n_" + run(s, ALNUM, 46),
        "linear": "lin" + "_api_" + run(s, ALNUM, 40),
        "airtable": "pa" + "t" + run(s, ALNUM, 14) + "." + run(s, HEX, 64),
        "figma": "fig" + "d_" + run(s, WORD, 40),
        "atlassian": "ATA" + "TT3xFfGF0" + run(s, WORD, 180) + "=" + run(s, UPPER + DIGITS, 8),
        "vault": "hv" + "s." + run(s, WORD, 90),
        "terraform": run(s, ALNUM, 14) + ".atlas" + "v1." + run(s, WORD, 64),
        "grafana": "gls" + "a_" + run(s, ALNUM, 32) + "_" + run(s, HEX, 8),
        "newrelic": "NR" + "AK-" + run(s, UPPER + DIGITS, 27),
        "postman": "PM" + "AK-" + run(s, HEX, 24) + "-" + run(s, HEX, 34),
        "pulumi": "pu" + "l-" + run(s, HEX, 40),
        "doppler": "dp.p" + "t." + run(s, ALNUM, 43),
        "planetscale": "pscale" + "_tkn_" + run(s, WORD, 43),
        "supabase": "sb" + "p_" + run(s, HEX, 40),
        "alibaba": "LT" + "AI5t" + run(s, ALNUM, 20),
        "tencent": "AK" + "ID" + run(s, ALNUM, 32),
        "tailscale": "tskey" + "-auth-" + run(s, ALNUM, 12) + "-" + run(s, ALNUM, 32),
        "age": "AGE-SECRET" + "-KEY-1" + run(s, UPPER + DIGITS, 58),
        "telegram": run(s, DIGITS[1:], 10) + ":A" + "A" + run(s, WORD, 33),
        "discord": "M" + run(s, ALNUM, 24) + "." + run(s, ALNUM, 6) + "." + run(s, WORD, 38),
        "azure client secret": run(s, ALNUM, 3) + "8" + "Q~" + run(s, ALNUM, 34),
        "zhipu": run(s, HEX, 32) + "." + run(s, ALNUM, 16),
        "jwt": b64url({"alg": "HS256", "n": n}) + "." + b64url({"sub": s}) + "." + run(s, WORD, 43),
        "feishu webhook": "https://open.fei" + "shu.cn/open-apis/bot/v2/hook/" + u,
        "wecom webhook": "https://qyapi.weixin.qq.com/cgi-bin/web" + "hook/send?key=" + u,
    }


FRAMES = (
    "{}",
    'API = "{}"',
    "令牌是{}，别外传",
    "（{}）",
    "密钥：“{}”。",
    "- **{}** → 备用",
    "`{}`",
    "curl -H 'X-Api-Key: {}' https://host.test/v1",
    "a: 1\nvalue: {}\nb: 2\n",
    "我用{}登录",
    "「{}」、还有",
    "｜{}｜",
    "部署用：{}；明天换",
    "export X={}&& run",
    '{{"k":"{}"}}',
    "> 引文 {}\r\n> 下一行",
)


def prefixed() -> list[Secret]:
    """Give every token in two frames, the frames taking turns."""
    found = []
    for n in (0, 1):
        for order, (kind, token) in enumerate(tokens(n).items()):
            frame = FRAMES[(order + 7 * n) % len(FRAMES)]
            # of an address only its last part is secret
            secret = (
                token.rsplit("=" if "key=" in token else "/", 1)[-1] if "://" in token else token
            )
            found.append(Secret(kind, frame.format(token), (secret,)))
    return found


def labelled() -> list[Secret]:
    """Give secrets that only their label gives away, in both languages."""
    password, long = "Wh4le" + "!song", run("p", ALNUM, 16)
    key, hexkey = run("k", ALNUM, 32), run("k", HEX, 32)
    aws = run("aws", B64, 40)
    texts: list[tuple[str, str, str]] = [
        ("password en", "password: {}", password),
        ("password en", "Password = '{}'", password),
        ("password en", "the password is {} for now", password),
        ("password en", "DB_PASSWORD={}", long),
        ("password en", '"dbPassword": "{}",', password),
        ("password en", "- name: DB_PASSWORD\n  value: {}", password),
        ("password en", "<password>{}</password>", password),
        ("password en", "mysql -u root -p{} shop", password),
        ("password en", "login --password {} --host db", long),
        ("password en", "| password | {} |", password),
        ("password en", "Password:\n  {}\n", password),
        ("password en", "login anna password {}", password),
        ("password en", 'password = "sword{}"', "fish-and-whale"),
        ("password zh", "密码：{}", password),
        ("password zh", "密码是{}，别告诉别人", password),
        ("password zh", "数据库密码＝{}", long),
        ("password zh", "管理员口令为「{}」。", password),
        ("password zh", "登录密码（{}）记一下", password),
        ("password zh", "Wi-Fi 密码：{}；", "whale" + "2030"),
        ("password zh", "密码改成了{}。", password),
        ("password zh", "密码：{}", "4827" + "1936"),
        ("password zh", "密碼: {}", password),
        ("password zh", "**密码：{}**", password),
        ("password zh", "提取码：{}", "x7" + "k2"),
        ("api key en", "api_key = {}", key),
        ("api key en", "API key: {}", key),
        ("api key en", "apiKey: '{}'", hexkey),
        ("api key en", "X-Api-Key: {}", hexkey),
        ("api key en", "?api_key={}&lang=en", key),
        ("api key en", "OPENWEATHER_API_KEY={}", hexkey),
        ("api key en", "--api-key={}", key),
        ("api key zh", "密钥：{}", key),
        ("api key zh", "密钥为 {}（测试环境）", hexkey),
        ("api key zh", "API 密钥：{}。", key),
        ("secret en", "client_secret={}", "FAKE" + "123456"),
        ("secret en", "app_secret: {}", hexkey),
        ("secret en", "AWS_SECRET_ACCESS_KEY={}", aws),
        ("secret en", "SECRET_KEY_BASE={}", run("b", HEX, 64)),
        ("secret en", 'clientSecret: "{}"', key),
        ("secret zh", "访问密钥：{}", aws),
        ("token en", "access_token: {}", key),
        ("token en", "TOKEN={}", hexkey),
        ("token en", "auth token is {}", key),
        ("token en", "//npm.host.test/:_authToken={}", key),
        ("token zh", "令牌：{}", key),
        ("token zh", "访问令牌是 `{}`", key),
        ("account key", "AccountName=shop;AccountKey={};EndpointSuffix=core", run("az", B64, 86) + "=="),
        ("uuid key", "heroku_api_key: {}", str(uuid.UUID(int=random.Random(4).getrandbits(128), version=4))),
        ("bearer", "Authorization: Bearer {}", "FAKE" + ".token"),
        ("bearer", "curl -H \"Authorization: Bearer {}\" https://a.test", key),
        ("bearer", "请求头 Authorization：Bearer {}，别漏", key),
        ("url password", "postgres://u:{}@h/db", "FAKE" + "pw"),
        ("url password", "连接串是 mysql://root:{}@10.0.0.5:3306/shop，只读", password.replace("!", "")),
        ("url password", "redis://:{}@cache:6379/0", long),
        ("url password", "git clone https://anna:{}@git.test/x.git", key),
        ("curl user", "curl -u anna:{} https://a.test", password),
        ("aws signature", "https://b.test/o?X-Amz-Sig" + "nature={}", run("sig", HEX, 64)),
        ("azure sas", "https://b.test/c?sv=2024&sig={}", run("sas", ALNUM, 43) + "%3D"),
        ("cookie", "Cookie: sessionid={}; theme=dark", key),
        ("mnemonic", "助记词：{}", "whale copper lantern orbit velvet harbor frozen melody anchor timber silent meadow"),
        ("mnemonic", "seed phrase: {}", "orbit velvet harbor frozen melody anchor timber silent meadow whale copper lantern"),
        ("wordless", "token: {}", run("w", LOWER + UPPER, 40)),
    ]  # fmt: skip
    found = [Secret(kind, frame.format(value), (value,)) for kind, frame, value in texts]
    basic = base64.b64encode(b"anna:" + password.encode()).decode()
    found.append(Secret("basic auth", f"Authorization: Basic {basic}", (basic,)))
    found.append(Secret("basic auth", f'"auth": "{basic}"', (basic,)))
    return found


def keys() -> list[Secret]:
    """Give private keys over several lines, indented, quoted, in a list, cut off, on one line."""
    lines = tuple(run(f"pem{n}", B64, 64) for n in range(3))
    found = []
    for kind in (
        "RSA PRIVATE KEY",
        "PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
        "EC PRIVATE KEY",
        "PGP PRIVATE KEY BLOCK",
    ):
        head, tail = "-----BEG" + f"IN {kind}-----", "-----E" + f"ND {kind}-----"
        found.append(Secret("private key", "\n".join(("x", head, *lines, tail, "y")), lines))
    head, tail = "-----BEG" + "IN RSA PRIVATE KEY-----", "-----E" + "ND RSA PRIVATE KEY-----"
    block = (head, *lines, tail)
    found.append(
        Secret(
            "private key indented",
            "- 钥匙：\r\n" + "".join(f"    {line}\r\n" for line in block),
            lines,
        )
    )
    found.append(
        Secret("private key quoted", "".join(f"> {line}\n" for line in block) + "后面", lines)
    )
    found.append(
        Secret("private key escaped", '{"private_key": "' + "\\n".join(block) + '\\n"}', lines)
    )
    found.append(Secret("private key cut off", "\n".join((head, *lines)), lines))
    found.append(
        Secret(
            "private key yaml",
            "key: |\n" + "".join(f"  {line}\n" for line in block) + "b: 1\n",
            lines,
        )
    )
    return found


def split() -> list[Secret]:
    """Give tokens broken up as programs and people break them."""
    found = []
    for n, kind in enumerate(
        (
            "github classic",
            "anthropic",
            "aws access key",
            "google api",
            "stripe live",
            "openai project",
        )
    ):
        token = tokens(9)[kind]
        cut = len(token) // 2
        a, b = token[:cut], token[cut:]
        ways = (
            ("plus", f'k = "{a}" + "{b}"'),
            ("adjacent", f"k = '{a}' '{b}'"),
            ("over lines", f'k = ("{a}"\n     "{b}")'),
            ("backslash", f"export K={a}\\\n{b}"),
            ("zero width", f"钥匙 {a}\u200b{b} 。"),
            ("wrapped", f"see\n{a}\n{b}\nend"),
            ("quoted wrap", f"> {a}\r\n> {b}\r\n"),
        )
        for way, text in (ways[n % 7], ways[(n + 1) % 7], ways[(n + 2) % 7], ways[(n + 3) % 7]):
            found.append(Secret(f"split, {way}", text, (a, b)))
    wide = {ord(sign): chr(ord(sign) + 0xFEE0) for sign in ALNUM + "_-"}
    token = tokens(8)["github classic"]
    found.append(Secret("full width", f"钥匙：{token.translate(wide)}", (token.translate(wide),)))
    escaped = token.replace("_", "\\_")
    found.append(Secret("escaped", f"the {escaped} one", (token[5:],)))
    return found


def all_secrets() -> list[Secret]:
    return [*prefixed(), *labelled(), *keys(), *split()]


def leaked(secret: Secret, after: str) -> bool:
    """Tell whether six characters in a row of a secret, its first four aside, are still there."""
    for order, piece in enumerate(secret.pieces):
        rest = piece[4:] if order == 0 and len(piece) >= 8 else piece
        size = min(6, len(rest))
        if any(rest[at : at + size] in after for at in range(len(rest) - size + 1)):
            return True
    return False


def _made_innocents() -> list[str]:
    dice = random.Random("innocents")
    found = []
    for n in range(12):
        s = f"i{n}"
        found += [
            f"commit {run(s, HEX, 40)} fixes it",
            f"见 {run(s, HEX, 7)}，已合并",
            f"sha256: {run(s, HEX, 64)}",
            f'"integrity": "sha512-{run(s, B64, 86)}=="',
            f"id: {uuid.UUID(int=dice.getrandbits(128), version=4)}",
            f"mem_{run(s, LOWER + '234567', 12)}",
            f"![图](data:image/png;base64,iVBORw0KGgo{run(s, B64, 400)}=)",
            f'ETag: "{run(s, HEX, 32)}"',
            f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5{run(s, B64, 44)} anna@host",
            f"docker.io/library/x@sha256:{run(s, HEX, 64)}",
            f"https://cdn.test/{run(s, ALNUM, 22)}/a.js",
            f"session_id: {uuid.UUID(int=dice.getrandbits(128), version=4)}",
            f"cache_key = {run(s, HEX, 40)}",
            f"idempotency_key: {uuid.UUID(int=dice.getrandbits(128), version=4)}",
            f"traceparent: 00-{run(s, HEX, 32)}-{run(s, HEX, 16)}-01",
        ]
    return found


def innocents() -> list[str]:
    """Give texts that must come out as they went in."""
    return [*_WRITTEN.strip("\n").split("\n"), *_made_innocents(), *_LONG]


_LONG = [
    "-----BEGIN CERTIFICATE-----\n"
    + run("crt", B64, 64)
    + "\n"
    + run("crt2", B64, 64)
    + "\n-----END CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----\n" + run("pub", B64, 64) + "\n-----END PUBLIC KEY-----",
    "-----BEGIN PGP MESSAGE-----\n\n" + run("pgp", B64, 64) + "\n-----END PGP MESSAGE-----",
    "The file begins with `-----BEGIN PRIVATE KEY-----` and ends with `-----END PRIVATE KEY-----`.",
    "---\ntitle: 令牌怎么换\ntags: [令牌, token]\nkeep: no\n---\n先问一句再换。\n",
    "| name | type | default |\n| --- | --- | --- |\n| token | string | none |\n| password | string | required |\n",
    "password:\n  type: string\n  minLength: 8\n  maxLength: 64\n",
    "token:\n  description: the caller's token\n  required: true\n",
    "secrets:\n  - name: regcred\n  - name: tls-cert\n",
    "env:\n  - name: DB_PASSWORD\n    valueFrom:\n      secretKeyRef:\n        name: db\n        key: password\n",
    "密码规则：\n- 至少 8 位\n- 要有数字\n",
]

_WRITTEN = """
authorType: human
api_key: missing
token: missing
token: none
token: string
token: expired
password: required
password: string
password: null
password: true
password: ********
password: ""
password: ''
password: <your password>
password: ${DB_PASSWORD}
password: $PASSWORD
password: {{ vault_password }}
password: %(password)s
password: !vault |
password: process.env.DB_PASSWORD
password: os.environ["DB_PASSWORD"]
password = getpass.getpass()
password = input("Password: ")
password = request.form["password"]
password=password
login(user=user, password=password)
def login(user: str, password: str) -> None: ...
def f(token: Optional[str] = None, secret: bytes = b"") -> str:
const token = await getToken();
const { token } = useAuth();
let token = localStorage.getItem("token");
token = self.token
token: ${{ secrets.GITHUB_TOKEN }}
api_key = os.getenv("OPENAI_API_KEY")
api_key: <API_KEY>
api_key: YOUR_API_KEY
api_key=your-api-key-here
API_KEY=changeme
API_KEY=xxxxxxxxxxxxxxxxxxxxxxxx
apiKey: this.apiKey,
SECRET_KEY = env("SECRET_KEY")
SECRET_KEY=replace-me
client_secret: [redacted]
client_secret = settings.CLIENT_SECRET
secret: see 1Password
secret_name: regcred-2024a
secretKeyRef: db-credentials
max_tokens: 4096
max_tokens=128000
total_tokens: 1234567
tokens: 9,436
token_count = 6300
prompt_tokens: 2048, completion_tokens: 512
tokenizer: gpt-4o-mini
tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
pad_token: <pad>
eos_token = "</s>"
next_page_token: CAUQAA2fj39dk30sx
continuation_token = "1x9f83hh2k3j4h5g6"
public_key: 04bfcab8722991ae774db48f934ca79cfb7dd991229153b9f732ba5334aafcd8e7
primary_key: id
foreign_key: user_id2
sort_key = created_at
partition_key: tenant#42
object key: backups/2024/11/30/db.tar.gz
s3 key: logs/app-2024-11-30T10.log
keyboard: ISO-105
key: value
key: ctrl+shift+p
key = lambda item: item.path2
hotkey: F12
monkey: 3
turnkey: yes1
key_id: 1234abcd
kms_key_id: arn:aws:kms:eu-west-1:123456789012:key/abcd1234
private_key: ~/.ssh/id_ed25519
private_key_path = /etc/ssl/private/host.pem
ssh key: ed25519
key type: ssh-ed25519
signing key: rsa4096
token type: bearer
Authorization: Bearer <token>
Authorization: Bearer $TOKEN
Authorization: Bearer ${TOKEN}
Authorization: Bearer YOUR_TOKEN
Authorization: `Bearer ${token}`
Authorization: required
headers = {"Authorization": f"Bearer {token}"}
headers["Authorization"] = "Bearer " + token
Bearer tokens are sent with each request.
Basic authentication is off by default.
Use basic auth or a bearer token.
https://user:password@example.com/path
postgres://user:password@localhost:5432/app
postgresql://postgres:postgres@localhost/postgres
http://localhost:5000/<%= @variable %>
http://example.com:8080/path@v2
http://localhost:4873/@scope/package
git@github.com:owner/repo.git
ssh://git@git.test:22/owner/repo.git
https://github.com/owner/repo/commit/3f786850e387550fdab836ed7e6dc881de23001b
mailto:anna@example.com
scp file.txt anna@host:/tmp/x1
docker run -u 1000:1000 image
docker run --user node:node image
git push -u origin main
npm install -g @scope/pkg@1.2.3
AKIAIOSFODNN7EXAMPLE
aws_access_key_id = AKIAXXXXXXXXXXXXXXXX
aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY
ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
sk-...
sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
sk-your-key-here
sk-ant-...
OPENAI_API_KEY=sk-...
export GITHUB_TOKEN=<token>
GITHUB_TOKEN=$(gh auth token)
the sk- prefix marks an OpenAI key, ghp_ a GitHub one
keys begin with AKIA and are twenty characters long
xoxb- tokens belong to bots
eyJ is how every JWT begins
from sklearn import svm
sk-fading-circle sk-circle12 sk-child
pk_live_j5krY8XTgIcDaHDb3YrsAfCl
rememberWhaleSingingPreferenceForNightShift
ThisIsAVeryLongIdentifierWithManyWordsInsideIt2
SomeReallyLongClassNameThatDescribesEverythingFactory
pneumonoultramicroscopicsilicovolcanoconiosis
Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft
test_a_heading_in_a_fence_is_no_heading_and_never_was
the_password_is_checked_before_the_token_is_made
passwordResetTokenExpiresAt
accessTokenRefreshIntervalSeconds = 3600
PASSWORD_MIN_LENGTH = 12
password_hash: bcrypt
PasswordField(max_length=128)
reset_password_url: https://host.test/reset
forgot password? click here
Enter password for anna@host:
Password must be at least 8 characters, one digit, one capital.
password strength: 4 of 5
the password is stored hashed with argon2id
the token is valid for 24h
token bucket: 100 per minute
token-based auth
this token is short
a token of thanks
secret santa 2024
the secret is to salt the water
secret sharing (3 of 5)
in secret: nobody knows
passport: renew in 2031
compass: north
pass: 12, fail: 0
PASS tests/core/test_redaction.py
pass rate: 98.5%
bypass = true
pin: 3
pin the version: 1.2.3
spin: 1200
pwd: /home/anna/work
pwd && ls -la
PWD=/home/anna/project2
cd $PWD
credentials: ask Anna
credential helper: osxkeychain
credentials live in 1Password, vault "Dev"
git config credential.helper store
auth: oauth2
auth = OAuth2Session(client_id)
jwt: HS256
alg: RS256, typ: JWT
cipher: aes-256-gcm
hash: sha256
algorithm = "PBKDF2-HMAC-SHA256"
utf8mb4_unicode_ci
mp4a.40.2
1.2.840.113549.1.1.11
2001:0db8:85a3:0000:0000:8a2e:0370:7334
00:1A:2B:3C:4D:5E
192.168.1.100:8080
+86 138 0013 8000
ISBN 978-3-16-148410-0
IBAN DE89 3704 0044 0532 0130 00
doi:10.1000/182
arXiv:2311.12345v2
PROJ-1234: fix the token refresh
CVE-2024-12345
2024-11-30T10:00:00+08:00
v1.2.3-rc.1+build.5
LTAIR is no key
SKU: SK1234
ACME Corp, AC 220V
key-value store
key-1, key-2, key-3
cio, cto and ceo met
pat on the back
hf_hub_download(repo_id="bert")
npm_config_registry=https://npm.test
pypi-server runs on port 8080
rubygems_version: 3.4
SG. 14 Uhr
AIzawa is a name
ya29 is a bus line
r8_g8 pixel format
fo1_test.go
pul-ley
dp.pt is a domain
A3-size paper
BASE64: SGVsbG8sIHdvcmxkISBUaGlzIGlzIGp1c3QgdGV4dC4=
lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor
AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
0123456789012345678901234567890123456789
------------------------------------------------------------
==================== 100% ====================
1 < 2 and 3 > 2
a <b>bold</b> word
private: true
this is <b>private</b>
`<private>` marks what must not be kept
@private in JSDoc
class Foo { private: int x1; };
private members, protected members
密码：见 1Password
密码：必填
密码：至少八位
密码：8位以上，含字母和数字
密码：8-16 位字母或数字
密码长度：12
密码 8 位以上
密码要定期换
密码保存在钥匙串里
密码：问小林
密码：（略）
密码：******
密码：${DB_PASSWORD}
密码框留空
密码学入门：RSA2048 与 ECC256
密码算法是 SHA256
忘记密码：点这里
口令：无
口令红包 88.8 元
令牌：无
令牌是什么
令牌：见环境变量 API_TOKEN
令牌桶：100 次/分钟
令牌过期：24h
令牌数：9436
令牌 OAuth2 流程
密钥：放在 ~/.ssh/id_ed25519
密钥：环境变量 OPENAI_API_KEY
密钥类型：ed25519
密钥长度：2048
密钥轮换：90 天
密钥 secp256k1 格式
密钥管理用 KMS
凭据：在 1Password 的 Dev 库
凭据：1Password
凭据怎么取：问 vault，路径 kv/dev/db
凭证编号：2024-0012
授权码模式：先跳转再换令牌
授权码：有效期 10 分钟
提取码：无
提取码：见群公告
私钥：不要进仓库
私钥文件：~/.ssh/id_rsa
暗号：天王盖地虎
助记词：要写在纸上，不要截图
访问令牌：用 gh auth token 取
API 密钥：去控制台建一个
这个 token：先不管
我们决定用 token 鉴权，不用 cookie
今天把 secret 的事情说清楚了
前端 API 地址 / 后端 API 地址
夜班守塔人听见鲸鱼唱歌，记在 2030-05-06 的日记里
情绪：平静、好奇
- **鲸·圆润** → `2026-10-30`
- [ ] 换掉旧令牌（2026-11-30）
版本号是 1.20.3，构建号 20241130.4
订单号：20241130123456789012
身份：管理员2
编号 A1B2C3
货号：SK-2024-A01
车牌 京A12345
房间密码箱在三楼 B204
会议号：123 456 789
电话：010-12345678
邮箱：anna@example.com
微信号 whale_song
"""
