"""The ritual folder: sections, diary, emotions, anchors, and the block made of them."""
