"""The package's long description and addresses, made from README.md and CITATION.cff at each build.

On a package index there are no files beside the README, so its relative links and pictures lead
nowhere. With a ``repository-code`` in CITATION.cff they become absolute, at the tag of the version.
Without one, a link becomes its text and a picture is left out: nothing that is shown is broken.
Hatchling runs this file (``[tool.hatch.metadata.hooks.custom]`` in pyproject.toml) in an
environment without Sabot and its dependencies, so it imports the standard library only.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

try:
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # read by a test, outside of a build
    MetadataHookInterface = object

_FENCE = re.compile(r"^(```|~~~).*?^\1[^\S\n]*$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_PICTURE = r"!\[[^\]]*\]\((?P<target>[^)\s]+)\)"
_LINK = r"(?<!!)\[(?P<words>(?:!\[[^\]]*\]\([^)]*\)|[^\[\]])*)\]\((?P<target>[^)\s]+)\)"
_IMG = r"<img\b[^>]*?\bsrc=\"(?P<target>[^\"]+)\"[^>]*>\n*"
_ABSOLUTE = re.compile(r"[a-z]+:", re.IGNORECASE)


def repository(citation: str) -> str | None:
    r"""Return the address of the repository in the text of CITATION.cff, if it has one.

    >>> repository("version: 1\nrepository-code: 'https://example.org/a/b/'\n")
    'https://example.org/a/b'
    >>> repository("# repository-code: https://example.org/a/b\n") is None
    True
    """
    found = re.search(r"^repository-code:\s*[\"']?([^\s\"']+?)/?[\"']?\s*$", citation, re.MULTILINE)
    return found[1] if found else None


def addresses(place: str | None, version: str) -> dict[str, str]:
    """Return the project's addresses, as a package index lists them."""
    if place is None:
        return {}
    return {
        "Source": place,
        "Documentation": f"{place}/blob/v{version}/docs/index.md",
        "Changelog": f"{place}/blob/v{version}/CHANGELOG.md",
        "Issues": f"{place}/issues",
    }


def long_description(readme: str, place: str | None, version: str) -> str:
    r"""Return the README without a relative link.

    >>> text = 'See [the book](docs/book.md#x).\n<img src="a.png" alt="a">\n'
    >>> long_description(text, None, "1.0")
    'See the book.\n'
    >>> print(long_description(text, "https://example.org/a/b", "1.0"), end="")
    See [the book](https://example.org/a/b/blob/v1.0/docs/book.md#x).
    <img src="https://example.org/a/b/raw/v1.0/a.png" alt="a">
    """
    parts, end = [], 0
    for fence in [*_FENCE.finditer(readme), None]:
        parts.append(_relinked(readme[end : fence.start() if fence else None], place, version))
        if fence:
            parts.append(fence[0])
            end = fence.end()
    return "".join(parts)


def _relinked(text: str, place: str | None, version: str) -> str:
    """Return text outside of blocks of code, without comments and relative links.

    >>> _relinked("[![a](a.png) b](c.md) [d](https://example.org)", None, "1.0")
    ' b [d](https://example.org)'
    """

    def absolute(room: str, instead: str) -> Callable[[re.Match[str]], str]:
        def shown(found: re.Match[str]) -> str:
            if _ABSOLUTE.match(found["target"]):
                return found[0]
            if place is None:
                return found.expand(instead)
            start, end = (spot - found.start() for spot in found.span("target"))
            return f"{found[0][:start]}{place}/{room}/v{version}/{found['target']}{found[0][end:]}"

        return shown

    text = _COMMENT.sub("", text)
    for picture in (_PICTURE, _IMG):
        text = re.sub(picture, absolute("raw", ""), text)
    return re.sub(_LINK, absolute("blob", r"\g<words>"), text)


class PackageMetadata(MetadataHookInterface):  # type: ignore[misc]  # hatchling has no types here
    """What Hatchling calls when it builds a wheel, a source archive or an editable install."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in the dynamic fields ``readme`` and ``urls``."""
        root = Path(self.root)
        source = (root / "src/sabot/_version.py").read_text(encoding="utf-8")
        version = re.findall(r'__version__ = "(.+)"', source)[0]
        place = repository((root / "CITATION.cff").read_text(encoding="utf-8"))
        readme = (root / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": long_description(readme, place, version),
        }
        metadata["urls"] = addresses(place, version)
