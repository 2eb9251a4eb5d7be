"""Files of refinements, properties, indices, theorems on all equilibria and private hands.

They are to be forged. Whether what one says is true is found by brute force over pure strategies,
by the solvers, and of theorems at one value of each piece and at rational breakpoints. Nothing is
shared with the checker's arithmetic: of its objects only the numbers are taken over.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import sabot
from sabot import certify
from sabot.certify import (
    ParametricNashVerdict,
    PrivateHandsVerdict,
    PropertiesVerdict,
    RefinementVerdict,
)
from sabot.certify.record_codec import Record
from sabot.forms.sequence import Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry
from sabot.game_rules.private_hands import private_hands_of
from sabot.results.private_hands import PrivateHandsInterval
from sabot.solvers.all_nash.solve import list_equilibria
from sabot.solvers.private_hands import run_private_hands

LISTED = RefinementVerdict | PropertiesVerdict | ParametricNashVerdict | PrivateHandsVerdict
SMALL = Fraction(1, 10**9)
"""The e at which trembles are looked at: all numbers in these files are far from it."""
ENTRY = (
    'EFG 2 R "entry" { "entrant" "monopolist" } p "" 1 1 "e" { "out" "in" } 0 '
    't "" 1 "" { 1 5 } p "" 2 1 "m" { "yield" "fight" } 0 t "" 2 "" { 2 2 } t "" 3 "" { 0 0 } '
)
THREE = (
    'NFG 1 R "van Damme 1991, section 2.4" { "A" "B" "C" } { 2 2 2 } '
    "1 1 1  1 1 1  1 0 1  0 0 1  1 1 0  0 1 0  0 0 0  1 0 0 "
)
TREE = (
    'EFG 2 R "entry" { "Ann" "Bob" "Cleo" } p "" 1 1 "" { "out" "in" } 0 t "" 1 "" { 1 1 1 } '
    'p "" 2 1 "" { "fight" "share" } 0 p "" 3 1 "" { "l" "r" } 0 '
    't "" 2 "" { -1 -1 0 } t "" 3 "" { -2 -1 1 } p "" 1 2 "" { "stay" "leave" } 0 '
    't "" 4 "" { 3 2 0 } t "" 5 "" { 0 1 0 } '
)
SEXES = "matrix([[2|1,0|0],[0|0,1|2]])"


def listed_files() -> dict[str, Any]:
    """Return documents of these kinds, by name, all small."""
    made: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:

        def file(name: str, text: str) -> str:
            path = Path(folder) / name
            path.write_text(text)
            return str(path)

        made["subgames"] = sabot.equilibria(
            file("entry.efg", ENTRY), refine="subgame-perfect"
        ).to_json()
        for name in ("sequential", "quasi-perfect", "extensive-form-perfect"):
            made[name] = sabot.equilibria(file("entry.efg", ENTRY), refine=name).to_json()
        made["undominated"] = sabot.equilibria(
            file("three.nfg", THREE), refine="undominated"
        ).to_json()
        made["properties for three"] = sabot.properties(file("three.nfg", THREE)).to_json()
        made["reached"] = sabot.equilibria(file("tree.efg", TREE)).to_json()
    for name, told in made.items():  # or a seed would make other texts every time
        made[name] = certify.sealed(told | {"game": name})
    myerson = "matrix([[1|1,0|0,-9|-9],[0|0,0|0,-7|-7],[-9|-9,-7|-7,-7|-7]])"
    made["perfect"] = sabot.equilibria(myerson, refine="perfect").to_json()
    made["proper"] = sabot.equilibria(myerson, refine="proper").to_json()
    made["properties"] = sabot.properties("matrix([[6|6,2|7],[7|2,0|0]])").to_json()
    made["indices"] = sabot.equilibria(SEXES, index=True).to_json()
    made["all by parameter"] = sabot.prove("matrix([[a|1,0|0],[0|0,1|2]])").document
    kuhn = private_hands_of(sabot.load("kuhn-poker"))
    assert kuhn is not None
    proved = run_private_hands(kuhn, gap=Fraction(1, 100), iterations=20)
    made["private hands"] = PrivateHandsInterval.of("kuhn-poker", kuhn, proved).to_json()
    return made


def told_of_list(statement: LISTED) -> Any:
    """Return what such a statement says, without its evidence."""
    source: Any = statement.source
    if isinstance(statement, RefinementVerdict):
        return source.refinement, [(one.mixes, one.payoffs) for one in source.equilibria]
    if isinstance(statement, PropertiesVerdict):
        return _plain(source.claims)
    if isinstance(statement, PrivateHandsVerdict):
        return source.unit, source.strategies
    parts = [
        (part.span, part.unique, part.equilibria, part.components)
        for part in (*source.pieces, *source.points)
    ]
    return statement.domain, parts


def _plain(part: Any) -> Any:
    """Return what was read, without classes, and without what nothing is claimed by."""
    if isinstance(part, tuple | list):
        return [_plain(one) for one in part]
    if not isinstance(part, Record):
        return part
    left_out = ("game", "method", "seconds", "certificate")
    return {name: _plain(one) for name, one in vars(part).items() if name not in left_out}


def list_holds(statement: LISTED) -> bool:
    """Tell whether such a statement is true."""
    if isinstance(statement, RefinementVerdict):
        return all(_Refined(statement.source, one).holds() for one in statement.source.equilibria)
    if isinstance(statement, PropertiesVerdict):
        return _properties_hold(statement)
    if isinstance(statement, PrivateHandsVerdict):
        return _private_hands_hold(statement)
    return _theorem_holds(statement)


# ---------------------------------------------------------------------- refinements

Plays = Mapping[tuple[int, int], Sequence[Fraction]]
"""By player and information set, the probabilities of the actions."""


class _Refined:
    """An equilibrium of a tree, looked at by going through all pure strategies."""

    def __init__(self, source: Any, one: Any) -> None:
        self.tree, self.name, self.one = source.tree, source.refinement, one
        self.played = {
            (seat, place): mix
            for seat, mixes in enumerate(one.mixes)
            for place, mix in enumerate(mixes)
        }

    def holds(self) -> bool:
        """Tell whether it is an equilibrium, and what the refinement asks beside."""
        seats = range(len(self.tree.seats))
        if any(self.paid(0, self.played, k) != self.one.payoffs[k] for k in seats):
            return False
        roots = self.tree.subgames if self.name == "subgame-perfect" else (0,)
        if not all(self.best(root, self.played, seat) for root in roots for seat in seats):
            return False
        if self.one.regular is not None:
            return self._is_regular()
        if self.one.trembles is not None:
            return self._trembles_hold()
        return self.one.beliefs is None or all(map(self._belief_holds, seats))

    def paid(self, number: int, plays: Plays, seat: int) -> Fraction:
        """Return what a player is paid from a node on."""
        node = self.tree.nodes[number]
        if node.payoffs:
            return Fraction(node.payoffs[seat])
        shares = node.chances or plays[node.seat, node.infoset]
        below = zip(shares, node.children, strict=True)
        return sum((p * self.paid(child, plays, seat) for p, child in below), Fraction(0))

    def pure(self, seat: int) -> Iterator[Plays]:
        """Yield the pure strategies of a player."""
        sizes = [len(own.actions) for own in self.tree.infosets[seat]]
        for picks in product(*map(range, sizes)):
            yield {
                (seat, k): [Fraction(n == pick) for n in range(sizes[k])]
                for k, pick in enumerate(picks)
            }

    def best(self, root: int, plays: Plays, seat: int) -> bool:
        """Tell whether the listed strategy is best against how the others play."""
        own = {spot: mix for spot, mix in self.played.items() if spot[0] == seat}
        now = self.paid(root, {**plays, **own}, seat)
        return all(self.paid(root, {**plays, **pure}, seat) <= now for pure in self.pure(seat))

    def _trembles_hold(self) -> bool:
        trembling: dict[tuple[int, int], list[Fraction]] = {}
        for seat, plan in enumerate(self.one.trembles):
            at = [sum((c * SMALL**k for k, c in enumerate(one)), Fraction(0)) for one in plan]
            if min(at) <= 0:
                return False
            for place, own in enumerate(self.tree.infosets[seat]):
                mix = [at[s] / at[own.parent] for s in own.sequences]
                limit = zip(mix, self.played[seat, place], strict=True)
                if sum(mix) != 1 or any(abs(one - two) > 10**4 * SMALL for one, two in limit):
                    return False
                trembling[seat, place] = mix
        seats = range(len(self.tree.seats))
        if self.name == "proper" and not all(self._proper(trembling, seat) for seat in seats):
            return False
        if self.name in ("sequential", "quasi-perfect", "extensive-form-perfect"):
            return all(self._best_at(spot, trembling) for spot in self.played)
        return all(self.best(0, trembling, seat) for seat in seats)

    def _is_regular(self) -> bool:
        """Tell whether other actions lose, and small steps of the mixes change the gains."""
        if self.one.regular.root is not None:
            return False  # no such file is forged here
        used = {
            spot: [a for a, chance in enumerate(mix) if chance] for spot, mix in self.played.items()
        }
        rows = []
        for spot, own in used.items():
            for action in range(len(self.played[spot])):
                if action not in own and self._gain(spot, own[0], action, self.played) >= 0:
                    return False
            rows += [(spot, own[0], action) for action in own[1:]]
        changes = []
        for row in rows:
            change = []
            for spot, first, more in rows:
                mix = list(self.played[spot])
                mix[first], mix[more] = mix[first] - SMALL, mix[more] + SMALL
                change.append(self._gain(*row, {**self.played, spot: mix}) / SMALL)
            changes.append(change)
        return _determinant(changes) != 0

    def _gain(self, spot: tuple[int, int], first: int, action: int, plays: Plays) -> Fraction:
        """Return what an action of a player earns more than another one."""
        earned = [
            self.paid(
                0, {**plays, spot: [Fraction(k == a) for k in range(len(plays[spot]))]}, spot[0]
            )
            for a in (first, action)
        ]
        return earned[1] - earned[0]

    def _best_at(self, spot: tuple[int, int], trembling: Plays) -> bool:
        """Tell whether what is played at an information set is best there, as the name says."""
        seat, _ = spot
        nodes = self.tree.nodes
        reach = {0: Fraction(1)}
        for number, node in enumerate(nodes):
            shares = node.chances or trembling.get((node.seat, node.infoset), ())
            for share, child in zip(shares, node.children, strict=True):
                own = node.seat == seat and self.name != "extensive-form-perfect"
                reach[child] = reach[number] * (1 if own else share)
        here = [k for k, node in enumerate(nodes) if (node.seat, node.infoset) == spot]
        later = {
            "sequential": self.played,
            "quasi-perfect": {
                **trembling,
                **{s: m for s, m in self.played.items() if s[0] == seat},
            },
            "extensive-form-perfect": trembling,
        }[self.name]
        total = sum(reach[k] for k in here)
        slack = 10**4 * SMALL if self.name == "sequential" else 0
        earned = []
        for own in self.pure(seat):
            answer = {**later, spot: own[spot]}
            paid = sum(reach[k] * self.paid(k, answer, seat) for k in here)
            earned.append((own[spot], Fraction(paid) / total))
        most = max(amount for _, amount in earned)
        played = self.played[spot]
        return all(
            amount + slack >= most
            for own, amount in earned
            if any(one and share for one, share in zip(own, played, strict=True))
        )

    def _proper(self, trembling: Plays, seat: int) -> bool:
        """Tell whether a costlier mistake is less likely by far."""
        earned = [self.paid(0, {**trembling, **own}, seat) for own in self.pure(seat)]
        both = list(zip(earned, trembling[seat, 0], strict=True))
        return all(p <= 10**4 * SMALL * q for x, p in both for y, q in both if x < y)

    def _belief_holds(self, seat: int) -> bool:
        others = [k for k in range(len(self.tree.seats)) if k != seat]
        earned = []
        for own in self.pure(seat):
            profiles = product(*(self.pure(k) for k in others))
            total = Fraction(0)
            for weight, profile in zip(self.one.beliefs[seat], profiles, strict=True):
                plays = {spot: mix for one in (own, *profile) for spot, mix in one.items()}
                total += weight * self.paid(0, plays, seat)
            earned.append(total)
        mix = self.played[seat, 0]
        return all(not p or x == max(earned) for p, x in zip(mix, earned, strict=True))


def _determinant(rows: Sequence[Sequence[Fraction]]) -> Fraction:
    if not rows:
        return Fraction(1)
    return sum(
        (
            (-1) ** k * entry * _determinant([[*row[:k], *row[k + 1 :]] for row in rows[1:]])
            for k, entry in enumerate(rows[0])
        ),
        Fraction(0),
    )


# ---------------------------------------------------------------------- properties


def _properties_hold(statement: PropertiesVerdict) -> bool:
    """Tell whether the solver finds every property that is claimed of the game of the file."""
    form: Any = statement.source.form
    sides = []
    for name, seat in zip(statement.seats, form.seats, strict=True):
        cells = {view: tuple(actions) for view, actions, _, _ in seat.cells}
        sides.append(Treeplex.flat(name, cells))
    ends = tuple(PayoffEntry(tuple(spot), 1, tuple(amounts)) for spot, amounts in form.entries)
    again: Any = sabot.properties(NPlayerSequenceForm(tuple(sides), ends, 1, form.denominator))
    told: Any = certify.check(again.to_json())
    if not set(statement.value) <= set(told.value):
        return False
    if statement.source.plans != told.source.plans:  # then its strategies have other numbers
        return True
    names = ("pure_equilibria", "strict_equilibria", "dominant", "survivors")
    own, found = (_plain(one.source.claims) for one in (statement, told))
    return all(own[name] == found[name] for name in names)


# ---------------------------------------------------------------------- theorems


def _theorem_holds(statement: ParametricNashVerdict) -> bool:
    """Tell whether the equilibria at a value of each piece, and at breakpoints, are those found."""
    source: Any = statement.source
    spots = [(part, part.span.spot) for part in source.pieces]
    exact = [part for part in source.points if part.span.point.rational]
    spots += [(part, part.span.point.low) for part in exact]
    return all(_part_holds(source.form, part, spot) for part, spot in spots)


def _at(polynomial: Sequence[int], spot: Fraction) -> Fraction:
    return sum((c * spot**k for k, c in enumerate(polynomial)), Fraction(0))


def _quotient(pair: Any, spot: Fraction) -> Fraction:
    return Fraction(0) if pair is None else _at(pair[0], spot) / _at(pair[1], spot)


def _part_holds(form: Any, part: Any, spot: Fraction) -> bool:
    one, two = (
        [[_at(entry, spot) / _at(below, spot) for entry in row] for row in table]
        for table, below in zip(form.payoffs, form.denominators, strict=True)
    )
    rows, columns = form.actions
    bimatrix = sabot.BimatrixForm.of(one, two, rows=rows, columns=columns, seats=form.seats)
    found: Any = list_equilibria("forged", bimatrix)
    own = {
        tuple(
            tuple(entry[seat]["-"].get(action, Fraction(0)) for action in actions)
            for seat, actions in zip(form.seats, form.actions, strict=True)
        ): tuple(entry.payoffs)
        for entry in found.equilibria
    }
    told = {
        tuple(tuple(_quotient(p, spot) for p in mix) for mix in entry.mixes): tuple(
            _quotient(p, spot) for p in entry.payoffs
        )
        for entry in part.equilibria
    }
    claims = [
        claim == found.unique[seat] for seat, claim in zip(form.seats, part.unique, strict=True)
    ]
    spans = sorted(one.dimension for one in found.components)
    return own == told and all(claims) and spans == sorted(c.dimension for c in part.components)


# ---------------------------------------------------------------------- private hands


def _private_hands_hold(statement: PrivateHandsVerdict) -> bool:
    """Tell whether both strategies secure what is said: each answer of each hand is tried."""
    found = [_secured(statement.source, seat) for seat in (0, 1)]
    return found == [statement.low, statement.high]


def _secured(source: Any, seat: int) -> Fraction:
    """Return what the first player gets where the other player than *seat* answers best."""
    form, other = source.form, 1 - seat
    deal = form.deal
    total = Fraction(0)
    for hand in range(len(deal.names[other])):
        sizes = [len(node.actions) for node in form.decisions[other]]
        earned = []
        for picks in product(*map(range, sizes)):
            amounts = Fraction(0)
            for theirs in range(len(deal.names[seat])):
                hands = (theirs, hand) if other else (hand, theirs)
                weight = _dealt(deal, *hands)
                if weight:
                    amounts += weight * _hand_paid(source, form.root, hands, other, picks)
            earned.append(amounts)
        total += min(earned) if other else max(earned)
    pairs = product(range(len(deal.names[0])), range(len(deal.names[1])))
    return total / sum(_dealt(deal, *pair) for pair in pairs)


def _dealt(deal: Any, one: int, two: int) -> int:
    """Return the weight of two cards of a pack."""
    counts = deal.weights[0]
    return int(counts[one] * (counts[two] - (one == two and not deal.apart)))


def _hand_paid(
    source: Any, node: Any, hands: tuple[int, int], pure: int, picks: Sequence[int]
) -> Fraction:
    """Return what the first player is paid from a node on, where one player plays as picked."""
    if not hasattr(node, "after"):
        win, tie, loss = node.amounts
        strength = source.form.deal.levels
        levels = hands if strength is None else [strength[hand] for hand in hands]
        return Fraction(win if levels[0] > levels[1] else loss if levels[0] < levels[1] else tie)
    if node.seat == pure:
        return _hand_paid(source, node.after[picks[node.place]], hands, pure, picks)
    mixes = source.strategies[node.seat][node.place]
    return sum(
        (
            Fraction(mix[hands[node.seat]], source.unit)
            * _hand_paid(source, child, hands, pure, picks)
            for mix, child in zip(mixes, node.after, strict=True)
        ),
        Fraction(0),
    )
