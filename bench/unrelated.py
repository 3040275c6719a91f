"""Prompts about nothing a work memory holds, for files that bring none of their own."""

from __future__ import annotations

PROMPTS = """
帮我写一首关于秋天的短诗
推荐三本适合睡前读的小说
怎么做番茄炒蛋比较好吃
今天晚上吃什么好
给孩子讲一个小兔子的故事
周末去哪里爬山比较近
帮我把这句话翻译成法语：早上好
解释一下什么是光合作用
北京到上海坐高铁要多久
如何养好一盆绿萝
写一封给外婆的生日贺信
瑜伽初学者每天练多久合适
为什么天空是蓝色的
给我的猫起五个名字
牙疼的时候吃什么水果好
唐朝有哪些有名的诗人
怎样挑一个甜的西瓜
介绍一下莫奈的睡莲
跑步前要做哪些拉伸
咖啡和茶哪个更提神
继续
好的，谢谢
你觉得呢
再来一个
换一种说法
Write me a haiku about the sea
What should I cook for dinner with chickpeas and spinach?
Tell a bedtime story about a shy dragon
How long should I boil an egg?
Recommend a few jazz albums from the sixties
Why do cats purr?
Explain photosynthesis to a ten year old
Plan a three day trip to Lisbon in spring
What is the capital of Mongolia?
Give me five names for a golden retriever
How do I remove a coffee stain from a linen shirt?
Write a birthday poem for my grandmother
Is it safe to run with a cold?
What rhymes with orange?
Compare tulips and daffodils for a small garden
How many moons does Jupiter have?
Suggest stretches for a stiff neck
What is a good substitute for buttermilk?
Summarize the plot of Hamlet in two sentences
Can you draft a toast for my sister's wedding?
go on
thanks, that helps
and then?
sounds good
try again please
"""


def unrelated_prompts() -> list[str]:
    """Give the prompts, one a line, in both languages."""
    return [line for line in PROMPTS.strip().split("\n") if line]
