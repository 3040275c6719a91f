"""More ways of writing a password down, and of writing near one: a line each, ``\\n`` a line end.

Written after the rules had been mended by the first two halves, to see what they had not taught.
Of a secret: the text with ``§`` in it, a bar, the pattern of the secret.
"""

from __future__ import annotations

SECRETS = r"""
今天把服务器密码改成了§，先记着|{P12}
密码记一下：§|{P12}
密码还是老样子 §|{P12}
新密码§，旧的作废|{P12}
登录密码§。|{P12}
密码是 §（别外传）|{P12}
密码:「§」|{P12}
密码：　§|{P12}
密码　§|{P12}
密码 是　“§”|{P12}
密码：【§】|{P12}
密码：《§》|{P12}
密码——§|{P12}
密码→§|{P12}
密码=>§|{P12}
密码 = '§'|{P12}
密码＝“§”|{P12}
密码，§|{P12}
账号root密码§|{P12}
账号是root，密码是§，端口 22|{P12}
用户名：root；口令：§；|{P12}
root 密码是：§|{P12}
小王的邮箱密码：§|{P12}
WiFi：home / §|{P12}
wifi 密码 §|{A10}
银行卡密码 §|{d6}
手机锁屏密码是§|{d6}
保险柜密码是 §|{d6}
门禁密码§#|{d6}
API密钥：§|{A40}
API 密钥为 §。|{A40}
接口密钥“§”|{A40}
我的 token 是 §|{A40}
令牌§|{A40}
密钥§已经泄露|{A40}
secret key 是§|{A40}
access key secret：§|{A30}
AccessKeySecret：§|{A30}
AppKey: 12345678 AppSecret: §|{h32}
appid=wx1234567890abcdef&secret=§|{h32}
corpid=ww123&corpsecret=§|{w43}
私钥是0x§|{h64}
连接串：postgres://app:§@db:5432/x|{A14}
连接字符串“Server=db;Uid=sa;Pwd=§;”|{A14}
ssh 登录：root@10.0.0.8 密码：§|{P12}
scp 用的密码是§|{P12}
数据库：root/§@10.0.0.8:3306|{P12}
vpn: wang / §|{P12}
VPN账号wang密码§|{P12}
面板地址 http://10.0.0.8:8888 用户名 admin 密码 §|{P12}
后台 https://a.example.com admin §|{P12}x9
Redis 密码为§|{A16}
redis: requirepass §|{A16}
MinIO: minioadmin / §|{P12}
默认账户 admin，默认密码 §|{P12}
测试账号：13800138000 / §|{P12}
密码（大写）：§|{U12}
密 码 : §|{P12}
PASSWORD：§|{P12}
Passwd=§|{P12}
passwd §|{P12}
PWD: §|{P12}
pass=§|{P12}
my pass is §|{P12}
pass is §|{P12}
Password for bob: §|{P12}
Password (bob): §|{P12}
Password of root = §|{P12}
root password § on all hosts|{P12}
root pw §|{P12}
use §  as the password|{P12}
with the passphrase "§"|{P16}
passphrase is §|{P16}
login bob:§|{P12}
login with bob / §|{P12}
username=bob, password=§|{P12}
u=bob&p=§|{P12}
user bob identified by §|{P12}
bob's password is §|{P12}
bob’s password: ‘§’|{P12}
The DB password's §|{P12}
the secret: §|{A32}
secret = §|{A32}
my secret is §|{A32}
key is §|{A40}
the key: §|{A40}
Here is the key §|{A40}
API key §|{A32}
apikey §|{A32}
api-key: §|{A32}
api_key -> §|{A32}
API_KEY => §|{A32}
token §|{A40}
token "§"|{A40}
Bearer §|{A40}
bearer: §|{A40}
auth token §|{h40}
access token: `§`|{h40}
refresh token = “§”|{A48}
client secret §|{A32}
OAuth secret: §|{A32}
webhook secret is §|{h40}
signing secret: §|{h32}
encryption key: §|{h64}
master password: §|{P16}
keystore password §|{P12}
cert password: §|{P12}
pfx 密码：§|{P12}
证书密码是§|{P12}
签名密钥：§|{h32}
加密密钥为§|{h64}
解密密钥§|{h32}
共享密钥：§|{A32}
会话密钥：§|{h32}
session token：§|{A40}
cookie：session=§|{A40}
authorization：Bearer §|{A40}
x-api-key：§|{A40}
secretId：AKIDx secretKey：§|{A32}
DB_PASS：§|{P12}
export DB_PASS='§' # 线上|{P12}
DB_PASS="§";|{P12}
db.password: "§"|{P12}
  password:    §|{P12}
password:\t§|{P12}
"db_password" : "§"|{P12}
<db_password>§</db_password>|{A12}
<property name="password" value="§"/>|{A12}
<property name="password">§</property>|{A12}
<Password><![CDATA[§]]></Password>|{A12}
passwords:\n  - §|{P12}
password: >-\n  §|{P12}
password: |\n  §|{P12}
password: !!str §|{P12}
password: &pw §|{P12}
{password: §}|{A12}
{"password":{"value":"§"}}|{P12}
password := `§`|{A12}
val password = "§"|{P12}
password <- "§"|{P12}
(def password "§")|{P12}
password => "§",|{P12}
:password "§"|{P12}
let password = b"§";|{A12}
password: str = "§"|{P12}
password = r'§'|{P12}
password = f"§"|{P12}
password = u'§'|{P12}
password = '''§'''|{P12}
@password = '§'|{P12}
--password '§'|{P12}
--password="§"|{P12}
-password §|{P12}
/password:§|{P12}
/p:§ /u:bob|{P12}
--pass §|{P12}
--pw=§|{P12}
--secret §|{A32}
--auth-token §|{A32}
--access-key AKIAX --secret-key §|{b40}
-Dpassword=§|{P12}
-Djavax.net.ssl.keyStorePassword=§|{P12}
-Pdb.password=§|{P12}
PASSWORD=§ ./run.sh|{P12}
env PASSWORD=§ cmd|{P12}
docker run -e MYSQL_ROOT_PASSWORD=§ -d mysql|{P12}
docker run --env POSTGRES_PASSWORD=§ postgres|{P12}
mysql -uroot -p§|{P12}
mysqladmin -u root password '§'|{P12}
psql "host=db user=app password=§"|{P12}
psql postgresql://app:§@db/x|{A14}
curl -u 'bob:§' https://h|{P12}
curl --user bob:§ https://h|{P12}
curl -H "X-Auth-Token: §"|{A32}
curl -H "Authorization: Token §"|{h40}
curl -d 'password=§' https://h|{P12}
curl -d '{"password":"§"}' https://h|{P12}
wget --password=§|{P12}
http POST h password=§|{P12}
git clone https://bob:§@github.com/a/b|{A20}
git remote set-url origin https://§@github.com/a/b|{h40}
svn co --username bob --password §|{P12}
rclone config create r webdav pass §|{P12}
gpg --passphrase '§'|{P12}
openssl pkcs12 -password pass:§|{P12}
keytool -storepass § -keypass §|{P12}
kubectl create secret generic s --from-literal=password=§|{P12}
vault kv put secret/x password=§|{P12}
heroku config:set SECRET_KEY=§|{A32}
fly secrets set API_KEY=§|{A32}
aws configure set aws_secret_access_key §|{b40}
az storage account --account-key §|{b86}==
sudo -S <<< '§'|{P12}
expect -c 'send "§\r"' password|{P12}x
"""

INNOCENTS = r"""
登录页 / 注册页都要改
登录方式：手机号/微信/GitHub
用 GitHub/Google 登录
账号密码/短信/扫码三种登录
登录失败 3/5 次锁定
登录接口 POST /api/v1/login
login: src/views/Login2.vue
login flow: OAuth2/OIDC, then session
login via SAML2/LDAP3
account: billing/invoices2024
credentials: aws/prod-2024
creds: see vault/kv2
sign in with Apple/Google
sign in: step1/step2/step3
| 用户名 | 密码 |\n| --- | --- |\n| 必填 | 8-20 位 |
| 字段 | 密码 |\n|---|---|\n| 长度 | 12 |
| env | password |\n|---|---|\n| prod | in vault |
| env | password |\n|---|---|\n| prod | ${DB_PASSWORD} |
| param | token |\n|---|---|\n| type | string |
user,password,email\nname,string,string
password,token,secret are reserved words
passwords are hashed with bcrypt 12 rounds
change the password to something stronger
set the password to a random value
set password to the value of DB_PASSWORD
reset the password as needed
password as plain text is bad
the password was rotated on 2026-11-30
password policy v2.1 applies
password length 12, symbols 2
password attempts: 5
password age: 90d
password expires in 30 days
passwords: 4 leaked, 2 reused
the token is valid for 3600 seconds
the token expires at 2026-11-30T10:00:00Z
token bucket: 100 rps
token limit 8192
token price 0.0025 USD
tokens/sec: 1234.5
token ring 802.5
secret sharing (Shamir) 3-of-5
secret santa 2024
key 1 opens door 2
key: F5
key=Ctrl+Shift+P
key binding: cmd+k cmd+s
key points: 1) a 2) b
key: "user:1234:profile"
redis key user:1234:session
s3 key: uploads/2024/11/30/photo_001.jpg
API key rotation: every 90 days
api key is passed in the X-API-Key header
api key format: sk-<48 chars>
the primary key is id_20240101
public key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGk5h3qz7rP1c9b1x2c3v4b5n6m7k8j9h0g1f2d3s4a5 bob@h
pk: 0x04bfcab8722991ae774db48f934ca79cfb7dd991229153b9f732ba5334aafcd8e7266e47076996b55a14bf9913ee3145ce0cfc1372ada8ada74bd287450313534a
auth: {"type": "oauth2"}
auth provider: auth0
auth: JWT (RS256)
auth_time: 1701331200
auth=true
salt: 16 bytes
salt and pepper, 2 tsp
AK-47 和 SK-II
SK: Slovakia
ak = a * k
sk_locale = sk_SK.UTF-8
SK 海力士 DDR5-6400
auth code flow with PKCE S256
backup codes are in the safe
recovery code: print it
backup code: run backup.sh
恢复码：打印出来
备用码有 10 个
密保答案：不要写真的
PIN码：6 位数字
PIN: 4 digits
pin 13 is the LED
psk: WPA2-PSK
PSK 调制：8PSK
WPA2 WPA3 WEP
密码 = 口令 + 盐
密码：8 位数字
密码：字母+数字
密码：大小写字母、数字、符号至少三种
密码是 SHA-256 存的
密码是用 AES-256 加密后存的
密码是明文存的，要改
密码为空
密码为 null 时报 500
密码改为必填
密码改成至少 12 位
密码重置链接 24 小时有效
密码更新成功
密码用 argon2id
密码用的是 bcrypt
密码写在哪里都不行
密码填错了
密码叫什么来着
密码 12345 位数太少
密码“太简单”
密码「123」太短了
密码或用户名错误 (401)
口令 3 次错误锁定
令牌桶容量 100，速率 20
令牌：Bearer
密钥：RSA 2048
密钥：ED25519
密钥 ID 是 1234
密钥指纹 SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8
私钥：~/.ssh/id_rsa
公钥：见 GitHub
凭证号 记-2024-0123
凭据类型：用户名密码
授权码：一次性的，5 分钟有效
提取码：见群公告
访问码 4 位
验证码 123456 已过期
订单号 20241130123456789
-p 8080:80
docker run -p 8080:80 -e A=b nginx
mysql -u root -p mydb
mysql -h 127.0.0.1 -P 3306 -u root
psql -h db -p 5432 -U app
ssh -p 2222 root@10.0.0.8
zip -r -P x
unzip x.zip -d /tmp
7z a -p x.7z
tar -czf x.tgz -P /abs
curl -u "$U:$P" https://h
curl -u : --negotiate https://h
curl -o out.html https://h.example.com/a1b2c3d4e5f6
redis-cli -h r -p 6379 -n 2
redis-cli -a
ldapsearch -x -w
echo hello | sudo tee /etc/motd
echo "$PASS" | docker login -u bob --password-stdin
echo ok | passwd --help
htpasswd -c .htpasswd bob
net use * /delete
snmpwalk -v2c -c public h
openssl req -new -key x.key -passin env:PASS
openssl enc -aes256 -pass file:pw.txt
sqlplus / as sysdba
localhost:5432:*:postgres
127.0.0.1:8080:80:tcp:x
00:11:22:33:44:55
2001:db8:85a3:0:0:8a2e:370:7334
a:b:c:d:e
https://h.example.com/users/1234567890abcdef/avatar
https://github.com/a/b/tree/0123456789abcdef0123456789abcdef01234567/src
https://cdn.example.com/assets/index-DiwrgTda.js
https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit
https://www.notion.so/Page-1234567890abcdef1234567890abcdef
https://zoom.us/j/1234567890
https://user@host.example.com/path
https://deploy-bot@dev.azure.com/org/proj/_git/repo
ssh://git@ssh.github.com:443/a/b.git
git+ssh://git@github.com/a/b.git#v1.2.3
mailto:bob.smith2024@example.com
x-request-id: 7f3c2a1b9d8e4f60a1b2c3d4e5f60718
traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
ETag: W/"0815abcdef0123456789"
If-None-Match: "33a64df551425fcc55e4d42a148795d9f25f89d4"
Content-MD5: Q2hlY2sgSW50ZWdyaXR5IQ==
Set-Cookie: lang=zh; Max-Age=31536000
Cookie: _ga=GA1.2.1234567890.1700000000
session_id is uuid
sid=1
sessions=20
chatcmpl-8abcDEF123456ghiJKL789mnoPQR
call_abc123DEF456ghi789JKL012
msg_01XFDUDYJgAACzvnptvVoYEL
toolu_01A09q90qw90lq917835lq9
req_011CSHoEeqs5C35K2UUqR7Fy
file-abc123DEF456ghi789JKL012
cus_NffrFeUfNV2Hib
pi_3MtwBwLkdIwHu7ix28a3tqPa
price_1MoBy5LkdIwHu7ixZhnattbh
pk_test_51H8xYzAbCdEfGhIjKlMnOpQrStUvWxYz0123456789
G-1A2B3C4D5E
UA-12345678-1
GTM-ABC1234
AIzaSy...
ca-app-pub-1234567890123456~1234567890
arn:aws:s3:::my-bucket/key
i-0abcd1234efgh5678
ami-0c55b159cbfafe1f0
projects/my-proj/secrets/db-pass/versions/3
vault kv get secret/data/prod/db
op://Private/db/password
aws secretsmanager get-secret-value --secret-id prod/db
gcloud secrets versions access latest --secret=db-pass
kubectl create secret generic db --from-literal=password=$PW
password: {{ vault_db_password }}
password: !secret db_password
password: <%= ENV['PW'] %>
password: "{{ env('PW') }}"
"password": "{{password}}"
password = var.db_password
password = data.aws_secretsmanager_secret_version.db.secret_string
password = random_password.db.result
password=os.getenv("X", "")
password=None,
password: Annotated[str, Form()]
password1 = forms.CharField(widget=forms.PasswordInput)
self.assertEqual(user.password, "x")
user.set_password(raw_password)
bcrypt.compare(password, hash)
if (password !== confirmPassword)
getPassword(): string
passwordField.setText("")
PASSWORD_MIN_LENGTH = 12
PASSWORD_RESET_TIMEOUT = 259200
TOKEN_EXPIRY=3600
TOKEN_URL=https://example.com/oauth/token
SECRET_NAME=db-creds
SECRET_ARN=arn:aws:secretsmanager:us-east-1:123456789012:secret:db-AbCdEf
KEY_FILE=/etc/ssl/private/server.key
API_KEY_HEADER=X-API-Key
ACCESS_TOKEN_EXPIRE_MINUTES = 30
token_count = 1234
token_ids = [101, 2023, 2003]
eos_token="</s>"
pad_token_id=50256
hf_token = userdata.get('HF_TOKEN')
os.environ["OPENAI_API_KEY"] = getpass("key: ")
client = OpenAI(api_key="sk-...")
client = OpenAI(api_key=os.environ.get("KEY"))
OPENAI_API_KEY="sk-your-key-here"
ANTHROPIC_API_KEY=sk-ant-xxxxxxxx
GITHUB_TOKEN=ghp_your_token_here
AWS_SECRET_ACCESS_KEY=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
export SLACK_TOKEN=xoxb-your-token
SLACK_WEBHOOK=https://hooks.slack.com/services/...
SLACK_WEBHOOK=https://hooks.slack.com/services/XXX/YYY/ZZZ
https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX
https://oapi.dingtalk.com/robot/send?access_token=<token>
postgresql://postgres:postgres@localhost:5432/app
mysql://root:root@127.0.0.1/app
mongodb://user:pass@localhost:27017
amqp://guest:guest@localhost:5672/
redis://default:password@localhost:6379
ftp://anonymous@ftp.example.com
sk-learn-1.4.2-cp311-manylinux_2_17_x86_64.whl
numpy-1.26.4-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl
libssl1.1_1.1.1f-1ubuntu2.19_amd64.deb
node-v20.11.1-linux-x64.tar.xz
com.apple.Safari.WebApp-8F2B4C6D
react-dom_client.js?v=7d8f9a6b
Qwen3-235B-A22B-Instruct-2507-FP8
gemini-2.5-flash-lite-preview-06-17
claude-opus-4-20250514
text-davinci-003-finetuned-2023-01-01
BAAI/bge-large-zh-v1.5
TheBloke/Mistral-7B-Instruct-v0.2-GGUF
mem_d6g72dfhxr7c
key: Ed25519PrivateKey | Ed448PrivateKey
private_key: PKCS7PrivateKeyTypes,
type_var_key = f"typevar={thing!r}"
perldoc -u Some::Modulename
Authorization: OAuth realm=movies user
sug_a2b3c4d5e6f7
"""


def lines(text: str) -> list[str]:
    """Give the lines of such a table, line ends and tabs put in."""
    return [line.replace("\\n", "\n").replace("\\t", "\t") for line in text.strip("\n").split("\n")]
