"""Backward induction through the closed parts of a sequence form, for any number of players.

A set of information sets is a closed part, begun by a sequence of each player (its base), if every
payoff that depends on a choice in it lies at sequences of which each is the base of its player or
ends in the part. What the part pays is then a function of the plans inside it, times the
probabilities of the base. So an equilibrium of the part, and one of the game in which what it pays
is written at the base, make an equilibrium of the game. Every proper subgame (Selten 1965) is a
closed part; a part may also begin at an information set of several nodes, if only its player ever
chooses below it. With perfect information every part is one information set, and what is done here
is backward induction, linear in the payoffs. What is left when nothing more can be cut off is the
last part; parts where several players choose are solved by the function that is given.

Of equally good actions the one is taken that pays more if the others make mistakes. Floats guess
that: whether the strategies are perfect is decided elsewhere, exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from sabot.exact import over_one_denominator
from sabot.forms.sequence import BehaviourStrategy, Infoset, Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry
from sabot.progress import report_progress

InfosetId = tuple[int, int]
"""A player, and the number of an information set of that player."""
Sequences = tuple[int, ...]
"""A sequence of each player."""
Amount = int | Fraction
Plans = Sequence[Sequence[Fraction]]
SolvePart = Callable[[NPlayerSequenceForm], Plans | None]
"""Returns plans in equilibrium of a part in which two players or more choose; None: finds none."""
_SMALL = 24
"""Sequences of all players up to which a tree is solved as a whole, which takes no time."""
_REPORT_EVERY = 256
_MISTAKE = 1 / 256
"""The probability of a mistake at an information set, where ties are broken."""
_MOST_STEPS = 40
"""Steps of the search for parts of several players, for each payoff and information set."""
_ZERO, _ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class ClosedPart:
    """Some information sets, and the payoffs that depend on what is done there."""

    base: Sequences
    infosets: tuple[InfosetId, ...]
    """By player, parents before children."""
    entries: tuple[int, ...]
    """Payoffs by their numbers: first those of the form, then what each earlier part pays."""

    @property
    def single(self) -> bool:
        """Whether it is one information set."""
        return len(self.infosets) == 1


def find_closed_parts(form: NPlayerSequenceForm) -> list[ClosedPart]:
    """Return closed parts that hold all information sets, each after those inside it.

    >>> from sabot import load
    >>> from sabot.forms.sequence_nplayer import nplayer_form_of_tree
    >>> raked = nplayer_form_of_tree(load("kuhn-poker(rake=1/10)").tree())
    >>> [len(part.infosets) for part in find_closed_parts(raked)]
    [12]
    """
    return _PartSearch(form).run()


def worthwhile_parts(form: NPlayerSequenceForm) -> list[ClosedPart]:
    """Return the closed parts that a tree is solved by; none where it is small or has but one."""
    if sum(side.count - 1 for side in form.sides) <= _SMALL:
        return []
    parts = find_closed_parts(form)
    return parts if len(parts) > 1 else []


def backward_words(parts: Sequence[ClosedPart]) -> str:
    """Return how a game was solved."""
    if all(part.single for part in parts):
        return f"backward induction, {len(parts):,} information sets"
    return f"backward through {len(parts):,} part{'s' * (len(parts) != 1)}"


class _PartSearch:
    """The payoffs and information sets that are not yet in a part."""

    def __init__(self, form: NPlayerSequenceForm) -> None:
        self.sides = form.sides
        self.parts: list[ClosedPart] = []
        self.ends = len(form.ends)
        self.live: dict[int, Sequences] = {}
        self.at: list[list[set[int]]] = [[set() for _ in range(s.count)] for s in form.sides]
        """By player and sequence, the payoffs there."""
        self.others: list[list[dict[Sequences, int]]] = [[{} for _ in s.cells] for s in form.sides]
        """By player and information set: what the others have played at its payoffs, and how often.
        """
        self.cell_of = [
            [-1, *(n for n, cell in enumerate(side.cells) for _ in cell.actions)]
            for side in form.sides
        ]
        self.after: list[list[set[int]]] = [[set() for _ in range(s.count)] for s in form.sides]
        """By player and sequence, the information sets just after it."""
        self.depth: list[list[int]] = []
        self.children: list[list[int]] = []
        """How many information sets follow one of the same player at once."""
        self.left: list[set[int]] = [set(range(len(side.cells))) for side in form.sides]
        for seat, side in enumerate(form.sides):
            depth, children = [0] * side.count, [0] * len(side.cells)
            for n, cell in enumerate(side.cells):
                self.after[seat][cell.parent].add(n)
                if cell.parent:
                    children[self.cell_of[seat][cell.parent]] += 1
                for s in cell.sequences:
                    depth[s] = depth[cell.parent] + 1
            self.depth.append(depth)
            self.children.append(children)
        for number, end in enumerate(form.ends):
            self._put(number, end.sequences)
        self.steps = _MOST_STEPS * (self.ends + sum(len(side.cells) for side in form.sides))

    def run(self) -> list[ClosedPart]:
        """Return all parts; the last one holds what could not be cut off."""
        self._cut_single([(n, c) for n, cells in enumerate(self.left) for c in cells])
        while any(self.left) and self._cut_several():
            pass
        if any(self.left):
            left = tuple((n, c) for n, cells in enumerate(self.left) for c in sorted(cells))
            base = (0,) * len(self.sides)
            self.parts.append(ClosedPart(base, left, tuple(sorted(self.live))))
        return self.parts

    def _put(self, number: int, sequences: Sequences) -> None:
        self.live[number] = sequences
        for seat, s in enumerate(sequences):
            self.at[seat][s].add(number)
            if s:
                counts = self.others[seat][self.cell_of[seat][s]]
                rest = sequences[:seat] + sequences[seat + 1 :]
                counts[rest] = counts.get(rest, 0) + 1

    def _take(self, number: int) -> None:
        sequences = self.live.pop(number)
        for seat, s in enumerate(sequences):
            self.at[seat][s].remove(number)
            if s:
                counts = self.others[seat][self.cell_of[seat][s]]
                rest = sequences[:seat] + sequences[seat + 1 :]
                counts[rest] -= 1
                if not counts[rest]:
                    del counts[rest]

    def _cut(
        self, base: Sequences, infosets: Iterable[InfosetId], entries: Iterable[int]
    ) -> list[InfosetId]:
        """Cut off a part, and return the information sets that its base ends at."""
        part = ClosedPart(base, tuple(infosets), tuple(entries))
        if not len(self.parts) % _REPORT_EVERY:
            report_progress("cutting off subgames", len(self.parts), None, "parts")
        for number in part.entries:
            self._take(number)
        for seat, c in part.infosets:
            parent = self.sides[seat].cells[c].parent
            self.left[seat].remove(c)
            self.after[seat][parent].remove(c)
            if parent:
                self.children[seat][self.cell_of[seat][parent]] -= 1
        self._put(self.ends + len(self.parts), base)
        self.parts.append(part)
        return [(seat, self.cell_of[seat][s]) for seat, s in enumerate(base) if s]

    def _cut_single(self, waiting: list[InfosetId]) -> None:
        """Cut off single information sets until none is closed."""
        while waiting:
            seat, c = waiting.pop()
            others = self.others[seat][c]
            if c not in self.left[seat] or self.children[seat][c] or len(others) != 1:
                continue
            (rest,) = others
            cell = self.sides[seat].cells[c]
            base = (*rest[:seat], cell.parent, *rest[seat:])
            entries = [number for s in cell.sequences for number in self.at[seat][s]]
            waiting += self._cut(base, [(seat, c)], entries)

    def _cut_several(self) -> bool:
        """Cut off parts of several information sets; return whether there were any."""
        found = False
        begun: dict[Sequences, list[InfosetId]] = {}
        for seat in range(len(self.sides)):
            for c, base in self._bases(seat):
                begun.setdefault(base, []).append((seat, c))
        for base in sorted(begun, key=self._depth_of, reverse=True):
            tops = [(seat, c) for seat, c in begun[base] if c in self.left[seat]]
            for infosets, entries in self._components(base, tops):
                if len(entries) == len(self.live) and not any(base):
                    return False  # it is all that is left
                self._cut_single(self._cut(base, infosets, entries))
                found = True
        return found

    def _depth_of(self, base: Sequences) -> int:
        return sum(self.depth[seat][s] for seat, s in enumerate(base))

    def _bases(self, seat: int) -> Iterator[tuple[int, Sequences]]:
        """Yield for each information set left the sequences that all payoffs below it come after.

        Of its own player that is the sequence before it.
        """
        common: dict[int, list[int]] = {}
        for c in sorted(self.left[seat], reverse=True):  # children before parents
            cell = self.sides[seat].cells[c]
            found = common.pop(c, None)
            for s in cell.sequences:
                for number in self.at[seat][s]:
                    found = self._join(found, self.live[number])
            if found is None:
                continue
            if cell.parent:
                above = self.cell_of[seat][cell.parent]
                common[above] = self._join(common.get(above), found)
            yield c, (*found[:seat], cell.parent, *found[seat + 1 :])

    def _join(self, one: list[int] | None, two: Sequence[int]) -> list[int]:
        """Return the longest sequences that both of two tuples come after."""
        if one is None:
            return list(two)
        found = []
        for seat, (s, t) in enumerate(zip(one, two, strict=True)):
            depth = self.depth[seat]
            while s != t:
                self.steps -= 1
                if depth[s] >= depth[t]:
                    s = self._parent(seat, s)
                else:
                    t = self._parent(seat, t)
            found.append(s)
        return found

    def _parent(self, seat: int, s: int) -> int:
        return self.sides[seat].cells[self.cell_of[seat][s]].parent

    def _components(
        self, base: Sequences, tops: Sequence[InfosetId]
    ) -> Iterator[tuple[list[InfosetId], list[int]]]:
        """Yield the closed parts that begin with some of these information sets after a base."""
        group = {top: top for top in tops}

        def root(top: InfosetId) -> InfosetId:
            while group[top] != top:
                top = group[top]
            return top

        inside: dict[InfosetId, tuple[list[InfosetId], list[int]]] = {}
        bad: list[InfosetId] = []
        for top in tops:
            seat = top[0]
            infosets: list[InfosetId] = []
            entries: list[int] = []
            stack, closed = [top[1]], True
            while stack and closed:
                c = stack.pop()
                infosets.append((seat, c))
                for s in self.sides[seat].cells[c].sequences:
                    stack.extend(self.after[seat][s])
                    for number in self.at[seat][s]:
                        entries.append(number)
                        met = self._tops_met(base, self.live[number])
                        closed = met is not None and all(other in group for other in met)
                        if met is None or not closed:
                            break
                        for other in met:
                            group[root(other)] = root(top)
                    if not closed:
                        break
            inside[top] = infosets, entries
            if not closed:
                bad.append(top)
            if self.steps < 0:
                return
        refused = {root(top) for top in bad}
        made: dict[InfosetId, tuple[list[InfosetId], list[int]]] = {}
        for top in tops:
            if root(top) not in refused:
                infosets, entries = made.setdefault(root(top), ([], []))
                infosets += inside[top][0]
                entries += inside[top][1]
        for infosets, entries in made.values():
            yield sorted(infosets), sorted(set(entries))

    def _tops_met(self, base: Sequences, sequences: Sequences) -> list[InfosetId] | None:
        """Return the information sets just after the base on the way to some sequences.

        None where the way does not lead through the base.
        """
        found = []
        for seat, (begin, s) in enumerate(zip(base, sequences, strict=True)):
            c = -1
            while s != begin:
                self.steps -= 1
                if not s:
                    return None
                c = self.cell_of[seat][s]
                s = self.sides[seat].cells[c].parent
            if c >= 0:
                found.append((seat, c))
        return found


def solve_backward(
    form: NPlayerSequenceForm, parts: Sequence[ClosedPart], solve: SolvePart
) -> list[BehaviourStrategy] | None:
    """Return strategies that are in equilibrium in every closed part; None: one is not solved."""
    worth = _Worth(form)
    chosen: list[dict[int, list[Fraction]]] = [{} for _ in form.sides]
    for done, part in enumerate(parts):
        if not done % _REPORT_EVERY:
            report_progress("solving subgames", done, len(parts), "subgames")
        if part.single:
            ((seat, c),) = part.infosets
            chosen[seat][c] = worth.choose(part, seat, c)
        else:
            solved = worth.solve(part, solve)
            if solved is None:
                return None
            for (seat, c), mix in solved.items():
                chosen[seat][c] = mix
    return [
        {
            cell.key: dict(zip(cell.actions, chosen[seat][c], strict=True))
            for c, cell in enumerate(side.cells)
        }
        for seat, side in enumerate(form.sides)
    ]


class _Worth:
    """What payoffs are worth, those of the form and what solved parts pay."""

    def __init__(self, form: NPlayerSequenceForm) -> None:
        self.form = form
        self.places: list[Sequences] = [end.sequences for end in form.ends]
        self.paid: list[tuple[Amount, ...]] = [end.payoffs for end in form.ends]
        most = max((abs(pay) for end in form.ends for pay in end.payoffs), default=0) or 1
        self.shaken: list[tuple[float, ...]] = [
            tuple(pay / most for pay in end.payoffs) for end in form.ends
        ]
        """The same in floats, as shares of the largest, if the others make mistakes."""

    def choose(self, part: ClosedPart, seat: int, c: int) -> list[Fraction]:
        """Return the best choice at a single information set, and write what it pays."""
        cell, players = self.form.sides[seat].cells[c], range(len(self.form.sides))
        count = len(cell.actions)
        paid: list[list[Amount]] = [[0] * len(players) for _ in range(count)]
        shaken = [[0.0] * len(players) for _ in range(count)]
        for number in part.entries:
            k = self.places[number][seat] - cell.first
            # a payoff before the choice is the same for all actions
            for action in (k,) if 0 <= k < count else range(count):
                for player in players:
                    paid[action][player] += self.paid[number][player]
                    shaken[action][player] += self.shaken[number][player]
        best = max(range(count), key=lambda k: (paid[k][seat], shaken[k][seat], -k))
        self.places.append(part.base)
        self.paid.append(tuple(paid[best]))
        self.shaken.append(
            tuple(
                shaken[best][player]
                if player == seat
                else (1 - _MISTAKE) * shaken[best][player]
                + _MISTAKE / count * sum(own[player] for own in shaken)
                for player in players
            )
        )
        return [_ONE if k == best else _ZERO for k in range(count)]

    def solve(self, part: ClosedPart, solve: SolvePart) -> dict[InfosetId, list[Fraction]] | None:
        """Return what is done in a part of several information sets, and write what it pays."""
        form, active = self._form_of(part)
        if len(active) == 1:
            reply, _ = form.reply(0, [[]])
            table = [form.sides[0].behaviour([0] * form.sides[0].count, reply)]
        else:
            plans = solve(form)
            if plans is None:
                return None
            table = [
                side.behaviour(plan, form.reply(n, plans)[0])
                for n, (side, plan) in enumerate(zip(form.sides, plans, strict=True))
            ]
        found: dict[InfosetId, list[Fraction]] = {}
        for n, seat in enumerate(active):
            own = [spot for spot in part.infosets if spot[0] == seat]
            for spot, cell in zip(own, form.sides[n].cells, strict=True):
                found[spot] = [table[n][cell.key][action] for action in cell.actions]
        self._write(part, found)
        return found

    def _form_of(self, part: ClosedPart) -> tuple[NPlayerSequenceForm, list[int]]:
        """Return the form of the players who choose in a part, and who they are."""
        active = sorted({seat for seat, _ in part.infosets})
        renamed = {seat: {part.base[seat]: 0} for seat in active}
        sides = []
        for seat in active:
            side, first = self.form.sides[seat], 1
            cells = []
            for cell in (side.cells[c] for own, c in part.infosets if own == seat):
                cells.append(Infoset(cell.key, cell.actions, renamed[seat][cell.parent], first))
                for s in cell.sequences:
                    renamed[seat][s] = first
                    first += 1
            sides.append(Treeplex(side.name, tuple(cells)))
        sums: dict[Sequences, list[Amount]] = {}
        for number in part.entries:
            spot = tuple(renamed[seat][self.places[number][seat]] for seat in active)
            own = sums.setdefault(spot, [0] * len(active))
            for n, seat in enumerate(active):
                own[n] += self.paid[number][seat]
        amounts, below = over_one_denominator([Fraction(x) for own in sums.values() for x in own])
        width = len(active)
        ends = tuple(
            PayoffEntry(spot, 0, tuple(amounts[n * width : (n + 1) * width]))
            for n, spot in enumerate(sums)
        )
        return NPlayerSequenceForm(tuple(sides), ends, 1, below), active

    def _write(self, part: ClosedPart, found: dict[InfosetId, list[Fraction]]) -> None:
        """Write what a part pays if its players do as found."""
        players = range(len(self.form.sides))
        exact = [{part.base[seat]: _ONE} for seat in players]
        shaken = [{part.base[seat]: 1.0} for seat in players]
        own = [{part.base[seat]: 1.0} for seat in players]
        for seat, c in part.infosets:
            cell = self.form.sides[seat].cells[c]
            for s, chance in zip(cell.sequences, found[seat, c], strict=True):
                exact[seat][s] = exact[seat][cell.parent] * chance
                own[seat][s] = own[seat][cell.parent] * float(chance)
                mixed = (1 - _MISTAKE) * float(chance) + _MISTAKE / len(cell.actions)
                shaken[seat][s] = shaken[seat][cell.parent] * mixed
        paid: list[Amount] = [0] * len(players)
        trembled = [0.0] * len(players)
        for number in part.entries:
            at = self.places[number]
            arrives: Amount = prod(exact[seat][at[seat]] for seat in players)
            for player in players:
                if arrives:
                    paid[player] += arrives * self.paid[number][player]
                mixed = prod((own if n == player else shaken)[n][at[n]] for n in players)
                trembled[player] += mixed * self.shaken[number][player]
        self.places.append(part.base)
        self.paid.append(tuple(paid))
        self.shaken.append(tuple(trembled))
