"""A checked document in the order of its form.

The order of keys in a file means nothing, and an action that a mix leaves out has probability 0. A
result is printed in the order of its document and by what is in it; so a checked document is first
written in one way: players, information sets and actions in the order of the form, and mixes with
every action, or with the support alone where the kind lists no zeros.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sabot.results.codec import JsonDocument, JsonObject

InfosetActions = Mapping[str, Sequence[str]]
"""The actions at each information set of a player, in order; of thresholds nothing."""
_BY_PLAYER = ("unique", "unique_behaviour", "off_path", "uniqueness", "seats")
_TABLES = ("strategies", "thresholds")
_SUPPORT_ONLY = (
    "sabot/equilibria/3",
    "sabot/nash-proof/1",
    "sabot/nplayer-equilibria/1",
    "sabot/pure/1",
)
"""Kinds whose documents list the actions of a mix that have a probability."""


def in_form_order(document: JsonObject) -> JsonObject:
    """Return a document that was checked, written in the order of its form.

    >>> form = {"kind": "matrix", "rows": ["up", "down"], "columns": ["left"]}
    >>> document = {"schema": "sabot/solution/2", "seats": ["a", "b"]}
    >>> document["certificate"] = {"form": form}
    >>> both = {"b": {"-": {"left": "1"}}, "a": {"-": {"down": "1"}}}
    >>> in_form_order({**document, "strategies": both})["strategies"]
    {'a': {'-': {'up': '0', 'down': '1'}}, 'b': {'-': {'left': '1'}}}
    """
    if isinstance(held := document.get("equilibria"), Mapping):  # a list with a form of its own
        found = in_form_order({**document, "equilibria": None})
        return {**found, "equilibria": in_form_order(held)}
    form: JsonObject = document["form"] if "form" in document else document["certificate"]["form"]
    seats = form["seats"] if "seats" in form else document["seats"]
    cells = dict(_cells(form, list(seats)))
    matrix = form.get("kind") == "matrix" and document["schema"] == "sabot/equilibria/2"
    order = _FormOrder(cells, full=not matrix and document["schema"] not in _SUPPORT_ONLY)
    found = order.arrange(document)
    if isinstance(found.get("prices"), Mapping):  # of the cards of a deal, the lowest first
        cards = document["cards"] or sorted(found["prices"], key=int)
        found["prices"] = _arranged(found["prices"], cards)
    return found


def _cells(form: JsonObject, seats: list[str]) -> Iterator[tuple[str, InfosetActions]]:
    """Yield each player with its information sets and their actions."""
    if "rows" in form:
        for seat, actions in zip(seats, (form["rows"], form["columns"]), strict=True):
            yield seat, {"-": actions}
    elif "cells" in form:
        for seat in seats:
            yield seat, {view: actions for view, actions, *_ in form["cells"][seat]}
    else:
        turns = list(_betting_turns(form))
        for seat in seats:
            yield seat, {view: () for name, view in turns if name == seat}


def _betting_turns(node: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield who bets after what, in the order of the betting."""
    if "turn" in node:
        yield str(node["turn"]), node["view"]
        for after in node["after"]:
            yield from _betting_turns(after)


def _arranged(held: JsonObject, keys: Iterable[str]) -> JsonDocument:
    """Return an object with some keys first, in their order."""
    known = [key for key in keys if key in held]
    return {key: held[key] for key in dict.fromkeys((*known, *held))}


class _FormOrder:
    """How the parts of a document are arranged: by players, information sets and actions."""

    def __init__(self, cells: Mapping[str, InfosetActions], *, full: bool) -> None:
        self.cells, self.full = cells, full

    def arrange(self, part: JsonObject) -> JsonDocument:
        """Return an object of a document, arranged."""
        found: JsonDocument = {}
        for key, held in part.items():
            if isinstance(held, list):
                found[key] = [self._entry(one) for one in held]
            elif not isinstance(held, Mapping):
                found[key] = held
            elif key in _TABLES:
                found[key] = {s: self._table(s, t) for s, t in self._by_player(held)}
            elif key in _BY_PLAYER:
                found[key] = {s: self._of_player(s, own) for s, own in self._by_player(held)}
            else:
                found[key] = self.arrange(held)
        return found

    def _entry(self, one: object) -> object:
        """Return an entry of a list: lists of lists hold no objects that need it."""
        return self.arrange(one) if isinstance(one, Mapping) else one

    def _by_player(self, held: JsonObject) -> Iterator[tuple[str, JsonObject]]:
        yield from _arranged(held, self.cells).items()

    def _of_player(self, seat: str, own: object) -> object:
        """Return what is said of one player: evidence of uniqueness, or a list of strategies."""
        if not isinstance(own, Mapping):
            return own
        found: JsonDocument = {}
        for key, held in own.items():
            found[key] = held
            if key == "another":
                found[key] = self._table(seat, held)
            elif key == "vertices":
                found[key] = [self._table(seat, one) for one in held]
            elif key == "family":
                choices = _arranged(held["choices"], self.cells[seat])
                arranged = {v: _arranged(c, self.cells[seat][v]) for v, c in choices.items()}
                found[key] = {**held, "choices": arranged}
        return found

    def _table(self, seat: str, table: JsonObject) -> JsonDocument:
        """Return a strategy: its information sets in order, each with its mix."""
        own = self.cells.get(seat, {})
        return {v: self._mix(own.get(v, ()), mix) for v, mix in _arranged(table, own).items()}

    def _mix(self, actions: Sequence[str], mix: object) -> object:
        if not isinstance(mix, Mapping) or not actions:
            return mix
        if self.full:
            return {action: mix.get(action, "0") for action in actions}
        return {a: chance for a, chance in _arranged(mix, actions).items() if not _is_zero(chance)}


def _is_zero(chance: object) -> bool:
    """Return whether a probability is written as a fraction that is 0: "0", "0/7"."""
    return isinstance(chance, str) and not chance.partition("/")[0].strip("0")
