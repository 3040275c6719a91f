"""Page: what reading, writing and locking files may have to say."""

TABLE: dict[str, tuple[str, str]] = {
    "error.file_missing": ("没有这个文件：{path}", "There is no such file: {path}"),
    "hint.file_missing": (
        "看看路径有没有写错，或者文件是不是挪走了。",
        "see whether the path is spelled right, or the file was moved.",
    ),
    "error.file_folder_missing": ("没有这个文件夹：{path}", "There is no such folder: {path}"),
    "hint.file_folder_missing": (
        "先建好它，或者改成存在的路径。",
        "make it first, or name one that exists.",
    ),
    "error.not_a_file": (
        "{path} 不是普通文件，没有动它。",
        "{path} is not an ordinary file; it was left alone.",
    ),
    "hint.not_a_file": (
        "换成一个普通文件的路径，或者把占着这个名字的东西挪开。",
        "name an ordinary file, or move away what has this name.",
    ),
    "error.file_too_large": (
        "{path} 有 {size} 字节，超过了 {limit} 字节的上限，没有读。",
        "{path} has {size} bytes, over the limit of {limit}; it was not read.",
    ),
    "hint.file_too_large": ("把它拆成几个文件。", "split it into several files."),
    "error.file_unreadable": ("读不了 {path}：{reason}", "{path} cannot be read: {reason}"),
    "hint.file_unreadable": (
        "看看它的权限，以及磁盘是否正常。",
        "look at its permissions, and whether the disk is well.",
    ),
    "error.dangling_link": (
        "{path} 是个链接，指向的 {target} 不存在；没有新建任何文件。",
        "{path} is a link to {target}, which does not exist; no file was made.",
    ),
    "hint.dangling_link": (
        "把链接指向真正的文件，或者删掉这个链接。",
        "point the link at the real file, or remove the link.",
    ),
    "error.link_loop": (
        "{path} 是个绕回自己的链接，没有动它。",
        "{path} is a link that leads back to itself; it was left alone.",
    ),
    "hint.link_loop": ("删掉或改正这个链接。", "remove the link or mend it."),
    "error.already_exists": (
        "{path} 已经存在，没有覆盖。",
        "{path} exists already and was not overwritten.",
    ),
    "hint.already_exists": (
        "换一个名字，或者先把它挪开。",
        "choose another name, or move it away first.",
    ),
    "error.changed_underneath": (
        "{path} 在写入时被别的程序改动了，所以什么也没有写。",
        "{path} was changed by another program while it was being written, so nothing was written.",
    ),
    "hint.changed_underneath": (
        "看一眼现在的内容，再试一次。",
        "look at what it says now, then try again.",
    ),
    "error.disk_full": (
        "空间不够，{path} 没有写成，原来的内容还在。",
        "There is no room to write {path}; what it held is still there.",
    ),
    "hint.disk_full": (
        "腾出一些空间（或配额），再试一次。",
        "free some space (or quota), then try again.",
    ),
    "error.not_writable": (
        "没有权限写 {path}，原来的内容没有动。",
        "{path} may not be written; nothing in it changed.",
    ),
    "hint.not_writable": (
        "看看文件和文件夹的权限，以及磁盘是不是只读的。",
        "look at the permissions of the file and its folder, and whether the disk is read-only.",
    ),
    "error.write_failed": (
        "{path} 没有写成：{reason}。原来的内容还在。",
        "{path} could not be written: {reason}. What it held is still there.",
    ),
    "hint.write_failed": (
        "检查磁盘，再试一次。",
        "check the disk, then try again.",
    ),
    "error.not_on_disk": (
        "{path} 已经写好，但系统不保证断电后还在：{reason}。",
        "{path} was written, but the system does not promise that it outlives a power cut: {reason}.",
    ),
    "hint.not_on_disk": ("检查磁盘。", "check the disk."),
    "error.bad_name": (
        "「{name}」不能当文件名：{reason}。",
        '"{name}" cannot be a file name: {reason}.',
    ),
    "hint.bad_name": ("换一个名字。", "choose another name."),
    "files.name_empty": ("它是空的", "it is empty"),
    "files.name_dots": ("它会离开这个文件夹", "it would leave the folder"),
    "files.name_character": (
        "里面有不允许的字符「{character}」",
        "it holds the character {character}, which is not allowed",
    ),
    "files.name_reserved": ("这个名字被 Windows 占用", "Windows keeps this name for itself"),
    "files.name_ending": ("末尾是句点或空格", "it ends in a dot or a space"),
    "files.name_long": (
        "它有 {size} 字节，最多 {limit} 字节",
        "it has {size} bytes; {limit} is the most",
    ),
    "error.path_outside": (
        "{path} 不在 {folder} 里面，没有动它。",
        "{path} is not inside {folder}; it was left alone.",
    ),
    "hint.path_outside": (
        "用这个文件夹里面的路径。",
        "use a path inside that folder.",
    ),
    "error.busy": (
        "{folder} 正被另一个 ofttold 占用。",
        "Another ofttold is using {folder}.",
    ),
    "hint.busy": ("过一会儿再试。", "try again in a moment."),
    "error.busy_held": (
        "{folder} 一直被占用：进程 {pid}（{command}），从 {since} 开始。",
        "{folder} is still in use: process {pid} ({command}), since {since}.",
    ),
    "hint.busy_held": (
        "等它做完再试；如果它卡住了，结束那个进程，锁会自己放开。",
        "wait for it to end; if it hangs, end that process and the lock goes with it.",
    ),
    "error.lock_unavailable": (
        "没法给 {folder} 上锁：{reason}。没有写任何东西。",
        "{folder} could not be locked: {reason}. Nothing was written.",
    ),
    "hint.lock_unavailable": (
        "看看 {home} 能不能写。",
        "look whether {home} can be written to.",
    ),
    "error.foreign_intent": (
        "{path} 是别处拷来的或读不懂的半途记录，没有照它做。",
        "{path} is a record of an unfinished change that was copied here or cannot be read; it was not followed.",
    ),
    "hint.foreign_intent": (
        "如果不认识它，删掉它再试；里面存着当时要改的内容。",
        "if you do not know it, delete it and try again; it holds the texts of that change.",
    ),
    "files.settled_finished": (
        "上次没做完的改动已经补完：{paths}",
        "A change that was cut short has been finished: {paths}",
    ),
    "files.settled_undone": (
        "上次没做完的改动已经退回：{paths}",
        "A change that was cut short has been taken back: {paths}",
    ),
    "files.kept": (
        "有两份内容同时写到一处，旧的那份留在 {path}，请自己合并。",
        "Two texts were written to one place at once; the older is kept in {path} for you to merge.",
    ),
}
