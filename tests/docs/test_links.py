"""Links between the project's pages lead somewhere, and files that pages name exist. Other addresses are not asked."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
LINK = re.compile(r"\]\((?!https?://)(?P<file>[^)#]*)(?:#(?P<anchor>[^)]*))?\)")
NAMED_FILE = re.compile(r"`((?:components|docs|localcloud|schemas|tools)/[\w./-]+\.\w+)`")


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path):
    broken: list[str] = []
    for link in LINK.finditer(page.read_text(encoding="utf-8")):
        target = page.parent / link["file"] if link["file"] else page
        if not target.exists() or (link["anchor"] and link["anchor"] not in anchors(target)):
            broken.append(link[0])

    assert broken == []


def test_the_readme_lists_every_page():
    listed = re.findall(r"^\| \[(docs/\S+\.md)\]", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert sorted(listed) == sorted(str(page.relative_to(ROOT)) for page in (ROOT / "docs").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_are_named_exist(page: Path):
    named = NAMED_FILE.findall(page.read_text(encoding="utf-8"))

    assert [file for file in named if not (ROOT / file).exists()] == []
