"""Print the lower bounds of the dependencies in pyproject.toml, one `name==version` a line."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]


def lowest(requirement: str) -> str:
    """Return the requirement with its lower bound for the only version.

    >>> lowest("numpy>=1.26,<3")
    'numpy==1.26'
    """
    found = re.match(r"\s*([\w.\-]+)\s*>=\s*([\w.]+)", requirement)
    if found is None:
        raise SystemExit(f"pyproject.toml: {requirement!r} has no lower bound; write name>=version")
    return "==".join(found.groups())


def bounds(project: dict[str, object]) -> Iterator[str]:
    """Yield the lower bounds of what is installed with sabot and of all its extras."""
    required = project["dependencies"]
    extras = project["optional-dependencies"]
    assert isinstance(required, list) and isinstance(extras, dict)
    for group in (required, *extras.values()):
        yield from map(lowest, group)


if __name__ == "__main__":
    with (ROOT / "pyproject.toml").open("rb") as file:
        print(*bounds(tomllib.load(file)["project"]), sep="\n")
