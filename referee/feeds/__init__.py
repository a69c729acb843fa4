"""Feeds: from the facts of a match to what each viewer is told, and views folded from that.

`frames` cuts what one step brought about into a frame per viewer; `views` folds a viewer's frames into the
table as that viewer knows it. Pure: nothing here waits, stores or sends.
"""
