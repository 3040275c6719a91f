"""Whose sentence it is: about the person, about the project, or not sure and so the project's."""

from __future__ import annotations

import time

import pytest

from ofttold.core.cards.capture import is_about_me

ABOUT_ME_ZH = """
我喝茶不加糖
我喝咖啡只喝美式
我不吃香菜
我吃素
我对花生过敏
本人对青霉素过敏
花生过敏
我的生日是 3 月 5 日
生日是三月五日
我叫陈默
叫我老陈就行
别叫我陈总
我姓欧阳
我是左撇子
我是后端出身，前端不太懂
我今年 34 岁
我住在杭州
我家在绍兴
我们家有两只猫
我的老家是泉州
我老婆是医生
我女儿叫小满
我养了一只狗叫豆包
我的母语是闽南话
我会说粤语和英语
我的时区是东八区
我近视，字太小看不清
我晚上十一点以后不看消息
我早上六点起床跑步
我周五下午不开会
我每天早上先看邮件
我喜欢简短的回答
我更喜欢先看结论
我不喜欢被夸
我讨厌长函数
我习惯先写测试再写代码
我一般用 Vim
我平时用中文写提交信息
我总是先提交再重构
我从不在周五上线
我偏好暗色主题
我的键盘是 HHKB
我的电脑是 M2 的 MacBook Air
我用五笔输入法
我不用表情符号
我听不懂上海话
我怕黑
我爱吃辣
我戒酒了
我上个月搬到了深圳
我去年结婚了
我在一家医院做信息科
我的工作是急诊护士
我大学学的是物理
我晕车
我戴助听器，请写字给我看
跟我说话用中文
回答我的时候别用敬语
我希望你先问再改
我不想看到英文缩写
关于我：写过十年 Java
我常去的咖啡馆是拾光
我睡眠不好，夜里别发提醒
我信佛
我不喝酒
我爱人姓林
我手机号换了
我身高一米八
我是素食者
我对猫毛过敏
我妈住院了，这周回复会慢
我用的是日语键盘
我更习惯表格
我记性不好，重要的事请重复一遍
我在学日语
我孩子明年高考
我通常用 tmux
我右手受伤了，少让我打字
我是南方人
我喜欢在咖啡馆写代码
我不太会用 Excel
请用中文回答我
我的邮箱是 a@example.test
我的英文名是 Leo
我每周三去游泳
我胃不好
我腰疼，坐不久
我只喝热水
我跟父母住
我早饭吃包子
我坐地铁上下班
我对芒果过敏所以别点
我最爱听爵士
我写字慢
我喜欢蓝色
我老家在绍兴
我丈夫叫阿明
我高中在贵阳读的
我不会开车
我戴眼镜
""".strip().split("\n")

NOT_ME_ZH = """
我们的构建用 bazel
我们项目用 pnpm
我们喜欢小的 PR
我们每周四发版
咱们的接口都走网关
这个仓库的提交信息用英文
这个项目不用 TypeScript
本仓库禁止直接推 main
该服务监听 8080
当前分支是 release/2.1
我昨天把数据库改成了 Postgres
我把登录改成短信验证了
我刚部署了支付服务
我已经合并了那个 PR
我在 src/app.py 里加了开关
我修好了 CI
我正在改登录页
我准备把缓存换成 Redis
我的分支叫 feature/login
我的服务端口是 9000
我的 PR 还没合
我这边测试挂了
我不知道为什么构建失败
我觉得这样不行
我同意
我看到报错了
我想把表拆成两张
我负责这个项目的支付模块
我给接口加了超时
我升级了依赖
我删了旧的迁移脚本
我写了个脚本清日志
我跑不起来这个容器
我提了个 issue
提交信息用英文
测试要离线跑
接口超时设成 3 秒
数据库在 10.0.0.3
部署前先跑迁移
发布流程见 docs/release.md
端口 8080 给网关
用 pnpm 不用 npm
变量名用下划线
日志打到 stdout
金额一律用分存
时间一律存 UTC
用户表的生日字段可以为空
错误码从 1000 开始
前端 API 地址是 /api/v2
密钥放在 vault
不要改 generated 目录
每次改表都要写迁移
支付系统叫香蕉计划
周五不发版
代码评审至少两个人
客户的名字不写进日志
图片走 CDN
缓存十分钟过期
我司的代码规范见 wiki
我方接口人是小王
小王负责网关
新同事先看 README
我昨晚回滚了线上
我跑了一遍单测
我把依赖锁死了
我在用这个库的旧版
我们组周一站会
我先看看
我没有权限访问生产环境
我要发布 2.0
我这次先不动它
我的理解是缓存没失效
我的意思是先别合
我的改动都在 feature/x
我的本地环境跑不起来
我记得这里有个坑
我问过小王了
我需要一个测试账号
我用 git bisect 找到了原因
我用脚本批量改了文件名
我用正则替换了
我改了下报表
我在排查内存泄漏
我们下周迁到新机房
我觉得应该用 Kafka
我已经通知了运维
我这里复现不了
我做了个原型
我把图标换成 SVG 了
我建了个新项目
我的任务是写爬虫
我用 Kafka 重写了消费端
""".strip().split("\n")

ABOUT_ME_EN = """
I take tea without sugar
I drink coffee black
I don't eat coriander
I'm vegetarian
I am allergic to peanuts
Allergic to penicillin
My birthday is March 5
My name is Ada
Call me Ada
Don't call me sir
I'm left-handed
I am 34 years old
I live in Hangzhou
I'm from Lisbon
I was born in Porto
I grew up in a village
I have two cats
I have a daughter called Mia
My wife is a doctor
My dog is called Bean
My mother tongue is Portuguese
I speak Cantonese and English
My time zone is UTC+8
I wear glasses, small print is hard to read
I don't read messages after eleven
I get up at six and run
I don't take meetings on Friday afternoons
I like short answers
I prefer tabs
I'd rather see the conclusion first
I really dislike being praised
I hate long functions
I always write the test first
I usually use Vim
I never deploy on Fridays
I love dark themes
I use a Dvorak keyboard
I use a Mac
I don't use emoji
My keyboard is an HHKB
My laptop is an M2 MacBook Air
I'm afraid of the dark
I enjoy spicy food
I quit drinking
I moved to Berlin last month
I got married last year
I work at a hospital
I work nights
My job is emergency nursing
I studied physics
I get carsick
I sleep badly, no reminders at night
I'm a backend person, new to frontend
I can't stand acronyms
I want you to ask before changing anything
Speak to me in Chinese
Answer me without formal words
About me: ten years of Java
I'm colour-blind
I need large print
I often work from the cafe on the corner
My favourite editor is Emacs
I read better in German
i prefer lower case
I only eat halal
My phone number changed
I'm a night owl
I have bad hearing
I am learning Japanese
My kids are in school until four
I was a nurse for ten years
I like my code dense
My eyes get tired from white backgrounds
I can't drive
I commute by train
I'm on leave in July
I play the cello
I take notes by hand
I was raised in Kyoto
I moved house
I've got two sons
I wake up at five
I never drink alcohol
I don't like surprises
My mother lives with us
My doctor told me to avoid salt
I cycle to work
I only work mornings
I'm hard of hearing
I have a bad back
My handwriting is awful
I sing in a choir
I'm a vegetarian, no fish either
I hate phone calls
I prefer dark mode
""".strip().split("\n")

NOT_ME_EN = """
We build with bazel
Our project uses pnpm
We like small PRs
We release on Thursdays
Our endpoints all go through the gateway
This repo wants English commit messages
This project has no TypeScript
Never push to main in this repository
The service listens on 8080
The current branch is release/2.1
I deployed the service
I changed the database to Postgres yesterday
I merged the PR
I added a flag in src/app.py
I fixed CI
I'm working on the login page
I am going to swap the cache for Redis
My branch is feature/login
My service port is 9000
My PR is not merged yet
I broke the build
I don't know why the build fails
I think this is wrong
I agree
I see an error
I want to split the table in two
I own the payment module of this project
I gave the endpoint a timeout
I upgraded the dependencies
I removed the old migration script
I wrote a script that cleans logs
I cannot start this container
I opened an issue
Commit messages are in English
Tests run offline
Timeouts are three seconds
The database is at 10.0.0.3
Run migrations before deploying
The release process is in docs/release.md
Port 8080 is the gateway's
Use pnpm, not npm
Variables are snake_case
Logs go to stdout
Amounts are stored in cents
Times are stored in UTC
The users table may have no birthday
Error codes start at 1000
The API lives at /api/v2
Secrets live in the vault
Leave the generated folder alone
Write a migration with each table change
The payment system is called Banana
No releases on Fridays
Two people review each change
Customer names stay out of the logs
Images go through the CDN
The cache expires after ten minutes
Code style is in the wiki
The contact for the API is Sam
Sam owns the gateway
New colleagues read README first
Ask me nothing about it
I/O is buffered
The AI answers in English
I rolled back production
I ran the unit tests
I pinned the version
I have no access to production
I have an open PR
My change is in the parser
My guess is the cache
My understanding is that it is stale
I mean do not merge yet
I used git bisect to find it
I use this library's old release here
I asked Sam
I need a test account
I need access to the cluster
I work on the parser
I'm using the staging cluster
I take the lock before writing
I read the file twice there
I have two failing specs
Let me know
Give me the file
My bad
I refactored the parser
I have no idea
I suspect the proxy
I can reproduce it
I did a prototype
I set the retry count to five
I left a TODO there
My task is the crawler
My terminal shows a stack trace
My last commit broke it
I am reviewing it
I am blocked by Sam
""".strip().split("\n")


@pytest.mark.parametrize("text", [*ABOUT_ME_ZH, *ABOUT_ME_EN])
def test_what_is_about_the_person_is_known_as_such(text: str) -> None:
    assert is_about_me(text)


@pytest.mark.parametrize("text", [*NOT_ME_ZH, *NOT_ME_EN])
def test_what_is_about_the_project_or_unsure_is_the_projects(text: str) -> None:
    assert not is_about_me(text)


def test_there_are_sixty_sentences_of_each_kind() -> None:
    for sentences in (ABOUT_ME_ZH, NOT_ME_ZH, ABOUT_ME_EN, NOT_ME_EN):
        assert len(set(sentences)) >= 60


@pytest.mark.parametrize(
    "text", ["我" * 200_000, "I like " * 40_000, "my " * 100_000, "a/" * 100_000]
)
def test_a_long_text_takes_no_long_time(text: str) -> None:
    begun = time.process_time()
    is_about_me(text)
    assert time.process_time() - begun < 1
