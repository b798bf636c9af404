"""Foreign text, such as a file's name, a customer's value or a server's answer, as a terminal may show it."""


def printable(text: str) -> str:
    """The text on one line: line breaks, escape sequences and what no encoding holds are written out."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
