"""Le Her ("the gentleman"): one card each, one exchange, one draw.

Any number of ranks and suits, infinitely many suits (dealing with replacement) included. The value
is the receiver's. Ethier, *The Doctrine of Chances* (2010), Example 5.1.2, calls the receiver
player 1 and the dealer player 2; formulas (5.9) and (5.10) give the matrix of threshold
strategies. The same counting over polynomials gives the game for every number of suits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Literal

from sabot.cards.card import rank_name
from sabot.errors import Fault, NoMethodError
from sabot.forms.sequence import MatrixForm, SequenceForm, Treeplex, sequence_form_from_sums
from sabot.game_rules.capabilities import NamesCards
from sabot.game_rules.family import Family, OpenParameters
from sabot.game_rules.game import Game, ZeroSumForm
from sabot.game_rules.parameters import ParameterValues, Whole
from sabot.game_rules.table import Table

if TYPE_CHECKING:
    from sabot.forms.parametric import PolynomialForm, RingElement

SEATS = ("receiver", "dealer")
_MAX_INFOSETS = 60_000


@dataclass(frozen=True, slots=True)
class LeHerDeck:
    """Counting in the pack of le Her: weights of two dealt cards, and of the third."""

    ranks: int
    suits: RingElement | float
    """A whole number, INF, or a polynomial in a parameter: only + - * are asked of it."""

    @property
    def deals(self) -> RingElement:
        """The number of ways to deal two cards."""
        if isinstance(self.suits, float):
            return self.ranks**2
        size = self.ranks * self.suits
        return size * (size - 1)

    @property
    def thirds(self) -> RingElement:
        """The number of third cards (1, a void one, when the pack is used up)."""
        if isinstance(self.suits, float):
            return self.ranks
        left = self.ranks * self.suits - 2
        return 1 if left == 0 else left

    def deal(self, k: int, l: int) -> RingElement:  # noqa: E741 - the paper's letters
        """Return the ways to deal rank *k* to the receiver and *l* to the dealer."""
        return 1 if isinstance(self.suits, float) else self.suits * (self.suits - int(k == l))

    def below(self, rank: int, k: int, l: int) -> RingElement:  # noqa: E741
        """Return how many third cards are lower than *rank* when *k* and *l* are gone."""
        if isinstance(self.suits, float):
            return rank - 1
        return self.suits * (rank - 1) - int(k < rank) - int(l < rank)

    def kings(self, k: int, l: int) -> RingElement:  # noqa: E741
        """Return how many third cards are void."""
        if isinstance(self.suits, float):
            return 1
        if self.ranks * self.suits == 2:
            return 1
        return self.suits - int(k == self.ranks) - int(l == self.ranks)

    def exchange_wins(self, k: int, l: int) -> RingElement:  # noqa: E741
        """Return the third cards with which the receiver wins after an exchange, reply fixed."""
        return self.below(l, k, l) + self.kings(k, l) if k < l < self.ranks else 0

    def draw_wins(self, k: int, l: int) -> RingElement:  # noqa: E741
        """Return the third cards with which a receiver who holds *k* beats a dealer who draws."""
        return self.below(k, k, l) + (self.kings(k, l) if k > l else 0)

    def pairs(self) -> Iterator[tuple[int, int, RingElement]]:
        """Yield the two dealt ranks and their weight."""
        for k in range(1, self.ranks + 1):
            for l in range(1, self.ranks + 1):  # noqa: E741
                if weight := self.deal(k, l):
                    yield k, l, weight


def le_her_form(
    *, ranks: int, suits: int | float, reply: str = "fixed", strategies: str = "all"
) -> ZeroSumForm:
    """Return the form of le Her by counting, without a tree."""
    pack = LeHerDeck(ranks, suits)
    if strategies == "threshold":
        return threshold_strategy_matrix(pack)
    if reply == "open" and ranks**2 > _MAX_INFOSETS:
        raise NoMethodError(
            f"le Her with {ranks} ranks and reply=open has {ranks**2:,} cells; up to "
            f"{_MAX_INFOSETS:,} are solved. With reply=fixed it has {2 * ranks:,}"
        )
    return full_sequence_form(pack, open_reply=reply == "open")


def threshold_strategy_matrix(pack: LeHerDeck) -> MatrixForm:
    """Return formulas (5.9) and (5.10): row i exchanges ranks up to i, column j draws up to j."""
    table, total = threshold_payoffs(pack)
    labels = tuple(map(str, range(pack.ranks + 1)))
    seats = (SEATS[0], SEATS[1])
    return MatrixForm(tuple(map(tuple, table)), total, labels, labels, seats).lowest_terms()


def threshold_payoffs(pack: LeHerDeck) -> tuple[list[list[RingElement]], RingElement]:
    """Return the payoffs of (5.10) and their common denominator, in any ring."""
    r, thirds = pack.ranks, pack.thirds
    exchange: list[RingElement] = [0] * (r + 1)  # wins of exchanging rank k, over all l
    draw: list[list[RingElement]] = [[0] * (r + 1) for _ in range(r + 1)]
    keep: list[list[RingElement]] = [[0] * (r + 1) for _ in range(r + 1)]
    for k, l, weight in pack.pairs():  # noqa: E741
        exchange[k] += weight * pack.exchange_wins(k, l)
        draw[k][l] = weight * pack.draw_wins(k, l)
        keep[k][l] = weight * thirds * int(k > l)
    # hold[k][j]: wins of holding k when the dealer draws up to rank j
    hold = []
    for k in range(r + 1):
        drawn, kept = list(accumulate(draw[k])), list(accumulate(keep[k]))
        hold.append([drawn[j] + kept[r] - kept[j] for j in range(r + 1)])
    total = pack.deals * thirds
    given = list(accumulate(exchange))
    rest: list[RingElement] = [0] * (r + 1)
    table: list[list[RingElement]] = [[0] * (r + 1) for _ in range(r + 1)]
    for i in range(r, -1, -1):
        table[i] = [2 * (given[i] + held) - total for held in rest]
        rest = [held + more for held, more in zip(rest, hold[i], strict=True)]
    return table, total


def full_sequence_form(pack: LeHerDeck, *, open_reply: bool) -> SequenceForm:
    """Return the full game, every rank a choice of its own."""
    sides, sums, reach = full_payoff_sums(pack, open_reply=open_reply)
    return sequence_form_from_sums(sides, {pack.deals * pack.thirds: sums}, {pack.deals: reach})


SequenceEntries = dict[tuple[int, int], "RingElement"]


def full_payoff_sums(
    pack: LeHerDeck, *, open_reply: bool
) -> tuple[tuple[Treeplex, Treeplex], SequenceEntries, SequenceEntries]:
    """Return the sides, the payoffs (over deals x thirds) and the chances (over deals)."""
    r, thirds = pack.ranks, pack.thirds
    receiver = Treeplex.flat(SEATS[0], {str(k): ("hold", "exchange") for k in range(1, r + 1)})
    cells = {str(l): ("keep", "draw") for l in range(1, r + 1)}  # noqa: E741
    if open_reply:
        for k, l, _ in pack.pairs():  # noqa: E741
            cells[f"{l},{k}" if l < r else f"{l},void"] = ("keep", "draw")
    dealer = Treeplex.flat(SEATS[1], cells)
    keeps = {cell.key: cell.first for cell in dealer.cells}
    sums: SequenceEntries = {}
    reach: SequenceEntries = {}

    def add(one: int, two: int, weight: RingElement, wins: RingElement) -> None:
        sums[one, two] = sums.get((one, two), 0) + weight * (2 * wins - thirds)
        reach[one, two] = reach.get((one, two), 0) + weight

    for k, l, weight in pack.pairs():  # noqa: E741
        hold, exchange = 2 * k - 1, 2 * k
        add(hold, keeps[str(l)], weight, thirds * int(k > l))
        add(hold, keeps[str(l)] + 1, weight, pack.draw_wins(k, l))
        if not open_reply:
            add(exchange, 0, weight, pack.exchange_wins(k, l))
        elif l < r:
            keep = keeps[f"{l},{k}"]
            add(exchange, keep, weight, thirds * int(l > k))
            add(exchange, keep + 1, weight, pack.below(l, k, l) + pack.kings(k, l) * int(l > k))
        else:
            keep = keeps[f"{l},void"]
            add(exchange, keep, weight, 0)
            add(exchange, keep + 1, weight, pack.below(k, k, l))
    return (receiver, dealer), sums, reach


def parametric_le_her(
    *, ranks: int, suits: RingElement, reply: str = "fixed", strategies: str = "all"
) -> PolynomialForm:
    """Return the game with polynomials in the number of suits: the same counting, another ring."""
    from sabot.forms.parametric import ParameterDomain, PolynomialForm

    pack = LeHerDeck(ranks, suits)
    domain = ParameterDomain(Fraction(2 if ranks == 2 else 1))  # two cards in all leave no third
    if strategies == "threshold":
        table, below = threshold_payoffs(pack)
        labels = tuple(map(str, range(ranks + 1)))
        sides = Treeplex.flat(SEATS[0], {"-": labels}), Treeplex.flat(SEATS[1], {"-": labels})
        sums = {(i + 1, j + 1): e for i, row in enumerate(table) for j, e in enumerate(row)}
        return PolynomialForm.of("suits", sides, sums, below, domain)
    sides, sums, _ = full_payoff_sums(pack, open_reply=reply == "open")
    return PolynomialForm.of("suits", sides, sums, pack.deals * pack.thirds, domain)


def le_her_cost(
    *, ranks: int, suits: int | float, reply: str = "fixed", strategies: str = "all"
) -> str:
    """Return how large the game is."""
    if strategies == "threshold":
        return f"a {ranks + 1} x {ranks + 1} matrix"
    cells = ranks + (ranks * (ranks - 1) + 1 if reply == "open" else 0)
    return (
        f"{ranks} choices of the receiver against {cells} of the dealer "
        f"(2^{ranks} x 2^{cells} pure strategies)"
    )


def _gives_away(table: Table, seat: str, card: int, levels: Mapping[str, int]) -> bool:
    """Return whether a seat parts with its card: by its level named before, or asked now."""
    if levels:
        return card <= levels[seat]
    keep, give = ("hold", "exchange") if seat == "receiver" else ("keep", "draw")
    return table.ask(seat, (keep, give), sees=card) == give


class LeHer(Family, NamesCards):
    """Each player gets one card; the higher card wins, and the dealer wins ties.

    The receiver may first make the dealer exchange cards with him; a dealer who holds a king (the
    highest rank) refuses. If the receiver holds, the dealer, who has seen only his own card, may
    replace it by the next card of the pack; if that is a king, he keeps his old card. If they
    exchange, or if the dealer refuses, he must replace his card if it loses, and only then
    (reply=open lets him choose). The winner is paid 1; the value is the receiver's.

    ranks: how many ranks the pack has. suits: how many cards it has of each rank; suits=inf deals
    with replacement.
    reply: after an exchange the dealer knows both cards. 'fixed' makes him keep a card that wins
    and replace one that loses; 'open' lets him choose.
    strategies: 'all' lets each player choose for each rank; 'threshold' makes each player choose,
    before the deal, the highest rank to give away.
    """

    name = "le-her"
    title = "Le Her"
    seats = SEATS
    always = ("ranks", "suits")
    edge = "edge"
    even = True
    leaves_open: OpenParameters = MappingProxyType({"suits": {}})

    def play(
        self,
        table: Table,
        *,
        ranks: Annotated[int, Whole(2, 1000)] = 13,
        suits: Annotated[int | float, Whole(1, 10**9, endless=True)] = 4,
        reply: Literal["fixed", "open"] = "fixed",
        strategies: Literal["all", "threshold"] = "all",
    ) -> None:
        """Deal a card to each; the receiver may exchange, the dealer may draw."""
        levels = {}
        if strategies == "threshold":
            words = [str(level) for level in range(ranks + 1)]
            levels = {seat: int(table.ask(seat, words)) for seat in SEATS}
        shoe = table.shoe(ranks=ranks, suits=suits)
        king = ranks
        mine, yours = shoe.draw(), shoe.draw()
        table.holds("receiver", mine)
        table.holds("dealer", yours)
        exchanges = _gives_away(table, "receiver", mine, levels)
        if not exchanges:
            draws = _gives_away(table, "dealer", yours, levels)
        elif reply == "open":
            table.show("dealer", yours)
            if yours != king:
                mine, yours = yours, mine
                table.holds("dealer", yours)
                draws = table.ask("dealer", ("keep", "draw"), sees=yours) == "draw"
            else:
                draws = table.ask("dealer", ("keep", "draw"), sees="void") == "draw"
        else:
            if yours != king:
                mine, yours = yours, mine
            draws = yours < mine
        table.holds("receiver", mine)
        table.holds("dealer", yours)
        if draws and len(shoe):
            card = shoe.draw()
            if card != king:
                yours = card
                table.holds("dealer", yours)
        table.pay(receiver=1 if mine > yours else -1)

    def faults(self, values: ParameterValues) -> list[Fault]:
        """Refuse thresholds with an open reply: a threshold says nothing of the reply."""
        if values["reply"] == "open" and values["strategies"] == "threshold":
            remedy = "write reply=fixed, or strategies=all"
            return [Fault("reply", "open goes with strategies=all only", remedy)]
        return []

    def form(self, game: Game) -> ZeroSumForm:
        """Return the form by counting, without a tree."""
        return le_her_form(**game.parameters)

    def opened(self, key: str, values: ParameterValues) -> PolynomialForm:
        """Return the game with polynomials in the number of suits."""
        return parametric_le_her(**values)

    def cost(self, game: Game) -> str:
        """Return how large the game is."""
        return le_her_cost(**game.parameters)

    def card_name(self, game: Game, card: str) -> str:
        """Return the name of a rank of the ordinary pack: K for 13."""
        return rank_name(int(card), game.parameters["ranks"]) if card.isdecimal() else card


le_her = LeHer()
