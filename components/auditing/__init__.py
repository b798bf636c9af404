"""Where a running cluster and its account depart from the files of a stack: pure functions over what was read.

Read-only by construction: nothing here knows how to ask, still less how to change.
"""
