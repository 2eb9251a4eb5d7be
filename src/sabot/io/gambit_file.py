"""Files of Gambit's programs: which format a file holds, and its text.

A ``.gbt`` file is what Gambit's graphical interface saves: XML around the text of a ``.efg`` or a
``.nfg`` file. The inner text is not escaped by all versions, so that the elements are found by
their names and no XML parser is used.
"""

from __future__ import annotations

import re
from pathlib import Path

from sabot.errors import FileError
from sabot.io.files import read_text

_INNER = re.compile(r"<(efg|nfg)file\b[^>]*>(.*?)</\1file>", re.S)
_ESCAPED = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&"}
_ESCAPES = re.compile("|".join(_ESCAPED))


def read_gambit_file(path: str | Path) -> tuple[str, str]:
    """Return the suffix of a file and its text; of a ``.gbt`` file, of what it holds."""
    text = read_text(path)
    suffix = Path(path).suffix.lower()
    if suffix != ".gbt":
        return suffix, text
    found = _INNER.search(text)
    if found is None:
        raise FileError(
            f"{path}: no game: a .gbt file of Gambit holds one as <efgfile> or <nfgfile>"
        )
    inner = found[2].strip()
    if inner.startswith("<![CDATA[") and inner.endswith("]]>"):
        return f".{found[1]}", inner.removeprefix("<![CDATA[").removesuffix("]]>").strip()
    return f".{found[1]}", _ESCAPES.sub(lambda one: _ESCAPED[one[0]], inner)


__all__ = ["read_gambit_file"]
