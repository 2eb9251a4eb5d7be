"""What an ``.efg`` file has said of its information sets and outcomes, and that it agrees with it.

Each is described where it first appears; later it may go by its number alone, or be described
again in the same words. Chances become integers over one denominator here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from sabot.exact import show
from sabot.files.words import Words, brief

BIT_LIMIT = 1 << 28
"""How many binary digits the long numbers of one file may have in all."""
SMALL = 256
"""Numbers of so few binary digits are not counted."""

Payoffs = tuple[Fraction | int, ...]
"""What the seats are paid, in order; nothing at all where a node pays nothing."""
NONE: Payoffs = ()


@dataclass(slots=True, eq=False)
class Known:
    """An information set: its number and label, its actions, where and how the file told it."""

    number: int
    label: str
    actions: tuple[str, ...]
    choices: tuple[str, ...]
    """The actions by name, or by number where names are missing or repeated."""
    weights: tuple[int, ...]
    """Chance's, over ``total``; persons have none."""
    total: int
    at: int
    said: str
    index: int = 0
    before: Choice | None = None
    """What its owner chose last before coming here, for the first time."""

    @property
    def name(self) -> str:
        """The label, or the number where there is none."""
        return self.label or str(self.number)


Choice = tuple[Known, int]
"""The last thing that a seat chose: where, and which action."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the seats are paid, and where and how the file told it."""

    name: str
    payoffs: Payoffs
    at: int
    said: str


class Glossary:
    """The information sets of chance (owner 0) and of each player, and the outcomes, by number."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.owners: tuple[str, ...] = ()
        self.sets: tuple[dict[int, Known], ...] = ()
        self.outcomes: dict[int, Outcome] = {}
        self.bits = 0

    def seat(self, names: tuple[str, ...]) -> None:
        """Take the players' names; chance sits before them."""
        self.owners = ("chance", *names)
        self.sets = tuple({} for _ in self.owners)

    def grown(self, bits: int) -> None:
        """Count the binary digits of a number; refuse the file when they are too many in all."""
        if bits > SMALL:
            self.bits += bits - SMALL
            if self.bits > BIT_LIMIT:
                raise self.words.fault(
                    f"the exact numbers of this game grow beyond {BIT_LIMIT * 3 // 10:,} digits in "
                    "all; chances and payoffs of fewer digits would do"
                )

    # ------------------------------------------------------------------ information sets

    def information_set(self, owner: int, before: Choice | None = None) -> Known:
        """Take the number of an information set, and its description if there is one."""
        words = self.words
        at = words.at
        number = words.whole("the number of the information set")
        known = self.sets[owner].get(number)
        described = words.peek() in ('"', "{")  # OpenSpiel leaves the name out
        if known is not None and (not described or words.repeats(known.said)):
            return known
        if not described:
            raise words.fault(
                f"{self._named(owner, number)} appears here first: its name and actions must follow"
            )
        told = self._description(owner, number, at)
        if known is None:
            told.index, told.before = len(self.sets[owner]), before
            self.sets[owner][number] = told
            return told
        if difference := _difference(known, told):
            raise words.fault(
                f"{self._named(owner, number)} {difference} at line {words.line(known.at)}", at
            )
        return known

    def _named(self, owner: int, number: int) -> str:
        return f"information set {number} of {brief(self.owners[owner])}"

    def _description(self, owner: int, number: int, at: int) -> Known:
        words = self.words
        start = words.at
        label = words.name() if words.peek() == '"' else ""
        actions, weights, total = (words.names(), (), 0) if owner else self._lots()
        if not actions:
            raise words.fault(f"{self._named(owner, number)} has no actions", at)
        named = owner == 0 or (all(actions) and len(set(actions)) == len(actions))
        choices = actions if named else [str(k) for k in range(1, len(actions) + 1)]
        return Known(
            number,
            label,
            actions=tuple(actions),
            choices=tuple(choices),
            weights=weights,
            total=total,
            at=at,
            said=words.since(start),
        )

    def _lots(self) -> tuple[list[str], tuple[int, ...], int]:
        words = self.words
        at = words.at
        words.brace("{")
        labels, chances, total = [], [], 1
        while words.peek() != "}":
            labels.append(words.name("an action of chance in quotes"))
            start = words.at
            chance = words.number("its probability")
            if chance < 0:
                raise words.fault(
                    f"chance takes {brief(labels[-1])!r} with a negative probability, "
                    f"{amount(chance)}",
                    start,
                )
            total = math.lcm(total, chance.denominator)
            self.grown(total.bit_length())
            chances.append(chance)
        words.brace("}")
        if total.bit_length() > SMALL:
            self.grown(len(chances) * total.bit_length())
        weights = tuple(c.numerator * (total // c.denominator) for c in chances)
        if chances and sum(weights) != total:
            raise words.fault(
                f"the probabilities add up to {amount(Fraction(sum(weights), total))}, not to 1; "
                "write them as exact fractions such as 1/3",
                at,
            )
        return labels, weights, total

    # ------------------------------------------------------------------ outcomes

    def outcome(self) -> Payoffs:
        """Take the number of an outcome, and its description if there is one."""
        words = self.words
        at = words.at
        number = words.whole("the number of an outcome, 0 for none")
        told = words.peek() in ('"', "{")
        if number == 0:
            if told:
                raise words.fault("outcome 0 is none: it has no name and no payoffs", at)
            return NONE
        known = self.outcomes.get(number)
        if known is not None and (not told or words.repeats(known.said)):
            return known.payoffs
        if not told:
            raise words.fault(
                f"outcome {number} appears here first: its name and payoffs must follow", at
            )
        new = self._outcome(at)
        if known is None:
            known = self.outcomes[number] = new
        elif (known.name, known.payoffs) != (new.name, new.payoffs):
            raise words.fault(
                f"outcome {number} is {_shown(new)} here but {_shown(known)} "
                f"at line {words.line(known.at)}",
                at,
            )
        return known.payoffs

    def _outcome(self, at: int) -> Outcome:
        words = self.words
        start = words.at
        name = words.text("the outcome's name in quotes")
        payoffs = words.numbers()
        players = len(self.owners) - 1
        if len(payoffs) != players:
            many = "two" if players == 2 else str(players)
            raise words.fault(f"{len(payoffs)} payoffs for {many} players", at)
        for payoff in payoffs:
            self.grown(payoff.numerator.bit_length() + payoff.denominator.bit_length())
        plain = tuple(p.numerator if p.denominator == 1 else p for p in payoffs)
        return Outcome(name, plain, at, words.since(start))


def _difference(known: Known, told: Known) -> str:
    if known.label != told.label:
        return f"is called {brief(told.label)!r} here but {brief(known.label)!r}"
    if known.actions != told.actions:
        here, there = (brief(", ".join(one.actions), 80) for one in (told, known))
        return f"has the actions {here} here but {there}"
    if (known.weights, known.total) != (told.weights, told.total):
        return "has other probabilities here than"
    return ""


def _shown(outcome: Outcome) -> str:
    return f"{brief(outcome.name)!r} {{ {', '.join(map(amount, outcome.payoffs))} }}"


def amount(number: Fraction | int) -> str:
    """Return a number for an error message, cut short where it is long.

    >>> amount(Fraction(-3, 8)), amount(10**60)
    ('-3/8', '1000000000000000000000000000000000000...')
    """
    return brief(show(number))
