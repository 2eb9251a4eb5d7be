"""The tables of Ethier and Gamez, for any game of baccara: D, S, * and (S,D) by hand and card.

Tables 1 and 2 say where Banker's move does not depend on Player's strategy (Lemma 1); Tables 4 and
5 are his optimal strategy; Table 6 is Player's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from sabot.forms.additive import AdditiveForm
from sabot.forms.sequence import SequenceForm
from sabot.forms.tree import Strategies
from sabot.games.baccara.count import CARDS, LOW_HANDS, banker_key, player_key
from sabot.games.baccara.kernel import Letters
from sabot.games.baccara.rules import Conduct, Hand, conducts, total
from sabot.telling.game import Game

STANDS = "∅"
"""How the papers write that Player stood."""
HEADING = (*map(str, CARDS), STANDS)
NEVER = ""
"""The mark of a view that the shoe never shows."""


@dataclass(frozen=True)
class Row:
    """One line of a table: a total or a hand of it, and a mark for each thing seen."""

    total: int
    hand: Hand | None
    marks: tuple[str, ...]


@dataclass(frozen=True)
class Sheet:
    """A table in the papers' layout."""

    title: str
    heading: tuple[str, ...]
    rows: tuple[Row, ...]

    def __getitem__(self, view: str) -> str:
        """Return the mark at a view, written as in a strategy: ``(0,6),-``, ``6,9`` or ``5``."""
        return self.marks[view]

    @property
    def marks(self) -> dict[str, str]:
        """Every mark by the view it stands for."""
        found = {}
        for row in self.rows:
            own = str(row.total) if row.hand is None else f"({row.hand[0]},{row.hand[1]})"
            for seen, mark in zip(self.heading, row.marks, strict=True):
                third = {"": "", STANDS: ",-"}.get(seen, f",{seen}")
                found[own + third] = mark
        return found

    def count(self, mark: str) -> int:
        """Return how many views have a mark: ``count("*")`` is the n_d of Theorems 3 and 4."""
        return sum(row.marks.count(mark) for row in self.rows)

    def merged(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """Return the lines as the papers print them: totals, hand, marks.

        The hands of a total become one line where they all agree; so do the totals 0, 1, 2.
        """
        totals: list[tuple[str, str, tuple[str, ...]]] = []
        for number in sorted({row.total for row in self.rows}):
            own = [row for row in self.rows if row.total == number]
            if len({row.marks for row in own}) == 1:
                totals.append((str(number), "", own[0].marks))
            else:
                hands = (f"({row.hand[0]},{row.hand[1]})" if row.hand else "" for row in own)
                totals += [
                    (str(number), hand, row.marks) for hand, row in zip(hands, own, strict=True)
                ]
        low = [line for line in totals if line[0] in ("0", "1", "2")]
        if len(low) == 3 and len({line[2] for line in low}) == 1:
            return [("0,1,2", "", low[0][2]), *totals[3:]]
        return totals

    def __str__(self) -> str:
        body = [("total", "hand", *self.heading), *((t, h, *m) for t, h, m in self.merged())]
        widths = [max(len(line[n]) for line in body) for n in range(len(body[0]))]
        lines = [
            "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip()
            for line in body
        ]
        return "\n".join([self.title, *lines])


def preliminary(game: Game) -> Sheet:
    """Return Table 1 or 2 of a game: D, S, or * where the better move depends on Player.

    ``-`` marks views at which both moves are always as good; views that are never seen are blank.

    >>> from sabot import load
    >>> preliminary(load("baccara(model=B1, decks=6)")).count("*")
    4
    """
    sorts = AdditiveForm(_form(game)).classify()
    marks = {view: Letters.get(sort, sort) for view, sort in sorts.items()}
    return _sheet(f"Banker's move whatever Player does: {game}", _seats(game)[1], marks)


def of_views(title: str, marks: Mapping[str, str]) -> Sheet:
    """Return any marks of Banker's views in the layout of Tables 1 and 2."""
    rows: dict[str, dict[str, str]] = {}
    for view, mark in marks.items():
        own, _, third = view.rpartition(",")
        rows.setdefault(own, {})[STANDS if third == "-" else third] = mark
    made = []
    for own, seen in rows.items():
        hand = (int(own[1]), int(own[3])) if own.startswith("(") else None
        of = int(own) if hand is None else total(*hand)
        made.append(Row(of, hand, tuple(seen.get(head, NEVER) for head in HEADING)))
    return Sheet(title, HEADING, tuple(made))


def final(game: Game, strategies: Strategies) -> Sheet:
    """Return Table 4 or 5: Banker's optimal moves; (S,D) where he mixes."""
    conduct = _seats(game)[1]
    return _sheet(f"Banker's optimal move: {game}", conduct, _letters(strategies["Banker"]))


def player(game: Game, strategies: Strategies) -> Sheet:
    """Return Table 6: Player's optimal moves where he may choose."""
    conduct = _seats(game)[0]
    marks = _letters(strategies["Player"])
    views = _views(conduct)
    rows = tuple(
        Row(of, hand, (marks.get(player_key(conduct, own), NEVER),)) for of, hand, own in views
    )
    return Sheet(f"Player's optimal move: {game}", ("",), rows)


def mixes(strategies: Strategies) -> dict[str, dict[str, Fraction]]:
    """Return, for each seat, the views at which it mixes and how often it draws there."""
    return {
        seat: {view: mix["draw"] for view, mix in strategy.items() if 0 < mix["draw"] < 1}
        for seat, strategy in strategies.items()
    }


# ---------------------------------------------------------------------- layout


def _form(game: Game) -> SequenceForm:
    form = game.form()
    assert isinstance(form, SequenceForm)
    return form


def _seats(game: Game) -> tuple[Conduct, Conduct]:
    options = {k: v for k, v in game.parameters.items() if k not in ("decks", "shoe", "commission")}
    return conducts(**options)


def _letters(strategy: Mapping[str, Mapping[str, Fraction]]) -> dict[str, str]:
    marks = {}
    for view, mix in strategy.items():
        used = [Letters.get(action, action) for action, chance in mix.items() if chance]
        marks[view] = used[0] if len(used) == 1 else f"({','.join(used)})"
    return marks


def _views(conduct: Conduct) -> Iterable[tuple[int, Hand | None, Hand]]:
    """Yield total, hand where it is seen, and one hand that looks like it, for each free view."""
    done = set()
    for hand in LOW_HANDS:
        of = total(*hand)
        if conduct.move(of) is None and (conduct.sees(hand) not in done):
            done.add(conduct.sees(hand))
            yield of, hand if conduct.sight == "cards" else None, hand


def _sheet(title: str, conduct: Conduct, marks: Mapping[str, str]) -> Sheet:
    rows = []
    for of, hand, own in _views(conduct):
        seen = (banker_key(conduct, own, third) for third in (*CARDS, None))
        rows.append(Row(of, hand, tuple(marks.get(view, NEVER) for view in seen)))
    return Sheet(title, HEADING, tuple(rows))
