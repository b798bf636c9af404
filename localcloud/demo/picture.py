"""The picture of a demonstration: nodes per customer over time, as SVG without anything from outside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 760, 300
LEFT, RIGHT, TOP, BOTTOM = 44, 16, 40, 44
COLOURS = ("#2563eb", "#ea580c", "#16a34a", "#9333ea")
"""Of the customers in their order; apart for the common kinds of colour blindness."""

_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#374151}.t{font-weight:600;fill:#111827}"
    "line{stroke:#d1d5db}path{fill:none;stroke-width:2.5}"
)


@dataclass(frozen=True)
class Moment:
    """How many nodes each customer had."""

    seconds: float
    nodes: Mapping[str, int]


@dataclass(frozen=True)
class Note:
    """What was done, for the picture."""

    seconds: float
    text: str


def picture(moments: Sequence[Moment], notes: Sequence[Note]) -> str:
    """The SVG document.

    Args:
        moments: In the order of time; a count holds until the next moment.
        notes: Vertical lines with a text.
    """
    end = max(moment.seconds for moment in moments) or 1.0
    most = max([1, *(count for moment in moments for count in moment.nodes.values())])
    tenants = sorted({tenant for moment in moments for tenant in moment.nodes})
    parts = [*_frame(end, most), *(_note(note, end, row) for row, note in enumerate(notes))]
    for tenant, colour in zip(tenants, COLOURS, strict=False):
        steps = [(moment.seconds, moment.nodes.get(tenant, 0)) for moment in moments]
        parts.append(f'<path stroke="{colour}" d="{_steps(steps, end, most)}"/>')
    parts.extend(_legend(tenants))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="nodes per customer over time"><style>{_STYLE}</style>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _frame(end: float, most: int) -> list[str]:
    lines = [f'<text class="t" x="{LEFT}" y="20">nodes per customer</text>']
    for count in range(most + 1):
        y = _y(count, most)
        lines.append(f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}"/>')
        lines.append(f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{count}</text>')
    for seconds in range(0, int(end) + 1, 30):
        x = _x(seconds, end)
        lines.append(f'<text x="{x}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{seconds} s</text>')
    return lines


def _note(note: Note, end: float, row: int) -> str:
    """A dashed line; its text on one of two heights, so that neighbours do not overlap."""
    x, y = _x(note.seconds, end), TOP + 12 + 14 * (row % 2)
    return (
        f'<line x1="{x}" y1="{TOP}" x2="{x}" y2="{HEIGHT - BOTTOM}" stroke-dasharray="3 3" style="stroke:#6b7280"/>'
        f'<text x="{x + 4}" y="{y}">{note.text}</text>'
    )


def _legend(tenants: Sequence[str]) -> list[str]:
    return [
        f'<text x="{WIDTH - RIGHT - 70 * (len(tenants) - place)}" y="20" style="fill:{colour}">● {tenant}</text>'
        for place, (tenant, colour) in enumerate(zip(tenants, COLOURS, strict=False))
    ]


def _steps(steps: Sequence[tuple[float, int]], end: float, most: int) -> str:
    path, last = [f"M{_x(steps[0][0], end)} {_y(steps[0][1], most)}"], steps[0][1]
    for seconds, count in steps[1:]:
        if count != last:
            path.append(f"H{_x(seconds, end)}V{_y(count, most)}")
            last = count
    return "".join([*path, f"H{_x(end, end)}"])


def _x(seconds: float, end: float) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * seconds / end, 1)


def _y(count: int, most: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * count / most, 1)
