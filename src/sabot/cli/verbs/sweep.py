"""``sabot sweep``: solve many games, one row each.

A sweep to a ``.jsonl`` file is resumed by the same command after it was stopped or killed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.files import format_result, save_text
from sabot.cli.options import (
    json_option,
    open_executor,
    output_rows_option,
    select_format,
    worker_options,
)
from sabot.cli.output import print_json, print_note, print_view, show_progress_bar
from sabot.cli.strategy_arguments import bet_option, parse_bet_terms, strategy_option
from sabot.cli.verbs import verb
from sabot.errors import NoMethodError, SabotError, WorkerError
from sabot.io.files import require_writable
from sabot.render.formats import ResultViews

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from sabot.analysis.sweep import Row, SweepItem
    from sabot.game_rules.game import Game


@verb(
    examples=[
        "sabot sweep 'baccara(model=B1, decks=1..4|inf)'",
        "sabot sweep 'le-her(ranks=2..5, suits=1|2|inf)' --json",
        "sabot sweep 'baccara(model=B1, decks=6)' --remove-each --strategy casino",
        "sabot sweep 'baccara(model=B1)' --decks 6 --random 5 --remove 40 -o s.jsonl",
        "sabot sweep 'le-her(ranks=2..5)' -o s.csv",
    ]
)
@click.argument("games")
@click.option("--shoes", metavar="FILE", help="Use the shoes in a file, one on each line.")
@click.option(
    "--random", "number", type=click.IntRange(1), metavar="N", help="Use N random depleted shoes."
)
@click.option(
    "--remove", type=click.IntRange(0), metavar="K", help="Cards removed from each of them."
)
@click.option("--decks", metavar="D", help="Decks in each before cards are removed.")
@click.option(
    "--seed",
    type=int,
    default=0,
    metavar="S",
    help="Start of the random numbers; same seed, same shoes.",
)
@click.option("--remove-each", is_flag=True, help="Also with one card of each value removed.")
@strategy_option("Evaluate these strategies, as in sabot value.")
@click.option("--bets", is_flag=True, help="House edge of each bet, and effects of removal.")
@bet_option()
@worker_options
@json_option
@output_rows_option
def sweep(
    games: str,
    sources: Sequence[str],
    bets: bool,
    terms: Sequence[str],
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
    output: str | None,
    shoes: str | None,
    number: int | None,
    remove: int | None,
    decks: str | None,
    seed: int,
    remove_each: bool,
) -> None:
    """Solve many GAMES: one row for each, with value, uniqueness and mixtures.

    In GAMES a value may be a range, decks=1..20 (or low..high..step), or a list, model=B1|B2, or
    both: decks=1..20|50|inf. For baccara the shoes may come from a file (--shoes), from random
    removals (--random N --remove K), or by removing one card of each value (--remove-each).

    With -o FILE.jsonl each row is written when it is found; run the same command again to continue.
    A FILE that ends in .json, .csv, .tex, .md or .html gets all rows at the end. If a game cannot
    be solved, its row says why; if none can, the exit code is 5.

    With --strategy for all seats, --bets adds the house edge of each bet; with --remove-each also
    the effect of removal (EOR): how much more a bet pays after one card of a value is gone.
    """
    _require_one_output(output, as_json)
    form = select_format(output, "jsonl", "json", tables=True, default="jsonl")
    if output is not None and form != "jsonl":
        require_writable(output)
    items = plan_sweep(
        games,
        shoes=shoes,
        number=number,
        remove=remove,
        decks=decks,
        seed=seed,
        remove_each=remove_each,
    )
    given = read_sweep_strategies(sources, items) if sources else None
    house = parse_bet_terms(terms) if bets or terms else None
    if house is not None:
        if given is None and _first_loadable_game(items).rules.has_choices:
            raise click.UsageError("--bets are those of given strategies: add --strategy casino")
        _require_bet_terms(items, house)
    ask = _SweepRequest(items, given, house)
    try:
        with open_executor(jobs, cluster) as executor:
            if output is not None and form == "jsonl":
                _sweep_to_file(output, ask, executor)
            else:
                _sweep_to_output(games, ask, executor, _SweepOutput(as_json, output, form))
    except WorkerError as fault:
        raise WorkerError(f"{fault}{_kept_rows(output, form)}") from None
    except _SweepInterrupted as stop:
        print_note(f"sabot: interrupted {stop}")
        raise click.exceptions.Exit(4) from None


def _require_one_output(output: str | None, as_json: bool) -> None:
    if output is not None and as_json:
        raise click.UsageError("--json prints one document, -o writes a file; choose one")


def _kept_rows(output: str | None, form: str | None) -> str:
    """Return where the rows are that were found; '' if the sweep did not begin."""
    if output is None or form != "jsonl" or not Path(output).exists():
        return ""
    return f"\n  what was found is in {output}; the same command again goes on from there"


@dataclass(frozen=True)
class _SweepRequest:
    """The games of a sweep, and what of them."""

    items: Sequence[SweepItem]
    given: dict[str, object] | None
    bets: dict[str, str] | None


def _require_bet_terms(items: Sequence[SweepItem], house: dict[str, str]) -> None:
    """Refuse terms of bets that no game has, before anything is solved."""
    from sabot.analysis.outcomes import read_bet_terms

    read_bet_terms(_first_loadable_game(items), house)


class _SweepInterrupted(Exception):
    """Ctrl-C, with what was saved."""


def plan_sweep(
    games: str,
    *,
    shoes: str | None = None,
    number: int | None = None,
    remove: int | None = None,
    decks: str | None = None,
    seed: int = 0,
    remove_each: bool = False,
) -> list[SweepItem]:
    """Return the games of a sweep, in order."""
    from sabot.analysis.depleted_shoes import games_with_card_removed, random_shoes, read_shoes
    from sabot.analysis.sweep import expand_games, require_one_game

    ways = [name for name, on in (("--shoes", shoes), ("--random", number)) if on is not None]
    if remove_each:
        ways.append("--remove-each")
    if len(ways) > 1:
        raise click.UsageError(f"{' and '.join(ways)} together; choose one")
    if number is None and remove is not None:
        raise click.UsageError("--remove goes with --random N; --remove-each stands by itself")
    if decks is not None:
        given, games = games, set_decks(games, decks)
        if games == given:
            raise click.UsageError(
                f"--decks {decks} changes nothing: {given} says what it is dealt from"
            )
    items = expand_games(games)
    if shoes is not None and decks is None:
        items = expand_games(set_decks(games, "1"))  # any will do: the file has the shoes
    require_one_game(items, games)
    if number is not None:
        found = [
            random_shoes(one, number=number, remove=remove or 0, seed=seed)
            for one in _load_games(items)
        ]
    elif shoes is not None:
        found = [read_shoes(shoes, one) for one in _load_games(items)]
    elif remove_each:
        found = [games_with_card_removed(item.game) for item in items]
    else:
        found = [items]
    return [item for part in found for item in part]


def set_decks(games: str, decks: str) -> str:
    """Return a game string with its decks filled in, where it has no cards yet."""
    from sabot.game_rules.capabilities import NeedsDecks
    from sabot.game_rules.game_string import split_game_string
    from sabot.loading import find_family

    name, texts, _ = split_game_string(games)
    family = find_family(games)
    if not isinstance(family, NeedsDecks) or not family.lacks_cards(texts):
        return games
    inside = games.strip().partition("(")[2].removesuffix(")").strip()
    return f"{name}({inside + ', ' if inside else ''}decks={decks})"


def _load_games(items: Sequence[SweepItem]) -> Iterator[Game]:
    from sabot.loading import load

    return (load(item.game) for item in items)


def read_sweep_strategies(sources: Sequence[str], items: Sequence[SweepItem]) -> dict[str, object]:
    """Return the strategies to judge in every game; they must be for all seats."""
    from sabot.cli.strategy_arguments import read_strategies

    game = _first_loadable_game(items)
    given, _ = read_strategies(sources, game, whole=True)
    if missing := [seat for seat in game.seats if seat not in given]:
        raise click.UsageError(
            f"no strategy for {' and '.join(missing)}\n  add --strategy {missing[0]}=optimal"
        )
    return given


def _first_loadable_game(items: Sequence[SweepItem]) -> Game:
    """Return the first of the games that can be loaded; else refuse the first."""
    from sabot.loading import load

    for item in items:
        with suppress(SabotError):
            return load(item.game)
    return load(items[0].game)


def _sweep_to_file(path: str, ask: _SweepRequest, executor: Executor | None) -> None:
    """Append the rows to a file, after those that it has."""
    from sabot.analysis.sweep import solve_all, solve_item
    from sabot.analysis.sweep_journal import SweepJournal

    items, given, bets = ask.items, ask.given, ask.bets
    with SweepJournal(path, items) as ledger:
        before = ledger.count
        if before:
            again = ledger.recheck_rows(partial(solve_item, given=given, bets=bets))
            tried = "" if again == before else f", {again:,} of them found again"
            if before < len(items):
                print_note(f"{path}: {before:,} rows are there{tried}; going on with the next")
        rows = solve_all(
            items,
            given=given,
            executor=executor,
            start=before,
            base=ledger.base,
            bets=bets,
            edges=ledger.edges,
        )
        refused, started = 0, time.perf_counter()
        try:
            with closing(rows), show_progress_bar("solving", len(items)) as progress:
                for row in rows:
                    ledger.write(row)
                    refused += row.value is None
                    if progress is not None:
                        progress(ledger.count)
        except KeyboardInterrupt:
            raise _SweepInterrupted(
                f"after {ledger.count:,} of {len(items):,} games, which are saved to {path}\n"
                "  the same command again goes on from there"
            ) from None
        some = f"; {refused:,} of them refused games, with the reason" if refused else ""
        made = ledger.count - before
        rate = made / max(time.perf_counter() - started, 1e-9)
        speed = f", {rate:,.0f} games per second" if made > 1 and rate >= 1 else ""
        print_note(f"{ledger.count:,} rows saved to {path}{speed}{some}")
        _require_some_solved(ledger.count, refused)


def _require_some_solved(rows: int, refused: int) -> None:
    """Refuse to call a sweep done in which no game was solved."""
    if rows and rows == refused:
        raise NoMethodError("no game was solved; each row says why")


@dataclass(frozen=True)
class _SweepOutput:
    """Where the rows go when all are there: a document or a screen, or a file in a form."""

    as_json: bool
    output: str | None
    form: str | None

    def take(self, title: str, rows: Sequence[Row], asked: int) -> None:
        """Write the rows that were found of so many games."""
        from sabot.render.views.sweep import sweep_rows_sheet, sweep_rows_tables, sweep_rows_view

        lines = [row.to_json() for row in rows]
        body = {"schema": "sabot/sweep/1", "games": asked, "complete": len(rows) == asked}
        views = ResultViews(
            partial(sweep_rows_view, title, rows, asked),
            partial(sweep_rows_tables, title, rows),
            sheet=partial(sweep_rows_sheet, rows),
        )
        if self.output is not None:
            save_text(self.output, format_result(self.form, views, {**body, "rows": lines}))
            print_note(f"{len(rows):,} rows saved to {self.output}")
        elif self.as_json:
            print_json({**body, "rows": lines})
        elif rows:
            print_view(views.document(None))


def _sweep_to_output(
    games: str, ask: _SweepRequest, executor: Executor | None, target: _SweepOutput
) -> None:
    """Write the rows when all are there, or those that are there when Ctrl-C comes."""
    from sabot.analysis.sweep import solve_all

    found: list[Row] = []
    items = ask.items
    rows = solve_all(items, given=ask.given, executor=executor, bets=ask.bets)
    stopped = False
    try:
        with closing(rows), show_progress_bar("solving", len(items)) as progress:
            for row in rows:
                found.append(row)
                if progress is not None:
                    progress(len(found))
    except KeyboardInterrupt:
        stopped = True
    target.take(games, found, len(items))
    if stopped:
        use = "keep them" if target.output is None else "let the next run go on from there"
        raise _SweepInterrupted(
            f"after {len(found):,} of {len(items):,} games; -o FILE.jsonl would {use}"
        )
    _require_some_solved(len(found), sum(row.value is None for row in found))
