"""Who may sit down: players by their names, and those of a user's own file.

A player is a function (or any object that can be called) of one argument, what it has
:class:`~sabot.games.poker.draw.seen.Seen`. It returns one of ``seen.actions``, or, asked which
cards to throw, the cards themselves (none to stand pat)::

    def cautious(seen):
        if seen.stage == "draw":
            return [card for card in seen.cards[1:] if card >> 2 < 10]
        if seen.stage in ("enter", "blind"):
            return seen.actions[1] if seen.rank > 3000 else "drop"
        return "look" if "look" in seen.actions else seen.actions[1]

What is no answer is refused, with the player's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import islice

from sabot.errors import HandError, RulesError, did_you_mean
from sabot.files.userfile import guarded, run_file
from sabot.games.poker.draw.equilibrium import Equilibrium
from sabot.games.poker.draw.pack import MOST_THROWN
from sabot.games.poker.draw.seen import STAND, Seen
from sabot.games.poker.draw.thesis import Thesis
from sabot.poker.deck import HAND, cards, text

Answer = str | Iterable[int]
Player = Callable[[Seen], Answer]


def evenly(seen: Seen) -> str:
    """Do anything that may be done, all with the same chance."""
    return seen.random.choice(seen.actions)


BOOKISH: Mapping[str, Thesis] = {"thesis": Thesis(), "thesis-l": Thesis(blind=Fraction(1))}
"""The strategy of the thesis in two readings of the blind's rule."""
NAMED: Mapping[str, Player] = {**BOOKISH, "equilibrium": Equilibrium(), "random": evenly}
"""The players that ship with Sabot."""


def player(name: str) -> Player:
    """Return the player of a name: one of ours, or ``mine.py:cautious`` of a user's file.

    >>> player("thesis")
    Thesis(margin=Fraction(1, 1), share=Fraction(1, 3), blind=Fraction(1, 2))
    """
    if name in NAMED:
        return NAMED[name]
    file, colon, own = name.rpartition(":")
    if not colon or not file.endswith(".py"):
        if name.endswith(".py"):
            raise RulesError(f"{name}: which player of it? write {name}:NAME")
        hint = did_you_mean(name, NAMED)
        raise RulesError(
            f"there is no player {name[:60]!r}\n  {hint}known: {', '.join(NAMED)}; one of your own "
            "is written mine.py:NAME"
        )
    return _own(file, own)


@cache
def _own(file: str, name: str) -> Player:
    """Return the player that a user's file tells under a name; its file is run once."""
    module = run_file(file)
    found = getattr(module, name, None)
    if isinstance(found, type):
        found = guarded(found, file)()
    if not callable(found):
        known = [key for key, thing in vars(module).items() if callable(thing) and key[0] != "_"]
        there = f"; it has {', '.join(known[:10])}" if known else ""
        raise RulesError(f"{file}: has no player {name!r}{there}")
    whole: Player = guarded(found, file)
    return whole


def answered(name: str, seen: Seen, answer: object) -> str:
    """Return the action that an answer means, or say what is wrong with the player that gave it."""
    if isinstance(answer, str) and answer in seen.actions:
        return answer
    if seen.stage != "draw":
        may = ", ".join(seen.actions)
        raise RulesError(f"player {name!r} answers {answer!r:.60}; it may say: {may}")
    thrown = _cards(name, answer)
    if len(thrown) > MOST_THROWN:
        asked = "five" if len(thrown) == HAND else "more than five"
        raise RulesError(
            f"player {name!r} asks for {asked} new cards; at most four may be changed, so it must "
            f"keep one of {' '.join(map(text, seen.cards))}"
        )
    foreign = [text(card) for card in thrown if card not in seen.cards]
    if foreign:
        raise RulesError(
            f"player {name!r} throws {', '.join(foreign)}, which it does not hold; it holds "
            f"{' '.join(map(text, seen.cards))}"
        )
    return throw(seen.cards, thrown)


def throw(held: Iterable[int], thrown: Iterable[int]) -> str:
    """Return what is said by who throws these cards of a hand.

    >>> throw((51, 45, 0), (0, 51)), throw((51, 45, 0), ())
    ('throw As 2c', 'stand pat')
    """
    gone = set(thrown)
    named = " ".join(text(card) for card in held if card in gone)
    return f"throw {named}" if named else STAND


def _cards(name: str, answer: object) -> tuple[int, ...]:
    """Return the cards that a player wants to throw, however it names them."""
    if isinstance(answer, str):
        bare = answer.removeprefix("throw").strip()
        try:
            return cards(bare, many=None) if bare and bare != STAND else ()
        except HandError as fault:
            raise RulesError(f"player {name!r} answers {answer!r:.60}: {fault}") from None
    if not isinstance(answer, Iterable):
        raise RulesError(
            f"player {name!r} answers {answer!r:.60}; to throw cards it gives them, as in "
            f"seen.cards[3:], or {STAND!r}"
        )
    try:
        found = tuple(islice(answer, HAND + 1))  # it may be endless
    except Exception as fault:
        said = f"{type(fault).__name__}: {fault}"
        raise RulesError(f"player {name!r} gives cards that cannot be read: {said}") from None
    wrong = [card for card in found if not isinstance(card, int) or not 0 <= card < 52]
    twice = [] if wrong else [card for card in found if found.count(card) > 1]
    if wrong or twice:
        what = f"{wrong[0]!r:.40}, which is no card" if wrong else f"{text(twice[0])} twice"
        raise RulesError(f"player {name!r} throws {what}; give cards of seen.cards, each once")
    return found
