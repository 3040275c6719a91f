"""What only looks secret, or only talks of secrets: it must come out as it went in."""

from __future__ import annotations

from tests.core.sharing.fresh import sayings
from tests.core.sharing.fresh.spelling import spell

UUID = "{h8}-{h4}-4{h3}-a{h3}-{h12}"

# Pattern of a public value, and where such values stand.
MADE = (
    (
        "{h40}",
        (
            "commit §",
            "在 § 修好了",
            "git show §",
            "§ 之后才坏的",
            "`§`",
            "revert §.",
            "cherry-pick §..HEAD",
            "https://github.com/a/b/commit/§",
            "| § | fix |",
            "sha1: §",
            "树对象§",
            "HEAD is now at §",
        ),
    ),
    ("{h7}", ("commit §", "§ fix the build", "从 § 到现在", "(cherry picked from §)", "`§`")),
    ("{h12}", ('Fixes: § ("mm: x")', "image id §", "容器 § 已停")),
    (
        "{h64}",
        (
            "sha256:§",
            "sha256 § x.tar.gz",
            "image: nginx@sha256:§",
            "digest: sha256:§",
            "校验和 §",
            "--hash=sha256:§",
            "SHA256 (x.iso) = §",
            "§  x.tar.gz",
            'checksum = "§"',
            "tx §",
            "区块 §",
            'etag: "§"',
            "layer § already exists",
        ),
    ),
    (
        "{h32}",
        (
            "md5: §",
            "MD5(x) = §",
            "§  x.zip",
            'etag "§"',
            "trace_id=§",
            "缓存键 §",
            "a.§.js",
            "file hash §",
            "https://www.gravatar.com/avatar/§",
            "span §",
            "页面 id 是 §",
        ),
    ),
    ("{h128}", ("sha512 §", "sha512:§")),
    (
        UUID,
        (
            "id: §",
            "§",
            "编号 §",
            "request id §",
            "https://h.example.com/items/§",
            '{"id":"§"}',
            "会话 § 里说过",
            "uuid: §",
            "| § | ok |",
            "volume-§",
            "X-Request-Id: §",
            "删了§这一条",
            "tenant § is closed",
            "device §",
        ),
    ),
    (
        "{b64}",
        (
            '"integrity": "sha512-§{b22}=="',
            "sha384-§",
            "integrity sha512-§{b22}==",
            '<script src=x.js integrity="sha384-§">',
        ),
    ),
    (
        "{b43}=",
        (
            "golang.org/x/net v0.17.0 h1:§",
            "golang.org/x/net v0.17.0/go.mod h1:§",
            "SHA256:§ bob@h (ED25519)",
            "sha256-§",
            'pin-sha256="§"',
            "PublicKey = §",
        ),
    ),
    (
        "{b200}",
        (
            "![](data:image/png;base64,iVBORw0KGgo§=)",
            "data:font/woff2;base64,d09GMg§==",
            "url(data:image/svg+xml;base64,PHN2Zy§)",
            '<img src="data:image/jpeg;base64,/9j/4AAQ§">',
            "data:image/gif;base64,R0lGOD§",
        ),
    ),
    ("AAAAB3NzaC1yc2EAAAADAQABAAABgQ{b80}", ("ssh-rsa § bob@h", "authorized: ssh-rsa §")),
    ("AAAAC3NzaC1lZDI1NTE5AAAAI{b43}", ("ssh-ed25519 § bob@h", "host ssh-ed25519 §")),
    ("{d18}", ("订单号 §", "snowflake §", "tweet §", "https://x.com/a/status/§")),
    ("{d11}", ("电话 1§", "tel 1§")),
    ("{d19}", ("卡号尾号 §", "time_ns=§")),
    ("{A11}", ("https://youtu.be/§", "https://www.youtube.com/watch?v=§", "视频§")),
    (
        "{A44}",
        ("https://docs.google.com/document/d/1§/edit", "https://drive.google.com/file/d/1§/view"),
    ),
    (
        "{A22}",
        ("https://www.figma.com/file/§/Board", "https://open.spotify.com/track/§", "chunk-§.js"),
    ),
    ("Qm{A44}", ("ipfs://§", "/ipfs/§", "CID §")),
    ("0x{h40}", ("contract §", "转到地址 §", "https://etherscan.io/address/§")),
    ("bc1q{L38}", ("address §", "打到 §")),
    ("age1{L58}", ("recipient: §", "age -r § x")),
    ("{L8}", ("i-0§{L9}", "subnet-0§", "vpc-0§", "pod/web-§-x2x4z", "run §")),
    ("{d13}", ("ts=§", "时间戳 §", "msg_id §")),
    (
        "{A8}",
        (
            "bundle.§.min.js",
            "main.§.css",
            "/tmp/tmp§/x",
            "https://bit.ly/§",
            "分支 wip-§",
            "vite: index-§.js",
        ),
    ),
    ("{U26}", ("ulid §", "01HX§")),
    ("{h16}", ("span_id §", "0x§", "build §", "地址 0x§")),
    ("{A88}", ("solana tx §",)),
    ("pk_live_{A24}", ("publishable §",)),
    ("{A20}", ("nanoid §", "https://gist.github.com/a/§", "工单§已关")),
    ("DE{d20}", ("IBAN §", "收款账号 §")),
    ("arn:aws:iam::{d12}:role/app", ("role §", "用 § 这个角色")),
    ("req_{A24}", ("request §", "msg §")),
    ("chatcmpl-{A29}", ("id §",)),
    ("{d4} {d4} {d4} {d4}", ("流水号 §", "ref §")),
)

SAID = """\
密码错误
忘记密码怎么办
密码不能为空
请输入密码
密码长度至少 12 位
密码必须包含大小写字母和数字
密码不要写进仓库
密码在 1Password 里
密码找小王要
密码放在保险柜，别写这里
密码：见保险箱
密码：找管理员要
密码：（空）
密码：无
密码：******
密码：••••••••
密码：xxxxxxxx
密码：<your-password>
密码：你的密码
密码：待定
密码是随机生成的
密码是用 argon2 存的
密码已经改过了，新的在密码管理器里
密码管理器用 Bitwarden
他把密码写在便签上，我劝他别这样
密码学课的作业还没交
密码本是一本小说
两步验证和密码都要开
用户名和密码分开存
口令红包
口令：芝麻开门这种太老了
口令是什么来着
口令失效以后要重新申请
令牌环网络
令牌桶限流
令牌：见 .env
令牌过期时间改成 3600 秒
密钥轮换每 90 天一次
密钥长度 2048 位
密钥放在 KMS 里
密钥管理服务
私钥不出本机
私钥文件在 ~/.ssh/id_ed25519
公钥贴到 GitHub 上
助记词抄在纸上了
验证码没收到
验证码：过期了
账号：zhangsan
账号被锁了
账号体系要重做
提取码失效了
授权码模式和隐式模式的区别
登录用短信验证码
登录用 SSO / OAuth
用 admin 登录后台
恢复码打印出来放抽屉
访问令牌由网关签发
凭证：发票和收据
凭据存储在钥匙串里
token 数大约 1200
token 用量是 35000
token是计费单位
token 是按 4 个字符算的
上下文 128k token
secret 管理用 Vault
secret是从环境变量读的
api key 从设置页申请
apikey：在控制台生成
pass：测试通过
pass 掉这个方案
pwd 显示当前目录
解压密码见置顶
支付密码忘了可以刷脸
WiFi密码贴在冰箱上
无线网密码问前台
初始密码由系统发邮件
默认密码必须首次登录修改
PIN码锁定后要 PUK
这把钥匙丢了
密码强度：弱
密码 8 到 16 位
密码：8-16 位，含大小写
密码字段用 type="password"
密码哈希用 bcrypt，cost 12
把密码改成强密码
密码都改成了一次性的
密码提示：小学的名字
密码复杂度策略 2024 版
密码（必填）
密码框自动聚焦
「密码」这一栏
| 用户名 | 密码 |
| 字段 | 类型 |\n| password | string |
| password | varchar(255) | 非空 |
| 密码 | 必填 | 8 位以上 |
| token | 说明 |\n| --- | --- |\n| EOF | 文件结束 |
the token count is 1200
The password must be at least 12 characters
Passwords must contain a digit
password is required
password: required
password: string
password: str
password: Optional[str] = None
password: ********
password: <redacted>
password: [REDACTED]
password: (hidden)
password: null
password: none
password: ""
password=''
password = None
password = getpass()
password = getpass.getpass("Password: ")
password = os.environ["DB_PASSWORD"]
password = os.getenv('DB_PASSWORD')
password = process.env.DB_PASSWORD
password = config.get("password")
password = settings.DB_PASSWORD
password = request.form["password"]
password = input("password? ")
password = vault.read("secret/db")["password"]
password = self.password
password=password
password=args.password
password = user.password
password = hash_password(raw)
password = "".join(random.choices(letters, k=12))
password: ${DB_PASSWORD}
password: $DB_PASSWORD
password: {{ db_password }}
password: {{ .Values.db.password }}
password: $(pass show db/prod)
password: `op read op://vault/db/password`
password: %DB_PASSWORD%
password: @@DB_PASSWORD@@
password: !vault
password: your-password-here
password: yourpassword
password: changeme
password: change_me
password: example
password: xxxx
password: xxxxxxxxxxxx
password: ...
password: …
password: TODO
password: TBD
password: see 1Password
password: ask Bob
password: stored in the keychain
password_hash = bcrypt.hashpw(pw, salt)
password_reset_url = "/account/reset"
passwordless login
password-protected pages
password manager: Bitwarden
password policy: 12 characters, rotated never
password field is empty
password fields are cleared
password reset email was sent
reset your password at https://example.com/reset
the password is wrong
the password is stored in Vault
the password is never logged
the password is case-sensitive
the password is too short
The password was changed yesterday
Forgot your password? Click here.
my password manager is KeePassXC
we hash passwords with argon2id
wrong password for user bob
Enter password for key '/home/bob/.ssh/id_ed25519':
def login(user: str, password: str) -> None:
def check(token: str | None = None) -> bool:
func Login(user, password string) error {
function login(username, password) {
if password == "":
if not password: raise ValueError
if (password.length < 8) return;
assert token is not None
token: str
token: string;
token = None
token = lexer.next_token()
token = tokens[0]
token = next(tokens)
token = request.headers.get("Authorization")
token = secrets.token_urlsafe(32)
token = ${GITHUB_TOKEN}
token: ${{ secrets.GITHUB_TOKEN }}
token: <your-token>
token: YOUR_TOKEN
token: your_api_token_here
token_type: bearer
token_endpoint: https://example.com/oauth/token
tokenizer = "cl100k_base"
tokens per second: 42.7
max_tokens: 4096
max_tokens=128000
num_tokens = 35_000
total_tokens: 123456
the next token is END_OF_FILE
token budget: 12000 characters
tokens: 1,234,567
cancellation_token.cancel()
csrf_token is missing
unexpected token } in JSON at position 42
SyntaxError: Unexpected token '<'
invalid_token: the access token expired
api_key=None
api_key = os.environ["OPENAI_API_KEY"]
api_key=os.getenv("OPENAI_API_KEY")
api_key: str = Field(..., env="API_KEY")
api_key: YOUR_API_KEY
api_key = "your-api-key"
api_key = "<api-key>"
api_key: "sk-..."
api_key: sk-xxxx
OPENAI_API_KEY=sk-...
OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxx
OPENAI_API_KEY=
OPENAI_API_KEY=your_key_here
ANTHROPIC_API_KEY=sk-ant-...
export GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
export TOKEN=$(gh auth token)
export TOKEN=$(cat token.txt)
export DB_PASSWORD="$(pass show db)"
export API_KEY=${API_KEY:-}
AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE
AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY
AWS_SECRET_ACCESS_KEY=<secret>
aws_access_key_id = AKIAI44QH8DHBEXAMPLE
curl -H "Authorization: Bearer $TOKEN" https://api.example.com
curl -H "Authorization: Bearer ${TOKEN}" https://api.example.com
curl -H 'Authorization: Bearer <token>' https://api.example.com
curl -u "$USER:$PASS" https://api.example.com
curl -u user:pass https://api.example.com
curl -u admin https://api.example.com
Authorization: Bearer YOUR_TOKEN
Authorization: Bearer {token}
Authorization: Bearer ...
Authorization header is missing
Basic Auth is off
mysql -u root -p
mysql -u root -p shop < dump.sql
mysql -p$MYSQL_PASSWORD
mysql --password
sshpass -p "$PASS" ssh bob@h
sshpass -e ssh bob@h
redis-cli -a "$REDIS_PASSWORD" ping
docker login -u bob --password-stdin
docker run -p 8080:80 nginx
docker run -e POSTGRES_PASSWORD=${POSTGRES_PASSWORD} postgres
tool --password-file /run/secrets/db
tool --token-file ~/.token
ssh -p 2222 bob@h
scp -P 2222 a bob@h:
mkdir -p /var/lib/app
cp -p a.txt b.txt
tar -xzpf a.tgz
zip -r x.zip y
7z x x.7z -oout
git push -u origin main
psql -U app -h db shop
ldapsearch -x -W -b dc=x
PGPASSWORD=$PGPASSWORD psql
postgres://user:password@localhost/db
postgres://user:pass@host:5432/db
postgres://app@db/shop
postgres://app:${DB_PASSWORD}@db/shop
postgres://app:<password>@db/shop
postgres://app:****@db/shop
mongodb://localhost:27017/x
redis://localhost:6379/0
https://user:password@example.com
https://example.com:8443/a@b
https://medium.com/@bob/title-1a2b3c4d5e6f
https://github.com/a/b/blob/0123abc/README.md#L10-L20
https://registry.npmjs.example/@scope/pkg/-/pkg-1.2.3.tgz
ssh://git@github.com:22/a/b.git
git@github.com:a/b.git
bob@example.com
npm install @babel/core@7.24.0
machine api.example.com login bob
SECRET_KEY=
SECRET_KEY = env("SECRET_KEY")
secret: true
secret_name: db-credentials
secretKeyRef:\n  name: db\n  key: password
kubectl get secret db -o yaml
kubectl create secret generic db --from-env-file=.env
secrets:\n  - db_password
gh secret set DB_PASSWORD < pw.txt
client_secret: <client-secret>
client_secret=...
client_id: 123456-abc.apps.googleusercontent.com
the secret is out
the secret is to rest the dough
The secret to good bread: time
a secret garden
key: value
key: name
primary_key: id
primary key is user_id
foreign_key = "users.id"
partition_key: tenant
sort_key=created_at
keyboard: us-intl
key=lambda x: x[1]
keys = sorted(d.keys())
cache_key = f"{user}:{page}"
public_key: see below
private_key_path: /etc/ssl/private/x.pem
PRIVATE_KEY_FILE=~/.ssh/id_ed25519
ssl_certificate_key /etc/nginx/x.key;
-----BEGIN CERTIFICATE-----
-----BEGIN PUBLIC KEY-----
the line `-----BEGIN PRIVATE KEY-----` starts a key
pass the salt
pass: 42 fail: 0
pass rate: 99.7%
passed: 128
passing: true
bypass: enabled
compass: north
passport no. E12345678
boarding pass: gate 12B
pwd: /home/bob/work
pwd
cwd: /srv/app
PIN 12 is ground
pin: GPIO17
pinned: true
the PIN has four digits
salt: 2 g
auth: none
auth: required
auth = ("user", "pass")
auth=HTTPBasicAuth(user, password)
author: bob
authority: https://login.example.com
oauth: enabled
credentials: include
credentials: "same-origin"
credentials: see vault
credential_helper = store
session: 2026-11-30 evening
session_id is stored in Redis
session expired after 3600 s
cookie: theme=dark
Set-Cookie: theme=dark; Path=/
Cookie: lang=zh-CN
signature: def f(x: int) -> int
signature mismatch
passphrase: use six words
recovery codes: print them
seed: 42
seed=12345
random_seed = 20261130
mnemonic: ROYGBIV
gpt-4o-mini-2024-07-18
claude-3-5-sonnet-20241022
text-embedding-3-large
Qwen2.5-72B-Instruct-GPTQ-Int4
deepseek-r1-distill-qwen-32b
sk-learn is scikit-learn
sk-SK is the Slovak locale
task-12345678
risk-adjusted-return-model-2024
disk-encryption-key-rotation-2024
xai-explainability-toolkit
hf_hub_download
hf_home=/data/hf
npm_config_registry=https://r.example.com
npm_lifecycle_event
ghp_ is the prefix of a classic token
tokens begin with ghp_, gho_ or github_pat_
keys start with sk-ant-
r8_ and gsk_ are prefixes
AKIA followed by 16 letters
secret_manager_client_factory
whsec_ is shown once
pk_test_TYooMQauvdEDq54NiTphI7jx is public
re_compile_all_the_patterns_at_once
key-value-store-with-expiry
pat-na1 is the EU region? no
st.cache_data
sl.shape
hvs.list
dp.pt.
SG.1
dapi and dapi2
pneumonoultramicroscopicsilicovolcanoconiosis
Donaudampfschifffahrtsgesellschaftskapitän
getElementsByClassNameAndAttributeValueOrDefault
AbstractSingletonProxyFactoryBeanImplementationTest
test_a_very_long_test_name_that_says_what_it_checks_and_2_more
THIS_IS_A_VERY_LONG_CONSTANT_NAME_WITH_NUMBERS_123
com.example.very.long.package.name.Class1$Inner2
/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30
/Users/bob/Library/Application Support/Code/User/settings.json
C:\\Users\\bob\\AppData\\Local\\Programs\\Python\\Python311
node_modules/.pnpm/react@18.2.0_abc/node_modules/react
v1.2.3-beta.4+build.567
Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36
2026-11-30T10:00:00.123456789+08:00
192.168.100.200:65535
fe80::1ff:fe23:4567:890a
00:1A:2B:3C:4D:5E
978-7-5366-9293-0
13800138000
+86 138 0013 8000
身份证最后四位 1234
快递单号 SF1234567890123
航班 CA1831 座位 12A
车牌 京A12345
版本 2024.11.30-rc1
型号 iPhone15,3 / A2896
WX号 bob_2024
Lorem ipsum dolor sit amet, consectetur adipiscing elit
春眠不觉晓，处处闻啼鸟。夜来风雨声，花落知多少。
今天和小明说好，周三下午三点在老地方见。
他说「钥匙在门垫下面」，我笑了半天
大肥鱼·是蓝鲸只是圆润
- **早起** → `2026-10-30`
[oft-told · memory · 2026-11-30]
abcdefghijklmnopqrstuvwxyz0123456789
ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/
0123456789abcdef0123456789abcdef
00000000-0000-0000-0000-000000000000
e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
d41d8cd98f00b204e9800998ecf8427e
da39a3ee5e6b4b0d3255bfef95601890afd80709
eyJhbGciOiJIUzI1NiJ9 is the header of a JWT
const token = await getToken();
const apiKey = process.env.API_KEY!;
const { password } = req.body;
let password = prompt('Password');
this.token = token;
self.secret = secret
user.password = params[:password]
$password = $_POST['password'];
$token = bin2hex(random_bytes(16));
String password = System.getenv("DB_PASSWORD");
String token = request.getHeader("X-Token");
@Value("${db.password}") String password;
password := os.Getenv("DB_PASSWORD")
let token: String
var apiKey: String?
private readonly token: string
private: true
class A { private: int x; };
public key infrastructure
<input type="password" name="password" placeholder="Password">
<label for="password">Password</label>
<password></password>
<password>${db.password}</password>
data-token-id="row"
"password": {"type": "string", "minLength": 8}
"password": "string"
"token": null
"access_token": "<token>"
"secret": "***"
"api_key": "{{api_key}}"
"required": ["username", "password"]
"scripts": {"test": "jest --passWithNoTests"}
"resolved": "https://r.example.com/a/-/a-1.0.0.tgz"
CREATE USER app IDENTIFIED BY :password;
ALTER USER app PASSWORD EXPIRE;
SELECT password FROM users WHERE id = 1;
INSERT INTO t (password) VALUES (?)
password VARCHAR(255) NOT NULL
server { auth_basic "Restricted"; }
enable secret is set
username admin privilege 15
snmp-server community public
net use z: \\\\srv\\share
otpauth is a URI scheme
AccountKey=<key>;EndpointSuffix=core.windows.net
Server=db;Database=x;Integrated Security=true
User Id=sa;Password={password};
jdbc:mysql://db/x?user=root&password=${pw}
?token=...&id=1
?password=[hidden]
https://h.example.com/reset-password?lang=zh
https://h.example.com/docs/authentication#api-key
https://h.example.com/a?key=name&sort=asc
https://h.example.com/search?q=password+manager
"""


def all_innocents() -> list[str]:
    """Every innocent text of the set, in an order that never changes."""
    made = []
    for pattern, places in MADE:
        for number, place in enumerate(places):
            made.append(spell(place.replace("§", pattern), number))
    said = [line.replace("\\n", "\n").replace("\\\\", "\\") for line in SAID.splitlines()]
    return [*made, *said, *sayings.lines(sayings.INNOCENTS)]
