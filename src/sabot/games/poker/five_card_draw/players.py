"""Players of five-card draw: Risticz's program, solved first phases, random, and a user's own.

**thesis** is the strategy of the poker program of Risticz (1973), 2.7 to 2.9. Winning chances are
interpolated in its Tables 3 and 5 by the numbers of its Table 4, as the program did; the exact
ones are in :mod:`sabot.cards.poker_odds`. Where the print leaves something open or contradicts
itself, what is played here is said beside it.

**equilibrium** enters, plays and doubles as the solved model ``blind-poker(players=n,
look=forced)``, by the probability f_b of real hands. The model is solved exactly or to thirty
digits and verified by best responses over all strategies; ``cuts.json`` keeps its thresholds, and
a test solves the models again. The hands that win at least as often as a threshold are those above
a rank, so that no hand has to mix. The model is not the game with cards: what its strategies for
two players lose there is in :mod:`sabot.sources.risticz_1973.section_4_5_real_cards`. What follows
the draw no model has solved: there the player does as **thesis**.

**cards** plays against one opponent by a strategy for the real pack, ``blind-poker(hands=cards,
draw=apart)``, where both draw by the common rule and there is no betting after the draw. It mixes,
by the strength of the hand and by whether it has four cards of one suit. ``real_cards.json`` keeps
the strategy and what it secures and concedes there, over all hands and draws; a test computes both
again. Against several opponents it plays as **equilibrium**.

A player is a function (or any object that can be called) of one argument, its
:class:`~sabot.games.poker.five_card_draw.rules.Observation`. It returns one of ``seen.actions``,
or, asked which cards to throw, the cards themselves (none to stand pat)::

    def cautious(seen):
        if seen.stage == "draw":
            return [card for card in seen.cards[1:] if card >> 2 < 10]
        if seen.stage in ("enter", "blind"):
            return seen.actions[1] if seen.rank > 3000 else "drop"
        return "look" if "look" in seen.actions else seen.actions[1]

What is no legal answer is refused, with the player's name.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations, islice

from sabot.cards.poker_hand import (
    FULL_HOUSE,
    HAND_SIZE,
    HIGH_CARD,
    STRENGTH_COUNT,
    TWO_PAIRS,
    HandStrength,
    all_strengths,
    card_text,
    parse_cards,
    rank_hand,
)
from sabot.cards.poker_odds.discards import is_four_flush, keep_by_common_rule
from sabot.errors import HandError, NumberError, RulesError, did_you_mean
from sabot.exact import as_rational
from sabot.games.poker.five_card_draw.rules import MAX_DISCARDS, STAND_PAT, Observation
from sabot.games.poker.five_card_draw.win_probability import lowest_rank_winning
from sabot.io.user_module import guard_user_function, run_user_file

RISTICZ_TABLE_3 = (
    ("0.0000", "0.4945"),
    ("0.5010", "0.9198"),
    ("0.9205", "0.9711"),
    ("0.9711", "0.9920"),
    ("0.9940", "0.9944"),
    ("0.9964", "0.9975"),
    ("0.9982", "0.9993"),
    ("0.9993", "1.0000"),
    ("1.0000", "1.0000"),
)
"""The chance to beat a random hand, for the lowest and the highest hand of each kind."""
RISTICZ_TABLE_5 = (
    ("0.0000", "0.5011"),
    ("0.5222", "0.7983"),
    ("0.7997", "0.9097"),
    ("0.9100", "0.9716"),
    ("0.9778", "0.9820"),
    ("0.9820", "0.9846"),
    ("0.9852", "0.9967"),
    ("0.9967", "0.9997"),
    ("0.9999", "1.0000"),
)
"""The same after the draw, against an improved hand."""
_KIND_NUMBER_RANGES = (
    (7, 14),
    (2, 14),
    (2, 79),
    (2, 14),
    (5, 14),
    (7, 14),
    (3, 157),
    (2, 14),
    (5, 14),
)
"""The numbers of those hands."""


def risticz_hand_number(hand: HandStrength) -> int:
    """Return the number of a hand in its kind: Table 4, which has no line for four of a kind.

    Its full houses run into each other: 2 2 2 A A and 3 3 3 2 2 have the same number.

    >>> from sabot.poker import Hand
    >>> [risticz_hand_number(Hand(five).strength) for five in ("6c6d7c2dKs", "AcAsKcKs2c")]
    [6, 79]
    """
    first = hand.high[0] + 2
    if hand.kind == TWO_PAIRS:
        return (first - 2) * (first - 3) // 2 + hand.high[1] + 2
    if hand.kind == FULL_HOUSE:
        return 12 * (first - 2) + hand.high[1] + 2
    return first


def interpolate_chance(hand: HandStrength, table: Sequence[tuple[str, str]]) -> Fraction:
    """Return a hand's chance between the lowest and the highest of its kind.

    >>> from sabot.poker import Hand
    >>> interpolate_chance(Hand("6c6d7c2dKs").strength, RISTICZ_TABLE_3)
    Fraction(3203, 5000)
    """
    return _chance_of_number(hand.kind, risticz_hand_number(hand), *table[hand.kind])


@cache
def _chance_of_number(kind: int, number: int, lowest: str, highest: str) -> Fraction:
    """Return the chance of the hands of a kind that have a number."""
    low, high = Fraction(lowest), Fraction(highest)
    start, end = _KIND_NUMBER_RANGES[kind]
    return low + Fraction(number - start, end - start) * (high - low)


@cache
def thesis_chances_before_draw() -> tuple[Fraction, ...]:
    """Return f_b by rank, as the thesis has it; rank 0 is no hand."""
    return Fraction(0), *(interpolate_chance(hand, RISTICZ_TABLE_3) for hand in all_strengths())


@cache
def thesis_chances_after_draw() -> tuple[Fraction, ...]:
    """Return f_a by rank, as the thesis has it."""
    return Fraction(0), *(interpolate_chance(hand, RISTICZ_TABLE_5) for hand in all_strengths())


def entry_threshold(left: int) -> Fraction:
    """Return f(n): what the first to enter needs, with *left* players to follow (2.9, eq. 1).

    The print lacks the minus sign, without which its own Table 6 does not come out.

    >>> entry_threshold(6), entry_threshold(1)
    (Fraction(23, 25), Fraction(31, 50))
    """
    return Fraction(-(left**2) + 13 * left + 50, 100)


@dataclass(frozen=True, slots=True)
class ThesisPlayer:
    """The strategy, with its two constants."""

    margin: Fraction = Fraction(1)
    """The epsilon of eq. 3: within so many units of the price a player looks."""
    share: Fraction = Fraction(1, 3)
    """What a further player needs of the rest: eq. 2 has 1/3; Table 6 once 1/2, once 1/3."""
    blind: Fraction = Fraction(1, 2)
    """From which part of l on the blind plays on: Section 2.9 prints l/2, which is played by
    ``thesis``; chapter 5, which it cites, has l (5.5.3 (b), 5.5.4 (c)), played by ``thesis-l``."""

    def __call__(self, seen: Observation) -> str | Sequence[int]:
        """Answer a question of the table."""
        if seen.stage == "enter":
            return (
                "enter" if thesis_chances_before_draw()[seen.rank] >= self.needs(seen) else "drop"
            )
        if seen.stage == "blind":
            return self.answer_as_blind(seen)
        if seen.stage == "look":
            return "look"
        if seen.stage == "draw":
            keep = keep_by_common_rule(seen.cards)  # figure 2 is lost; by 2.7 it is what players do
            return [card for card in seen.cards if card not in keep]
        return self.bets(seen)

    def last(self, first: int, entered: int) -> Fraction:
        """Return the hand that the last to enter is taken to have, at least.

        *first* is the number of players who were to follow the first to enter.

        >>> ThesisPlayer().last(6, 2)
        Fraction(71, 75)
        """
        found = entry_threshold(first)
        for _ in range(entered - 1):
            found += self.share * (1 - found)
        return found

    def needs(self, seen: Observation) -> Fraction:
        """Return what it takes to enter."""
        if not seen.entered:
            return entry_threshold(seen.to_follow(seen.seat))
        return self.last(seen.to_follow(seen.entered[0]), len(seen.entered) + 1)

    def answer_as_blind(self, seen: Observation) -> str:
        """Answer as the blind, who has put in 1 already."""
        chance = thesis_chances_before_draw()[seen.rank]
        last = self.last(seen.to_follow(seen.entered[0]), len(seen.entered))
        if chance < self.blind * last:
            return "drop"
        return "double" if chance > (1 + last) / 2 and "double" in seen.actions else "play"

    def bets(self, seen: Observation) -> str:
        """Answer in the second round: by what the pot is worth to the hand, beside its price.

        A raise is cut to whole units. Who would only look where nothing is bet yet has to drop: by
        the rules who does not bet then is out.
        """
        price = seen.price
        worth = thesis_chances_after_draw()[seen.rank] ** len(seen.others) * (seen.pot + price)
        raises = [action for action in seen.actions if action[-1].isdecimal()]
        if worth < price - self.margin or (worth <= price + self.margin and not seen.bets):
            return "drop"
        if worth <= price + self.margin or not raises:
            return "look" if seen.bets else "drop"
        return raises[max(1, min(int(worth - price), len(raises))) - 1]


@cache
def equilibrium_thresholds(players: int) -> Mapping[str, tuple[int, ...]]:
    """Return the least rank of each action but the first, by who entered before and whose turn.

    A turn is written as its seat and those before it who entered: ``3:12``.

    >>> from sabot.cards.poker_hand import strength_of_rank
    >>> strength_of_rank(equilibrium_thresholds(4)["1:"][0]).name
    'pair of nines, ace kicker'
    """
    whole = json.loads(files(__package__).joinpath("cuts.json").read_text(encoding="utf-8"))
    return {
        turn: tuple(lowest_rank_winning(Fraction(cut)) for cut in found)
        for turn, found in whole[str(players)].items()
    }


@dataclass(frozen=True, slots=True)
class EquilibriumPlayer:
    """Enters, plays and doubles as the solved model with so many players does."""

    then: ThesisPlayer = field(default_factory=ThesisPlayer)
    """How the rest of the hand is played."""

    def __call__(self, seen: Observation) -> str | Sequence[int]:
        """Answer a question of the table."""
        if seen.stage == "look":
            return "look"
        if seen.stage not in ("enter", "blind"):
            return self.then(seen)
        turn = f"{seen.seat}:{''.join(seen.entered)}"
        above = sum(seen.rank >= rank for rank in equilibrium_thresholds(seen.players)[turn])
        return seen.actions[min(above, len(seen.actions) - 1)]


CARDS_GAME = "blind-poker(hands=cards, draw=apart)"
CARDS_FILE = "real_cards.json"
CARDS_UNIT = 15
"""The probabilities of ``cards`` are whole multiples of one over this."""
CARDS_PLACES = STRENGTH_COUNT + sum(step.kind == HIGH_CARD for step in all_strengths())
"""Each strength has a place; one without a pair has another with four cards of one suit."""


def place_of_hand(cards: Sequence[int]) -> int:
    """Return the place of a hand in the table of ``cards``.

    >>> [place_of_hand(parse_cards(hand)) for hand in ("7c5d4h3s2c", "7c5c4c3c2d", "AsKsQsJsTs")]
    [0, 7462, 7461]
    """
    rank = rank_hand(tuple(cards))
    suited = any(is_four_flush(four) for four in combinations(cards, 4))
    idle = all_strengths()[rank - 1].kind == HIGH_CARD
    return rank - 1 + (STRENGTH_COUNT if idle and suited else 0)


@dataclass(frozen=True)
class CardStrategies:
    """What ``cards`` plays, and what that is worth in its game."""

    low: Fraction
    """What it secures as the first player."""
    high: Fraction
    """What it concedes at most as the blind."""
    turns: Mapping[str, bytes]
    """By turn, how many times one over the unit each action but the last is taken, by place."""

    def chances(self, turn: str, place: int) -> list[int]:
        """Return how many times one over the unit each action is taken."""
        taken = list(self.turns[turn][place::CARDS_PLACES])
        return [*taken, CARDS_UNIT - sum(taken)]


@cache
def card_strategies() -> CardStrategies:
    """Return the strategies that the package keeps.

    >>> card_strategies().chances("*,1 enter", place_of_hand(parse_cards("AsAhAdAc2s")))
    [0, 0, 15]
    """
    whole = json.loads(files(__package__).joinpath(CARDS_FILE).read_text(encoding="utf-8"))
    turns = {turn: zlib.decompress(b64decode(text)) for turn, text in whole["turns"].items()}
    return CardStrategies(Fraction(whole["low"]), Fraction(whole["high"]), turns)


@dataclass(frozen=True, slots=True)
class CardsPlayer:
    """Enters, plays and doubles against one opponent by a strategy for the real pack."""

    then: EquilibriumPlayer = field(default_factory=EquilibriumPlayer)
    """How all the rest is played."""

    def __call__(self, seen: Observation) -> str | Sequence[int]:
        """Answer a question of the table."""
        if seen.players != 2 or seen.stage not in _CARDS_TURNS:
            return self.then(seen)
        turn, actions = _CARDS_TURNS[seen.stage]
        chances = card_strategies().chances(turn, place_of_hand(seen.cards))
        chosen = seen.random.choices(actions, chances)[0]
        return chosen if chosen in seen.actions else self.then(seen)


_CARDS_TURNS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "enter": ("*", ("drop", "enter")),
    "blind": ("*,1 enter", ("drop", "play", "double")),
    "look": ("*,enter,2 double", ("drop", "look")),
}
"""The turns of the game without betting after the draw, by the stage of the table."""


PlayerAnswer = str | Iterable[int]
Player = Callable[[Observation], PlayerAnswer]


def random_player(seen: Observation) -> str:
    """Do anything that may be done, all with the same chance."""
    return seen.random.choice(seen.actions)


THESIS_PLAYERS: Mapping[str, ThesisPlayer] = {
    "thesis": ThesisPlayer(),
    "thesis-l": ThesisPlayer(blind=Fraction(1)),
}
"""The strategy of the thesis in two readings of the blind's rule."""
NAMED_PLAYERS: Mapping[str, Player] = {
    **THESIS_PLAYERS,
    "equilibrium": EquilibriumPlayer(),
    "cards": CardsPlayer(),
    "random": random_player,
}
"""The players that ship with Sabot."""


_CONSTANTS = {"epsilon": "margin", "share": "share", "blind": "blind"}
"""The constants of the thesis' strategy that its player's name can give, and their fields."""


@cache
def thesis_player_named(name: str) -> ThesisPlayer | None:
    """Return the thesis' player of a name, perhaps with other constants; None of other names.

    >>> thesis_player_named("thesis(epsilon=3/2)").margin, thesis_player_named("random")
    (Fraction(3, 2), None)
    """
    base, bracket, rest = name.partition("(")
    if base not in THESIS_PLAYERS:
        return None
    if not bracket:
        return THESIS_PLAYERS[base]
    found: dict[str, Fraction] = {}
    faults = [] if rest.endswith(")") else ["the bracket is not closed"]
    for part in rest.removesuffix(")").split(","):
        key, equals, number = (text.strip() for text in part.partition("="))
        if key not in _CONSTANTS or not equals:
            faults.append(f"{part.strip()!r} is not one of {', '.join(_CONSTANTS)}")
            continue
        try:
            found[_CONSTANTS[key]] = as_rational(number)
        except NumberError as fault:
            faults.append(f"{key}: {fault}")
    if any(amount < 0 for amount in found.values()):
        faults.append("a constant is negative")
    if faults:
        raise RulesError(f"player {name[:60]!r}: {'; '.join(faults)}; write thesis(epsilon=2)")
    return replace(THESIS_PLAYERS[base], **found)


def find_player(name: str) -> Player:
    """Return the player of a name: one of ours, or ``mine.py:cautious`` of a user's file.

    >>> find_player("thesis")
    ThesisPlayer(margin=Fraction(1, 1), share=Fraction(1, 3), blind=Fraction(1, 2))
    """
    if name in NAMED_PLAYERS:
        return NAMED_PLAYERS[name]
    if (thesis := thesis_player_named(name)) is not None:
        return thesis
    file, colon, own = name.rpartition(":")
    if not colon or not file.endswith(".py"):
        if name.endswith(".py"):
            raise RulesError(f"{name}: which player of it? write {name}:NAME")
        hint = did_you_mean(name, NAMED_PLAYERS)
        raise RulesError(
            f"there is no player {name[:60]!r}\n  {hint}known: {', '.join(NAMED_PLAYERS)}; one of "
            "your own is written mine.py:NAME"
        )
    return _load_user_player(file, own)


@cache
def _load_user_player(file: str, name: str) -> Player:
    """Return the player that a user's file defines under a name; the file is run once."""
    module = run_user_file(file)
    found = getattr(module, name, None)
    if isinstance(found, type):
        found = guard_user_function(found, file)()
    if not callable(found):
        known = [key for key, thing in vars(module).items() if callable(thing) and key[0] != "_"]
        there = f"; it has {', '.join(known[:10])}" if known else ""
        raise RulesError(f"{file}: has no player {name!r}{there}")
    whole: Player = guard_user_function(found, file)
    return whole


def parse_answer(name: str, seen: Observation, answer: object) -> str:
    """Return the action that an answer means, or say what is wrong with the player that gave it."""
    if isinstance(answer, str) and answer in seen.actions:
        return answer
    if seen.stage != "draw":
        may = ", ".join(seen.actions)
        raise RulesError(f"player {name!r} answers {answer!r:.60}; it may say: {may}")
    thrown = _parse_discards(name, answer)
    if len(thrown) > MAX_DISCARDS:
        asked = "five" if len(thrown) == HAND_SIZE else "more than five"
        raise RulesError(
            f"player {name!r} asks for {asked} new cards; at most four may be changed, so it must "
            f"keep one of {' '.join(map(card_text, seen.cards))}"
        )
    foreign = [card_text(card) for card in thrown if card not in seen.cards]
    if foreign:
        raise RulesError(
            f"player {name!r} throws {', '.join(foreign)}, which it does not hold; it holds "
            f"{' '.join(map(card_text, seen.cards))}"
        )
    return discard_action(seen.cards, thrown)


def discard_action(held: Iterable[int], thrown: Iterable[int]) -> str:
    """Return the announcement of a player who throws these cards of a hand.

    >>> discard_action((51, 45, 0), (0, 51)), discard_action((51, 45, 0), ())
    ('throw As 2c', 'stand pat')
    """
    gone = set(thrown)
    named = " ".join(card_text(card) for card in held if card in gone)
    return f"throw {named}" if named else STAND_PAT


def _parse_discards(name: str, answer: object) -> tuple[int, ...]:
    """Return the cards that a player wants to throw, however it names them."""
    if isinstance(answer, str):
        bare = answer.removeprefix("throw").strip()
        try:
            return parse_cards(bare, many=None) if bare and bare != STAND_PAT else ()
        except HandError as fault:
            raise RulesError(f"player {name!r} answers {answer!r:.60}: {fault}") from None
    if not isinstance(answer, Iterable):
        raise RulesError(
            f"player {name!r} answers {answer!r:.60}; to throw cards it gives them, as in "
            f"seen.cards[3:], or {STAND_PAT!r}"
        )
    try:
        found = tuple(islice(answer, HAND_SIZE + 1))  # it may be endless
    except Exception as fault:
        said = f"{type(fault).__name__}: {fault}"
        raise RulesError(f"player {name!r} gives cards that cannot be read: {said}") from None
    wrong = [card for card in found if not isinstance(card, int) or not 0 <= card < 52]
    twice = [] if wrong else [card for card in found if found.count(card) > 1]
    if wrong or twice:
        what = f"{wrong[0]!r:.40}, which is no card" if wrong else f"{card_text(twice[0])} twice"
        raise RulesError(f"player {name!r} throws {what}; give cards of seen.cards, each once")
    return found
