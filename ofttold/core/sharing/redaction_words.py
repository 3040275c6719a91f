"""The words by which a label, or what stands behind it, shows itself as innocent or not.

Knows lists and one question: does this value only stand for one? Nothing here looks at a text.
"""

from __future__ import annotations

import re

from ofttold.core.later import later

MOST_STAND_IN = 200  # characters; no stand-in is longer


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# what a word that labels a secret begins with; a text without any of these has none
LABEL_STEMS = _set(
    "pass pwd pw psk pin secret scratch salt sk token key credential masterauth auth ak recovery backup otp 2fa mfa identified"
    " 密 口 金鑰 私钥 私鑰 令牌 权杖 權杖 凭 憑證 授权码 授權碼 访问码 提取码 通行码 暗号 秘钥 恢 备"
)
# what people write where a secret will stand, or names of the ways secrets are made and kept
NO_SECRET = _set(
    "string str text bytes int integer number bool boolean object null none nil undefined true false yes no on off optional required"
    " missing hidden empty unset unknown invalid valid expired example sample default changeme change-me placeholder secret password"
    " passwd token key apikey credentials username user test testing todo tbd n/a na redacted masked removed see ask same here there"
    " oauth oauth2 oauth2.0 jwt jws jwe saml oidc sso bearer basic digest sha1 sha256 sha-256 sha384 sha512 sha-512 md5 hmac base64"
    " base32 utf8 utf-8 utf-16 rs256 hs256 es256 ps256 eddsa ed25519 x25519 secp256k1 p-256 rsa rsa2048 rsa4096 rsa-2048 rsa-4096 aes"
    " aes128 aes256 aes-128 aes-256 aes-256-gcm argon2 argon2id bcrypt scrypt pbkdf2 x509 x.509 uuid4 uuidv4 int32 int64 uint8"
    " float32 float64 varchar255 i18n l10n k8s 2fa mfa wpa wpa2 wpa3 wpa-psk wpa2-psk wpa3-psk totp u2f fido2 webauthn 1password keepass keepassxc bitwarden lastpass vault"
    " keychain sops s3 ipv4 ipv6 oauth1 oauth1.0 http2 tls1.2 tls1.3 md5sum sha256sum base58 base62"
)
# words a label's name may end with without changing what it labels
NOISE = _set(
    "prod production dev development test testing staging stage live local old new value val base raw plain text confirm"
    " confirmation again env default main backup admin root user master db str string"
)
# what stands before "pass", in one word, in the name of a password
PASS_OF = _set(
    "db store key root ssh sudo user smtp mail my require admin login become proxy ftp mysql pg redis wifi app http auth ldap"
)
# what stands before "pass" where something passes, or is a pass over something
PASSING = _set(
    "tests checks specs cases suites jobs builds runs lint ci all must should will can may to not and then or if only first second"
    " third one two each single another dry"
)
# what stands before "key" in the name of a secret
SECRET_KEYS = _set(
    "api secret access private auth account app signing encryption encrypt master license service role shared storage subscription"
    " hmac deploy bot webhook consumer client server admin rest security integration developer dev write rw live"
)
# what stands before "key", or "token", in the name of something else
PLAIN_KEYS = _set(
    "public primary foreign cache partition sort object index registry idempotency hot short map row group order lookup hash dict json"
    " config settings unique composite natural routing dedupe translation i18n message locale fingerprint host known gpg cipher of s3"
    " file bucket answer turn arrow enter escape tab shift control ctrl option meta the a this that each any no same one wrong right"
    " left session parent child node tree event state storage query param form data field column item list set redis path"
)
PLAIN_WORDS = frozenset(
    ("", *_set("the a my your our his her this that new old is new real right wrong same"))
)
PLAIN_TOKENS = _set(
    "page next continuation cursor special pad eos bos unk mask stop start end cls sep max min num number per total input output prompt"
    " completion count first last sync sub word each one a the this that lexer parser single cancellation cancel"
)
# letters alone that are a password and hardly ever a word behind that label
COMMON_PASSWORDS = _set(
    "qwerty qwertyuiop qazwsx asdfgh asdfghjkl zxcvbn zxcvbnm letmein iloveyou trustno sesame abracadabra woaini woaiwo toor"
    " superman batman sunshine princess dragon monkey"
)
# what issuers put before an id that opens nothing
ID_WORDS = _set(
    "msg message chatcmpl cmpl req request resp response rs call toolu tool run step thread asst assistant file files batch ft"
    " ftjob cus cust customer pi pm price prod product evt event sub subscription in inv invoice ch charge txn seti cs order org team"
    " workspace acct account user usr member proj project task job build deploy dpl commit sha sha1 sha256 sha384 sha512 md5 crc blake2"
    " blake3 digest hash etag cid ipfs rev ver version img image pic photo video clip audio blob layer chunk main index app vendor"
    " bundle page post doc note card cell row id uid uuid guid ulid ref urn trace span session conv conversation chat vs vol snap i"
    " subnet sg vpc ami eni pod node web svc rs static css js font icon pk pub publishable cache tmp temp test var chr lot sku arn rg res"
    " resource item list tweet status loc location place dev device track playlist channel group topic iss issue pr mr ticket"
    " fid tid pid gid oid sid bid iid mid cn ca cert fingerprint fp checksum integrity ssh rsa ecdsa ed25519 ecdh x25519 curve25519"
    " cloud model ckpt checkpoint lora ver gpt claude qwen llama deepseek mistral gemini gemma phi"
)
# what stands in the name before the body of a token
TOKEN_WORDS = _set(
    "sk pat key apikey secret token tok live prod api auth priv private pw pass cred access refresh oauth svc uat sat"
)
STAND_INS = _set(
    "your my the an a some access auth api id jwt bearer user new old this valid invalid example sample test"
    " dummy placeholder redacted hidden secret password passwords passwd pass pwd token tokens key keys here"
    " value string none null undefined missing required header credential credentials changeme"
    " authentication authorization is and or for in to of with process env self config settings os args"
    " request req res headers get insert replace me it change not set"
)
_STAND_IN = later(
    r"\$[A-Za-z_{(]\w*.*|\$\Z|%[A-Za-z_]\w*%\Z|%[(sdrv].*|[{<\[(].*|\*+\Z|#\{.*|@@?[A-Za-z]\w*@@?\Z|__[A-Z_]+__\Z|\.{3}.*",
    re.S,
)
_HUMP = later(r"[A-Za-z][a-z]*|[A-Z]+")


def is_stand_in(value: str) -> bool:
    """Tell whether a value only stands for one: a variable, ``<token>``, ``your-token-here``.

    >>> is_stand_in("$TOKEN"), is_stand_in("your-api-key-here"), is_stand_in("FAKE.token")
    (True, True, False)
    """
    if len(value) > MOST_STAND_IN:
        return False
    if _STAND_IN.match(value) or set(value) <= {"x", "X"}:
        return True
    words = value.replace("_", "-").replace(".", "-").replace(" ", "-").split("-")
    return all(not word or _is_stand_in_word(word) for word in words)


def _is_stand_in_word(word: str) -> bool:
    """Tell whether a word, or each hump of it, is one people write for a value to come."""
    return word.lower() in STAND_INS or (
        word.isalpha() and all(h.lower() in STAND_INS for h in _HUMP.findall(word))
    )
