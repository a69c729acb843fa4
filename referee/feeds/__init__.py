"""Feeds: what each viewer sees of a match.

`frames` splits what one step caused into one frame per viewer; `views` folds a viewer's frames into the table as that
viewer knows it. Both are pure: nothing here waits, stores or sends.
"""
