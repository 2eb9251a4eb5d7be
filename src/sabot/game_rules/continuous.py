"""Rules of games with continuous types: deal numbers from [0, 1], compare them at a showdown.

``table.hand(seat)`` gives a seat a number from [0, 1] that only it sees; every choice after that is
seen by all, and one by ``table.declare`` after the others have declared; ``table.showdown``
compares the numbers of those who are still in, or the rules compare two hands themselves. Run
against :class:`BettingTreeBuilder` the rules give a
:class:`~sabot.forms.continuous.betting_game.ContinuousBettingForm`, for no number is looked at
before the betting is over. :class:`RealHandsTable` runs rules with finitely many ranks in place of
the numbers, which are a card game for every other table: an independent second derivation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from sabot.cards.shoe import INF, Shoe
from sabot.errors import NoMethodError, RulesError
from sabot.exact import as_rational
from sabot.forms.continuous.betting_game import (
    BettingNode,
    ContinuousBettingForm,
    EquilibriumHint,
    FoldNode,
    ShowdownNode,
    TurnNode,
    betting_history_key,
)
from sabot.forms.extensive import ObservationHistory
from sabot.game_rules.bytecode import (
    called_functions,
    interrupts_as_errors,
    is_shipped,
    nested_code,
)
from sabot.game_rules.opaque_amount import DegreeTracker, OpaqueAmount
from sabot.game_rules.parameters import Exact, ParameterKind, ParameterValues
from sabot.game_rules.table import (
    IMPROVES,
    STAYS,
    LiveShoe,
    RealHand,
    Table,
    current_line_of_rules,
    require_contenders,
)
from sabot.names import alike_names

if TYPE_CHECKING:
    from sabot.forms.hand_deals import RangeDeal
    from sabot.forms.parametric import ParametricContinuousGame

MAX_CHOICES = 40
"""Choices in one hand of betting; the checker reads no deeper tree."""
MAX_ENDS = 4_000
"""Ways in which a betting may end; the checker reads no more."""
MAX_COMPARED = 4
"""Seats whose rules may compare hands themselves: every order of the hands is tried."""


def mentions_real_hands(play: Callable[..., object]) -> bool:
    """Return whether rules may deal hands that are real numbers: their code says ``.hand``."""
    return any(
        "hand" in code.co_names
        for function in called_functions(play)
        for code in nested_code(function.__code__)
    )


class RealHandsTable:
    """Hands on a table: a rank for each seat, or a number, evenly and each for itself."""

    def __init__(self, table: Table, ranks: int | float, deal: RangeDeal | None = None) -> None:
        self._table = table
        self.seats = table.seats
        self._real = ranks == INF and deal is None
        self._deal = deal
        self._held: dict[str, int] = {}
        if deal is not None:
            self._cards = dict(zip(table.seats, table.deal_hands(deal), strict=True))
            for seat, hand in self._cards.items():
                table.show(seat, hand)
                table.holds(seat, hand)
            return
        for seat in table.seats:
            if self._real:
                table.hand(seat)
                continue
            self._held[seat] = table.roll(dict.fromkeys(range(1, int(ranks) + 1), 1))
            table.show(seat, self._held[seat])
            table.holds(seat, self._held[seat])

    def ask(self, seat: str, actions: Sequence[str]) -> str:
        """Return what a seat chooses; every player observes it."""
        said = self._table.ask(seat, actions)
        for other in self._table.seats:
            if other != seat and not self._real:
                self._table.show(other, f"{seat} {said}")
        return said

    def declare(self, choices: Mapping[str, Sequence[str]]) -> dict[str, str]:
        """Return what seats choose at the same time; then every player observes it."""
        return self._table.declare(choices)

    def pay(self, payoffs: Mapping[str, Fraction | int]) -> None:
        """End the hand without a showdown."""
        self._table.pay(payoffs)

    def showdown(
        self,
        paid: Mapping[str, Fraction | int],
        among: Sequence[str],
        better: Fraction = Fraction(0),
    ) -> None:
        """End the hand: the best hand *among* these takes all that was *paid*; equals share it."""
        if self._real:
            return self._table.showdown(paid, among, better)
        if self._deal is not None:
            return self._compare_cards(paid, among)
        if len(among) == 1:  # nobody is left to compare with
            better = Fraction(0)
        odds = {IMPROVES: better.numerator, STAYS: better.denominator - better.numerator}
        held = {
            seat: (bool(better) and self._table.roll(odds) == IMPROVES, self._held[seat])
            for seat in among
        }
        best = max(held.values())
        winners = [seat for seat in among if held[seat] == best]
        share = Fraction(sum(paid.values())) / len(winners)
        self._table.pay(
            {seat: (share if seat in winners else 0) - paid[seat] for seat in self._table.seats}
        )

    def _compare_cards(self, paid: Mapping[str, Fraction | int], among: Sequence[str]) -> None:
        """End the hand: of two hands of cards the better one takes all that was paid."""
        from sabot.forms.drawn_hands import DrawnDeal

        assert self._deal is not None
        sign = 1
        if len(among) == 2:
            one, two = (self._cards[seat] for seat in among)
            if isinstance(self._deal, DrawnDeal):
                sign = self._table.compare_drawn(one, two, self._deal)
            else:
                sign = self._table.compare(one, two, by=self._deal.strength)
        winners = among if sign == 0 else among[:1] if sign > 0 else among[1:]
        share = Fraction(sum(paid.values())) / len(winners)
        self._table.pay(
            {seat: (share if seat in winners else 0) - paid[seat] for seat in self._table.seats}
        )


class _UnansweredTurn(Exception):
    """The betting has reached a turn that the recorded actions do not answer."""

    def __init__(self, seat: str, view: str, actions: tuple[str, ...]) -> None:
        self.seat, self.view, self.actions = seat, view, actions


class BettingTreeBuilder(Table):
    """A table that deals no numbers: it follows the betting into every end."""

    shows_choices = True

    def __init__(
        self, seats: Sequence[str], number: Callable[[Fraction | int], Fraction] = as_rational
    ) -> None:
        super().__init__(seats)
        self._number = number
        """What amounts are: fractions, or polynomials in a parameter that is left open."""
        self._tape: tuple[int, ...] = ()
        self._said: list[tuple[str, str]] = []
        self._views: dict[str, list[str]] = {}
        """By seat: the choices that it has seen, its own among them."""
        self._menus: dict[tuple[str, str], tuple[str, ...]] = {}
        """By seat and view: the actions that it was offered."""
        self._paths: dict[tuple[str, str], tuple[str, ...]] = {}
        """By seat and view: the choices of which the view is made."""
        self._end: FoldNode | ShowdownNode | None = None
        self._order: tuple[str, ...] = ()
        """The seats from the worst hand to the best, where rules compare hands themselves."""
        self._compared = False
        self._paid_in = ""
        """The line that paid last after a comparison."""
        self._deals = False
        self._ends = 0

    # ------------------------------------------------------------------ the verbs

    def hand(self, seat: str) -> RealHand:
        """Deal a hand that nobody knows."""
        self.step()
        self._deals = True
        self._begin_hand(seat)
        self._real_hands[seat] = RealHand(seat, self)
        return self._real_hands[seat]

    def roll(self, weights: Mapping[object, int]) -> object:  # type: ignore[override]
        """Refuse: besides the hands nothing is left to chance."""
        raise self._only_hands("roll")

    def shoe(
        self, shoe: Shoe | None = None, *, ranks: int = 13, suits: int | float = 4
    ) -> LiveShoe:
        """Refuse: besides the hands nothing is left to chance."""
        raise self._only_hands("shoe")

    def _only_hands(self, verb: str) -> RulesError:
        return RulesError(
            f"{current_line_of_rules()}: table.{verb}() beside hands that are real numbers; the "
            "hands are all that is left to chance in such a game"
        )

    def choose(self, seat: str, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        """Answer from the tape; where it ends, the turn itself is what was looked for."""
        if self._compared:
            raise RulesError(
                f"{seat} is asked after hands were compared; hands that are real numbers may be "
                "compared only where the betting is over"
            )
        if self._real_hands:
            self._require_all_hands()
        if len(self._said) == MAX_CHOICES:
            raise RulesError(
                f"one hand of the betting has more than {MAX_CHOICES} choices; does it end? "
                "Give the raises a most: add a parameter raises: int = 3, and count them down"
            )
        if len(self._said) == len(self._tape):
            path = tuple(self._views[seat])
            seen = ", ".join(path) or "-"
            if self._paths.setdefault((seat, seen), path) != path:
                raise RulesError(
                    f"{current_line_of_rules()}: {seat} is asked after two different histories "
                    f"that print the same, {seen!r}; use action names without commas"
                )
            if self._menus.setdefault((seat, seen), actions) != actions:
                raise RulesError(
                    f"{current_line_of_rules()}: {seat} may {' or '.join(actions)} here, and "
                    f"{' or '.join(self._menus[seat, seen])} elsewhere, and cannot know which: "
                    "the choices that were offered would tell a declaration"
                )
            raise _UnansweredTurn(seat, seen, actions)
        index = self._tape[len(self._said)]
        self._said.append((seat, actions[index]))
        self._let_see(seat, f"{seat} {actions[index]}")
        return index

    def _let_see(self, seat: str, text: str) -> None:
        """Note what a seat has seen."""
        self._views[seat].append(text)

    def is_higher(self, one: RealHand, other: RealHand) -> bool:
        """Return whether one hand is the higher one, in the order that is tried."""
        self._compared = True
        if len(self.seats) > MAX_COMPARED:
            raise RulesError(
                f"{current_line_of_rules()}: hands of {len(self.seats)} seats are compared one by "
                "one; write table.showdown({seat: paid, ...}, among=[...])"
            )
        order = self._order or self.seats
        return order.index(one.seat) > order.index(other.seat)

    def pay(self, payoffs: Mapping[str, object] | None = None, /, **named: object) -> None:
        """End without a showdown."""
        amounts = {**(payoffs or {}), **named}
        if self._compared:
            self._paid_in = current_line_of_rules()
        if self._number is as_rational or len(amounts) != len(self.seats):
            super().pay(payoffs, **named)
            assert self._payoffs is not None
            self._end = FoldNode(tuple(self._number(amount) for amount in self._payoffs))
            return
        self._finish(FoldNode(tuple(self._amount(amounts[seat]) for seat in self.seats)))

    def showdown(
        self,
        paid: Mapping[str, Fraction | int],
        among: Sequence[str],
        better: Fraction = Fraction(0),
    ) -> None:
        """End with a showdown, or without where only one is left."""
        if self._real_hands:
            self._require_all_hands()
        contenders = require_contenders(self.seats, paid, among)
        amounts = tuple(self._amount(paid[seat]) for seat in self.seats)
        self._require_showdown_amounts(paid, better)
        places = tuple(self.seats.index(seat) for seat in contenders)
        if len(places) > 1:
            return self._finish(ShowdownNode(places, amounts, self._amount(better)))
        none, all_paid = self._number(0), sum(amounts, self._number(0))
        won = [all_paid if seat in places else none for seat in range(len(self.seats))]
        return self._finish(FoldNode(tuple(w - a for w, a in zip(won, amounts, strict=True))))

    def _require_showdown_amounts(
        self, paid: Mapping[str, Fraction | int], better: Fraction
    ) -> None:
        """Refuse what nobody can have paid, and what is no probability, unless it is left open."""
        if self._number is not as_rational:
            return
        for seat in self.seats:
            amount = paid[seat]
            if not isinstance(amount, OpaqueAmount) and as_rational(amount) < 0:
                raise RulesError(
                    f"{current_line_of_rules()}: showdown() says that {seat} has paid {amount}; "
                    "write what each seat has put in, 0 or more"
                )
        if not isinstance(better, OpaqueAmount) and not 0 <= as_rational(better) <= 1:
            raise RulesError(
                f"{current_line_of_rules()}: a hand improves with probability {better}; write a "
                "number from 0 to 1"
            )

    def _amount(self, amount: object) -> Fraction:
        exact = amount.paid() if isinstance(amount, OpaqueAmount) else amount
        return self._number(exact)  # type: ignore[arg-type]

    def _finish(self, end: FoldNode | ShowdownNode) -> None:
        self.step()
        self._end, self._payoffs = end, (0,) * len(self.seats)

    # ------------------------------------------------------------------ the tree

    def form(self, play: Callable[[BettingTreeBuilder], object]) -> ContinuousBettingForm:
        """Return the betting tree of the rules, explored to every end."""
        self._ends, self._menus, self._paths = 0, {}, {}
        return ContinuousBettingForm(self.seats, self._node(play, ()))

    def deals_real_hands(self, play: Callable[[BettingTreeBuilder], object]) -> bool:
        """Return whether rules deal real hands before anybody chooses."""
        self._deals = False
        with suppress(_UnansweredTurn, RulesError):  # what is wrong is said when the tree is built
            self._played(play, ())
        return self._deals

    def _node(
        self, play: Callable[[BettingTreeBuilder], object], tape: tuple[int, ...]
    ) -> BettingNode:
        try:
            end = self._played(play, tape)
        except _UnansweredTurn as turn:
            after = tuple(self._node(play, (*tape, k)) for k in range(len(turn.actions)))
            return TurnNode(self.seats.index(turn.seat), turn.view, turn.actions, after)
        self._ends += 1
        if self._ends > MAX_ENDS:
            raise RulesError(f"the betting ends in more than {MAX_ENDS:,} ways; allow fewer raises")
        if not self._compared:
            return end
        by_order = {}
        for order in permutations(self.seats):
            one = self._played(play, tape, order)
            if not isinstance(one, FoldNode):
                raise RulesError("the rules compare hands, and call showdown() too; do one of them")
            by_order[order] = one.payoffs
        return self._compared_end(by_order)

    def _played(
        self,
        play: Callable[[BettingTreeBuilder], object],
        tape: tuple[int, ...],
        order: tuple[str, ...] = (),
    ) -> FoldNode | ShowdownNode:
        self._tape, self._said, self._end = tape, [], None
        self._views = {seat: [] for seat in self.seats}
        self._order, self._compared = order, False
        self.play_hand(play)  # type: ignore[arg-type]
        assert self._end is not None, "a hand that ends has been paid"
        return self._end

    def unpaid(self, play: Callable[[Table], object], came: object) -> RulesError:
        """Return the error of a hand that ends without a payment."""
        return RulesError("the rules end a hand without pay() or showdown()")

    def _compared_end(
        self, by_order: Mapping[tuple[str, ...], tuple[Fraction, ...]]
    ) -> FoldNode | ShowdownNode:
        """Return an end at which the rules compared hands: the best of some takes a pot."""
        if len(set(by_order.values())) == 1:
            return FoldNode(next(iter(by_order.values())))
        for among in self._subsets():
            paid = self._paid_among(among, by_order)
            if paid is not None:
                places = tuple(self.seats.index(seat) for seat in among)
                return ShowdownNode(places, paid, self._number(0))
        said = betting_history_key(self._said)
        raise RulesError(
            f"{self._paid_in}, after {said}: where hands are compared, the best of those who are "
            "in must take what all have paid, and the payments of all seats sum to 0; here they "
            "do not"
        )

    def _subsets(self) -> Iterator[tuple[str, ...]]:
        for size in range(2, len(self.seats) + 1):
            yield from combinations(self.seats, size)

    def _paid_among(
        self,
        among: tuple[str, ...],
        by_order: Mapping[tuple[str, ...], tuple[Fraction, ...]],
    ) -> tuple[Fraction, ...] | None:
        """Return what each seat has paid, if the best hand among some takes it all; else None."""
        lost: dict[str, Fraction] = {}
        for order, payoffs in by_order.items():
            best = max(among, key=order.index)
            for seat, amount in zip(self.seats, payoffs, strict=True):
                if seat != best and lost.setdefault(seat, -amount) != -amount:
                    return None
        paid = tuple(lost[seat] for seat in self.seats)
        pot = sum(paid[1:], paid[0])
        for order, payoffs in by_order.items():
            place = self.seats.index(max(among, key=order.index))
            if payoffs[place] != pot - paid[place]:
                return None
        return paid


def betting_of_rules(
    seats: Sequence[str], play: Callable[[Table], object]
) -> ContinuousBettingForm | None:
    """Return the betting tree of rules that deal real hands; None of any other rules."""
    if not mentions_real_hands(play):
        return None
    builder = BettingTreeBuilder(seats)
    if not is_shipped(play):
        return _betting_of_own_rules(builder, play)
    return builder.form(play) if builder.deals_real_hands(play) else None


def _betting_of_own_rules(
    builder: BettingTreeBuilder, play: Callable[[Table], object]
) -> ContinuousBettingForm | None:
    """Return the betting tree of a user's rules; they must be the same whenever they are run."""
    from sabot.game_rules.validation import (
        DETERMINISM_REMEDY,
        GlobalsGuard,
        HandTimer,
        detect_randomness,
    )

    patience, globals_ = HandTimer(), GlobalsGuard(play)
    watched = patience.timed(detect_randomness(play))
    with interrupts_as_errors(play), patience.watching():
        if not builder.deals_real_hands(watched):
            return None
        form = builder.form(watched)
        globals_.note()  # what the first run has worked out may stay
        again = builder.form(watched)
        globals_.require_unchanged()
        if again != form:
            raise RulesError(
                "the rules do not do the same when they are run again: their betting has other "
                f"actions or payments\n  {DETERMINISM_REMEDY}"
            )
    if alike := alike_names(action for turn in form.turns() for action in turn.actions):
        raise RulesError(f"the actions {alike}; rename one")
    return form


def parametric_betting_of_rules(
    seats: tuple[str, ...],
    play: Callable[..., object],
    key: str,
    kind: ParameterKind,
    values: ParameterValues,
) -> ParametricContinuousGame:
    """Return the betting of rules with an amount left open, at which they must not look."""
    from sabot.forms.parametric import ParameterDomain, ParametricContinuousGame

    if len(seats) != 2:
        raise NoMethodError(
            f"{len(seats)} seats: only with two the equations of the cuts are linear; solve it for "
            f"one {key}"
        )
    ledger = DegreeTracker(key)

    def at(spot: Fraction) -> ContinuousBettingForm:
        hand = partial(play, **{**values, key: OpaqueAmount(spot, ledger)})
        form = BettingTreeBuilder(seats).form(hand)
        if ledger.fault is not None:
            raise ledger.fault
        require_public_choices(form, key)
        return form

    def hint(spot: Fraction) -> EquilibriumHint:
        try:
            form = BettingTreeBuilder(seats).form(partial(play, **{**values, key: spot}))
        except RulesError as fault:
            raise RulesError(
                f"at {key} = {spot}: {fault}\n  prove it for a range in which the rules hold: "
                "--from, --to"
            ) from None
        return EquilibriumHint(form)

    at(Fraction(1))
    forms = {spot: at(Fraction(spot)) for spot in range(1, ledger.degree + 2)}
    low, high = (kind.low, kind.high) if isinstance(kind, Exact) else (None, None)
    domain = ParameterDomain(Fraction(0) if low is None else low, high, whole=False)
    return ParametricContinuousGame(key, interpolate_betting(forms), domain, hint)


def require_public_choices(form: ContinuousBettingForm, key: str) -> None:
    """Refuse a theorem on betting in which a choice is hidden from somebody."""
    if form.has_unobserved_choices:
        raise NoMethodError(
            "choices at the same time: a theorem covers choices that all see; solve it for one "
            f"{key}"
        )


def interpolate_betting(forms: Mapping[int, ContinuousBettingForm]) -> ContinuousBettingForm:
    """Return the betting whose amounts are polynomials, from its amounts at some values."""
    from sabot.forms.parametric import lagrange_polynomial

    spots = list(forms)

    def amounts(each: Sequence[Sequence[Fraction]]) -> tuple[Fraction, ...]:
        return tuple(lagrange_polynomial(spots, list(one)) for one in zip(*each, strict=True))

    def join(nodes: Sequence[BettingNode]) -> BettingNode:
        first = nodes[0]
        if isinstance(first, TurnNode):
            turns = [node for node in nodes if isinstance(node, TurnNode)]
            after = tuple(join(ways) for ways in zip(*(t.after for t in turns), strict=True))
            return TurnNode(first.seat, first.view, first.actions, after)
        if isinstance(first, FoldNode):
            return FoldNode(amounts([n.payoffs for n in nodes if isinstance(n, FoldNode)]))
        ends = [node for node in nodes if isinstance(node, ShowdownNode)]
        (better,) = amounts([(end.better,) for end in ends])
        return ShowdownNode(first.contenders, amounts([end.paid for end in ends]), better)

    first = next(iter(forms.values()))
    return ContinuousBettingForm(first.seats, join([form.root for form in forms.values()]))
