"""The word that was probably meant."""

from collections.abc import Iterable

_LONGEST = 64
"""Characters that are compared: comparing is quadratic, and no word is longer."""
_SHORT_FORM = 3
"""Letters from which on a word may be the beginning of what was written: `saturday` for `sat`."""


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The most similar of the words, without regard to case, `_` and `-`; None when nothing is similar."""
    import difflib  # 10 ms of import that only a mistake has to pay

    by_plain_form = {_plain(candidate): candidate for candidate in words}
    found = difflib.get_close_matches(_plain(word), by_plain_form, n=1, cutoff=0.6)
    if found:
        return by_plain_form[found[0]]
    short_forms = [form for form in by_plain_form if len(form) >= _SHORT_FORM and _plain(word).startswith(form)]
    return by_plain_form[max(short_forms, key=len)] if short_forms else None


def _plain(word: str) -> str:
    return word[:_LONGEST].lower().replace("_", "-")
