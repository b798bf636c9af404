"""The table of `status`: what runs, where, how large, and whether it works."""

from collections.abc import Iterable

from .process_table import memory_bytes
from .processes import Record

_HEADER = ("part", "pid", "ports", "memory", "healthy")


def table(parts: Iterable[tuple[str, Record | None, bool]]) -> str:
    """One line per part below a header; a part that does not run has dashes."""
    rows = [_HEADER, *(_row(name, record, healthy) for name, record, healthy in parts)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADER))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    return "\n".join(lines)


def _row(name: str, record: Record | None, healthy: bool) -> tuple[str, str, str, str, str]:
    if not record or not record.running:
        return (name, "-", "-", "-", "no")
    ports = ",".join(str(port) for port in record.ports.values())
    memory = memory_bytes(record.pid) or 0
    return (name, str(record.pid), ports, f"{memory // 2**20} MiB", "yes" if healthy else "no")
