"""What some games can do and most cannot: one protocol per capability, asked with ``isinstance``.

A family of games has a capability if its class has the methods of the protocol; it need not inherit
from it. Capabilities for which games themselves ask (``tree``, ``binary``, ``solved``, ...) are
declared beside :class:`~sabot.game_rules.family.Game`. Those whose answer is shown or played are
declared by who asks for them: ``screen`` and ``page`` in :mod:`sabot.render.views.solution`,
``figures`` in :mod:`sabot.plotting`, ``voice`` in
:mod:`sabot.render.views.session`, ``judge`` in :mod:`sabot.play.events`, ``result`` in
:mod:`sabot.api.solving`, ``own_page`` in :mod:`sabot.web.game_links`, ``headline`` in
:mod:`sabot.web.tasks.solution`. The functions below ask a game for a capability and say what holds
where it has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sabot.game_rules.family import offers

if TYPE_CHECKING:
    from sabot.forms.base import PayoffDistribution, StrategyMapping
    from sabot.forms.continuous.betting_game import EquilibriumHint
    from sabot.game_rules.family import Family, Game
    from sabot.game_rules.to_form import AnyForm


# ---------------------------------------------------------------- parameters


@runtime_checkable
class AliasParameters(Protocol):
    """Another name of the family sets some of its parameters."""

    def called(self, alias: str, texts: Mapping[str, str]) -> Mapping[str, str]:
        """Return the parameters that *alias* sets where they are not given."""
        ...


@runtime_checkable
class RandomDeals(Protocol):
    """A game string may leave the deal open: each hand is another random one."""

    def left_open(self, texts: Mapping[str, str], seed: int) -> Mapping[str, str]:
        """Return the parameters that are left to the deal of each hand, by its seed."""
        ...


# ---------------------------------------------------------------- mathematics


@runtime_checkable
class CertifiedDeal(Protocol):
    """A game of perfect information whose deal a certificate holds."""

    def deal(self, game: Game) -> Mapping[str, object] | None:
        """Return the deal as certificates hold it, not solved: a file is compared with it."""
        ...


@runtime_checkable
class ContinuousTypes(Protocol):
    """Players hold real numbers: a betting game with continuous types."""

    def real_hands(self, game: Game) -> EquilibriumHint | None:
        """Return the betting and where to look for its equilibrium; None: finitely many types."""
        ...


@runtime_checkable
class CountsOutcomes(Protocol):
    """How hands end can be counted without the tree."""

    def outcomes(
        self, game: Game, strategies: Mapping[str, StrategyMapping]
    ) -> PayoffDistribution | None:
        """Return the distribution of payoffs under these strategies; None: by walking the tree."""
        ...


# ---------------------------------------------------------------- information sets, strategies


@runtime_checkable
class InfosetAliases(Protocol):
    """Written strategies may speak of an information set by another name."""

    def also_called(self, view: str) -> str:
        """Return the other name of an information set, which it may share; or its own."""
        ...


@runtime_checkable
class NamedStrategies(Protocol):
    """The family knows the strategies whose names are in its ``strategies``."""

    def strategy(self, name: str, form: AnyForm) -> Mapping[str, StrategyMapping]:
        """Return the strategies of all seats that go by a name."""
        ...


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Marks at the information sets of a player as a table: a head, and rows."""

    head: tuple[str, ...]
    """Over the labels too."""
    rows: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    """In each row its labels, then its marks."""


@runtime_checkable
class HasTableLayout(Protocol):
    """Strategies are printed in a table that is usual for the game."""

    def layout(self, marks: Mapping[str, str]) -> TableLayout | None:
        """Return marks at a player's information sets as that table; None: one line per mark."""
        ...


# ---------------------------------------------------------------- cards, shoes, bets


@runtime_checkable
class NamesCards(Protocol):
    """Cards are called at the table otherwise than information sets write them."""

    def card_name(self, game: Game, card: str) -> str:
        """Return the name of a card at the table."""
        ...


@runtime_checkable
class HasShoe(Protocol):
    """The games are dealt from a shoe of card values that can be counted down."""

    def shoe(self, game: Game) -> tuple[int, ...]:
        """Return the cards that a game is dealt from, by value."""
        ...

    def with_shoe(self, game: Game, counts: Sequence[int]) -> Game:
        """Return the game dealt from other cards, whether it can be or not."""
        ...


@runtime_checkable
class ReadsShoe(Protocol):
    """Shoes can be read from a file, one per line."""

    def read_shoe(self, text: str) -> tuple[int, ...]:
        """Return a shoe as a line of a file gives it: the count of each value."""
        ...


@runtime_checkable
class NeedsDecks(Protocol):
    """A game string may lack the number of decks that it is dealt from."""

    def lacks_cards(self, texts: Mapping[str, str]) -> bool:
        """Return whether the number of decks is missing."""
        ...


@runtime_checkable
class SideBets(Protocol):
    """Onlookers may bet on a hand, on the terms of ``bet_terms``."""

    def bets(self, ends: PayoffDistribution, **terms: Fraction) -> Mapping[str, Fraction] | None:
        """Return the house's edge on each bet; None where there are none."""
        ...


@runtime_checkable
class SideBetTerms(Protocol):
    """Some terms of these bets are parameters of the game."""

    def own_terms(self, game: Game) -> Mapping[str, Fraction]:
        """Return the terms that a game sets."""
        ...


@runtime_checkable
class SideBetNames(Protocol):
    """The name of a bet does not say its terms."""

    def bet_word(self, bet: str, terms: Mapping[str, Fraction]) -> str:
        """Return a bet in words, with its terms."""
        ...


# ---------------------------------------------------------------- asking a game


def continuous_types(game: Game) -> EquilibriumHint | None:
    """Return the betting of a game whose players hold real numbers; None of any other."""
    family = game.rules
    return family.real_hands(game) if offers(family, ContinuousTypes) else None


def infoset_alias(family: Family | None, view: str) -> str:
    """Return the other name of an information set; its own where it has no other."""
    return family.also_called(view) if isinstance(family, InfosetAliases) else view


def table_layout(family: Family | None, marks: Mapping[str, str]) -> TableLayout | None:
    """Return marks in the table that is usual for a game; None where there is none."""
    return family.layout(marks) if isinstance(family, HasTableLayout) else None


def bet_edges(
    game: Game, ends: PayoffDistribution, terms: Mapping[str, Fraction]
) -> Mapping[str, Fraction] | None:
    """Return the house's edge on each bet of onlookers; None where there are none."""
    family = game.rules
    return family.bets(ends, **terms) if isinstance(family, SideBets) else None


def own_bet_terms(game: Game) -> Mapping[str, Fraction]:
    """Return the terms of onlookers' bets that a game sets: unless 0, its parameters."""
    family = game.rules
    if isinstance(family, SideBetTerms):
        return family.own_terms(game)
    return {key: own for key in family.bet_terms if (own := game.parameters.get(key))}


def bet_in_words(family: Family | None, bet: str, terms: Mapping[str, Fraction]) -> str:
    """Return a bet with its terms, where its name does not say them."""
    return family.bet_word(bet, terms) if isinstance(family, SideBetNames) else bet
