"""The sequence form of a game with any number of players, each with its own payoffs.

It is the sequence form without the restrictions to two players and to zero sum. A
:class:`PayoffEntry` is one sequence of each player, with its chance if all play towards it and what
every player is then paid. A player's expected payoff is a sum over entries, with one factor for
each player's realization plan: against fixed plans of the others it is linear in the player's own,
so that an exact best response costs one pass and a backward induction, however many players there
are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from sabot.errors import FormError, NoMethodError, NumberError, SeatsError
from sabot.exact import as_rational, format_fraction, over_one_denominator
from sabot.forms.base import RealizationPlans
from sabot.forms.bimatrix import PAIR_SEPARATOR, BimatrixForm
from sabot.forms.extensive import DecisionNode, GameTree, Node, TerminalNode
from sabot.forms.sequence import (
    BestResponseMixin,
    Infoset,
    MatrixForm,
    SequenceForm,
    Treeplex,
    count_pure_strategies,
    count_text,
    imperfect_recall_words,
    payoff_matrices,
    reduced_matrix_form,
    seat_count_text,
    sequence_form_from_sums,
)


@dataclass(frozen=True, slots=True)
class PayoffEntry:
    """One sequence of each seat: its chance if all play towards it, and the payoffs times that."""

    sequences: tuple[int, ...]
    chance: int
    payoffs: tuple[int, ...]


@dataclass(frozen=True)
class NPlayerSequenceForm(BestResponseMixin):
    """Sides and ends: chances over one denominator, payoffs over another."""

    sides: tuple[Treeplex, ...]
    ends: tuple[PayoffEntry, ...]
    chances: int
    """The denominator of the chances."""
    denominator: int
    """The denominator of the payoffs."""
    uneven: str = ""
    """Where the rules first pay two seats what does not sum to 0, if they say."""
    because: str = ""
    """Why the payoffs do not sum to 0, where one sentence says it of all hands."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats' names."""
        return tuple(side.name for side in self.sides)

    @cached_property
    def zero_sum(self) -> bool:
        """Whether what the seats are paid sums to 0, however they play."""
        return not any(sum(end.payoffs) for end in self.ends)

    @cached_property
    def constant_sum(self) -> bool:
        """Whether what the seats are paid has the same sum at every end that chance allows."""
        sums = {Fraction(sum(end.payoffs), end.chance) for end in self.ends if end.chance}
        return len(sums) <= 1

    @property
    def is_single_stage(self) -> bool:
        """Whether no choice of a seat follows another of its own."""
        return not any(cell.parent for side in self.sides for cell in side.cells)

    @property
    def is_matrix(self) -> bool:
        """Whether it is a matrix: not as it is written here."""
        return False

    @cached_property
    def obstacle(self) -> str:
        """What keeps it from being a two-person zero-sum game, in words; empty where nothing."""
        if len(self.seats) != 2:
            return seat_count_text(self.seats)
        odd = next((end for end in self.ends if sum(end.payoffs)), None)
        if odd is None:
            return ""
        if self.because:
            return f"{self.because}: the game is not zero-sum"
        unit = Fraction(self.chances, odd.chance * self.denominator)
        one, two = (format_fraction(payoff * unit) for payoff in odd.payoffs)
        place = f"{self.uneven}: " if self.uneven else ""
        return f"{place}a hand pays {one} and {two}: the game is not zero-sum"

    def two_person(self) -> SequenceForm:
        """Return the sequence form of a game of two seats whose payoffs sum to 0."""
        return self.duel(0)

    def duel(self, seat: int) -> SequenceForm:
        """Return the zero-sum game of two in which the other seat pays what *seat* is paid."""
        one, two = self.sides
        sign = -1 if seat else 1
        spots = [(end.sequences[0], end.sequences[1]) for end in self.ends]
        payoffs = {
            spot: sign * end.payoffs[seat] for spot, end in zip(spots, self.ends, strict=True)
        }
        chances = {spot: end.chance for spot, end in zip(spots, self.ends, strict=True)}
        return sequence_form_from_sums(
            (one, two), {self.denominator: payoffs}, {self.chances: chances}
        )

    def strategic(self) -> BimatrixForm:
        """Return both seats' matrices of all pure strategies, if they are not too large."""
        if len(self.seats) != 2:
            raise SeatsError(self.obstacle, "dominance is looked for between two seats")
        return reduced_bimatrix_form(self)

    @property
    def called(self) -> str:
        """What it is called where it has no game's name."""
        return "general form"

    @property
    def amounts(self) -> int:
        """How many payoffs it holds."""
        return len(self.ends) * len(self.sides)

    def gains(self, seat: int, plans: RealizationPlans) -> tuple[list[int], int]:
        """Return what each sequence of *seat* earns it against the others' plans.

        Integers over one denominator (the second item); the plan of *seat* itself is not used.
        """
        amounts = (end.payoffs[seat] for end in self.ends)
        return self._against(seat, plans, amounts, self.denominator)

    def arrivals(self, seat: int, plans: RealizationPlans) -> tuple[list[int], int]:
        """Return the chance that a hand ends with each sequence of *seat*, if it plays so."""
        return self._against(seat, plans, (end.chance for end in self.ends), self.chances)

    def _against(
        self, seat: int, plans: RealizationPlans, amounts: Iterable[int], below: int
    ) -> tuple[list[int], int]:
        """Return amounts of ends, weighed by the others' plans, by the sequences of *seat*."""
        others = [
            (other, over_one_denominator(plan)) for other, plan in enumerate(plans) if other != seat
        ]
        found = [0] * self.sides[seat].count
        for end, amount in zip(self.ends, amounts, strict=True):
            for other, (tops, _) in others:
                if not amount:
                    break
                amount *= tops[end.sequences[other]]
            found[end.sequences[seat]] += amount
        return found, below * math.prod(unit for _, (_, unit) in others)


_ZERO = Fraction(0)


def nplayer_form_of_tree(tree: GameTree) -> NPlayerSequenceForm:
    """Return the general form of a tree.

    >>> from sabot import load
    >>> form = nplayer_form_of_tree(load("kuhn-poker").tree())
    >>> form.zero_sum, [side.count for side in form.sides], len(form.ends)
    (True, [13, 13], 30)
    """
    cells: tuple[dict[int, Infoset], ...] = tuple({} for _ in tree.seats)
    counts = [1] * len(tree.seats)
    sums: dict[tuple[int, ...], tuple[list[Fraction], Fraction]] = {}
    start = (0,) * len(tree.seats)
    stack: list[tuple[Node, tuple[int, ...], Fraction]] = [(tree.root, start, Fraction(1))]
    while stack:
        node, played, chance = stack.pop()
        if isinstance(node, TerminalNode):
            paid, before = sums.get(played, ([_ZERO] * len(tree.seats), _ZERO))
            more = [sum_ + chance * pay for sum_, pay in zip(paid, node.payoffs, strict=True)]
            sums[played] = more, before + chance
        elif isinstance(node, DecisionNode):
            seat = node.seat
            cell = cells[seat].get(node.view)
            if cell is None:
                key = tree.infosets[seat][node.view].key
                cell = Infoset(key, node.labels, played[seat], counts[seat])
                cells[seat][node.view] = cell
                counts[seat] += len(node.labels)
            elif cell.parent != played[seat]:
                before_it = cell.parent, played[seat]
                raise FormError(
                    imperfect_recall_words(tree, seat, node.view, cells[seat], *before_it)
                )
            for child, goes in zip(reversed(node.children), reversed(cell.sequences), strict=True):
                stack.append((child, (*played[:seat], goes, *played[seat + 1 :]), chance))
        else:
            for child, weight in zip(reversed(node.children), reversed(node.weights), strict=True):
                stack.append((child, played, chance * Fraction(weight, node.total)))
    sides = [
        Treeplex(name, tuple(own.values())) for name, own in zip(tree.seats, cells, strict=True)
    ]
    return _nplayer_form_from_sums(tuple(sides), sums, tree.uneven)


def _nplayer_form_from_sums(
    sides: tuple[Treeplex, ...],
    sums: Mapping[tuple[int, ...], tuple[list[Fraction], Fraction]],
    uneven: str,
) -> NPlayerSequenceForm:
    """Return the form of chances and payoffs, each over one denominator."""
    chances, below = over_one_denominator([chance for _, chance in sums.values()])
    paid, unit = over_one_denominator([pay for payoffs, _ in sums.values() for pay in payoffs])
    width = len(sides)
    ends = (
        PayoffEntry(played, chance, tuple(paid[n * width : (n + 1) * width]))
        for n, (played, chance) in enumerate(zip(sums, chances, strict=True))
    )
    return NPlayerSequenceForm(sides, tuple(ends), below, unit, uneven)


def nplayer_form_of_table(
    players: Sequence[str],
    labels: Sequence[Sequence[str]],
    paid: Sequence[Sequence[Fraction]],
) -> NPlayerSequenceForm:
    """Return the form of a table of payoffs, in which the first player's choice varies fastest."""
    width = len(players)
    sides = tuple(
        Treeplex(name, (Infoset("-", tuple(own), 0, 1),))
        for name, own in zip(players, labels, strict=True)
    )
    tops, below = over_one_denominator([pay for each in paid for pay in each])
    spots = product(*(range(1, 1 + len(own)) for own in reversed(labels)))
    ends = (
        PayoffEntry(tuple(reversed(spot)), 1, tuple(tops[n * width : (n + 1) * width]))
        for n, spot in enumerate(spots)
    )
    return NPlayerSequenceForm(sides, tuple(ends), 1, below)


def count_players_in_lists(nested: object) -> int:
    """Return for how many players nested lists are: the depth, less the payoffs themselves.

    >>> count_players_in_lists([[(3, 1)]]), count_players_in_lists([[["3|1|1"]]])
    (2, 3)
    """
    depth, part = 0, nested
    while isinstance(part, list | tuple) and part:
        depth, part = depth + 1, part[0]
    listed = isinstance(part, str) and PAIR_SEPARATOR in part
    return depth if listed else depth - 1


def nplayer_form_of_lists(nested: object) -> NPlayerSequenceForm:
    """Return the game of nested lists: ``nested[i][j][k]`` is what each of three players is paid.

    The first index is the choice of the first player, and so on. Payoffs are a tuple, a list, or a
    text such as ``1|0|2``.

    >>> form = nplayer_form_of_lists([[[(1, 2, 3)], [(4, 5, "1/2")]]])
    >>> form.seats, [len(side.cells[0].actions) for side in form.sides], form.denominator
    (('1', '2', '3'), [1, 2, 1], 2)
    """
    count = count_players_in_lists(nested)
    sizes = []
    part = nested
    for _ in range(count):
        assert isinstance(part, list | tuple)
        sizes.append(len(part))
        part = part[0]
    paid = []
    for spot in product(*map(range, reversed(sizes))):
        place = spot[::-1]
        paid.append(_payoffs_at(nested, place, sizes))
    labels = [[str(k) for k in range(1, size + 1)] for size in sizes]
    return nplayer_form_of_table([str(k) for k in range(1, count + 1)], labels, paid)


def _payoffs_at(nested: object, place: Sequence[int], sizes: Sequence[int]) -> list[Fraction]:
    """Return what the players are paid at a place of nested lists; refuse what does not fit."""
    part = nested
    for depth, (index, size) in enumerate(zip(place, sizes, strict=True)):
        if not isinstance(part, list | tuple) or len(part) != size:
            at = ", ".join(str(k + 1) for k in place[:depth])
            raise FormError(
                f"choices {at}: a list of {size} was expected, as for the first choices; in nested "
                "lists for three or more players each list of a depth is as long"
            )
        part = part[index]
    at = ", ".join(str(k + 1) for k in place)
    if isinstance(part, str):
        part = part.split(PAIR_SEPARATOR)
    if not isinstance(part, list | tuple) or len(part) != len(sizes):
        raise FormError(
            f"choices {at}: {str(part)[:40]!r} is not {len(sizes)} payoffs, one for each player"
        )
    try:
        return [as_rational(amount) for amount in part]
    except NumberError as fault:
        raise FormError(f"choices {at}: {fault}") from None


def as_nplayer_form(
    form: MatrixForm | SequenceForm | BimatrixForm | NPlayerSequenceForm,
) -> NPlayerSequenceForm:
    """Return the same game with the payoffs of each player written out.

    The probabilities of its ends are not kept.

    >>> form = as_nplayer_form(BimatrixForm.of_pairs([["3|1", "0|1/2"]]))
    >>> form.denominator, [(end.sequences, end.payoffs) for end in form.ends]
    (2, [((1, 1), (6, 2)), ((1, 2), (0, 1))])
    """
    if isinstance(form, NPlayerSequenceForm):
        return form
    if isinstance(form, BimatrixForm):
        below = math.lcm(form.one.denominator, form.two.denominator)
        scales = below // form.one.denominator, below // form.two.denominator
        paid = {
            (i, j): (scales[0] * own, scales[1] * form.two.payoffs[i - 1][j - 1])
            for i, j, own in form.one.entries()
        }
    else:
        below = form.denominator
        paid = {(i, j): (amount, -amount) for i, j, amount in form.entries()}
    ends = (PayoffEntry(spot, 0, payoffs) for spot, payoffs in paid.items() if any(payoffs))
    return NPlayerSequenceForm(form.sides, tuple(ends), 1, below)


def with_constant_sum(
    form: MatrixForm | SequenceForm | BimatrixForm | NPlayerSequenceForm, total: Fraction
) -> NPlayerSequenceForm:
    """Return a game with the payoffs of each player, where both together are paid *total*.

    A constant-sum game for two is read as the zero-sum game of its first player; here the second
    player gets the rest back.

    >>> form = MatrixForm.of([[1, 2]])
    >>> [(end.sequences, end.payoffs) for end in with_constant_sum(form, Fraction(2)).ends]
    [((1, 1), (1, 1)), ((1, 2), (2, 0))]
    """
    if not total:
        return as_nplayer_form(form)
    if isinstance(form, MatrixForm):
        below = form.denominator
        rows = [[Fraction(amount, below) for amount in row] for row in form.payoffs]
        return as_nplayer_form(
            BimatrixForm.of_pairs(
                [[(own, total - own) for own in row] for row in rows],
                rows=form.sides[0].cells[0].actions,
                columns=form.sides[1].cells[0].actions,
            )
        )
    own = as_nplayer_form(form)
    below = math.lcm(own.denominator, total.denominator)
    scale = below // own.denominator
    always = PayoffEntry((0, 0), 0, (0, int(total * below)))
    ends = [
        PayoffEntry(end.sequences, 0, tuple(scale * amount for amount in end.payoffs))
        for end in own.ends
    ]
    return NPlayerSequenceForm(own.sides, (always, *ends), 1, below)


MAX_STRATEGIES_FOR_ALL_NASH = 500
"""The most pure strategies of a player for which all equilibria are enumerated."""


def reduced_bimatrix_form(form: NPlayerSequenceForm) -> BimatrixForm:
    """Return the bimatrix game of all reduced pure strategies of a game for two.

    >>> from sabot import load
    >>> reduced_bimatrix_form(nplayer_form_of_tree(load("kuhn-poker(ranks=2)").tree())).shape
    (9, 16)
    """
    one, two = form.sides
    paid = [
        ([(*end.sequences, end.payoffs[seat]) for end in form.ends], form.denominator)
        for seat in (0, 1)
    ]
    return BimatrixForm(*payoff_matrices((one, two), paid))


def bimatrix_form_for_all_nash(
    form: NPlayerSequenceForm | SequenceForm, most: int = MAX_STRATEGIES_FOR_ALL_NASH
) -> BimatrixForm:
    """Return the same where a seat has at most so many pure strategies, with plain names.

    A seat that chooses once, and knows nothing, has its actions for strategies.
    """
    one, two = map(count_pure_strategies, form.sides)
    if max(one, two) > most:
        raise NoMethodError(
            f"the strategic form would be {count_text(one)} x {count_text(two)}; all equilibria "
            f"are looked for up to {most:,} pure strategies per seat; `sabot solve` gives one"
        )
    if isinstance(form, NPlayerSequenceForm):
        found = reduced_bimatrix_form(form)
    else:
        found = BimatrixForm.of_zero_sum(reduced_matrix_form(form))
    rows, columns = (
        side.cells[0].actions if [cell.key for cell in side.cells] == ["-"] else names
        for side, names in zip(form.sides, (found.rows, found.columns), strict=True)
    )
    return found.labelled(rows, columns)
