"""Speed and memory of the program and the command.

Only ratios between two measurements of one run decide: a slow machine slows both. Times are reported beside them.
"""
