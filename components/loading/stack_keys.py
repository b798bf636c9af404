"""The keys of a stack file: whose they are, and which stand where nobody reads them.

Pulumi itself ignores what stands beside `config`, and takes a namespace that it does not know for a provider's: a
setting that was moved or misspelt there would have no effect, and nobody would be told.

Source: pulumi/pulumi sdk/go/common/workspace, ProjectStack (the keys beside `config`) and loaders.go (a key without
namespace is the project's).
"""

from collections.abc import Iterator, Mapping

from ..model.nearest import nearest
from ..model.platform import PlatformSettings
from ..model.problem import Path
from .document import Document
from .findings import Finding
from .plain_data import as_mapping
from .vocabulary import fields_of

PLATFORM = "platform:"
REGION = "aws:region"
CONFIG = "config"
_BESIDE_CONFIG = ("secretsprovider", "encryptedkey", "encryptionsalt", "environment")


def keys_of(document: Document) -> Mapping[str, str]:
    """Full key → key in the file; one without a namespace is the project's. Of two the first counts."""
    keys: dict[str, str] = {}
    for key in as_mapping(document.data.get(CONFIG)) or {}:
        keys.setdefault(_full(key), key)
    return keys


def word_of(key: str) -> str | None:
    """The platform's word for a full key; None where the key is somebody else's."""
    if key == REGION:
        return "region"
    return key.removeprefix(PLATFORM) if key.startswith(PLATFORM) and key != f"{PLATFORM}region" else None


def shown_path(path: Path) -> Path:
    """The operator's path of a path in the settings: `cluster.name` is written under `platform:cluster`."""
    if path[:1] == ("region",):
        return (REGION, *path[1:])
    return (f"{PLATFORM}{path[0]}", *path[1:]) if path else ()


def without_effect(document: Document) -> Iterator[Finding]:
    """Keys that look like the platform's and stand where they say nothing, or say it twice."""
    for key in document.data:
        if key != CONFIG and key not in _BESIDE_CONFIG:
            yield from _beside_config(document, key)
    counted = keys_of(document)
    for key in as_mapping(document.data.get(CONFIG)) or {}:
        if counted[_full(key)] != key:
            lines = [document.position((CONFIG, each), of_key=True).line for each in (counted[_full(key)], key)]
            what = f"key given twice, lines {lines[0]} and {lines[1]}"
            yield _finding(document, (CONFIG, key), "E002", what, "keep one")
        meant = _of_the_platform(key)
        if meant is not None:
            yield _finding(document, (CONFIG, key), "E003", "unknown field", f"did you mean {meant}?")


def _beside_config(document: Document, key: str) -> Iterator[Finding]:
    if ":" in key or key in fields_of(PlatformSettings):
        fix = f"it belongs under {CONFIG}, indent it there"
        yield _finding(document, (key,), "E003", "unknown field here", fix)
        return
    meant = nearest(key, (CONFIG, *_BESIDE_CONFIG))
    if meant is not None:
        yield _finding(document, (key,), "E003", "unknown field", f"did you mean {meant}?")


def _of_the_platform(key: str) -> str | None:
    """The platform's key that was meant by one with a namespace like the platform's."""
    namespace, _, word = _full(key).partition(":")
    if f"{namespace}:" == PLATFORM or word not in fields_of(PlatformSettings):
        return None
    return f"{PLATFORM}{word}" if nearest(namespace, (PLATFORM.removesuffix(":"),)) is not None else None


def _full(key: str) -> str:
    return key if ":" in key else f"{PLATFORM}{key}"


def _finding(document: Document, place: Path, code: str, what: str, fix: str) -> Finding:
    return Finding(document.file, document.position(place, of_key=True), place[-1:], code, what, fix)
