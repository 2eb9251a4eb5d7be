"""Base class of all results: document, files, and renderings for terminal, notebook and paper.

A result names its views as ``module:function``; they are imported when something is rendered, and
no sooner. This is the one place where a result knows of its rendering.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from sabot.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Self


class Result(ABC):
    """A result: its document, and its views on the screen, in a paper, in a spreadsheet.

    >>> import sabot
    >>> print(sabot.simulate("kuhn-poker", hands=2, seed=1).to_markdown().splitlines()[0])
    **kuhn-poker(ranks=3)**: 2 hands, seed 1
    """

    __slots__ = ()

    _view: ClassVar[str]
    """The view on a screen, as ``module:function``; also that of a notebook."""
    _tables: ClassVar[str] = ""
    """The view in a paper or a wiki, where that is another."""
    _wiki: ClassVar[str] = ""
    """The view in a wiki, where that is another than a paper's."""
    _sheet: ClassVar[str] = ""
    """The view in a spreadsheet, where that is another."""
    _proved: ClassVar[bool] = False
    """Whether its document carries a proof, which is checked whenever a file is loaded."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Return the document: what ``--json`` prints and ``save`` writes."""

    @classmethod
    @abstractmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Return the result that a document tells of; no proof in it is checked."""

    def _as_proved(self, statement: object) -> Self:
        """Return the result without what its file claims and a check did not prove.

        *statement* is what the check of the file returned.
        """
        return self

    @property
    def document(self) -> Mapping[str, Any] | None:
        """What ``sabot check`` re-verifies; None of a result that proves nothing to anybody."""
        return None

    def __str__(self) -> str:
        return self._written("terminal").removesuffix("\n")

    def __repr__(self) -> str:
        """Return one line: what it is, and of which game; printed, a result shows itself whole."""
        game, brief = getattr(self, "game", ""), self._brief()
        of, more = f" of {game}" if game else "", f": {brief}" if brief else ""
        return f"<{type(self).__name__}{of}{more}>"

    def _brief(self) -> str:
        """Return what its one line says of it besides its game."""
        return ""

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_html(self) -> str:
        """Return what is on the screen as a piece of HTML, whole by itself and without a script."""
        return self._written("html")

    def to_latex(self) -> str:
        """Return the tables for a paper; they need the package ``booktabs``."""
        return self._written("latex")

    def to_markdown(self) -> str:
        """Return the tables for a README or a wiki."""
        return self._written("markdown")

    def to_csv(self) -> str:
        """Return the tables for a spreadsheet, every number with every digit."""
        return self._written("csv")

    def save(self, path: str | Path) -> None:
        """Write a file, as the end of its name says: .json, .tex, .md, .html or .csv.

        An old file is replaced whole or not at all.
        """
        import_module("sabot.render.saved_results").save_result(self, str(path))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Return what was saved as JSON; nothing in it is checked, unless it carries a proof.

        ``Shown.load`` itself reads a result of any kind: the file says which it is.
        """
        found: Self = import_module("sabot.render.saved_results").load_result(cls, path)
        return found

    def _written(self, form: str) -> str:
        told: Any = import_module("sabot.render.saved_results").views_of_result(self).document(form)
        text: str = import_module(f"sabot.render.writers.{form}").render(told)
        return text


def require_same_document(found: Result, document: Mapping[str, Any]) -> None:
    """Demand that a document says what is found anew: for results that are cheap to find."""
    if found.to_json() != document:
        raise FileError("other numbers than are found anew; save it again")
