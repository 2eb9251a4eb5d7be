"""Tables: interpreters that rules are run against; their checked answers, a dealer, a recorder.

A rules function only ever sees the verbs of :class:`Table`: ``shoe``, ``roll``, ``show``, ``ask``,
``pay``; and two that only describe a hand to a person, ``holds`` and ``stakes``. What a player
knows is exactly what it was shown and what it chose, in order, so perfect recall holds by
construction. :class:`Dealer` plays random hands; :class:`Recorder` plays one and writes it down;
:class:`~sabot.game_rules.tree_builder.TreeBuilder` enumerates them all.

Answers of ``ask`` are strings that detect misspelt actions. ``table.ask("ann", ("bet", "check")) ==
"Bet"`` is never true: the rules would silently describe another game. So the comparison of an
answer with a text that was not offered is an error, unless the rules may offer that text elsewhere:
at another question, or with other parameters. Which texts these are is read from the constants in
the bytecode of the rules.
"""

from __future__ import annotations

import dis
import os
import sys
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from types import FrameType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from sabot.cards.shoe import (
    MAX_DEALT_HANDS,
    Shoe,
    cards_of_hands,
    count_hands,
    enumerate_hands,
)
from sabot.errors import NoVerbError, RulesError, did_you_mean, nearest_word
from sabot.exact import as_rational, format_decimal, format_fraction
from sabot.forms.extensive import MixedAction, ObservationHistory
from sabot.game_rules.bytecode import called_functions, is_shipped, nested_code, underlying_function
from sabot.game_rules.opaque_amount import OpaqueAmount
from sabot.names import alike_names

if TYPE_CHECKING:
    from sabot.forms.drawn_hands import DrawnDeal
    from sabot.forms.hand_deals import RangeDeal

_LOADS = frozenset(("LOAD_FAST", "LOAD_NAME", "LOAD_GLOBAL", "LOAD_DEREF"))
_COMPARES = frozenset(("COMPARE_OP", "CONTAINS_OP"))
_MAX_DEPTH = 4
"""How deep texts are looked for in lists of lists."""


class OfferedActions:
    """The actions that the rules at a table have offered so far, and the texts in their code."""

    def __init__(self, play: Callable[..., object] | None = None) -> None:
        self._play = play
        self._offered: set[str] = set()
        self._looked_up: set[tuple[int, int, tuple[str, ...]]] = set()

    def answers(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the answers to a question that offers *words*."""
        self._offered.update(words)
        return tuple(
            [CheckedAnswer.to(word, words, self) if type(word) is str else word for word in words]
        )

    def require_offered(self, text: str, words: Sequence[str]) -> None:
        """Refuse a comparison with a text that is not in *words* and is offered nowhere else.

        Where actions are put together by the rules, as in f"bet {n}", other parameters may offer
        it: then only a text that differs by capitals or blanks is refused.
        """
        if text in self._offered:
            return
        spoken = (
            frozenset() if self._play is None else _texts_not_compared(called_functions(self._play))
        )
        alike = any(_normalized(text) == _normalized(word) for word in words)
        if text in spoken or not (alike or spoken.issuperset(words)):
            return
        raise _not_offered("an answer is compared with", text, words)

    def require_keys_offered(self, frame: FrameType, words: tuple[str, ...]) -> None:
        """Refuse a look into a set or dictionary that holds a misspelt action.

        Python compares nothing where it finds nothing, so the line of the rules is read. A set or
        dictionary on it may belong to another look, as in ``pay[answer] if suit in RED else 0``. So
        only a text that differs from an action by capitals or blanks is refused.
        """
        place = id(frame.f_code), frame.f_lasti, words
        if place in self._looked_up:
            return
        self._looked_up.add(place)
        if frame.f_globals.get("__name__", "").startswith(__package__):
            return
        alike = {_normalized(word) for word in words}
        for texts, of_set in _containers_in_line(frame):
            for text in texts:
                if text in self._offered or _normalized(text) not in alike:
                    continue
                if not of_set:
                    raise _not_offered("an answer is looked up among keys such as", text, words)
                self.require_offered(text, words)


class CheckedAnswer(str):
    """The text of an action: a string whose comparisons with texts never offered are errors.

    >>> answer, _ = OfferedActions().answers(("bet", "check"))
    >>> answer == "bet", answer != "check", answer in ("check",), {"bet": 1}[answer], answer == None
    (True, True, False, 1, False)
    """

    __slots__ = ("_offers", "_same", "_words")
    _same: dict[str, bool]
    """Whether a text equals this one, for itself and the texts compared with it before."""
    _words: tuple[str, ...]
    _offers: OfferedActions

    @classmethod
    def to(cls, word: str, words: tuple[str, ...], offers: OfferedActions) -> CheckedAnswer:
        """Return the answer *word* to a question that offers *words*."""
        answer = cls(word)
        answer._same = {word: True}
        answer._words = words
        answer._offers = offers
        return answer

    def __eq__(self, other: object) -> bool:
        if type(other) is str:
            try:
                return self._same[other]
            except KeyError:
                return self._equals(other)
        return self._equals(other) if isinstance(other, str) else self._is_number(other)

    def __ne__(self, other: object) -> bool:
        return not self.__eq__(other)

    def __hash__(self) -> int:
        self._offers.require_keys_offered(sys._getframe(1), self._words)
        return str.__hash__(self)

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)

    def _equals(self, other: str) -> bool:
        """Return whether a string that *_same* does not decide is this text.

        It is if it is an instance of a subclass of str with the same text. A different text that is
        not an answer must be one that may be offered.
        """
        if str.__eq__(self, other):
            return True
        if not isinstance(other, CheckedAnswer):
            text = str.__str__(other)
            self._offers.require_offered(text, self._words)
            self._same[text] = False
        return False

    def _is_number(self, other: object) -> bool:
        """Return False: no text is a number. Refuse a number that was offered as a text."""
        if type(other) is int and str(other) in self._words:
            raise RulesError(
                f"{current_line_of_rules()}: an answer is compared with the number {other}; "
                f"answers are texts: write {str(other)!r}, or int(answer)"
            )
        return False


def strip_answers(item: Any) -> Any:
    """Return an item with every answer in it replaced by a plain string, in tuples too."""
    kind = type(item)
    if kind is tuple:
        for part in item:
            if type(part) is CheckedAnswer or type(part) is tuple:
                return tuple([strip_answers(one) for one in item])
        return item
    return str(item) if kind is CheckedAnswer else item


def current_line_of_rules() -> str:
    """Return file and line of the rules that called into this package."""
    frame, own = sys._getframe(1), (__package__, as_rational.__module__)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(own):
        frame = frame.f_back
    return f"{os.path.basename(frame.f_code.co_filename)}, line {frame.f_lineno}"


def _not_offered(what: str, text: str, words: Sequence[str]) -> RulesError:
    near = nearest_word(text.casefold(), words)
    hint = "" if near is None else f"\n  did you mean {near!r}?"
    return RulesError(
        f"{current_line_of_rules()}: {what} {text[:60]!r}, which is not "
        f"offered; offered: {', '.join(words)}{hint}"
    )


def _containers_in_line(frame: FrameType) -> Iterator[tuple[list[str], bool]]:
    """Yield the texts in each set and dictionary of the line that runs, and whether it is a set."""
    steps = [
        step
        for step in dis.get_instructions(frame.f_code)
        if step.positions is not None and step.positions.lineno == frame.f_lineno
    ]
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        next_name = "" if after is None else after.opname
        thing: object = None
        if step.opname == "LOAD_CONST" and next_name == "CONTAINS_OP":
            thing = step.argval
        elif step.opname == "LOAD_CONST" and next_name == "BUILD_CONST_KEY_MAP":
            thing = dict.fromkeys(step.argval)
        elif step.opname in _LOADS:
            thing = frame.f_locals.get(step.argval, frame.f_globals.get(step.argval))
        if isinstance(thing, dict | set | frozenset):
            texts = sorted(str.__str__(key) for key in thing if isinstance(key, str))
            yield texts, not isinstance(thing, dict)


def _normalized(text: str) -> str:
    """Return a text in lower case and without blanks."""
    return "".join(text.split()).casefold()


@lru_cache(maxsize=64)
def _texts_not_compared(functions: tuple[FunctionType, ...]) -> frozenset[str]:
    """Return the texts that the code of rules uses other than in comparisons.

    They are its constants, and those in its defaults, closures and globals. They may be offered; a
    text that occurs in comparisons only is never offered.
    """
    found: set[str] = set()
    for function in functions:
        found.update(_texts_within((function.__defaults__, function.__kwdefaults__)))
        for cell in function.__closure__ or ():
            try:
                found.update(_texts_within(cell.cell_contents))
            except ValueError:  # not filled yet
                continue
        for code in nested_code(function.__code__):
            steps = [*dis.get_instructions(code)]
            for place, step in enumerate(steps):
                if _is_compared_next(steps[place + 1 : place + 3]):
                    continue
                if step.opcode in dis.hasconst:
                    found.update(_texts_within(step.argval))
                elif step.opname == "LOAD_GLOBAL":
                    found.update(_texts_within(function.__globals__.get(step.argval)))
    return frozenset(found)


def _is_compared_next(after: Sequence[dis.Instruction]) -> bool:
    """Return whether what was loaded is compared next, as in ``x == "a"`` or ``"a" == x``."""
    names = [step.opname for step in after]
    return names[:1] != [] and (
        names[0] in _COMPARES or (names[0] in _LOADS and names[1:] == ["COMPARE_OP"])
    )


def _texts_within(thing: object, depth: int = 0) -> Iterator[str]:
    """Yield the texts in a thing, and in lists, sets and dictionaries of such things."""
    if isinstance(thing, str):
        yield str.__str__(thing)
    elif isinstance(thing, tuple | list | set | frozenset | dict) and depth < _MAX_DEPTH:
        for part in [*thing, *(thing.values() if isinstance(thing, dict) else ())]:
            yield from _texts_within(part, depth + 1)


MAX_REAL_HANDS = 7
"""Seats that may have hands which are real numbers."""
IMPROVES, STAYS = "improves", "stays"
"""How a hand may change before the showdown."""


class RealHand:
    """A number from [0, 1] that one seat holds: rules may compare it with another seat's."""

    __slots__ = ("seat", "table")

    def __init__(self, seat: str, table: Table) -> None:
        self.seat, self.table = seat, table

    @property
    def number(self) -> Fraction:
        """Refuse: rules do not know the number."""
        raise self._refusal("read its number")

    def _above(self, other: object) -> bool:
        if not isinstance(other, RealHand):
            raise RulesError(
                f"{current_line_of_rules()}: the hand of {self.seat} is compared with "
                f"{other!r:.40}; a hand is compared with the hand of another seat only"
            )
        if other.seat == self.seat:
            raise RulesError(
                f"{current_line_of_rules()}: the hand of {self.seat} is compared with itself"
            )
        return self.table.is_higher(self, other)

    def __gt__(self, other: object) -> bool:
        return self._above(other)

    def __ge__(self, other: object) -> bool:
        return self._above(other)  # two hands are equal with probability 0

    def __lt__(self, other: object) -> bool:
        return not self._above(other)

    def __le__(self, other: object) -> bool:
        return not self._above(other)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return 0  # the same for all hands: rules that pay the hash learn nothing

    def __repr__(self) -> str:
        raise self._refusal("print it")

    def _refusal(self, what: str) -> RulesError:
        return RulesError(
            f"{current_line_of_rules()}: the rules look at the hand of {self.seat} itself: they "
            f"{what}; hands that are real numbers may only be compared with each other, where the "
            "betting is over"
        )


def _refusing_operator(what: str) -> Callable[..., object]:
    """Return a method that refuses what rules try with a hand."""

    def method(self: RealHand, *_: object) -> object:
        raise self._refusal(what)

    return method


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    for _side in ("", "r"):
        setattr(RealHand, f"__{_side}{_name}__", _refusing_operator("calculate with it"))
for _name in ("neg", "pos", "abs", "round", "float", "int", "trunc", "floor", "ceil", "index"):
    setattr(RealHand, f"__{_name}__", _refusing_operator("calculate with it"))
for _name in ("str", "format"):
    setattr(RealHand, f"__{_name}__", _refusing_operator("print it"))
RealHand.__bool__ = _refusing_operator("ask whether it is 0")  # type: ignore[attr-defined]


def require_own_hand(seat: str, item: object) -> None:
    """Refuse to show a seat the hand of another one, also inside a tuple, list, set or dict.

    Objects of other classes could hold a hand, too: only text, numbers and hands are shown.
    """
    if isinstance(item, RealHand):
        if item.seat != seat:
            raise RulesError(
                f"{current_line_of_rules()}: {seat} is shown the hand of {item.seat}; "
                "hands that are real numbers are seen by their own seat only"
            )
    elif isinstance(item, Mapping):
        require_own_hand(seat, (*item.keys(), *item.values()))
    elif isinstance(item, (tuple, list, set, frozenset)):
        for part in item:
            require_own_hand(seat, part)
    elif not isinstance(item, (str, int, float, Fraction, OpaqueAmount, type(None))):
        raise RulesError(
            f"{current_line_of_rules()}: {seat} is shown a {type(item).__name__}; beside hands "
            "that are real numbers show text, numbers and the seat's own hand only"
        )


def require_contenders(
    seats: Sequence[str], paid: Mapping[str, object], among: Sequence[str]
) -> tuple[str, ...]:
    """Return the seats that a showdown is among; it must say what every seat has paid."""
    for seat in (*paid, *among):
        if seat not in seats:
            raise unknown_seat_error(seat, seats)
    missing = [seat for seat in seats if seat not in paid]
    if missing:
        raise RulesError(
            f"showdown() says not what {', '.join(missing)} has paid; write 0 for none"
        )
    if not among or len(set(among)) != len(among):
        raise RulesError(f"showdown() is among different seats, got {list(among)!r}")
    return tuple(among)


T = TypeVar("T")
NOT_GIVEN: Final = object()
REAL_NUMBER_STEPS = 10**6
"""Into how many hands [0, 1] is divided where a real number is dealt to a person."""
HANDS_WITH_CHECKED_ANSWERS = 500
"""So many random hands are watched for answers that are compared with what was not offered."""


class LiveShoe:
    """A shoe on the table: drawing from it changes it."""

    __slots__ = ("_cards", "_counts", "_endless", "_kinds", "_left", "_table")

    def __init__(self, table: Table, shoe: Shoe) -> None:
        self._table = table
        self._cards = shoe.cards
        self._counts = list(shoe.counts)
        self._left = shoe.total
        self._kinds = shoe.kinds
        self._endless = shoe.endless

    def draw(self) -> Any:
        """Take the next card, unseen by all until the rules show it."""
        table = self._table
        table.step()
        if not self._left:
            raise RulesError("the rules draw from an empty shoe")
        live = [spot for spot, count in enumerate(self._counts) if count]
        labels = [self._cards[spot] for spot in live]
        weights = [self._counts[spot] for spot in live]
        return self.taken(live[table.pick(labels, weights, self._left, live)])

    def deal(self, count: int) -> tuple[Any, ...]:
        """Take *count* cards at once, in the shoe's order: one branch for each hand of cards.

        Their order is not observed: a hand has the weight
        of all its orders together.
        """
        table = self._table
        table.step()
        if type(count) is not int or count < 0:
            raise RulesError(f"deal() needs a number of cards, got {count!r}")
        if count > self._left and not self._endless:
            raise RulesError(f"the rules deal {count} cards from a shoe of {self._left}")
        spots = table.dealt(tuple(self._counts), count, self._endless, self._cards)
        return tuple([self.taken(spot) for spot in spots])

    def taken(self, spot: int) -> Hashable:
        """Take the card that lies at *spot*."""
        if not self._endless:
            counts = self._counts
            counts[spot] -= 1
            self._left -= 1
            if not counts[spot]:
                self._kinds -= 1
        return self._cards[spot]

    def __len__(self) -> int:
        return self._left


_SHOE_VERBS = {"draw": (), "deal": ("cards", "hand", "take")}
_TABLE_VERBS = {
    "ask": ("choose", "choice", "decide", "prompt"),
    "pay": ("payoff", "win", "end", "payout"),
    "show": ("reveal", "see", "sees", "look", "tell"),
    "announce": ("say",),
    "declare": ("together", "simultaneous", "bid"),
    "shoe": ("deck", "cards", "pack", "shuffle", "deal", "draw"),
    "compare": ("showdown", "beats"),
    "roll": ("chance", "random", "toss", "flip", "dice", "die"),
    "holds": (),
    "stakes": ("bet", "ante", "pot"),
    "hand": ("number", "real"),
    "deal_hands": ("ranges", "hands"),
    "showdown": ("compare",),
}
"""The verbs of rules, each with words that people try in its place."""


def unknown_verb_error(fault: AttributeError) -> NoVerbError | None:
    """Return the error of rules that use a verb that a table or a shoe does not have.

    None of any other fault. A ``__getattr__`` would make every attribute of a table slower.
    """
    if not isinstance(fault.obj, Table | LiveShoe) or not isinstance(fault.name, str):
        return None
    step = fault.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    if step is None or step.tb_frame.f_globals.get("__name__", "").startswith("sabot."):
        return None
    thing, verbs = (
        ("table", _TABLE_VERBS) if isinstance(fault.obj, Table) else ("shoe", _SHOE_VERBS)
    )
    name = fault.name
    meant = next((verb for verb, others in verbs.items() if name.casefold() in others), None)
    hint = did_you_mean(name.casefold(), verbs) if meant is None else f"did you mean {meant!r}? "
    place = f"{os.path.basename(step.tb_frame.f_code.co_filename)}, line {step.tb_lineno}"
    return NoVerbError(
        f"{place}: a {thing} has no {name!r}; {hint}it has: {', '.join(verbs)}", name=name
    )


class Table:
    """The verbs of rules. Subclasses decide what chance and the seats do."""

    longest = 10_000
    """Verbs in one hand; rules that want more are taken for endless."""
    shows_choices: ClassVar[bool] = False
    """Whether all see every choice, also where the rules deal no real hands."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.seats = tuple(seats)
        self._seen: dict[str, ObservationHistory] = {}
        self._payoffs: tuple[Fraction | int, ...] | None = None
        self._steps = 0
        self._real_hands: dict[str, RealHand] = {}
        self._real_numbers: dict[str, Fraction] = {}
        self._has_asked = False
        self._declaring = False
        self._asked: dict[tuple[str, ...], tuple[tuple[str, ...], tuple[str, ...]]] = {}
        """Lists of actions that were found to be in order: as texts, and as answers."""
        self._offers: OfferedActions | None = None
        """What the rules offer; None of rules that ship, whose answers are plain texts."""
        self._playing: Callable[[Table], object] | None = None
        self.uneven = ""
        """Where two seats were first paid what does not sum to 0."""

    # ------------------------------------------------------------------ the verbs

    def shoe(
        self, shoe: Shoe | None = None, *, ranks: int = 13, suits: int | float = 4
    ) -> LiveShoe:
        """Put a shoe on the table: one that is given, or *suits* cards of each of *ranks*."""
        self.step()
        return LiveShoe(self, ranked_shoe(ranks, suits) if shoe is None else given_shoe(shoe))

    def roll(self, weights: Mapping[T, int]) -> T:
        """Let chance choose one of the keys, in proportion to their whole-number weights.

        A weight may be 0, and its key never comes up; not all of them may.
        """
        self.step()
        live = {
            strip_answers(label): weight
            for label, weight in require_weights(weights).items()
            if weight
        }
        if not live or not all(isinstance(w, int) and w > 0 for w in live.values()):
            raise RulesError(
                "roll() needs whole weights, none below 0 and not all 0, as in "
                f"{{'heads': 1, 'tails': 1}}, got {dict(weights)!r}"
            )
        labels: list[T] = list(live)
        return labels[self.pick(labels, list(live.values()), sum(live.values()))]

    def number(self) -> Fraction:
        """Let chance choose a number from [0, 1], evenly: only who plays single hands can."""
        raise RulesError(
            "this needs a game with finitely many deals, and hands that are real numbers are "
            "not; sabot solve takes them, if all are dealt with table.hand() before anybody "
            "chooses; else deal cards, or give a number of ranks"
        )

    def hand(self, seat: str) -> RealHand:
        """Deal *seat* a number from [0, 1], evenly and apart from all others, that it alone sees.

        Once hands are dealt, every choice is seen by all (of :meth:`declare`, after the last one).
        Rules may compare two hands where the betting is over, and do nothing else with them.
        """
        self._begin_hand(seat)
        number = self.number()
        shown = format_decimal(number)
        self._let_see(seat, shown)
        self.holds(seat, shown)
        self._real_hands[seat] = RealHand(seat, self)
        self._real_numbers[seat] = number
        return self._real_hands[seat]

    def _let_see(self, seat: str, text: str) -> None:
        """Show a seat its hand, or what another one has done."""
        hands, self._real_hands = self._real_hands, {}
        self.show(seat, text)
        self._real_hands = hands

    def _begin_hand(self, seat: str) -> None:
        """Demand that a seat may be dealt a hand now."""
        if self._known(seat) in self._real_hands:
            raise RulesError(f"{seat} is dealt two hands; table.hand() deals one to each seat")
        if self._has_asked:
            raise RulesError(
                f"{seat} is dealt a hand after somebody has chosen; deal all hands first"
            )
        if len(self.seats) > MAX_REAL_HANDS:
            raise RulesError(
                f"{len(self.seats)} seats have real hands; {MAX_REAL_HANDS} at most can"
            )

    def showdown(
        self,
        paid: Mapping[str, Fraction | int],
        among: Sequence[str],
        better: Fraction = Fraction(0),
    ) -> None:
        """End the betting: the best hand *among* these seats takes all that was *paid*.

        Before they are compared each of these hands improves with chance *better*: one that has
        beats every one that has not.
        """
        self._require_all_hands()
        contenders = require_contenders(self.seats, paid, among)
        odds = {IMPROVES: better.numerator, STAYS: better.denominator - better.numerator}
        compared = bool(better) and len(contenders) > 1
        held = {
            seat: (compared and self.roll(odds) == IMPROVES, self._real_hands[seat])
            for seat in contenders
        }
        best = max(contenders, key=lambda seat: held[seat])
        won = sum(paid.values(), Fraction(0))
        self.pay({seat: (won if seat == best else 0) - paid[seat] for seat in self.seats})

    def _require_all_hands(self) -> None:
        """Demand that every seat holds a hand."""
        without = [seat for seat in self.seats if seat not in self._real_hands]
        if without:
            raise RulesError(
                f"{', '.join(without)}: no hand to compare; deal one to every seat first: "
                f'table.hand("{without[0]}")'
            )

    def is_higher(self, one: RealHand, other: RealHand) -> bool:
        """Return whether one hand is the higher one."""
        return self._real_numbers[one.seat] > self._real_numbers[other.seat]

    def show(self, seat: str, *items: Hashable) -> None:
        """Let *seat* see *items*; nobody else learns them."""
        self.step()
        if self._real_hands:
            for item in items:
                require_own_hand(seat, item)
            return  # all see every choice, and there is nothing else to be seen
        if self._offers is not None:
            items = strip_answers(items)
        self._seen[seat] = self._seen.get(self._known(seat), ()) + items

    def announce(self, *items: Hashable) -> None:
        """Let every seat see *items*."""
        for seat in self.seats:
            self.show(seat, *items)

    def holds(self, seat: str, *cards: Hashable) -> None:
        """Say which cards lie before *seat*; only the description of a hand depends on it.

        No player observes anything by it. A person at the table sees at the end of the hand who
        held what, and sees their own cards as such.
        """

    def stakes(self, amounts: Mapping[str, object] | None = None, /, **named: object) -> None:
        """Say what seats have put in by now, for all to see; as above, the game is the same."""

    def deal_hands(self, deal: RangeDeal) -> tuple[str, str]:
        """Deal each of two players a hand, as texts; they are unseen until the rules show them.

        ``compare(one, two, by=deal.strength)`` compares them.
        """
        self.step()
        return deal.pair(self.pick)

    def compare(self, one: object, two: object, by: Callable[..., object] | None = None) -> int:
        """Return 1 where hand *one* is stronger than *two*, -1 where it is weaker, 0 if equal.

        *by* gives the strength of a hand: a whole number, a fraction, a text or a tuple of these.
        """
        self.step()
        left, right = (one, two) if by is None else (by(one), by(two))
        for hand, strength in ((one, left), (two, right)):
            if by is not None and not isinstance(strength, int | Fraction | str | tuple):
                raise RulesError(
                    f"compare(by=...) gives {strength!r:.40} for {hand!s:.40}, which has no order; "
                    "it must give a whole number, a fraction, a text or a tuple of these"
                )
        try:
            return int(bool(left > right)) - int(bool(left < right))  # type: ignore[operator]
        except TypeError:
            raise RulesError(
                f"compare() finds no order between {left!r:.40} and {right!r:.40}; give "
                "by=strength, a function of one hand that returns a whole number"
            ) from None

    def compare_drawn(self, one: str, two: str, deal: DrawnDeal) -> int:
        """Let both players of a deal draw by its rule, and compare what they end with."""
        self.step()
        left, right = deal.draw(one, two, self.pick)
        return int(left > right) - int(left < right)

    def ask(self, seat: str, actions: Sequence[str], sees: Hashable = NOT_GIVEN) -> str:
        """Return what *seat* chooses among *actions*, after it saw *sees* (if given)."""
        self.step()
        self._has_asked = True
        view = self._seen.get(self._known(seat), ())
        if sees is not NOT_GIVEN and self._real_hands:
            require_own_hand(seat, sees)
        elif sees is not NOT_GIVEN:
            view = (*view, strip_answers(sees))
        words, answers = self._choices(seat, actions)
        try:
            hash(view)
        except TypeError:
            raise mutable_observation_error(seat, view) from None
        index = self.choose(seat, view, words)
        self._seen[seat] = (*view, words[index])
        if (self._real_hands or self.shows_choices) and not self._declaring:
            self._let_others_see(seat, words[index])
        return answers[index]

    def declare(
        self, choices: Mapping[str, Sequence[str]] | None = None, /, **named: Sequence[str]
    ) -> dict[str, str]:
        """Let several seats choose at the same time; return what each has chosen.

        Nobody sees what another one declares before all have; then all do.
        """
        if choices is not None and not isinstance(choices, Mapping):
            raise RulesError(
                f"declare() needs the actions of each seat, got {choices!r:.40}: write "
                f"declare({{{self.seats[0]!r}: ('low', 'high'), ...}})"
            )
        asked = {**(choices or {}), **named}
        if len(asked) < 2:
            raise RulesError(
                "declare() lets two seats or more choose at the same time: write "
                "declare(ann=('low', 'high'), bob=('low', 'high')); for one seat write ask()"
            )
        for seat, actions in asked.items():
            if isinstance(actions, str):
                raise RulesError(
                    f"declare() needs a list of actions for {seat}, got {actions!r:.40}: write "
                    f"declare({seat}=('low', 'high'), ...)"
                )
        self._declaring = True
        try:
            said = {seat: self.ask(seat, actions) for seat, actions in asked.items()}
        finally:
            self._declaring = False
        for seat, word in said.items():
            self._let_others_see(seat, str(word))
        return said

    def _let_others_see(self, seat: str, action: str) -> None:
        """Let every other seat see what one has chosen."""
        for other in self.seats:
            if other != seat:
                self._let_see(other, f"{seat} {action}")

    def pay(self, payoffs: Mapping[str, object] | None = None, /, **named: object) -> None:
        """End the hand. With two seats, naming one is enough: the other pays."""
        if payoffs is not None and not isinstance(payoffs, Mapping):
            raise RulesError(
                f"pay() needs the seat that is paid: write pay({self.seats[0]}={payoffs!r:.40})"
            )
        short = named if payoffs is None else {} if named else payoffs
        if len(short) == 1 and len(self.seats) == 2 and self._payoffs is None:
            ((seat, amount),) = short.items()
            if type(amount) is int and seat in self.seats:  # nearly every hand ends like this
                first = seat == self.seats[0]
                self._payoffs = (amount, -amount) if first else (-amount, amount)
                return
        amounts = {**(payoffs or {}), **named}
        for seat in amounts:
            self._known(seat)
        missing = [seat for seat in self.seats if seat not in amounts]
        exact = {s: a if isinstance(a, int) else _payoff_amount(a) for s, a in amounts.items()}
        if len(self.seats) == 2 and len(missing) == 1:
            (given,) = exact.values()
            exact[missing[0]] = -given
        elif missing:
            raise RulesError(
                f"pay() names no amount for {', '.join(missing)}; name every seat "
                "(of two seats one is enough)"
            )
        if self._payoffs is not None:
            raise RulesError(
                "the rules pay twice in one hand; did you forget `return`? "
                "write return table.pay(...) where a hand ends early"
            )
        self._payoffs = tuple(exact[seat] for seat in self.seats)
        if len(self.seats) == 2 and not self.uneven and sum(self._payoffs, 0):
            self.uneven = current_line_of_rules()

    # ------------------------------------------------------------------ what tables decide

    def pick(
        self,
        labels: Sequence[Hashable],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Return the index of chance's outcome; *spots* say where in the shoe the outcomes lie."""
        raise NotImplementedError

    def choose(self, seat: str, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        """Return the index of the action that *seat* takes on what it knows."""
        raise NotImplementedError

    def dealt(
        self, counts: tuple[int, ...], count: int, endless: bool, cards: tuple[Hashable, ...]
    ) -> tuple[int, ...]:
        """Return the spots of a hand of *count* cards from a shoe that holds so many of each."""
        spots, weights, total = enumerate_hands(counts, count, endless)
        return spots[
            self.pick(cards_of_hands(cards, spots, tuple(map(type, cards))), weights, total)
        ]

    # ------------------------------------------------------------------ one hand

    def play_hand(self, play: Callable[[Table], object]) -> tuple[Fraction | int, ...]:
        """Play one hand and return the payoffs, one per seat."""
        self._seen = {}
        self._payoffs = None
        self._steps = 0
        self._real_hands, self._real_numbers = {}, {}
        self._has_asked = False
        if play is not self._playing:
            self._begin(play)
        try:
            came = play(self)
        except AttributeError as fault:
            unknown = unknown_verb_error(fault)
            if unknown is None:
                raise
            raise unknown from None
        if self._payoffs is None:
            raise self.unpaid(play, came)
        return self._payoffs

    def _begin(self, play: Callable[[Table], object]) -> None:
        """Note which rules are run; the same function in another wrapper counts as the same."""
        before, self._playing = self._playing, play
        if before is None or underlying_function(before)[0] is not underlying_function(play)[0]:
            self._asked = {}
            self._offers = None if is_shipped(play) else OfferedActions(play)

    def unpaid(self, play: Callable[[Table], object], came: object) -> RulesError:
        """Return the error of a hand that ends with *came* and no payment."""
        instead = "" if came is None else f"; they return {came!r:.40}: write return table.pay(...)"
        return RulesError(f"the rules end a hand without pay(){self.where()}{instead}")

    def where(self) -> str:
        """Return where in the game a hand is, in words, if this table knows."""
        return ""

    def step(self) -> None:
        """Count one verb of the hand, so that rules that never end are recognized."""
        if self._payoffs is not None:
            raise RulesError(
                "the rules go on after pay(), which ends a hand; did you forget `return`? "
                "write return table.pay(...) where a hand ends early"
            )
        self._steps += 1
        if self._steps > self.longest:
            raise RulesError(
                f"one hand takes more than {self.longest:,} draws, rolls, showings and questions; "
                "does every path of the rules end with pay()? A game that can repeat for ever "
                "needs a last turn: add a parameter turns: int = 20, and pay after so many"
            )

    def _choices(
        self, seat: str, actions: Sequence[str]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return a list of actions that is in order, and its answers; it is looked at once."""
        words = actions if type(actions) is tuple else tuple(actions)
        try:
            known = None if isinstance(actions, str) else self._asked.get(words)
        except TypeError:  # one of them is a list: refused below
            known = None
        if known is not None:
            return known
        words = strip_answers(words)
        if isinstance(actions, str) or not all(isinstance(word, str) for word in words):
            raise RulesError(
                f"ask({seat!r}) needs a list of texts to choose from, got {actions!r}; write "
                f"ask({seat!r}, ('bet', 'check')), ('bet',) for one, ('1', '2') for numbers"
            )
        if len(set(words)) != len(words) or not words:
            raise RulesError(f"ask({seat!r}) needs different actions, got {words!r}")
        if alike := alike_names(words):
            raise RulesError(f"ask({seat!r}): the actions {alike}; rename one")
        known = words, words if self._offers is None else self._offers.answers(words)
        self._asked[words] = known
        return known

    def _known(self, seat: str) -> str:
        if seat not in self.seats:
            raise unknown_seat_error(seat, self.seats)
        return seat


def unknown_seat_error(seat: object, seats: Sequence[str]) -> RulesError:
    """Return the error of a seat that a game does not have."""
    known = ", ".join(seats)
    if not isinstance(seat, str):
        return RulesError(f"{seat!r:.60} is not a seat; name the seat first: {known}")
    hint = did_you_mean(seat.casefold(), seats)
    return RulesError(f"no seat {seat!r} at this table; {hint}the seats are: {known}")


def given_shoe(shoe: object) -> Shoe:
    """Return the shoe that rules put on the table."""
    if isinstance(shoe, Shoe):
        return shoe
    raise RulesError(
        f"shoe() needs a sabot.Shoe, got {shoe!r:.60}; write table.shoe(ranks=13, suits=4), or "
        'sabot.Shoe(("J", "Q", "K"), (1, 1, 1)) for cards and their counts'
    )


@lru_cache(maxsize=64)
def ranked_shoe(ranks: int, suits: int | float) -> Shoe:
    """Return a pack; the same rules put the same one on the table in every hand."""
    return Shoe.ranks(ranks=ranks, suits=suits)


def require_weights(weights: Mapping[T, int]) -> Mapping[T, int]:
    """Return the weights of a roll, which are those of something."""
    if type(weights) is dict or isinstance(weights, Mapping):
        return weights
    raise RulesError(
        f"roll() needs a weight for each outcome, as in {{'heads': 1, 'tails': 1}}, got "
        f"{weights!r:.60}; where all are alike, write dict.fromkeys(outcomes, 1)"
    )


def _payoff_amount(amount: object) -> Fraction:
    """Return what is paid; a number that nobody may look at says itself what it is then."""
    from sabot.game_rules.opaque_amount import OpaqueAmount

    return amount.paid() if isinstance(amount, OpaqueAmount) else as_rational(amount)


def mutable_observation_error(seat: str, view: ObservationHistory) -> RulesError:
    """Return the error of a seat that is shown what may change."""
    return RulesError(
        f"{seat} is shown {view!r}, which can change later; show a tuple instead of a list"
    )


def infoset_key(view: ObservationHistory) -> str:
    """Return the short text of what a seat knows.

    >>> infoset_key(((0, 6), None)), infoset_key((7,)), infoset_key(("J", "pass", "bet"))
    ('(0,6),-', '7', 'J,pass,bet')
    >>> infoset_key(())
    '-'
    """
    if not view:
        return "-"
    return ",".join(
        [
            item if type(item) is str else str(item) if type(item) is int else _item_text(item)
            for item in view
        ]
    )


def _item_text(item: Hashable) -> str:
    if isinstance(item, int):
        return str(item)
    if item is None:
        return "-"
    if isinstance(item, tuple):
        return "(" + ",".join(map(_item_text, item)) + ")"
    if isinstance(item, MethodType | FunctionType):
        name = item.__name__
        raise RulesError(f"a seat is shown {name!r}, a function; write {name}() with its brackets")
    return format_fraction(item) if isinstance(item, Fraction) else str(item)


class Dealer(Table):
    """Plays random hands, seeded, each seat by its strategy (or evenly, where none is given)."""

    def __init__(
        self,
        seats: Sequence[str],
        strategies: Mapping[str, Mapping[str, MixedAction]] | None = None,
        *,
        seed: int = 0,
    ) -> None:
        super().__init__(seats)
        from random import Random

        self.random = Random(seed)
        self._strategies = strategies or {}
        for seat in self._strategies:
            self._known(seat)
        self._ladders: dict[
            tuple[str, ObservationHistory, tuple[type, ...]], tuple[list[int], int]
        ] = {}
        self._dealt = 0

    def play_hand(self, play: Callable[[Table], object]) -> tuple[Fraction | int, ...]:
        """Play one hand; after the first ones answers are plain texts, which are faster."""
        self._dealt += 1
        if self._dealt == HANDS_WITH_CHECKED_ANSWERS and self._offers is not None:
            self._offers, self._asked = None, {}
        return super().play_hand(play)

    def pick(
        self,
        labels: Sequence[Hashable],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Draw by integer weights: no float comes near."""
        return bisect_right(list(accumulate(weights)), self.random.randrange(total))

    def dealt(
        self, counts: tuple[int, ...], count: int, endless: bool, cards: tuple[Hashable, ...]
    ) -> tuple[int, ...]:
        """Draw a hand at once; card by card where there are too many hands to choose from."""
        if count_hands(counts, count, endless) <= MAX_DEALT_HANDS:
            return super().dealt(counts, count, endless, cards)
        left, spots = list(counts), []
        for _ in range(count):
            live = [spot for spot, held in enumerate(left) if held]
            weights = [left[spot] for spot in live]
            spot = live[self.pick([cards[one] for one in live], weights, sum(weights), live)]
            spots.append(spot)
            left[spot] -= not endless
        return tuple(sorted(spots))

    def number(self) -> Fraction:
        """Draw a number of six digits: the middle of one of a million equal intervals."""
        self.step()
        return Fraction(2 * self.random.randrange(REAL_NUMBER_STEPS) + 1, 2 * REAL_NUMBER_STEPS)

    def choose(self, seat: str, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        """Draw the action from the seat's mix."""
        steps, total = self.ladder(seat, view, actions)
        return bisect_right(steps, self.random.randrange(total))

    def ladder(
        self, seat: str, view: ObservationHistory, actions: tuple[str, ...]
    ) -> tuple[list[int], int]:
        """Return the sums of the actions' whole-number weights, and the last of them."""
        key = seat, view, tuple(map(type, view))  # 1, True and 1.0 are equal and print otherwise
        ladder = self._ladders.get(key)
        if ladder is None:
            ladder = self._ladders[key] = self._ladder(seat, view, actions)
        return ladder

    def _mix(self, seat: str, view: ObservationHistory) -> MixedAction | None:
        """Return how a seat plays at a view; None: evenly."""
        if seat not in self._strategies:
            return None
        table = self._strategies[seat]
        mix = table.get(infoset_key(view))
        if mix is None and any(type(item) is tuple for item in view):
            from sabot.game_rules.hand_strengths import view_by_class  # imports numpy

            mix = table.get(infoset_key(view_by_class(view)))
        if mix is None:
            raise RulesError(f"{seat}'s strategy has no answer at {infoset_key(view)}")
        return mix

    def _ladder(
        self, seat: str, view: ObservationHistory, actions: tuple[str, ...]
    ) -> tuple[list[int], int]:
        mix = self._mix(seat, view)
        if mix is None:
            return list(range(1, len(actions) + 1)), len(actions)
        chances = [mix.get(action, Fraction(0)) for action in actions]
        if sum(chances) != 1:
            raise RulesError(
                f"{seat}'s mix at {infoset_key(view)} adds to {format_fraction(sum(chances))}"
            )
        if min(chances) < 0:
            raise RulesError(f"{seat}'s mix at {infoset_key(view)} has a negative chance")
        below = 1
        for chance in chances:
            below = below * chance.denominator
        return list(accumulate(int(chance * below) for chance in chances)), below


class Recorder(Dealer):
    """Plays one hand like the Dealer and writes every step down.

    The text pins the rules: a test plays the same seed again and compares.
    """

    def __init__(self, seats: Sequence[str], *, seed: int = 0) -> None:
        super().__init__(seats, seed=seed)
        self.lines: list[str] = []

    def pick(
        self,
        labels: Sequence[Hashable],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Note the card and its chance."""
        index = super().pick(labels, weights, total)
        odds = format_fraction(Fraction(weights[index], total))
        self.lines.append(f"chance {_item_text(labels[index])} ({odds})")
        return index

    def choose(self, seat: str, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        """Note what the seat knows, may do and does."""
        index = super().choose(seat, view, actions)
        self.lines.append(f"view   {seat}: {infoset_key(view)}")
        self.lines.append(f"may    {seat}: {' | '.join(actions)}")
        self.lines.append(f"does   {seat}: {actions[index]}")
        return index

    def play_hand(self, play: Callable[[Table], object]) -> tuple[Fraction | int, ...]:
        """Play one hand and add its text to ``lines``."""
        payoffs = super().play_hand(play)
        paid = ", ".join(
            f"{seat} {format_fraction(Fraction(p))}"
            for seat, p in zip(self.seats, payoffs, strict=True)
        )
        self.lines.append(f"pays   {paid}")
        return payoffs
