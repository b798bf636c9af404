"""Settings of every test run, whoever starts it."""

import os

# An Output inside an f-string becomes a warning text in the document; here it raises instead.
os.environ["PULUMI_ERROR_OUTPUT_STRING"] = "true"
