"""Page: what the search parts say, and the verbs by which a message names an act."""

TABLE: dict[str, tuple[str, str]] = {
    "search.dictionary_once": (
        "第一次用到中英词典，备好它要几秒，只这一回……",
        "Making the zh-en dictionary ready: some seconds, only this once …",
    ),
    "search.verbs": (
        "修 改 加 删 写 查 找 跑 建 装 配 测 发布 部署 上线 回滚 提交 合并 推送 拉取 重构 升级 降级 迁移 "
        "备份 恢复 编译 构建 调试 启动 停止 重启 打开 关闭 读取 保存 生成 翻译 整理 总结 解释 检查 实现 "
        "优化 清理 替换 移动 复制 下载 上传 导入 导出 运行 执行 连接 登录 注册 画 算 做一 设计 规划 安排 预订 买",
        "fix change add remove delete write check find search run build install configure set test "
        "release deploy ship roll revert commit merge push pull refactor upgrade downgrade migrate "
        "back restore compile debug start stop restart open close read save generate translate "
        "tidy summarize explain review implement optimize clean replace move copy download upload "
        "import export execute connect log sign draw compute make create design plan schedule book "
        "buy update edit rename rewrite show list print convert format lint send call use",
    ),
    "finding.glossary_line": (
        "这一行没有写成「甲 = 乙」，不算数",
        "this line is not of the form “one = other” and does not count",
    ),
    "finding.glossary_same": (
        "「{phrases}」两边搜起来一样，或者有一边没有字，不算数",
        "“{phrases}” is the same on both sides, or a side holds no word; it does not count",
    ),
    "finding.glossary_many": (
        "只用前 {most} 行；留下你真会说的",
        "only the first {most} lines are used; keep those you really say",
    ),
    "finding.glossary_large": (
        "超过 {kib} KiB，后面的没有读",
        "over {kib} KiB; the rest was not read",
    ),
    "finding.glossary_not_utf8": (
        "不是 UTF-8 编码，没有用；用编辑器另存为 UTF-8",
        "not UTF-8, so it is not used; save it as UTF-8 in an editor",
    ),
    "finding.glossary_unread": (
        "读不了（{reason}），没有用；它应当是一个普通文件",
        "cannot be read ({reason}), so it is not used; it should be an ordinary file",
    ),
}
