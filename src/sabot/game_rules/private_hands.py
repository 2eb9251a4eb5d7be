"""Recognize rules with private hands: a public betting tree, and one hand per player.

A hand is one card, drawn or rolled, or several that ``shoe.deal`` gives. The rules are run with
cards that nobody may look at. A comparison of the two hands has three outcomes at most (weaker,
equal, stronger), whatever the pack is, so the runs are as many as the ends of the betting and not
as the deals. What the form cannot express ends the recognition: a look at one hand alone, a card
that the other player sees, a draw after a decision, a decision after the comparison, a decision
without the own hand, two different orders of the hands, payoffs that do not sum to 0. The game is
then a tree as any other.

Hands of several cards are compared by a function of the hand. It is called for every hand of the
pack, at every comparison: it must give one order everywhere. It is not called again where all that
it reads is known and has not changed. Where there are too many hands to be listed, as five cards of
the pack of 52, suits must be interchangeable: the function gives the same for all hands of a class.
That rules keep nothing from one hand to the next is assumed.

:func:`recognize_private_hands` gives the form, after hands played with explicit cards have been
compared with it.
"""

from __future__ import annotations

import operator
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, TypeVar, cast

from sabot.cards.poker_hand import DECK_SIZE
from sabot.cards.shoe import Shoe
from sabot.errors import FormError, RulesError, TreeTooLargeError
from sabot.forms.drawn_hands import DrawnDeal
from sabot.forms.extensive import ObservationHistory
from sabot.forms.hand_deals import (
    MOST_CARDS_IN_HAND,
    AllHandsDeal,
    ClassDeal,
    HandDeal,
    PackDeal,
    RangeDeal,
)
from sabot.forms.private_hands import (
    ComparisonEnd,
    ConstantEnd,
    PrivateHandsForm,
    PublicDecision,
    PublicNode,
    walk_public_tree,
)
from sabot.game_rules.bytecode import allows_lazy_cards, is_shipped
from sabot.game_rules.hand_strengths import (
    HandOrder,
    NoOrder,
    are_many,
    card_number,
    levels_of_hands,
    live_cards,
    strength_levels,
)
from sabot.game_rules.lazy_card import (
    LAZY_CARD_TYPES,
    CardMark,
    CardPlaceholder,
    LazyNumber,
    operand_of,
)
from sabot.game_rules.table import (
    NOT_GIVEN,
    Dealer,
    LiveShoe,
    Table,
    given_shoe,
    infoset_key,
    ranked_shoe,
    require_weights,
)
from sabot.progress import raise_if_cancelled

if TYPE_CHECKING:
    from sabot.cards.card import Card
    from sabot.game_rules.family import Game

T = TypeVar("T")
MOST_PUBLIC_NODES = 20_000
"""Of the public tree; the rules are run once for each of its nodes."""
CHECKED_HANDS = 300
"""So many hands with explicit cards are compared with the form, fewer where a pack is large."""
CHECKED_CARDS = 6_000_000
"""Cards of all packs of these hands, together."""
_SIGNS: Mapping[Callable[..., object], Callable[[int], bool]] = {
    operator.__lt__: lambda sign: sign < 0,
    operator.__le__: lambda sign: sign <= 0,
    operator.__eq__: lambda sign: sign == 0,
    operator.__ne__: lambda sign: sign != 0,
    operator.__ge__: lambda sign: sign >= 0,
    operator.__gt__: lambda sign: sign > 0,
}
"""What a comparison gives where the left card is weaker (-1), equal (0) or stronger (1)."""


class NotPrivateHands(BaseException):
    """The rules are not of this form, and why, if it can be said.

    It is no ``Exception``, so that rules cannot catch it.
    """


class _Unanswered(BaseException):
    """The rules have reached a decision or a comparison that the tape does not answer."""

    def __init__(self, question: _Question | None) -> None:
        self.question = question
        """The decision; None of a comparison."""


@dataclass(frozen=True)
class _Question:
    """A decision as the rules ask it."""

    seat: int
    before: tuple[str, ...]
    view: tuple[str, ...]
    actions: tuple[str, ...]


class _PrivateShoe(LiveShoe):
    """A shoe whose cards nobody may look at."""

    __slots__ = ("_drawn_here", "_given", "_owner")

    def __init__(self, table: _PublicTable, shoe: Shoe) -> None:
        super().__init__(table, shoe)
        self._owner, self._given, self._drawn_here = table, shoe, 0

    def draw(self) -> object:
        """Take a card, unseen."""
        self._drawn_here += 1
        first = self._given.endless or self._drawn_here == 1
        return self._owner.drawn(self._given, apart=first)

    def deal(self, count: int) -> tuple[object, ...]:
        """Take a hand of cards, unseen; both hands are from one shoe."""
        if type(count) is not int or not 1 <= count <= MOST_CARDS_IN_HAND:
            raise NotPrivateHands
        first = not self._drawn_here
        self._drawn_here += count
        if self._given.endless or self._drawn_here > self._given.total:
            raise NotPrivateHands
        return self._owner.dealt_hand(self._given, count, first=first)

    def __len__(self) -> int:
        return self._given.total - (0 if self._given.endless else self._drawn_here)


class _PublicTable(Table):
    """Runs rules along one path of the public tree; the tape has the branches."""

    def __init__(self, seats: Sequence[str]) -> None:
        super().__init__(seats)
        self.hands = 0
        self.functions: Mapping[Hashable, LazyNumber] = {}
        self.shoes: list[Shoe] = []
        """What each card is drawn from, by the number of the draw; the same in all runs."""
        self.apart = False
        """Whether the second card is drawn as if there were no first."""
        self.owners: dict[int, int] = {}
        """By the number of a draw, the player that has seen the card."""
        self.given: RangeDeal | None = None
        """The deal of hands of several cards, where the rules give one."""
        self.hand_size = 0
        """How many cards each hand has that is dealt at once; 0: single cards are drawn."""
        self.levels: tuple[int, ...] | None = None
        """The strength of each card of the pack, or of each hand (of each class of hands) that it
        gives, as the rules compare; None: not compared yet."""
        self._natural: tuple[int, ...] | None = None
        """The same by the order of the cards themselves, once they were compared by it."""
        self._marks: list[CardPlaceholder] = []
        self._hands: list[tuple[CardPlaceholder, ...]] = []
        """The cards of each hand of several, which is looked at as a whole only."""
        self._order: HandOrder | None = None
        self._deal: tuple[tuple[int, ...] | None, HandDeal] | None = None
        """The deal, with the strengths that it was made of."""
        self._tape: tuple[int, ...] = ()
        self._place = self._cards_drawn = 0
        self._asked_before = False
        self._sign: int | None = None

    def follow(
        self, play: Callable[[Table], object], tape: tuple[int, ...]
    ) -> tuple[Fraction, bool]:
        """Return what the first player is paid at the end of a tape, and if hands were compared."""
        self.hands += 1
        self._tape, self._place, self._cards_drawn = tape, 0, 0
        self._asked_before, self._sign = False, None
        paid = self.play_hand(play)
        if self._place < len(tape) or self._cards_drawn != 2 or sum(paid, Fraction(0)):
            raise NotPrivateHands
        return Fraction(paid[0]), self._sign is not None

    def _branch(self, question: _Question | None) -> int:
        if self._place == len(self._tape):
            raise _Unanswered(question)
        self._place += 1
        return self._tape[self._place - 1]

    # ------------------------------------------------------------------ cards

    def shoe(
        self, shoe: Shoe | None = None, *, ranks: int = 13, suits: int | float = 4
    ) -> LiveShoe:
        """Put a shoe on the table."""
        self.step()
        return _PrivateShoe(self, ranked_shoe(ranks, suits) if shoe is None else given_shoe(shoe))

    def roll(self, weights: Mapping[T, int]) -> T:
        """Let chance choose a private card, from outcomes of its own."""
        given = require_weights(weights)
        number = self._cards_drawn
        known = self.shoes[number] if number < len(self.shoes) else None
        if known is None or dict(zip(known.cards, known.counts, strict=True)) != given:
            live = {card: weight for card, weight in given.items() if weight}
            if any(type(weight) is not int or weight < 0 for weight in live.values()):
                raise NotPrivateHands
            known = Shoe(tuple(live), tuple(live.values()), endless=True)
        return cast("T", self.drawn(known, apart=True))

    def drawn(self, shoe: Shoe, *, apart: bool) -> object:
        """Return a card of a shoe, unseen; *apart* unless another came from this shoe before."""
        self.step()
        number = self._cards_drawn
        self._cards_drawn = number + 1
        if self._asked_before or number > 1 or self.hand_size:
            raise NotPrivateHands
        if number == len(self.shoes):
            first = self.shoes[0] if self.shoes else shoe
            if (first.cards, first.counts) != (shoe.cards, shoe.counts):
                raise NotPrivateHands
            self.shoes.append(shoe)
            self._marks.append(CardPlaceholder(number, shoe.cards))
            self.apart = bool(number) and apart
        else:
            known = self.shoes[number]
            if (known is not shoe and known != shoe) or (number and self.apart != apart):
                raise NotPrivateHands
        mark = self._marks[number]
        return mark.face(self, mark)

    def dealt_hand(self, shoe: Shoe, size: int, *, first: bool) -> tuple[object, ...]:
        """Return a hand of a shoe, unseen; the *first* of that shoe, or the second."""
        self.step()
        number = self._cards_drawn
        self._cards_drawn = number + 1
        if self._asked_before or number > 1 or first != (number == 0):
            raise NotPrivateHands
        if number == len(self._hands):
            if len(self.shoes) > number or (number and self.hand_size != size):
                raise NotPrivateHands
            self.hand_size = size
            self.shoes.append(shoe)
            self._hands.append(tuple(CardPlaceholder(number, shoe.cards) for _ in range(size)))
        if self.shoes[number] != shoe or len(self._hands[number]) != size:
            raise NotPrivateHands
        return tuple([mark.face(self, mark) for mark in self._hands[number]])

    def _whole_hand(self, item: object) -> CardPlaceholder | None:
        """Return the first card of a hand that *item* is, with all its cards; None: no card."""
        if type(item) is not tuple or not item or type(item[0]) not in LAZY_CARD_TYPES:
            return None
        marks = [operand_of(card) for card in item]
        first = marks[0]
        if not self.hand_size or not isinstance(first, CardPlaceholder):
            raise NotPrivateHands
        if marks != list(self._hands[first.number]):
            raise NotPrivateHands
        return first

    def deal_hands(self, deal: RangeDeal) -> tuple[str, str]:
        """Return two hands, unseen."""
        self.step()
        known = self.given is not None
        if self._asked_before or self._cards_drawn or (known and self.given is not deal):
            raise NotPrivateHands
        if not known:
            self.given = deal
            self._marks = [CardPlaceholder(seat, tuple(deal.names(seat))) for seat in (0, 1)]
        self._cards_drawn = 2
        one, two = (cast("str", mark.face(self, mark)) for mark in self._marks)
        return one, two

    @property
    def deal(self) -> HandDeal:
        """What the hands are dealt from, weak hands first, as far as the rules have compared."""
        if self.given is not None:
            return self.given
        if self._deal is None or self._deal[0] is not self.levels:
            self._deal = self.levels, self._new_deal()
        return self._deal[1]

    def _new_deal(self) -> HandDeal:
        if not self.hand_size:
            return _deal_of(self)
        shoe, size = self.shoes[0], self.hand_size
        levels = self.levels
        if levels is None:  # the hands are never compared
            levels = levels_of_hands(shoe, size, lambda hand: 0)
        cards, counts = live_cards(shoe)
        if are_many(shoe, size):
            return ClassDeal.of(size, levels)
        return AllHandsDeal.of([infoset_key((card,)) for card in cards], counts, size, levels)

    def turned(self, mark: CardMark) -> object:
        """Refuse a look at a card."""
        raise NotPrivateHands("the rules look at a card by itself")

    def calculated(self, act: Callable[..., object], left: object, right: object) -> LazyNumber:
        """Refuse arithmetic with a card."""
        raise NotPrivateHands

    def looked(self, act: Callable[..., object], *operands: object) -> tuple[object, bool]:
        """Compare the two cards by their own order; refuse any other look."""
        says = _SIGNS.get(act)
        if says is None or self.hand_size:  # hands of several cards are compared as a whole
            raise NotPrivateHands
        left, right = operands
        return says(self._compare(left, right, None)), True

    def compare(self, one: object, two: object, by: Callable[..., object] | None = None) -> int:
        """Compare the two cards by the strength that the rules give them."""
        self.step()
        if self.hand_size:
            return self._compare(self._whole_hand(one), self._whole_hand(two), by)
        if type(one) not in LAZY_CARD_TYPES or type(two) not in LAZY_CARD_TYPES:
            raise NotPrivateHands
        return self._compare(operand_of(one), operand_of(two), by)

    def compare_drawn(self, one: str, two: str, deal: DrawnDeal) -> int:
        """Compare the two hands after their draws: there are three outcomes as without."""
        return self.compare(one, two, by=deal.strength)

    def _compare(self, left: object, right: object, by: Callable[..., object] | None) -> int:
        if not isinstance(left, CardPlaceholder) or not isinstance(right, CardPlaceholder):
            raise NotPrivateHands
        if self.given is not None:
            if by != self.given.strength:
                raise NotPrivateHands
        elif by is not None or self._natural is None:
            levels = self._levels_of(by)
            if self.levels is None:
                self.levels = levels
            elif self.levels != levels:
                raise NotPrivateHands("the rules compare hands by two orders")
            if by is None:
                self._natural = levels
        if left.number == right.number:
            return 0
        if self._sign is None:
            self._sign = self._branch(None) - 1
        return self._sign if left.number < right.number else -self._sign

    def _levels_of(self, by: Callable[..., object] | None) -> tuple[int, ...]:
        """Return the strength of each card, or of each hand, by the order of the rules."""
        if not self.hand_size:
            return strength_levels(self.shoes[0].cards, by)
        if self._order is None:
            self._order = HandOrder(self.shoes[0], self.hand_size)
        return self._order.levels(by)

    # ------------------------------------------------------------------ players

    def show(self, seat: str, *items: Hashable) -> None:
        """Let a player see its own hand, and what is public."""
        for item in items:
            if type(item) in LAZY_CARD_TYPES:
                if self.hand_size:  # a card of a hand, without the others
                    raise NotPrivateHands
                self._note_owner(operand_of(item), self.seats.index(self._known(seat)))
            elif (hand := self._whole_hand(item)) is not None:
                self._note_owner(hand, self.seats.index(self._known(seat)))
            elif type(item) is tuple:
                self._require_no_card(item)
        super().show(seat, *items)

    def _require_no_card(self, items: tuple[object, ...]) -> None:
        for item in items:
            if type(item) in LAZY_CARD_TYPES:
                raise NotPrivateHands
            if type(item) is tuple:
                self._require_no_card(item)

    def _note_owner(self, mark: object, seat: int) -> None:
        assert isinstance(mark, CardPlaceholder)
        if self.owners.setdefault(mark.number, seat) != seat:  # both have seen it
            raise NotPrivateHands

    def ask(self, seat: str, actions: Sequence[str], sees: Hashable = NOT_GIVEN) -> str:
        """Return the answer on the tape, or stop at the question."""
        self.step()
        if self._sign is not None or self._cards_drawn != 2:
            raise NotPrivateHands
        if sees is not NOT_GIVEN:
            self.show(seat, sees)
        number = self.seats.index(self._known(seat))
        view = self._seen.get(seat, ())
        words, answers = self._choices(seat, actions)
        self._asked_before = True
        chosen = self._branch(self._question(number, view, words))
        self._seen[seat] = (*view, words[chosen])
        return answers[chosen]

    def _question(self, seat: int, view: ObservationHistory, words: tuple[str, ...]) -> _Question:
        places = [
            place
            for place, item in enumerate(view)
            if type(item) in LAZY_CARD_TYPES or self._whole_hand(item) is not None
        ]
        if len(places) != 1:
            raise NotPrivateHands
        (place,) = places
        texts = [infoset_key((item,)) for item in view[:place]]
        return _Question(
            seat, tuple(texts), tuple(infoset_key((item,)) for item in view[place + 1 :]), words
        )


# ---------------------------------------------------------------------- exploring


@dataclass(frozen=True)
class _Refusal:
    """Why rules are not of this form."""

    reason: str
    beyond_tree: bool
    """Whether the rules deal hands of several cards, so many that no tree has them all."""


def recognize_private_hands(game: Game) -> PrivateHandsForm | None:
    """Return a game as a public tree and a deal of private hands; None where it is not one.

    >>> from sabot import load
    >>> form = recognize_private_hands(load("kuhn-poker(ranks=4)"))
    >>> [node.key for node in form.decisions[0]], form.hands, form.deal.total
    (['*', '*,pass,bet'], (4, 4), 12)
    >>> recognize_private_hands(load("leduc-poker")) is None
    True
    """
    found = _form_or_refusal(game)
    return None if isinstance(found, _Refusal) else found


def _form_or_refusal(game: Game) -> PrivateHandsForm | _Refusal:
    if len(game.seats) != 2 or game.direct:
        return _Refusal("", False)
    from functools import partial

    play: Callable[[Table], object] = partial(game.rules.play, **game.parameters)
    if not allows_lazy_cards(play):
        return _Refusal("", False)
    first = play
    if not is_shipped(play):
        from sabot.game_rules.validation import detect_randomness

        first = detect_randomness(play)
    table = _PublicTable(game.seats)
    try:
        return _explore(table, first, play)
    except (NotPrivateHands, NoOrder) as fault:
        reason = str(fault) or (
            "they may compare both hands as a whole, and nothing else may depend on a card"
        )
    except MemoryError:
        raise
    except Exception as fault:  # the rules' own: with a tree it comes again, at the right place
        reason = f"{type(fault).__name__}: {fault}"
    beyond = table.hand_size > 0 and are_many(table.shoes[0], table.hand_size)
    return _Refusal(reason, beyond)


def _explore(
    table: _PublicTable,
    first: Callable[[Table], object],
    play: Callable[[Table], object],
) -> PrivateHandsForm:
    seats = table.seats
    try:
        root = _Explorer(table, first).node(())
        seat = _owner_of_first_card(table)
        deal = table.deal
        form = PrivateHandsForm((seats[0], seats[1]), root, deal)
    except (FormError, RulesError) as fault:
        raise NotPrivateHands(str(fault)) from None
    if seat == 1 and table.given is not None:
        raise NotPrivateHands
    if isinstance(deal, DrawnDeal):
        _require_shared_ties(root)
    if seat == 1:  # comparisons were made for the card that was drawn first
        form = PrivateHandsForm(form.seats, _turn_comparisons(root), form.deal)
    _HandCheck(form, seat).run(play)
    return form


def _require_shared_ties(root: PublicNode) -> None:
    """Refuse a tie that does not pay the mean of a win and a loss: draws count it half of each."""
    for node in walk_public_tree(root):
        if isinstance(node, ComparisonEnd) and 2 * node.tie != node.win + node.loss:
            raise NotPrivateHands


def _owner_of_first_card(table: _PublicTable) -> int:
    """Return the player that holds the card drawn first."""
    if not table.owners or len(set(table.owners.values())) != len(table.owners):
        raise NotPrivateHands
    return table.owners[0] if 0 in table.owners else 1 - table.owners[1]


def _deal_of(table: _PublicTable) -> PackDeal:
    """Return the deal, the cards in the order of their strength."""
    shoe = table.shoes[0]
    live = [place for place, count in enumerate(shoe.counts) if count]
    levels = table.levels or tuple(range(len(shoe.cards)))
    order = sorted(live, key=levels.__getitem__)
    names = tuple(infoset_key((shoe.cards[place],)) for place in order)
    if len(set(names)) < len(names):
        raise NotPrivateHands
    strengths = [levels[place] for place in order]
    distinct = len(set(strengths)) == len(strengths)
    scale = {level: number for number, level in enumerate(dict.fromkeys(strengths))}
    return PackDeal(
        names,
        tuple(shoe.counts[place] for place in order),
        None if distinct else tuple(scale[level] for level in strengths),
        apart=table.apart,
    )


def _turn_comparisons(node: PublicNode) -> PublicNode:
    """Return a tree whose comparisons are made for the other player."""
    if isinstance(node, ComparisonEnd):
        return ComparisonEnd(node.loss, node.tie, node.win)
    if isinstance(node, PublicDecision):
        after = tuple(map(_turn_comparisons, node.after))
        return PublicDecision(node.seat, node.before, node.view, node.actions, after)
    return node


class _Explorer:
    """Runs the rules once for each node of the public tree."""

    def __init__(self, table: _PublicTable, play: Callable[[Table], object]) -> None:
        self.table, self.play, self.nodes = table, play, 0
        self._ties: bool | None = None

    def node(self, tape: tuple[int, ...]) -> PublicNode:
        """Return the node that a tape leads to."""
        raise_if_cancelled()
        self.nodes += 1
        if self.nodes > MOST_PUBLIC_NODES:
            raise NotPrivateHands
        try:
            paid, _ = self.table.follow(self.play, tape)
        except _Unanswered as stop:
            asked = stop.question
            if asked is None:
                return self._comparison(tape)
            after = tuple(self.node((*tape, branch)) for branch in range(len(asked.actions)))
            return PublicDecision(asked.seat, asked.before, asked.view, asked.actions, after)
        return ConstantEnd(paid)

    def _comparison(self, tape: tuple[int, ...]) -> PublicNode:
        """Return the end behind a comparison; a tie that cannot happen is not run."""
        if self._ties is None:
            self._ties = self.table.deal.has_ties
        paid = {
            sign: self.table.follow(self.play, (*tape, sign + 1))[0]
            for sign in ((-1, 0, 1) if self._ties else (-1, 1))
        }
        return ComparisonEnd(paid[1], paid.get(0, Fraction(0)), paid[-1])


def _answers_to_ends(node: PublicNode) -> Iterator[tuple[int, ...]]:
    """Yield the choices that lead to each end of a public tree."""
    if isinstance(node, PublicDecision):
        for choice, child in enumerate(node.after):
            for rest in _answers_to_ends(child):
                yield choice, *rest
    else:
        yield ()


class _HandCheck(Dealer):
    """Plays hands with explicit cards and compares every question and payment with the form."""

    def __init__(self, form: PrivateHandsForm, first: int) -> None:
        super().__init__(form.seats)
        self._form, self._first = form, first
        self._dice = Random(31)
        self._node: PublicNode = form.root
        self._held: list[str] = []
        deal = form.deal
        self._strength = [
            dict(zip(deal.names(seat), deal.levels_of(seat), strict=True)) for seat in (0, 1)
        ]
        self._answers: Iterator[int] = iter(())
        """The choices that lead to the end of the betting that is played to."""
        self._held_strengths: list[int] = []
        """Of hands that are dealt as several cards, in the order of the deal."""

    def run(self, play: Callable[[Table], object]) -> None:
        """Compare hands, at each end of the tree in turn; raise at a difference."""
        ends = list(_answers_to_ends(self._form.root))
        self._dice.shuffle(ends)
        deal = self._form.deal
        cards = DECK_SIZE if isinstance(deal, ClassDeal) else len(self._strength[0])
        count = min(max(CHECKED_HANDS, len(ends)), max(6, CHECKED_CARDS // (4 * cards)))
        for number in range(count):
            raise_if_cancelled()
            self._node, self._held, self._held_strengths = self._form.root, [], []
            self._answers = iter(ends[number % len(ends)])
            if self.play_hand(play)[0] != self._expected():
                raise NotPrivateHands

    def _expected(self) -> Fraction:
        node = self._node
        if isinstance(node, ConstantEnd):
            return node.payoff
        if isinstance(node, PublicDecision):
            raise NotPrivateHands
        if self._held_strengths:
            one, two = self._held_strengths[:: -1 if self._first else 1]
        else:
            one, two = (self._strength[seat][self._hand(seat)] for seat in (0, 1))
        return node.win if one > two else node.loss if one < two else node.tie

    def deal_hands(self, deal: RangeDeal) -> tuple[str, str]:
        """Deal two hands, with the weights of the deal."""
        self._held = list(deal.pair(super().pick))
        return self._held[0], self._held[1]

    def dealt(
        self, counts: tuple[int, ...], count: int, endless: bool, cards: tuple[Hashable, ...]
    ) -> tuple[int, ...]:
        """Deal a hand of several cards: often the second has a strength near that of the first."""
        deal = self._form.deal
        if isinstance(deal, ClassDeal):
            spots = self._draw_spots(counts, count)
            number = [card_number(cast("Card", cards[spot])) for spot in spots]
            name = deal.class_of(number)
        else:
            assert isinstance(deal, AllHandsDeal)
            live = [spot for spot, held in enumerate(self._full or counts) if held]
            self._full = self._full or counts
            spots = self._near_spots(deal, live, counts) or self._draw_spots(counts, count)
            name = deal.name_of([live.index(spot) for spot in spots])
        self._held.append(infoset_key((tuple([cards[spot] for spot in spots]),)))
        self._held_strengths.append(self._strength[0][name])
        return spots

    def _draw_spots(self, counts: Sequence[int], count: int) -> tuple[int, ...]:
        """Return a random hand, card by card."""
        upto = [0, *accumulate(counts)]
        copies = self._dice.sample(range(upto[-1]), count)
        return tuple(sorted([bisect_right(upto, copy) - 1 for copy in copies]))

    def _near_spots(
        self, deal: AllHandsDeal, live: Sequence[int], counts: Sequence[int]
    ) -> tuple[int, ...]:
        """Return a hand of a strength near that of the first one; none, or half of the time, ()."""
        if not self._held_strengths or self._dice.randrange(2):
            return ()
        levels = deal.levels_of(0)
        place = bisect_left(levels, self._held_strengths[0]) + self._dice.randrange(-2, 4)
        hand = [live[card] for card in deal.hands[0][min(max(place, 0), len(levels) - 1)]]
        return tuple(hand) if all(counts[spot] >= hand.count(spot) for spot in hand) else ()

    def compare_drawn(self, one: str, two: str, deal: DrawnDeal) -> int:
        """Compare the hands as they are dealt: the form is checked for what each outcome pays."""
        return self.compare(one, two, by=deal.strength)

    def _hand(self, seat: int) -> str:
        return self._held[0 if seat == self._first else 1]

    def pick(
        self,
        labels: Sequence[Hashable],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Draw a card: often the same as the last one, or its neighbour."""
        index = self._dice.randrange(len(labels))
        names = self._held
        if names and self._dice.randrange(2):
            near = [place for place in (self._last, self._last - 1) if 0 <= place < len(labels)]
            index = self._dice.choice(near) if near else index
        self._last = index
        names.append(infoset_key((labels[index],)))
        return index

    _last = 0
    _full: tuple[int, ...] = ()
    """How many cards of each kind the shoe had at first."""

    def choose(self, seat: str, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        """Choose on the way to an end, if the form has the same question."""
        node = self._node
        number = self.seats.index(seat)
        if (
            not isinstance(node, PublicDecision)
            or (node.seat, node.actions) != (number, actions)
            or infoset_key(view) != node.infoset(self._hand(number))
        ):
            raise NotPrivateHands
        chosen = next(self._answers)
        self._node = node.after[chosen]
        return chosen


def private_hands_of(game: object) -> PrivateHandsForm | None:
    """Return a game's form with private hands; None of anything that is not such a game."""
    found = _look_at(game)
    return None if isinstance(found, _Refusal) else found


def _look_at(game: object) -> PrivateHandsForm | _Refusal:
    from sabot.game_rules.capabilities import continuous_types
    from sabot.game_rules.family import Game

    if not isinstance(game, Game) or len(game.seats) != 2 or continuous_types(game) is not None:
        return _Refusal("", False)
    return _form_or_refusal(game)


PRIVATE_HANDS_FROM = 1_000_000
"""Nodes of the game tree from which a game with private hands is bounded without the tree."""
SEVERAL_CARDS_FROM = 15_000
"""The same where hands have several cards: the rules are run for every pair of them."""


def large_private_hands(game: object) -> PrivateHandsForm | None:
    """Return a game with private hands whose tree is large; None of any other game.

    A game that is not of this form, and deals hands that no tree can have, is refused.
    """
    found = _look_at(game)
    if isinstance(found, _Refusal):
        if found.beyond_tree:
            raise TreeTooLargeError(
                f"{game}: the hands are too many for a tree, and without one the game is not "
                f"solved\n  {found.reason}"
            )
        return None
    least = PRIVATE_HANDS_FROM if isinstance(found.deal, PackDeal) else SEVERAL_CARDS_FROM
    return found if found.tree_nodes >= least else None
