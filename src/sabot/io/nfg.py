"""Gambit's ``.nfg`` files: games in normal form, read and written.

Games of other files of Gambit in normal form (``.gbt``, ``.agg``) are read here too.

Both the payoff and the outcome version are read. In these files the first player's choice varies
fastest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import prod
from pathlib import Path

from sabot.errors import FileError, FormError, NumberError, shorten
from sabot.exact import format_fraction
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.sequence import MatrixForm
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, nplayer_form_of_table
from sabot.io.action_graph import parse_agg
from sabot.io.gambit_file import read_gambit_file
from sabot.io.tokenizer import Tokenizer, gambit_quoted, gambit_quoted_title

MAX_CELLS = 10_000_000
NORMAL_FORM_SUFFIXES = (".nfg", ".gbt", ".agg")
"""Files of Gambit that can hold a game in normal form."""


def parse_two_player_nfg(text: str) -> BimatrixForm:
    """Return the game of a ``.nfg`` file for two, whatever its payoffs sum to.

    >>> parse_two_player_nfg('NFG 1 R "" { "A" "B" } { 2 1 } 3 1 4 5').pairs()
    [['3|1'], ['4|5']]
    """
    words = Tokenizer(text)
    if not words.peek():
        raise FormError('the file is empty; it must begin with: NFG 1 R "title"')
    if words.word() != "NFG" or words.word() != "1" or words.word() not in ("R", "D"):
        raise FormError('not an .nfg file: it must begin with: NFG 1 R "title"')
    words.text()
    players = words.names()
    if len(players) != 2:
        raise words.fault(
            f"{len(players)} players; as text a game of two is read: save this one as FILE.nfg and "
            "name the file, sabot solve FILE.nfg or sabot web FILE.nfg"
        )
    labels = _two_player_strategies(words)
    if words.peek() == '"':
        words.text()
    height, width = map(len, labels)
    if words.peek() == "{":
        pairs = _two_player_outcomes(words, height * width)
    else:
        numbers = [words.number("a payoff") for _ in range(2 * height * width)]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    if words.peek():
        raise words.fault("there is more after the last payoff; is the size of the table right?")
    seats = (players[0] or "row", players[1] or "column")
    if seats[0] == seats[1]:
        raise FormError(f"both players are called {shorten(seats[0])!r}; rename one")
    one, two = (
        [[pairs[j * height + i][seat] for j in range(width)] for i in range(height)]
        for seat in (0, 1)
    )
    rows, columns = map(_labels_if_unique, labels)
    return BimatrixForm.of(one, two, rows=rows, columns=columns, seats=seats)


def _labels_if_unique(labels: list[str]) -> list[str] | None:
    return labels if all(labels) and len(set(labels)) == len(labels) else None


def _two_player_strategies(words: Tokenizer) -> list[list[str]]:
    """Take the strategies of both players, by name or by number.

    A number is checked against the size of the file before memory is spent on it.
    """
    at = words.at
    words.brace("{")
    found: list[list[str] | int] = []
    while words.peek() != "}":
        if len(found) == 2:
            raise words.fault("strategies of a third player; only two-person games are read")
        named = words.peek() == "{"
        found.append(words.names() if named else words.whole("a number of strategies"))
    words.brace("}")
    counts = [own if isinstance(own, int) else len(own) for own in found]
    if len(counts) != 2 or not all(counts):
        raise words.fault("each of the two players needs at least one strategy", at)
    size = f"{counts[0]:,} x {counts[1]:,} strategies"
    if counts[0] * counts[1] > MAX_CELLS:
        raise words.fault(f"{size}: a table of at most {MAX_CELLS:,} cells is read", at)
    if counts[0] * counts[1] > words.left:
        raise words.fault(f"{size} are promised, and the file is too short for them", at)
    return [[str(k) for k in range(1, own + 1)] if isinstance(own, int) else own for own in found]


def _two_player_outcomes(words: Tokenizer, count: int) -> list[tuple[Fraction, Fraction]]:
    words.brace("{")
    outcomes = [(Fraction(0), Fraction(0))]
    while words.peek() != "}":
        words.brace("{")
        words.text()
        outcomes.append((words.number("a payoff"), words.number("a payoff")))
        words.brace("}")
    words.brace("}")
    spots = [words.whole() for _ in range(count)]
    if spots and not 0 <= max(spots) < len(outcomes):
        raise words.fault(f"the table names outcome {max(spots)}; there are {len(outcomes) - 1}")
    return [outcomes[spot] for spot in spots]


def to_nfg(form: MatrixForm | BimatrixForm, title: str) -> str:
    """Return the game as ``.nfg`` text that Gambit reads."""
    lines = [
        f"NFG 1 R {gambit_quoted_title(title)} {{ {' '.join(map(gambit_quoted, form.seats))} }}",
        "",
    ]
    for labels in (form.rows, form.columns):
        lines.append(f"{{ {' '.join(map(gambit_quoted, labels))} }}")
    lines[2] = "{ " + lines[2]
    lines[-1] += " }"
    lines += ["", ""]
    for j in range(len(form.columns)):
        column = (_payoff_pair(form, i, j) for i in range(len(form.rows)))
        lines.append(
            " ".join(f"{format_fraction(one)} {format_fraction(two)}" for one, two in column)
        )
    return "\n".join(lines) + "\n"


def to_nplayer_nfg(
    seats: Sequence[str],
    strategies: Sequence[Sequence[str]],
    payoffs: Iterable[Sequence[Fraction]],
    title: str,
) -> str:
    """Return a game for any number of players as ``.nfg`` text that Gambit reads.

    *payoffs* are those of each profile; the first player's strategies change first.

    >>> payoffs = (1, 2, 3), (4, 5, 6)
    >>> print(to_nplayer_nfg(["A", "B", "C"], [["l", "r"], ["-"], ["-"]], payoffs, ""))
    NFG 1 R "" { "A" "B" "C" }
    <BLANKLINE>
    { { "l" "r" }
    { "-" }
    { "-" } }
    ""
    <BLANKLINE>
    1 2 3
    4 5 6
    <BLANKLINE>
    """
    names = "\n".join(f"{{ {' '.join(map(gambit_quoted, own))} }}" for own in strategies)
    lines = [
        f"NFG 1 R {gambit_quoted_title(title)} {{ {' '.join(map(gambit_quoted, seats))} }}",
        *("", f"{{ {names} }}", '""', ""),
    ]
    lines += [" ".join(map(format_fraction, profile)) for profile in payoffs]
    return "\n".join(lines) + "\n"


def _payoff_pair(form: MatrixForm | BimatrixForm, i: int, j: int) -> tuple[Fraction, Fraction]:
    """Return what both players are paid at a row and a column."""
    return form[i, j] if isinstance(form, BimatrixForm) else (form[i, j], -form[i, j])


MAX_PAYOFFS = 4_000_000
"""Payoffs in one file."""


def read_nplayer_game(path: str | Path) -> NPlayerSequenceForm | None:
    """Return the game in a file of Gambit for other than two players; None of any other file."""
    if Path(path).suffix.lower() not in NORMAL_FORM_SUFFIXES:
        return None
    suffix, text = read_gambit_file(path)
    try:
        if suffix == ".agg":
            labels, paid = parse_agg(text)
            names = [str(number) for number in range(1, 1 + len(labels))]
            return None if len(labels) == 2 else nplayer_form_of_table(names, labels, paid)
        return None if _count_players(text) == 2 else parse_nplayer_nfg(text)
    except (FormError, NumberError) as fault:
        raise FileError(f"{path}: {fault}") from None


def parse_two_player_agg(text: str) -> BimatrixForm:
    """Return the action-graph game of two players in a text."""
    (rows, columns), paid = parse_agg(text)
    height = len(rows)
    one, two = (
        [[paid[j * height + i][seat] for j in range(len(columns))] for i in range(height)]
        for seat in (0, 1)
    )
    return BimatrixForm.of(one, two, rows=rows, columns=columns, seats=("1", "2"))


def _count_players(text: str) -> int:
    """Return how many players are named."""
    words = Tokenizer(text)
    _require_header(words)
    return len(words.names())


def _require_header(words: Tokenizer) -> None:
    if not words.left:
        raise FormError('the file is empty; it must begin with: NFG 1 R "title"')
    if words.word() != "NFG" or words.word() != "1" or words.word() not in ("R", "D"):
        raise FormError('not an .nfg file: it must begin with: NFG 1 R "title"')
    words.text()


def parse_nplayer_nfg(text: str) -> NPlayerSequenceForm:
    """Return the game of a ``.nfg`` file, in its payoff or its outcome version.

    >>> form = parse_nplayer_nfg('NFG 1 R "" { "A" "B" "C" } { 2 1 1 } 1 2 3 4 5 6')
    >>> form.seats, [end.payoffs for end in form.ends]
    (('A', 'B', 'C'), [(1, 2, 3), (4, 5, 6)])
    """
    words = Tokenizer(text)
    _require_header(words)
    players = words.names()
    if not players:
        raise words.fault("no players are named")
    labels = _nplayer_strategies(words, len(players))
    if words.peek() == '"':
        words.text()
    width, cells = len(players), prod(map(len, labels))
    paid = (
        _nplayer_outcomes(words, width, cells)
        if words.peek() == "{"
        else _nplayer_payoffs(words, width, cells)
    )
    if words.peek():
        raise words.fault("there is more after the last payoff; is the size of the table right?")
    return nplayer_form_of_table(_player_names(players), labels, paid)


def _player_names(players: list[str]) -> list[str]:
    """Return the players' names; numbers where one is empty."""
    if not all(players):
        return [str(n) for n in range(1, len(players) + 1)]
    for n, name in enumerate(players):
        if name in players[:n]:
            raise FormError(f"two players are called {shorten(name)!r}; rename one")
    return players


def _nplayer_strategies(words: Tokenizer, count: int) -> list[list[str]]:
    """Take the strategies of all players, by name or by number."""
    at = words.at
    words.brace("{")
    found: list[list[str] | int] = []
    while words.peek() != "}":
        named = words.peek() == "{"
        found.append(words.names() if named else words.whole("a number of strategies"))
    words.brace("}")
    sizes = [own if isinstance(own, int) else len(own) for own in found]
    if len(sizes) != count or not all(sizes):
        raise words.fault(f"each of the {count} players needs at least one strategy", at)
    # a number is only a promise: it is held against the file before it is kept
    size = " x ".join(f"{own:,}" for own in sizes)
    if prod(sizes) * count > MAX_PAYOFFS:
        raise words.fault(f"{size} strategies: up to {MAX_PAYOFFS:,} payoffs are read", at)
    if prod(sizes) > words.left:
        raise words.fault(f"{size} strategies are promised, and the file is too short for them", at)
    return [_strategy_labels(own) for own in found]


def _strategy_labels(own: list[str] | int) -> list[str]:
    """Return the names of a player's strategies; numbers where names are missing or equal."""
    count = own if isinstance(own, int) else len(own)
    numbers = [str(k) for k in range(1, count + 1)]
    return numbers if isinstance(own, int) or not all(own) or len(set(own)) < count else own


def _nplayer_payoffs(words: Tokenizer, width: int, cells: int) -> list[tuple[Fraction, ...]]:
    return [tuple(words.number("a payoff") for _ in range(width)) for _ in range(cells)]


def _nplayer_outcomes(words: Tokenizer, width: int, cells: int) -> list[tuple[Fraction, ...]]:
    words.brace("{")
    outcomes = [(Fraction(0),) * width]
    while words.peek() != "}":
        outcomes.append(_nplayer_outcome(words, width))
    words.brace("}")
    spots = [words.whole() for _ in range(cells)]
    if spots and max(spots) >= len(outcomes):
        raise words.fault(f"the table names outcome {max(spots)}; there are {len(outcomes) - 1}")
    return [outcomes[spot] for spot in spots]


def _nplayer_outcome(words: Tokenizer, width: int) -> tuple[Fraction, ...]:
    words.brace("{")
    words.text()
    paid = tuple(words.number("a payoff") for _ in range(width))
    words.brace("}")
    return paid
