"""All equilibria of separable two-player games with binary actions, of one game or parametric."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from sabot.exact import Number
from sabot.forms.algebra.rational_function import Formula
from sabot.results import codec
from sabot.results.base import CertifiedResult
from sabot.results.codec import Codec, Entry, JsonDocument, JsonObject, codec_of
from sabot.results.parametric import (
    FormulaStrategy,
    UniquenessClaims,
    certain_action,
    evaluate_strategies,
)
from sabot.results.proof import PROOF_HEAD, ProofPiece, Proven, RangeEnd, end_to_text, proof_codecs


@dataclass(frozen=True)
class PairEquilibrium:
    """One equilibrium: what each player does, and what it is paid."""

    payoffs: tuple[Formula, ...]
    """In the order of the players."""
    strategies: Mapping[str, FormulaStrategy]

    def mixed(self, seat: str) -> list[str]:
        """Return the information sets at which a player truly mixes."""
        return [view for view, mix in self.strategies[seat].items() if certain_action(mix) is None]


@dataclass(frozen=True)
class PairPart:
    """All extreme equilibria on a range of the parameter, or at one point, and why that is all."""

    equilibria: tuple[PairEquilibrium, ...]
    unique: UniquenessClaims
    tree: JsonObject = field(repr=False)
    """The cases, as JSON."""

    _layout = (
        Entry(
            lambda part, find: find("equilibria").write(part.equilibria[:1])[0],
            lambda data, find: {
                "equilibria": find("equilibria").read([data, *data.get("others", ())])
            },
        ),
        codec.derived("gains", lambda part: ["0"] * len(part.equilibria[0].payoffs)),
        *("unique", codec.derived("count", lambda part: len(part.equilibria))),
        Entry(lambda part, find: part._write_others(find("equilibria"))),
        "tree",
    )

    def _write_others(self, listed: Codec[tuple[PairEquilibrium, ...]]) -> JsonObject:
        others = self.equilibria[1:]
        return {"others": listed.write(others)} if others else {}


@dataclass(frozen=True)
class PairPiece(ProofPiece):
    """A range of the parameter on which the equilibria are given by the same formulas."""

    part: PairPart

    _layout = (codec.inline("extent"), codec.inline("part"))

    @property
    def first(self) -> PairEquilibrium:
        """The first of its equilibria; mostly there is no other."""
        return self.part.equilibria[0]

    @property
    def strategies(self) -> Mapping[str, FormulaStrategy]:
        """What the players do in the first of its equilibria."""
        return self.first.strategies


@dataclass(frozen=True)
class PairPoint:
    """Where pieces over the real numbers begin, meet or end, and all equilibria just there."""

    at: RangeEnd
    part: PairPart

    _layout = ("at", codec.inline("part"))


EQUILIBRIA_SCHEMA = "sabot/pair-equilibria/1"


def _read_part(data: JsonObject, find: object) -> JsonDocument:
    """Return the equilibria and what proves that they are all, from three entries of a file."""
    listed = _EQUILIBRIA.read(data["equilibria"])
    return {"part": PairPart(listed, dict(data["unique"]), data["certificate"]["tree"])}


_EQUILIBRIA = codec_of(tuple[PairEquilibrium, ...], proof_codecs({}))
_COMPONENTS = Entry(
    lambda own, find: {
        "components": [
            {"dimension": dimension, "equilibria": list(numbers)}
            for dimension, numbers in zip(own.dimensions, own.components, strict=True)
        ]
    },
    lambda data, find: {
        "components": tuple(tuple(one["equilibria"]) for one in data["components"]),
        "dimensions": tuple(one["dimension"] for one in data["components"]),
    },
)


@dataclass(frozen=True, repr=False)
class PairEquilibria(CertifiedResult):
    """All equilibria of one game with binary choices in which each player is paid by itself."""

    game: str
    seats: tuple[str, ...]
    part: PairPart
    """The extreme equilibria; their formulas are numbers."""
    components: tuple[tuple[int, ...], ...]
    """The numbers of the extreme equilibria, from 1, that span one set."""
    dimensions: tuple[int, ...]
    """Of the sets."""
    form: JsonObject = field(repr=False)
    """The game as read from a file."""
    alike: Mapping[str, tuple[tuple[str, ...], ...]] = field(repr=False)
    """By player: information sets of which only the mean of the probabilities matters. The listed
    equilibria play the same at all of them; any probabilities with that mean are as good."""
    seconds: float = field(default=0.0, compare=False)

    _schema = EQUILIBRIA_SCHEMA
    _layout = (
        *(codec.SCHEMA, "game", "seats", codec.derived("count"), codec.derived("unique")),
        Entry(lambda own, find: {"equilibria": _EQUILIBRIA.write(own.part.equilibria)}, _read_part),
        *(_COMPONENTS, codec.entry("seconds", when=lambda own: True)),
        codec.nested("certificate", "form", "alike", codec.derived("tree", lambda o: o.part.tree)),
    )

    @property
    def count(self) -> int:
        """How many extreme equilibria there are."""
        return len(self.part.equilibria)

    @property
    def unique(self) -> dict[str, bool | None]:
        """Whether each player plays the same in every equilibrium."""
        return dict(self.part.unique)

    @property
    def payoffs(self) -> tuple[tuple[Fraction, ...], ...]:
        """What the players are paid in each of the equilibria."""
        return tuple(tuple(f.at(0) for f in one.payoffs) for one in self.part.equilibria)

    def strategies(self, number: int = 1) -> dict[str, dict[str, dict[str, Fraction]]]:
        """Return an equilibrium by its number, from 1."""
        return evaluate_strategies(self.part.equilibria[number - 1].strategies, 0)

    def __repr__(self) -> str:
        return f"<PairEquilibria of {self.game}: {self.count}>"


PROOF_SCHEMA = "sabot/pair-proof/1"


@dataclass(frozen=True, repr=False)
class PairTheorem(Proven[PairPiece]):
    """All equilibria for every value of a parameter, piece by piece, with all that proves them."""

    pieces: tuple[PairPiece, ...]
    seats: tuple[str, ...]
    form: JsonObject
    """The game as read from a file."""
    alike: Mapping[str, tuple[tuple[str, ...], ...]]
    """By player: information sets of which only the mean of the probabilities matters."""
    points: tuple[PairPoint, ...] = ()
    """Over the real numbers: where pieces begin, meet and end."""

    _schema = PROOF_SCHEMA
    _layout = (
        *(*PROOF_HEAD, codec.nested("domain", "whole", codec.inline("domain")), "seats", "pieces"),
        codec.entry("breakpoints", "points", when=lambda theorem: not theorem.whole),
        *("alike", "form"),
    )

    @property
    def breakpoints(self) -> tuple[PairPoint, ...]:
        """The points at which two pieces meet."""
        return self.points[1:-1]

    def part_at(self, at: Number) -> PairPart:
        """Return what is proved at one value of the parameter."""
        here = self.value_of(at)
        for point in self.points:
            if point.at == here:
                return point.part
        return self._holding(here).part

    def payoffs_at(self, at: Number) -> tuple[Fraction, ...]:
        """Return what the players are paid at one value, in the first equilibrium there."""
        here = self.value_of(at)
        return tuple(paid.at(here) for paid in self.part_at(here).equilibria[0].payoffs)

    def strategies_at(self, at: Number) -> dict[str, dict[str, dict[str, Fraction]]]:
        """Return the first equilibrium at one value of the parameter."""
        here = self.value_of(at)
        return evaluate_strategies(self.part_at(here).equilibria[0].strategies, here)

    def unique_at(self, at: Number) -> dict[str, bool | None]:
        """Return whether each player's equilibrium strategy is the only one, at one value."""
        return dict(self.part_at(at).unique)

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a player's strategy, over all values."""
        inside = {piece.part.unique[seat] for piece in self.pieces}
        odd = [end_to_text(point.at) for point in self.points if not point.part.unique[seat]]
        if inside != {True}:
            return "not unique" if inside == {False} else "unique on some pieces only"
        if not odd:
            return "unique"
        some = ", ".join(odd[:3]) + (" and elsewhere" if len(odd) > 3 else "")
        return f"unique but at {self.parameter} = {some}"
