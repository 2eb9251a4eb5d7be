"""Depleted shoes and effects of removal: cards removed by value, at random, or from a file."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction

from sabot.analysis.sweep import MOST_GAMES, GivenStrategies, SweepItem, solve_all
from sabot.errors import FileError, FormError, NumberError, ShoeError
from sabot.game_rules.capabilities import HasShoe, ReadsShoe
from sabot.game_rules.game import Game
from sabot.loading import families, load

_MOST_FAULTS = 8
_MOST_BYTES = 2**28


def _shoe_counts(game: Game) -> tuple[int, ...]:
    """Return the cards that a game is dealt from; where it has no shoe, say which games have."""
    if not isinstance(game.rules, HasShoe):
        having = " and ".join(one.name for one in families() if isinstance(one, HasShoe))
        raise FormError(f"{game} has no shoe of card values" + (f"; {having} has" * bool(having)))
    return game.rules.shoe(game)


def _game_with_shoe(game: Game, counts: Sequence[int]) -> str:
    if not isinstance(game.rules, HasShoe):
        raise FormError(f"{game} has no shoe of card values")
    return str(game.rules.with_shoe(game, counts))


def games_with_card_removed(text: str) -> list[SweepItem]:
    """Return a game, and after it the games in which one card of a value is gone."""
    game = load(text)
    counts = _shoe_counts(game)
    without = [
        _game_with_shoe(game, [n - (value == gone) for value, n in enumerate(counts)])
        for gone in range(len(counts))
    ]
    return [SweepItem(str(game)), *(SweepItem(less, gone) for gone, less in enumerate(without))]


def removal_effects(
    game: Game | str, strategies: GivenStrategies | None = None, *, executor: Executor | None = None
) -> dict[int, Fraction]:
    """Return how much more the first player is paid when one card of each value is gone.

    Both play optimally, unless *strategies* are given for both. Values that the shoe lacks are left
    out.

    >>> casino = {"Player": "casino", "Banker": "casino"}
    >>> found = removal_effects("baccara(model=B1, decks=8)", casino)
    >>> max(found, key=found.get), min(found, key=found.get)
    (6, 4)
    """
    rows = list(solve_all(games_with_card_removed(str(game)), given=strategies, executor=executor))
    if rows[0].value is None:
        raise FormError(rows[0].error)
    return {
        row.removed: row.effect
        for row in rows
        if row.removed is not None and row.effect is not None
    }


def bet_removal_effects(
    game: Game | str,
    strategies: GivenStrategies,
    terms: Mapping[str, object] | None = None,
    *,
    executor: Executor | None = None,
) -> dict[str, dict[int, Fraction]]:
    """Return how much more each bet of onlookers is paid when one card of each value is gone.

    Per unit staked, by bet and value; *terms* are the house's, as ``{"tie": 9}``.

    >>> casino = {"Player": "casino", "Banker": "casino"}
    >>> found = bet_removal_effects("baccara(model=B1, decks=8)", casino)
    >>> {bet: round(10**5 * float(removal_effects[6]), 2) for bet, removal_effects in found.items()}
    {'Player': 11.28, 'Banker': -11.32, 'tie': -115.95}
    """
    items = games_with_card_removed(str(game))
    rows = list(solve_all(items, given=strategies, executor=executor, bets=terms or {}))
    if rows[0].value is None:
        raise FormError(rows[0].error)
    return {
        bet: {
            row.removed: row.bet_effects[bet]
            for row in rows
            if row.removed is not None and row.bet_effects
        }
        for bet in rows[0].bets
    }


def random_shoes(game: Game, *, number: int, remove: int, seed: int) -> list[SweepItem]:
    """Return *number* games, each with *remove* cards drawn at random from the shoe.

    The n-th shoe depends on the seed and n only. ``random.Random.random`` keeps its stream in all
    versions of Python, so equal seeds give equal shoes anywhere.

    >>> [item.game for item in random_shoes(
    ...     load("baccara(model=B1, decks=1)"), number=1, remove=46, seed=1)]
    ['baccara(model=B1, shoe=[1,1,0,0,0,1,1,1,1,0])']
    """
    counts = _shoe_counts(game)
    if not 1 <= number <= MOST_GAMES:
        raise NumberError(f"{number:,} shoes; write a number from 1 to {MOST_GAMES:,}")
    if not 0 <= remove <= min(sum(counts), 10_000):
        raise ShoeError(f"{remove:,} cards cannot be removed from {sum(counts):,} (10,000 at most)")
    return [
        SweepItem(
            _game_with_shoe(game, _remove_at_random(counts, remove, random.Random(f"{seed}/{n}")))
        )
        for n in range(number)
    ]


def _remove_at_random(counts: Sequence[int], remove: int, chance: random.Random) -> list[int]:
    left, size = list(counts), sum(counts)
    for _ in range(remove):
        spot = int(chance.random() * size)
        for value, count in enumerate(left):
            if spot < count:
                left[value] -= 1
                break
            spot -= count
        size -= 1
    return left


def read_shoes(path: str, game: Game) -> list[SweepItem]:
    """Return the games of the shoes in a file, one shoe per line; ``#`` starts a remark."""
    try:
        with open(path, "rb") as file:
            raw = file.read(_MOST_BYTES + 1)
        text = raw.decode("utf-8-sig")
    except OSError as fault:
        raise FileError(f"{path}: cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise FileError(f"{path}: not a text file; write one shoe per line: 16,4,4,...") from None
    if len(raw) > _MOST_BYTES:
        raise FileError(f"{path}: larger than {_MOST_BYTES // 2**20} MiB")
    found, faults = _parse_shoes(text.splitlines(), game)
    if faults:
        more = len(faults) - _MOST_FAULTS
        tail = [f"and {more:,} more faults"] if more > 0 else []
        raise FileError("\n  ".join([f"{path}:", *faults[:_MOST_FAULTS], *tail]))
    if not found:
        raise FileError(f"{path}: it has no shoes; write one per line, as in 16,4,4,4,4,4,4,4,4,4")
    return found


def _read_shoe(game: Game, text: str) -> tuple[int, ...]:
    if not isinstance(game.rules, ReadsShoe):
        raise FormError(f"{game.rules.name} has no shoe of card values")
    return game.rules.read_shoe(text)


def _parse_shoes(lines: Iterable[str], game: Game) -> tuple[list[SweepItem], list[str]]:
    found: list[SweepItem] = []
    faults: list[str] = []
    for number, line in enumerate(lines, 1):
        body = line.partition("#")[0].strip()
        if not body:
            continue
        if number > MOST_GAMES:
            return found, [f"line {number}: more than {MOST_GAMES:,} shoes"]
        try:
            counts = _read_shoe(game, body)
        except NumberError as fault:
            faults.append(f"line {number}: {fault}")
            continue
        found.append(SweepItem(_game_with_shoe(game, counts)))
    return found, faults
