"""Settings of every test run, whoever starts it."""

import os
import signal

# Shells start background jobs with SIGINT ignored, and every process that a test starts would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# An Output inside an f-string becomes a warning text in the document; here it raises instead.
os.environ["PULUMI_ERROR_OUTPUT_STRING"] = "true"
