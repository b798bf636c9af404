"""Numbers that keep the text they were written in.

`1.10` is the number 1.1 where a number is expected and the text "1.10" where text is: a version, an account, a label
value. Strict pydantic takes both classes as numbers; the model's text fields take `written`.
"""


class WrittenInt(int):
    """A whole number and the text it was written in, for example `+5`."""

    written: str

    @classmethod
    def of(cls, written: str) -> "WrittenInt":
        """The number that a text of the core schema's integer pattern stands for."""
        number = cls(written)
        number.written = written
        return number


class WrittenFloat(float):
    """A number with fraction or exponent and the text it was written in, for example `1.10`."""

    written: str

    @classmethod
    def of(cls, written: str) -> "WrittenFloat":
        """The number that a text of the core schema's float pattern stands for."""
        number = cls(written)
        number.written = written
        return number
