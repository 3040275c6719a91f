"""Page: what the search parts say, and the verbs by which a message names an act."""

TABLE: dict[str, tuple[str, str]] = {
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
}
