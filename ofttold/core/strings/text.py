"""Page: what reading and editing a person's text may say."""

TABLE: dict[str, tuple[str, str]] = {
    "error.undecodable_text": (
        "{name} 不是 UTF-8 编码（看起来是 {looks}），没有读，也不会改它。",
        "{name} is not UTF-8 (it looks like {looks}); it was not read and will not be edited.",
    ),
    "hint.undecodable_text": (
        "用编辑器把它另存为 UTF-8，其他都不用动。",
        "save it as UTF-8 in your editor; nothing else needs to change.",
    ),
    "error.text_too_large": (
        "{name} 有 {size} 字节，超过一次能读的 {largest} 字节，没有读。",
        "{name} has {size} bytes, more than the {largest} that are read at once; it was not read.",
    ),
    "hint.text_too_large": (
        "把不常用的部分挪到别的文件里。",
        "move what is rarely needed into another file.",
    ),
    "error.ambiguous_section": (
        "{name} 里有 {count} 节都叫「{heading}」（第 {lines} 行），不知道该写进哪一节，所以什么也没写。",
        "{name} has {count} sections called {heading!r} (lines {lines}); which one is meant is not clear, so nothing was written.",
    ),
    "hint.ambiguous_section": (
        "给其中一节换个名字，或者把它们并成一节。",
        "rename one of them, or join them into one.",
    ),
    "error.hidden_by_fence": (
        "{name} 里找不到「{heading}」：第 {line} 行打开的代码块没有关上，一直到文件末尾都算代码。什么也没写。",
        "{heading!r} was not found in {name}: an unclosed code fence opened at line {line} runs to the end of the file. Nothing was written.",
    ),
    "hint.hidden_by_fence": (
        "在代码结束的地方补上一行同样的围栏（```）。",
        "close it with the same fence (```) where the code ends.",
    ),
    "error.hidden_by_comment": (
        "{name} 里找不到「{heading}」：第 {line} 行打开的注释没有关上，一直到文件末尾都算注释。什么也没写。",
        "{heading!r} was not found in {name}: an unclosed comment opened at line {line} runs to the end of the file. Nothing was written.",
    ),
    "hint.hidden_by_comment": (
        "在注释结束的地方补上 -->。",
        "close it with --> where the comment ends.",
    ),
    "error.unclosed_fence": (
        "{name} 第 {line} 行打开的代码块没有关上，写进去的会被当成代码，所以没有写。",
        "The code fence opened at line {line} of {name} is never closed; a new line would be read as code, so nothing was written.",
    ),
    "hint.unclosed_fence": (
        "在代码结束的地方补上一行同样的围栏（```）。",
        "close it with the same fence (```) where the code ends.",
    ),
    "error.unclosed_comment": (
        "{name} 第 {line} 行打开的注释没有关上，写进去的会被当成注释，所以没有写。",
        "The comment opened at line {line} of {name} is never closed; a new line would be read as comment, so nothing was written.",
    ),
    "hint.unclosed_comment": (
        "在注释结束的地方补上 -->。",
        "close it with --> where the comment ends.",
    ),
    "error.no_place": (
        "在 {name} 里找不到一个能单独放下这一行、又不碰别处的位置，所以没有写。",
        "In {name} there is no place where this line would stand by itself and change nothing else, so it was not written.",
    ),
    "hint.no_place": (
        "用编辑器把这一行放到你要的地方：{text}",
        "put the line where you want it with your editor: {text}",
    ),
    "error.empty_note": (
        "没有可记的文字，什么也没写。",
        "There is no text to note, so nothing was written.",
    ),
    "error.note_too_long": (
        "这段有 {length} 个字符，超过一行能放的 {longest} 个，没有写。",
        "The text has {length} characters, more than the {longest} one line takes; it was not written.",
    ),
    "hint.note_too_long": (
        "全文写进今天的日记，这里只记一句。",
        "write it into today's diary and note one sentence here.",
    ),
    "error.unknown_emotion": (
        "「{word}」不在情绪词表里，没有改。相近的有：{near}。",
        "{word!r} is not in the emotion vocabulary, so nothing was changed. Near it: {near}.",
    ),
    "hint.unknown_emotion": (
        "用词表里的词；要是真缺这个词，先在 {name} 的「{heading}」里加一行：- {word}",
        "use a word of the vocabulary; if this one is truly missing, first add a line under {heading!r} in {name}: - {word}",
    ),
    "error.strange_emotion": (
        "「{word}」不在情绪词表里，也没有相近的词，没有改。词表里有：{near}。",
        "{word!r} is not in the emotion vocabulary and nothing there is near it, so nothing was changed. The vocabulary has: {near}.",
    ),
    "hint.strange_emotion": (
        "用词表里的词；要是真缺这个词，先在 {name} 的「{heading}」里加一行：- {word}",
        "use a word of the vocabulary; if this one is truly missing, first add a line under {heading!r} in {name}: - {word}",
    ),
    "error.not_one_word": (
        "此刻的情绪只有一行、一个词，给的是「{text}」，没有改。",
        "The emotion of this moment is one word on one line; {text!r} is not, so nothing was changed.",
    ),
    "hint.not_one_word": (
        "从词表里挑一个最像的。",
        "choose the one word of the vocabulary that fits best.",
    ),
    "error.no_vocabulary": (
        "{name} 里没有情绪词表，或者词表还是空的，没有改。",
        "{name} has no emotion vocabulary, or an empty one, so nothing was changed.",
    ),
    "hint.no_vocabulary": (
        "先在 {name} 里写一节「## {heading}」，一行一个词，比如：- {word}",
        "first write a section '## {heading}' in {name}, one word a line, such as: - {word}",
    ),
    "error.no_emotion_section": (
        "{name} 里没有「{heading}」这一节，此刻的情绪没有地方写，所以没有改。",
        "{name} has no section {heading!r}, so there is no place for the emotion of this moment; nothing was changed.",
    ),
    "hint.no_emotion_section": (
        "在 {name} 里加一行标题：## {heading}",
        "add this heading to {name}: ## {heading}",
    ),
    "text.index_cold": (
        "更早的 {count} 天（{first} 至 {last}）还在 {name} 里：grep -n '要找的词' {name}",
        "{count} earlier days ({first} to {last}) are still in {name}: grep -n 'WORD' {name}",
    ),
}
