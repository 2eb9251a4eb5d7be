"""Base class of all results: document, game, files, and renderings.

What a result needs from packages above (:class:`ResultServices`: writers, files, games) is provided
by the root package. Which views a result has, and which documents are read into it, is in the table
of kinds (:mod:`sabot.kinds`), where its schema is looked up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, ClassVar, TypeVar

from sabot.errors import FileError
from sabot.results.codec import Codecs, JsonDocument, JsonObject, Layout, codec_of
from sabot.results.tables import pandas_frame
from sabot.services import provided_services

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Self

    from _typeshed import DataclassInstance
    from pandas import DataFrame

    from sabot.game_rules.game import Game


@dataclass(frozen=True)
class CheckedSource:
    """The digest of a checked file, and what its check does not show."""

    digest: str
    left_open: str
    """What was not checked, in words: that the payoffs are those of the game that is named."""


@dataclass(frozen=True, repr=False, eq=False)
class Result(ABC):
    """A result: its document, its game, and how it is shown on a screen or in a paper.

    >>> import sabot
    >>> print(sabot.simulate("kuhn-poker", hands=2, seed=1).to_markdown().splitlines()[0])
    **kuhn-poker(ranks=3)**: 2 hands, seed 1
    """

    held_game: Game | None = field(default=None, kw_only=True, repr=False, compare=False)
    """The game that it was computed from; None of a loaded result, until it is asked for."""

    checked_file: CheckedSource | None = field(
        default=None, kw_only=True, repr=False, compare=False
    )
    """The file that it was loaded from, if that was checked; None of a computed result.

    The method and the times in a file are not checked, and the game is only named: of a loaded
    result they are kept, and neither they nor facts of that game are printed.
    """

    _schema: ClassVar[str]
    """The schema of its documents: by it the table of kinds finds its views."""

    def __init_subclass__(cls) -> None:
        """Let every class of results hash by its contents, also where it holds mappings."""
        super().__init_subclass__()
        if "__hash__" not in vars(cls):
            cls.__hash__ = Result.__hash__  # type: ignore[method-assign]

    def __hash__(self) -> int:
        return hash_of_fields(self)

    @abstractmethod
    def to_json(self) -> JsonDocument:
        """Return the document: what ``--json`` prints and ``save`` writes."""

    @classmethod
    @abstractmethod
    def from_json(cls, document: JsonObject) -> Self:
        """Return the result that a document holds; no proof in it is checked."""

    def _as_proved(self, statement: object) -> Self:
        """Return the result without what its file claims and a check did not prove.

        *statement* is what the check of the file returned.
        """
        return self

    @property
    def document(self) -> JsonObject | None:
        """What ``sabot check`` re-verifies; None of a result without a certificate."""
        return None

    def hold_game(self, game: object) -> Self:
        """Hold the game that the result was computed from, where it is one; return the result."""
        from sabot.game_rules.game import Game

        if isinstance(game, Game):
            object.__setattr__(self, "held_game", game)
        return self

    def find_game(self) -> Game | None:
        """Return its game: as computed from, else loaded once by its string; None if unknown.

        No user's file of rules is run for it.
        """
        name = getattr(self, "game", "")
        if self.held_game is None and name:
            object.__setattr__(self, "held_game", _services().load_game(name))
        return self.held_game

    @property
    def known_game(self) -> Game | None:
        """The game that facts may be taken from: None of a loaded result, whose file names it."""
        return None if self.checked_file else self.find_game()

    @property
    def one_play(self) -> str:
        """What one play of its game is called: a hand, a deal, a play."""
        game = self.known_game
        return "hand" if game is None else game.rules.one_play

    def __getstate__(self) -> JsonDocument:
        """Return what another process needs: the rules of a game may not go there."""
        return {**self.__dict__, "held_game": None}

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

    def to_frame(self) -> DataFrame:
        """Return the first table of :meth:`to_csv` as a table of pandas, which must be installed.

        Exact numbers are fractions.
        """
        head, rows = next(iter(_services().tables(self)), ((), ()))
        return pandas_frame(rows, head)

    def _repr_latex_(self) -> str:
        """Return the tables as arrays, for a notebook that shows LaTeX."""
        return self._written("array")

    def save(self, path: str | Path) -> None:
        """Write a file, as the end of its name says: .json, .tex, .md, .html or .csv.

        An old file is replaced whole or not at all.
        """
        _services().save(self, str(path))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Return what was saved as JSON; nothing in it is checked, unless it carries a proof.

        ``Result.load`` itself reads a result of any kind: the file says which it is.
        """
        return _services().load(cls, path)

    def _written(self, form: str) -> str:
        return _services().render(self, form)


ResultT = TypeVar("ResultT", bound=Result)


class CertifiedResult(Result):
    """A result whose document holds what proves it, where that is kept, and a digest."""

    @property
    @abstractmethod
    def _layout(self) -> Layout:
        """The entries of its document."""

    @classmethod
    def _codecs(cls, document: JsonObject) -> Codecs:
        """Return the codecs of types that are read as a document says; nothing for writing."""
        return {}

    @property
    def document(self) -> JsonObject:
        """What ``sabot check`` re-verifies."""
        return self.to_json()

    def to_json(self) -> JsonDocument:
        """Return the document: what ``--json`` prints and ``save`` writes."""
        document: JsonDocument = codec_of(type(self), self._codecs({})).write(self)
        if document["certificate"] is None:
            return document
        from sabot.certify import sealed

        return sealed(document, self._canonical_payoffs())

    def _canonical_payoffs(self) -> str | None:
        """Return the payoffs in the certificate as canonical JSON, where that is known already."""
        return None

    @classmethod
    def from_json(cls, document: JsonObject) -> Self:
        """Return the result that a document holds; no proof in it is checked."""
        found: Self = codec_of(cls, cls._codecs(document)).read(document)
        return found


Table = tuple[Sequence[str], Sequence[Sequence[object]]]
"""The head of a table and its rows; exact numbers are fractions, all else is text."""


def hash_of_fields(record: DataclassInstance) -> int:
    """Return a hash of the fields that two records are compared by; equal ones have equal hashes.

    Certificates are left out: they are long, and follow from the rest.
    """
    return hash((type(record), _hashable_fields(record)))


def _hashable_fields(record: DataclassInstance) -> tuple[Hashable, ...]:
    return tuple(
        _hashable(getattr(record, one.name))
        for one in fields(record)
        if one.compare and one.name != "certificate"
    )


def _hashable(value: object) -> Hashable:
    """Return what stands for a value in a hash: equal values have equal ones."""
    if isinstance(value, Mapping):
        return frozenset((key, _hashable(item)) for key, item in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(_hashable, value))
    try:
        hash(value)
    except TypeError:
        if is_dataclass(value) and not isinstance(value, type):
            return _hashable_fields(value)
        return type(value).__name__
    assert isinstance(value, Hashable)
    return value


class ResultServices(ABC):
    """What results need from the packages above them."""

    @abstractmethod
    def tables(self, result: Result) -> Sequence[Table]:
        """Return the tables of its CSV."""

    @abstractmethod
    def render(self, result: Result, form: str) -> str:
        """Return a result as text: ``terminal``, ``html``, ``latex``, ``csv``, ``array``, ..."""

    @abstractmethod
    def save(self, result: Result, path: str) -> None:
        """Write a result into a file, in the format that its suffix says."""

    @abstractmethod
    def load(self, wanted: type[ResultT], path: str | Path) -> ResultT:
        """Return a result of a class from the file that it was saved to."""

    @abstractmethod
    def load_game(self, text: str) -> Game | None:
        """Return the game that a string names, without running a user's file; None without one."""


def _services() -> ResultServices:
    services = provided_services()
    assert isinstance(services, ResultServices)
    return services


def require_same_document(found: Result, document: JsonObject) -> None:
    """Require that a document equals that of the result recomputed from it."""
    if found.to_json() != document:
        raise FileError("other numbers than are found again; save it again")
