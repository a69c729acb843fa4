"""The benchmark: rates on this machine, and bars on their ratio to a yardstick measured in the same run.

A shared machine can be twice as slow from one minute to the next. The two sides of a comparison are therefore measured
alternately in short slices, and the figure is the median of the ratios. There is one module per part; `parts` lists
them with their bars.
"""
