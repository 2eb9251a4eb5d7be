"""Build the extensive-form tree of a game: a table that enumerates every branch of the rules.

The rules are an ordinary function, so a branch cannot be entered half-way: the builder plays the
function again from the top for each leaf, following a script, and adds the nodes that are new. Up
to the branching point, where a hand leaves the one before it, the verbs answer from a tape. The
first hands and a sample of the others are played again without it, so that rules with randomness or
state of their own are found out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import is_, length_hint
from typing import Any, TypeVar

from sabot.cards.card import Card
from sabot.cards.shoe import Shoe, enumerate_hands
from sabot.errors import RulesError, TreeTooLargeError
from sabot.exact import format_fraction
from sabot.forms.extensive import (
    NODE_LIMIT,
    ChanceNode,
    DecisionNode,
    GameTree,
    Node,
    ObservationHistory,
    TerminalNode,
    TreeInfoset,
    tree_too_large_words,
)
from sabot.game_rules.bytecode import last_line_of_rules
from sabot.game_rules.table import (
    NOT_GIVEN,
    LiveShoe,
    Table,
    given_shoe,
    infoset_key,
    mutable_observation_error,
    ranked_shoe,
    require_weights,
    strip_answers,
)
from sabot.progress import report_progress

REPEATED_HANDS = 500
"""So many hands are run twice, to detect rules with randomness of their own..."""
REPEATED_VERBS = 10_000
"""...as long as they have had at most so many verbs together..."""
REPEAT_ONE_IN = 32
"""...and one in so many of the rest."""
REPORT_ONE_IN = 16
"""After so many hands the progress is reported, and a request to stop is noticed."""
CROSS_CHECKED_HANDS = 12
"""So many hands explored with lazy cards are run again with explicit ones."""

LONG_HAND = 32
"""After so many choices and chance moves what a seat knows is long: only
what is new is compared."""
SMALL_TREE_LEAVES = 100
"""A tree of about so many leaves is built with explicit cards: arrays do not pay."""

T = TypeVar("T")
TapeEntry = tuple[Hashable, Hashable, Any]
"""Of a decision: the actions, the seat, and the action taken. Of a roll: nothing, a mark, and the
outcome. Of a draw: how many cards were left, a mark, and the spot of the card."""
_ROLLED, _DRAWN = object(), object()
_FORK: TapeEntry = (None, None, None)
"""In place of the entry at which the hand leaves the one before it: no verb matches it."""
UNAMBIGUOUS_TYPES = frozenset((bool, int, str, type(None), Fraction, Card))
"""Equal things of one and the same of these types print alike; 1, True and 1.0 do not."""


class _ReplayedShoe(LiveShoe):
    """A shoe that repeats, without counting, what it gave in the previous run of the hand."""

    __slots__ = ()
    _table: TreeBuilder

    def draw(self) -> Any:
        """Take the next card."""
        table = self._table
        if table._taped and self._kinds > 1:
            cards, verb, spot = table._next_entry()
            if verb is not _DRAWN or cards != self._left:
                spot = table._draw_at_fork(self._left)
            if spot is not None:
                return self.taken(spot)
        return super().draw()

    def deal(self, count: int) -> tuple[Hashable, ...]:
        """Take some cards at once."""
        table = self._table
        if table._taped and 0 <= count <= self._left:
            spots, _, total = enumerate_hands(tuple(self._counts), count, self._endless)
            branch = table._replay_deal(len(spots), total) if len(spots) > 1 else None
            if branch is not None:
                return tuple([self.taken(spot) for spot in spots[branch]])
        return super().deal(count)


class TreeBuilder(Table):
    """Walks every branch of the rules, once each."""

    longest = 3_000  # what a seat knows is kept for each question: memory grows with the square

    def __init__(
        self,
        seats: Sequence[str],
        *,
        limit: int = NODE_LIMIT,
        repeated: int = REPEATED_HANDS,
        first: Callable[[], object] | None = None,
    ) -> None:
        """Note the seats; *first* is called when one hand has been run once."""
        super().__init__(seats)
        self.repeated = repeated
        self._first = first
        self._limit = limit
        self._number = {seat: index for index, seat in enumerate(self.seats)}
        self._sights: list[dict[ObservationHistory, int]] = [{} for _ in self.seats]
        self._infosets: list[list[TreeInfoset]] = [[] for _ in self.seats]
        self._keys: list[dict[str, ObservationHistory]] = [{} for _ in self.seats]
        self._kinds: list[list[tuple[type, ...] | None]] = [[] for _ in self.seats]
        """The types of what is seen since the seat's last choice, where equal things of these
        types print alike."""
        self._script: list[int] = []
        self._path: list[ChanceNode | DecisionNode] = []
        self._depth = 0
        self._root: Node | None = None
        self._size = self._hands = self._repeated_verbs = 0
        self._tape: list[TapeEntry] = []
        """What was asked at each node on the path, of whom, and the answer."""
        self._entries: Iterator[TapeEntry] = iter(self._tape)
        """The rest of the tape, while a hand is on it."""
        self._next_entry = self._entries.__next__
        self._kept: list[tuple[dict[str, ObservationHistory], int]] = []
        """What the seats knew, and how many verbs were said, before each node on the path."""
        self._taped = False
        """Whether the verbs answer from the tape: from the start of a hand to its fork."""
        self._fork = 0
        self._again: TerminalNode | None = None
        """How the hand ended in its first run, while it is run again."""
        self._fresh: dict[str, list[Hashable]] | None = None
        """In a long hand that is run again: what each seat has seen since its last choice."""
        self._before: dict[str, tuple[ObservationHistory, ObservationHistory]] = {}
        """In such a hand: what each seat knew at its last choice, and what it chose."""

    def explore(
        self, play: Callable[[Table], object], progress: Callable[[int], object] | None = None
    ) -> GameTree:
        """Play the rules down every branch and return the tree.

        *progress* is called with the number of nodes now and then; it stops the walk by raising.
        """
        reported = 0
        if self._root is None:
            self.begin(play)
        while self._turn():
            self._run_hand(play)
            if self._hands % REPORT_ONE_IN == 0:
                report_progress("exploring", self._size, unit="nodes")
            if progress is not None and self._size - reported >= 5000:
                reported = self._size
                progress(reported)
        report_progress("exploring", self._size, unit="nodes")
        assert self._root is not None
        sights = tuple(map(tuple, self._infosets))
        return GameTree(self.seats, self._root, sights, self._size, self.uneven)

    def begin(
        self, play: Callable[[Table], object], again: Callable[[Table], object] | None = None
    ) -> bool:
        """Run the first hand, twice; return whether exploring with lazy cards would pay.

        It may where chance moves and the choices on the way, multiplied, are many. *again* are the
        rules for the second run: the same, not watched.
        """
        self._run_hand(play, again)
        drew = any(type(node) is ChanceNode for node in self._path)
        return drew and math.prod(len(node.labels) for node in self._path) > SMALL_TREE_LEAVES

    def _run_hand(
        self, play: Callable[[Table], object], again: Callable[[Table], object] | None = None
    ) -> None:
        """Run one more hand, and some of them twice, the second time by *again* if it is given."""
        leaf = self._hand(play, taped=True)
        self._grow(leaf)
        self._hands += 1
        if self._first is not None:
            self._first()
            self._first = None
        early = self._hands <= self.repeated and self._repeated_verbs <= REPEATED_VERBS
        if early or self._hands % REPEAT_ONE_IN == 0:
            self._repeated_verbs += self._steps
            self._again = leaf
            second = self._hand(again or play)
            self._again = None
            if second.payoffs != leaf.payoffs:
                raise self._differs(len(self._script), leaf, second)

    def unpaid(self, play: Callable[[Table], object], came: object) -> RulesError:
        """Return the error of a hand without payment, with the line at which it ends."""
        fault = super().unpaid(play, came)
        line = last_line_of_rules(play, self._play_once_more)
        return RulesError(f"{line}: {fault}") if line else fault

    def _play_once_more(self, play: Callable[[Table], object]) -> None:
        """Run the hand of the script once more, whatever its result."""
        self._depth = self._steps = 0
        self._seen, self._taped, self._fresh = {}, False, None
        play(self)

    def _turn(self) -> bool:
        """Go on to the next branch; False after the last one."""
        script, path = self._script, self._path
        kept = len(script)
        while kept and script[kept - 1] + 1 == len(path[kept - 1].labels):
            kept -= 1
        for stack in (script, path, self._tape, self._kept):
            del stack[kept:]
        if not script:
            return False
        script[-1] += 1
        self._tape[-1] = self._entry(self._path[-1], script[-1])
        return True

    def _hand(self, play: Callable[[Table], object], *, taped: bool = False) -> TerminalNode:
        """Run the rules once: by the script to its end, then by first branches."""
        self._depth = 0
        self._fork = len(self._script) - 1
        self._fresh = None
        if self._again is not None and self._fork >= LONG_HAND:
            self._fresh = {seat: [] for seat in self.seats}
            self._before = dict.fromkeys(self.seats, ((), ()))
        self._taped = taped and self._fork > 0
        if self._taped:
            entry, self._tape[-1] = self._tape[-1], _FORK
            self._entries = iter(self._tape[:])
            self._tape[-1] = entry
            self._next_entry = self._entries.__next__
        leaf = TerminalNode(self.play_hand(play))
        if self._taped:
            self._leave_tape(self._replayed())
        if self._depth < len(self._script):
            raise self._differs(self._depth, self._path[self._depth], leaf)
        return leaf

    # ------------------------------------------------------------------ verbs, from the tape

    def shoe(
        self, shoe: Shoe | None = None, *, ranks: int = 13, suits: int | float = 4
    ) -> LiveShoe:
        """Put a shoe on the table."""
        if not self._taped:
            self.step()
        found = ranked_shoe(ranks, suits) if shoe is None else given_shoe(shoe)
        return _ReplayedShoe(self, found)

    def show(self, seat: str, *items: Hashable) -> None:
        """Let *seat* see *items*."""
        if self._taped:
            return
        self.step()
        if self._offers is not None:
            items = strip_answers(items)
        if self._fresh is None and seat in self._number:
            self._seen[seat] = self._seen.get(seat, ()) + items
        elif self._fresh is None:
            self._known(seat)  # refuses the seat
        else:
            self._fresh[self._known(seat)] += items

    def announce(self, *items: Hashable) -> None:
        """Let every seat see *items*."""
        if not self._taped:
            if self._offers is not None:
                items = strip_answers(items)
            seen = self._seen
            self.step()
            self._steps += len(self.seats) - 1
            for seat in self.seats:
                if self._fresh is None:
                    seen[seat] = seen.get(seat, ()) + items
                else:
                    self._fresh[seat] += items

    def roll(self, weights: Mapping[T, int]) -> T:
        """Let chance choose one of the keys."""
        if self._taped and (
            (type(weights) is dict and len(weights) > 1 and all(weights.values()))
            or _live_outcomes(weights) > 1
        ):
            _, verb, label = self._next_entry()
            if verb is _ROLLED:
                return label  # type: ignore[no-any-return]
            self._leave_tape(self._replayed() - 1)
        return super().roll(weights)

    def ask(self, seat: str, actions: Sequence[str], sees: Hashable = NOT_GIVEN) -> str:
        """Return what *seat* chooses; a new question opens a node and takes the first action."""
        if self._taped:
            labels, asked, action = self._next_entry()
            if asked == seat and labels == (actions if type(actions) is tuple else tuple(actions)):
                return action  # type: ignore[no-any-return]
            found = self._answer_at_fork(seat, actions)
            if found is not None:
                return found
        if self._fresh is not None:
            found = self._answer_repeated(self._fresh, seat, actions, sees)
            if found is not None:
                return found
        number = self._number.get(seat)
        if self._depth < len(self._script) and sees is NOT_GIVEN:
            answer = self._answer_again(seat, actions)
            if answer is not None:
                return answer
        if number is None or self._depth < len(self._script) or self._again is not None:
            return super().ask(seat, actions, sees)
        self.step()
        view = self._seen.get(seat, ())
        if sees is not NOT_GIVEN:
            view = (*view, strip_answers(sees))
        words, answers = self._choices(seat, actions)
        try:
            known = self._sights[number].get(view)
        except TypeError:
            raise mutable_observation_error(seat, view) from None
        if (
            known is None
            or self._infosets[number][known].actions != words
            or not (
                self._kinds[number][known] == tuple(map(type, self._fresh_part(number, view)))
                or all(map(is_, self._infosets[number][known].view, view))
            )
        ):
            known = self._sight(number, view, words, self._last_infoset(number))
        self._depth += 1
        self._open(DecisionNode(number, known, words), (words, seat, words[0]))
        self._seen[seat] = (*view, words[0])
        return answers[0]

    def _answer_at_fork(self, seat: str, actions: Sequence[str]) -> str | None:
        """Leave the tape; return the answer of the new branch, None where rules ask otherwise."""
        depth = self._replayed() - 1
        self._leave_tape(depth)
        node = self._path[depth]
        if (
            depth != self._fork
            or type(node) is not DecisionNode
            or node.labels != tuple(actions)
            or self.seats[node.seat] != seat
        ):
            return None
        self._depth = depth + 1
        self._steps += 1
        branch = self._script[depth]
        self._seen[seat] = (*self._infosets[node.seat][node.view].view, node.labels[branch])
        # before the fork plain texts do: what is compared with them was checked when
        # they were new, and is checked again in hands that are run twice
        return self._asked[node.labels][1][branch]

    def _answer_repeated(
        self,
        fresh: dict[str, list[Hashable]],
        seat: str,
        actions: Sequence[str],
        sees: Hashable,
    ) -> str | None:
        """Return the answer by the script in a long hand that is run again.

        What the seat knew at its last choice was compared there; now what is *fresh* is. None where
        the question seems to be another one: then what all seats have seen is put back.
        """
        node = self._path[self._depth] if self._depth < len(self._script) else None
        if (
            sees is NOT_GIVEN
            and type(node) is DecisionNode
            and node.labels == (actions if type(actions) is tuple else tuple(actions))
            and self.seats[node.seat] == seat
        ):
            view = self._infosets[node.seat][node.view].view
            before, chose = self._before[seat]
            if view[len(before) + len(chose) :] == tuple(fresh[seat]):
                self.step()
                branch = self._script[self._depth]
                self._depth += 1
                fresh[seat].clear()
                self._before[seat] = view, (node.labels[branch],)
                return self._asked[node.labels][1][branch]
        self._seen = {
            one: (*parts[0], *parts[1], *fresh[one]) for one, parts in self._before.items()
        }
        self._fresh = None
        return None

    def _answer_again(self, seat: str, actions: Sequence[str]) -> str | None:
        """Return the answer by the script; None where the question seems to be another one."""
        depth = self._depth
        node = self._path[depth]
        words = actions if type(actions) is tuple else tuple(actions)
        if (
            type(node) is not DecisionNode
            or node.labels != words
            or self.seats[node.seat] != seat
            or self._infosets[node.seat][node.view].view != self._seen.get(seat, ())
        ):
            return None
        self.step()
        self._depth = depth + 1
        branch = self._script[depth]
        self._seen[seat] = (*self._infosets[node.seat][node.view].view, node.labels[branch])
        return self._asked[node.labels][1][branch]

    def _replayed(self) -> int:
        """Return how many entries of the tape the hand has had."""
        return self._fork + 1 - length_hint(self._entries)

    def _draw_at_fork(self, left: int) -> int | None:
        """Return the spot at the branching point; None where the rules now draw otherwise."""
        depth = self._replayed() - 1
        self._leave_tape(depth)
        node = self._path[depth]
        if depth == self._fork and type(node) is ChanceNode and node.spots and node.total == left:
            self._depth = depth + 1
            self._steps += 1
            return node.spots[self._script[depth]]
        return None

    def _replay_deal(self, ways: int, total: int) -> int | None:
        """Return the branch on the tape, or None at the fork and where the rules deal otherwise."""
        depth = self._replayed()
        self._next_entry()
        node = self._path[depth]
        alike = type(node) is ChanceNode and len(node.labels) == ways and node.total == total
        if depth == self._fork or not alike:
            self._leave_tape(depth)
            return None
        return self._script[depth]

    def _leave_tape(self, depth: int) -> None:
        """Put back what the seats knew before the node at *depth*: the tape ends here."""
        self._depth = depth
        known, self._steps = self._kept[depth]
        self._seen = dict(known)
        self._taped = False

    def pick(
        self,
        labels: Sequence[Hashable],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Follow the script, or open a new chance node and take its first branch."""
        if len(labels) == 1:
            return 0
        if self._taped:  # rules that are read from a file say at once what they pick
            self._leave_tape(self._replayed())
        depth = self._depth
        self._depth = depth + 1
        found = ChanceNode(tuple(labels), tuple(weights), total, spots=tuple(spots or ()))
        if depth < len(self._script):
            node = self._path[depth]
            if (
                not isinstance(node, ChanceNode)
                or node.weights != found.weights
                or node.spots != found.spots
                or not (found.spots or node.labels == found.labels)
            ):
                raise self._differs(depth, node, found)
            return self._script[depth]
        self._open(found, self._entry(found, 0))
        return 0

    def choose(self, seat: str, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        """Follow the script, or open a new decision and take its first action."""
        if self._taped:
            self._leave_tape(self._replayed())
        depth = self._depth
        self._depth = depth + 1
        if depth < len(self._script):
            node = self._path[depth]
            if (
                not isinstance(node, DecisionNode)
                or node.labels != actions
                or self.seats[node.seat] != seat
                or self._infosets[node.seat][node.view].view != view
            ):
                raise self._differs(
                    depth, node, f"{seat} at {infoset_key(view)}: {_abbreviated_list(actions)}"
                )
            return self._script[depth]
        number = self._number[seat]
        before = self._last_infoset(number)
        if before is not None and view[: len(before.view)] != before.view:
            before = None  # a game from a file names its information sets itself
        node = DecisionNode(number, self._sight(number, view, actions, before), actions)
        self._open(node, (actions, seat, actions[0]))
        return 0

    def _differs(self, depth: int, first: Node, then: Node | str) -> RulesError:
        """Return the error of a hand whose two runs differ after *depth* steps."""
        where = self.where(depth).strip() or "at its start"
        second = then if isinstance(then, str) else self._words(then)
        return RulesError(
            "the rules do not do the same when they are run again: one hand, "
            f"{where}, continues in two ways\n"
            f"  first   {self._words(first)}\n"
            f"  then    {second}\n"
            "  rules have no random numbers, clock or counter of their own; for chance use "
            "table.roll()"
        )

    def where(self, depth: int | None = None) -> str:
        """Return the last steps to where a hand is, or was after *depth* of them."""
        steps = zip(self._path[:depth], self._script, strict=False)
        path = [infoset_key((node.labels[choice],)) for node, choice in steps]
        return f" after {_abbreviated_list(path[-12:])}" if path else ""

    def _words(self, node: Node) -> str:
        if isinstance(node, TerminalNode):
            paid = zip(self.seats, node.payoffs, strict=True)
            texts = [f"{seat} {format_fraction(pay)}" for seat, pay in paid]
            return f"the end: {_abbreviated_list(texts)}"
        if isinstance(node, DecisionNode):
            view = self._infosets[node.seat][node.view].key
            return f"{self.seats[node.seat]} at {view}: {_abbreviated_list(node.labels)}"
        pairs = zip(node.labels, node.weights, strict=True)
        texts = [f"{infoset_key((label,))} ({weight})" for label, weight in pairs]
        return f"chance: {_abbreviated_list(texts)}"

    def _sight(
        self,
        seat: int,
        view: ObservationHistory,
        actions: tuple[str, ...],
        before: TreeInfoset | None,
    ) -> int:
        """Return the number of an information set; what is known continues that *before*."""
        known = self._sights[seat].get(view)
        if known is None:
            fresh = view if before is None else view[len(before.view) :]
            key = infoset_key(fresh)
            if before is not None and before.view:
                key = f"{before.key},{key}"
            if key in self._keys[seat]:
                raise RulesError(
                    f"{self.seats[seat]} knows two different things that both print as {key!r}: "
                    f"{self._keys[seat][key]!r} and {view!r}; show them as different text"
                )
            infosets = self._infosets[seat]
            known = self._sights[seat][view] = len(infosets)
            self._keys[seat][key] = view
            infosets.append(TreeInfoset(view, key, actions))
            kinds = tuple(map(type, fresh))
            plain = UNAMBIGUOUS_TYPES.issuperset(kinds)
            self._kinds[seat].append(kinds if plain else None)
        elif (key := infoset_key(view)) != self._infosets[seat][known].key:
            raise RulesError(
                f"{self.seats[seat]} is shown things that Python takes for equal and that print as "
                f"{self._infosets[seat][known].key!r} and {key!r}; show one of them in both "
                "places, or different texts"
            )
        elif self._infosets[seat][known].actions != actions:
            raise RulesError(
                f"{self.seats[seat]} at {infoset_key(view)} may {' or '.join(actions)} here but "
                f"{' or '.join(self._infosets[seat][known].actions)} elsewhere; "
                "a seat that cannot tell two situations apart must have the same actions in both"
            )
        return known

    def _last_infoset(self, seat: int) -> TreeInfoset | None:
        """Return where a seat chose last in this hand; None before its first choice."""
        for node in reversed(self._path):
            if type(node) is DecisionNode and node.seat == seat:
                return self._infosets[seat][node.view]
        return None

    def _fresh_part(self, seat: int, view: ObservationHistory) -> ObservationHistory:
        """Return what a seat knows that it did not know at its last choice."""
        before = self._last_infoset(seat)
        return view if before is None else view[len(before.view) :]

    def _open(self, node: ChanceNode | DecisionNode, entry: TapeEntry) -> None:
        if self._again is not None:
            raise self._differs(len(self._script), self._again, node)
        self._grow(node)
        self._path.append(node)
        self._script.append(0)
        self._tape.append(entry)
        self._kept.append((dict(self._seen), self._steps - 1))

    def _entry(self, node: ChanceNode | DecisionNode, choice: int) -> TapeEntry:
        """Return what the tape holds of a node."""
        if isinstance(node, DecisionNode):
            return node.labels, self.seats[node.seat], node.labels[choice]
        if node.spots:
            return node.total, _DRAWN, node.spots[choice]
        return None, _ROLLED, node.labels[choice]

    def _grow(self, node: Node) -> None:
        if self._path:
            self._path[-1].children.append(node)
        else:
            self._root = node
        self._size += 1
        if self._size > self._limit:
            raise TreeTooLargeError(tree_too_large_words(self._limit))


def _live_outcomes(weights: Mapping[T, int]) -> int:
    """Return how many outcomes of a roll can come up."""
    amounts = require_weights(weights).values()
    return len(amounts) if all(amounts) else sum(map(bool, amounts))


def _abbreviated_list(words: Sequence[str]) -> str:
    """Return a list for an error message, cut short where it is long."""
    text = ", ".join(words)
    return text if len(text) <= 120 else f"{text[:110]}..."


__all__ = [
    "REPEATED_HANDS",
    "REPEAT_ONE_IN",
    "ChanceNode",
    "DecisionNode",
    "TreeBuilder",
    "GameTree",
    "TerminalNode",
    "Node",
    "TreeInfoset",
    "tree_too_large_words",
]
