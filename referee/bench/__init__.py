"""The benchmark: figures of this machine, and bars as ratios to a yardstick measured in the same run.

A shared machine may be twice as slow from one minute to the next, so what is compared is measured in turns, slice
by slice, and the median of the slices' ratios is what counts. One module a part; `parts` lists them with their bars.
"""
