"""From files to a valid platform: YAML with positions, profiles, layers, merging, and the report of what is wrong."""

from .load import load
from .loaded import InvalidPlatform, Loaded, NoProject
from .report import json_report, text_report

__all__ = ["InvalidPlatform", "Loaded", "NoProject", "json_report", "load", "text_report"]
