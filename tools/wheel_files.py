"""Compare the files of a wheel with those of the source: none may be missing, none may be extra."""

import sys
import zipfile
from pathlib import Path

IGNORED = {"__pycache__"}


def inside(wheel: Path) -> set[str]:
    """Return the files of the package in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def beside(source: Path) -> set[str]:
    """Return the files of the package in the source."""
    files = (path for path in source.rglob("*") if path.is_file())
    kept = (path for path in files if not IGNORED & set(path.parts) and path.suffix != ".pyc")
    return {path.relative_to(source).as_posix() for path in kept}


def main(wheel: str, source: str) -> int:
    """Say what differs; return 1 if anything does."""
    packed, written = inside(Path(wheel)), beside(Path(source))
    for name in sorted(written - packed):
        print(f"{name} is in the source and not in the wheel", file=sys.stderr)
    for name in sorted(packed - written):
        print(f"{name} is in the wheel and not in the source", file=sys.stderr)
    return int(packed != written)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
