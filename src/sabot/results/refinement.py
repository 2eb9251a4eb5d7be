"""Equilibria that have a refinement: subgame-perfect, perfect, proper, sequential and the like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from sabot.forms.algebra.algebraic_number import Real
from sabot.forms.algebra.real_roots import RealPoint
from sabot.results import codec
from sabot.results.base import CertifiedResult, hash_of_fields
from sabot.results.codec import Codec, JsonObject
from sabot.results.nplayer import StrategyTable
from sabot.results.nplayer_nash import equilibrium_from_json, equilibrium_to_json
from sabot.results.solution import Strategy, no_such_error

REFINEMENT_SCHEMA = "sabot/refinement/1"
REFINEMENTS: Mapping[str, str] = {
    "subgame-perfect": "an equilibrium in every subgame",
    "undominated": "no player's strategy is weakly dominated",
    "perfect": "best responses also where the others tremble, in the strategic form",
    "proper": "perfect, with costlier mistakes far less likely",
    "sequential": "best at every information set by beliefs that small mistakes explain",
    "quasi-perfect": "best at every information set where the others tremble",
    "extensive-form-perfect": "best at every information set where everybody trembles",
}
"""The refinements that can be asked for, and what each demands, in words."""
COMPLETE_AS_COMPUTED = "that there are no others is computed, and not proved by the file"
"""What the method of a complete list ends with, in the output and in the file, unless it is proved.
"""


@dataclass(frozen=True)
class RefinedEquilibrium:
    """One equilibrium: what each player does at every information set, and what it is paid.

    Probabilities and payoffs are fractions, or numbers of the field of its *root*.
    """

    strategies: Mapping[str, StrategyTable]
    """By player and information set, the probabilities that are not 0."""
    payoffs: tuple[Real, ...]
    root: RealPoint | None = None
    """What t is in the file, where probabilities are not fractions."""

    def __hash__(self) -> int:
        return hash_of_fields(self)

    def __getitem__(self, seat: str) -> Strategy:
        """Return a player's strategy."""
        if seat not in self.strategies:
            raise no_such_error(seat, self.strategies, "seat", "the equilibrium")
        return Strategy(seat, self.strategies[seat])


def _from_json(data: JsonObject) -> RefinedEquilibrium:
    one = equilibrium_from_json(data)
    return RefinedEquilibrium(one.strategies, one.payoffs, one.root)


_EQUILIBRIUM: Codec[RefinedEquilibrium] = Codec(
    lambda one: equilibrium_to_json(one.strategies, one.payoffs, one.root), _from_json
)


@dataclass(frozen=True, repr=False)
class RefinedEquilibria(CertifiedResult):
    """Equilibria of a game that have a refinement, each with its certificate.

    >>> import sabot
    >>> game = [[(1, 1), (0, 0)], [(0, 0), (0, 0)]]  # the second equilibrium is dominated
    >>> found = sabot.equilibria(game, refine="perfect")
    >>> found.count, found.complete, list(map(str, found.equilibria[0].payoffs))
    (1, True, ['1', '1'])
    """

    game: str
    seats: tuple[str, ...]
    refinement: str
    equilibria: tuple[RefinedEquilibrium, ...]
    method: str = ""
    seconds: float = field(default=0.0, compare=False)
    certificate: JsonObject = field(default_factory=dict, repr=False, compare=False)
    """The game tree, and what shows the refinement of each equilibrium."""
    listed: bool = field(default=False, compare=False)
    """Whether all were looked for; of a computed result, no part of its document."""
    open: tuple[str, ...] = field(default=(), compare=False)
    """Why there may be others, of such a list; nothing: every other one is a mixture of these."""
    isolated: bool = field(default=False, compare=False)
    """Whether these have no mixtures that are equilibria: where *open* is empty, these are all."""
    stopped: str = field(default="", compare=False)
    """How the list was stopped, by Ctrl-C or a time limit; empty: it was not."""

    _schema = REFINEMENT_SCHEMA
    _layout = (
        *(codec.SCHEMA, "game", "seats", "refinement"),
        codec.entry("equilibria", by=codec.list_of(_EQUILIBRIUM)),
        *("method", "seconds"),
        codec.entry("certificate", by=codec.EVIDENCE),
    )

    @property
    def count(self) -> int:
        """How many are listed."""
        return len(self.equilibria)

    @property
    def complete(self) -> bool | None:
        """Whether every equilibrium with the refinement is a mixture of these; None: not asked.

        A mixture of these need not have the refinement. The file does not prove completeness.
        """
        return not self.open if self.listed else None

    def __len__(self) -> int:
        return len(self.equilibria)

    def __iter__(self) -> Iterator[RefinedEquilibrium]:
        return iter(self.equilibria)

    def __bool__(self) -> bool:
        return True  # a result, however long

    def vectors(self) -> list[tuple[tuple[Real, ...], ...]]:
        """Return every equilibrium listed as one vector for each player.

        It has the probabilities of the actions in order; those of several information sets follow
        one another.

        >>> import sabot
        >>> game = [[(1, 1), (0, 0)], [(0, 0), (0, 0)]]
        >>> [[*map(str, own)] for own in sabot.equilibria(game, refine="perfect").vectors()[0]]
        [['1', '0'], ['1', '0']]
        """
        infosets = self.certificate["form"]["infosets"]
        return [
            tuple(
                tuple(
                    one.strategies[seat][view].get(action, Fraction(0))
                    for view, actions in infosets[seat]
                    for action in actions
                )
                for seat in self.seats
            )
            for one in self.equilibria
        ]

    def _brief(self) -> str:
        return f"{self.count} {self.refinement}"
