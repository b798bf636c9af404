"""Every code that a report may hold.

The digits stay with a check for ever: E301 was withdrawn and is not given again.
"""

CODES = frozenset(
    (
        "E001", "E002", "E003", "E004", "E005", "E006", "E007", "E008", "E009", "E010", "E011", "E012",
        "I013", "E014", "E015", "E016", "E017", "E018", "E019", "E020", "I021", "E022", "E023", "E024", "E025",
        "E101", "E102", "E103", "E104", "W105", "E106", "E108", "W107", "E110", "W111", "W112", "E113", "W114",
        "W115", "W116", "W117", "W120", "E121", "W122", "W123", "W124", "E130", "E131", "W132", "E133",
        "E134", "W135", "E136", "E137", "E138", "W139", "W140", "W141", "E142", "E143", "E150", "E151", "W152",
        "W153", "W154", "W155", "E156", "W160", "W161", "E162", "W170", "W171", "W172", "E180", "W181",
        "E182", "E183", "W184", "E185", "W186", "E187", "W189", "W190", "E191", "E192", "W193", "E194",
        "E195", "E196", "E197", "E198", "W199", "E201", "E202", "E203", "E204", "E205", "E206", "E207",
        "E208", "E209", "E210", "E211", "E212", "E213", "E214", "E215", "E216", "E217", "E218", "E219",
        "E220", "W225", "E226", "W227", "E228", "E229", "W230", "W231", "W232", "E302", "E303", "E304",
        "E305", "E306", "E307",
    )
)  # fmt: skip
"""The letter is the severity: E error, W warning, I information."""

WITHOUT_DATA = frozenset(("W111", "W112", "W114", "W141", "W171", "W172", "W181", "W189", "W190", "W199"))
"""Warnings that need what instance types have, where they are offered, prices or the last outputs, which are not looked
at yet: an entry that ignores one may still be meant."""
