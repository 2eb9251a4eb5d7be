"""Compare the files of a wheel with those of the source: none may be missing, none may be extra.

Besides the package, the wheel has the man page; its metadata agree with the source, and its long
description has no relative link.
"""

import re
import sys
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

IGNORED = {"__pycache__"}
MAN_PAGE = "share/man/man1/sabot.1"
_TARGETS = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")


def inside(wheel: Path) -> set[str]:
    """Return the files of the package in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    return {name for name in names if not re.search(r"\.(?:dist-info|data)/", name)}


def beside(source: Path) -> set[str]:
    """Return the files of the package in the source."""
    files = (path for path in source.rglob("*") if path.is_file())
    kept = (path for path in files if not IGNORED & set(path.parts) and path.suffix != ".pyc")
    return {path.relative_to(source).as_posix() for path in kept}


def relative_links(description: str) -> list[str]:
    """Return the targets of links and pictures that are not absolute.

    >>> relative_links('[a](docs/a.md) [b](https://example.org) <img src="c.png">')
    ['docs/a.md', 'c.png']
    """
    targets = (one or two for one, two in _TARGETS.findall(description))
    return [target for target in targets if not re.match("[a-z]+:", target)]


def faults(wheel: Path, version: str) -> Iterator[str]:
    """Yield what is wrong with the metadata of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        told = message_from_bytes(archive.read(metadata))
    if not any(name.endswith(f".data/data/{MAN_PAGE}") for name in names):
        yield f"{MAN_PAGE} is not in the wheel"
    if (told["Name"], told["Version"]) != ("sabot-games", version):
        yield f"the wheel is {told['Name']} {told['Version']}, the source sabot-games {version}"
    description = str(told.get_payload())
    if "# Sabot" not in description:
        yield "the long description is not the README"
    for target in relative_links(description):
        yield f"the long description links to {target}, which no package index has"


def main(wheel: str, source: str) -> int:
    """Say what differs; return 1 if anything does."""
    packed, written = inside(Path(wheel)), beside(Path(source))
    line = (Path(source) / "sabot" / "_version.py").read_text(encoding="utf-8")
    wrong = list(faults(Path(wheel), re.findall(r'__version__ = "(.+)"', line)[0]))
    print(*wrong, sep="\n", end="\n" * bool(wrong), file=sys.stderr)
    for name in sorted(written - packed):
        print(f"{name} is in the source and not in the wheel", file=sys.stderr)
    for name in sorted(packed - written):
        print(f"{name} is in the wheel and not in the source", file=sys.stderr)
    return int(packed != written or bool(wrong))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
