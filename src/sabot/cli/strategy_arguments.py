"""Strategies given on the command line: ``--strategy [SEAT=]FILE``, strategy names, ``--bet``.

A file is a saved solution, whose certificate is checked, or JSON ``{player: {infoset: action}}``,
or a grid of letters. ``value``, ``sweep``, ``simulate`` and ``play`` take them alike.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import click

from sabot.cli.files import name_file_in_errors, read_json, read_raw
from sabot.cli.output import print_note
from sabot.errors import CertificateError, FileError, FormError, NoMethodError
from sabot.game_rules.game import Game
from sabot.render.text import printable

CERTIFICATE_SCHEMA = "sabot/certificate/1"


def strategy_option(
    help: str, *, required: bool = False
) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Return the option that names strategies."""
    return click.option(
        "--strategy",
        "sources",
        multiple=True,
        required=required,
        metavar="[SEAT=]FILE",
        type=click.Path(),
        help=help,
    )


def bet_option() -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Return the option that gives the terms of a house's bets."""
    return click.option(
        "--bet",
        "terms",
        multiple=True,
        metavar="TERM=NUMBER",
        help="Terms of the side bets: commission=4%, tie=9.",
    )


def parse_bet_terms(terms: Sequence[str]) -> dict[str, str]:
    """Return the terms of bets as they were written, by name."""
    found: dict[str, str] = {}
    for term in terms:
        key, equals, number = (part.strip() for part in term.partition("="))
        if not (key and equals and number) or key in found:
            raise click.UsageError(
                f"--bet {term!r}: write each term once, with its number, as in --bet tie=9"
            )
        found[key] = number
    return found


def read_strategies(
    sources: Sequence[str], game: Game, *, whole: bool = False
) -> tuple[dict[str, object], dict[str, str]]:
    """Return the strategies as written, by seat, and where each comes from.

    Where *whole* is asked for, the line of a solved deal is refused: it answers few views.
    """
    given: dict[str, object] = {}
    origin: dict[str, str] = {}
    chosen: set[str] = set()
    # what is said of one seat by name goes before a file that speaks of both
    for source in sorted(sources, key=lambda one: one.partition("=")[0] not in game.seats):
        head, equals, tail = source.partition("=")
        seat, name = (head, tail) if equals and head in game.seats else ("", source)
        if not name.strip():
            raise click.UsageError(
                f"--strategy {source!r} names no file; write --strategy FILE, or --strategy "
                f"{game.seats[0]}=FILE for one seat"
            )
        if equals and not seat and not os.path.exists(source):
            raise click.UsageError(
                f"--strategy {source}: no seat {head!r}; the seats are {' and '.join(game.seats)}"
            )
        tables = (
            dict.fromkeys(game.seats, name)
            if _is_strategy_name(name)
            else read_strategy_file(name, game, seat=seat, whole=whole)
        )
        if seat and seat not in tables:
            raise FileError(f"{name}: has no strategy for {seat}")
        for own, table in tables.items():
            if (seat and own != seat) or (not seat and own in chosen):
                continue
            if own in given:
                other = next((one for one in game.seats if one != own), own)
                raise click.UsageError(
                    f"two strategies for {own}: {origin[own]!r} and {source!r}\n"
                    f"  one seat's alone is taken by --strategy {other}={origin[own]}"
                )
            given[own], origin[own] = table, name
        if seat:
            chosen.add(seat)
    return {one: given[one] for one in game.seats if one in given} | given, origin


def parse_agent_names(sources: Sequence[str], game: Game) -> dict[str, str]:
    """Return the named agents for the seats of a game, each given for one seat or for all."""
    found: dict[str, str] = {}
    for source in sorted(sources, key=lambda one: "=" in one):  # of one seat goes before of all
        head, equals, tail = source.partition("=")
        if equals and head not in game.seats:
            raise click.UsageError(
                f"--strategy {source}: no seat {head!r}; the seats are {', '.join(game.seats)}"
            )
        if not (tail if equals else source).strip():
            raise click.UsageError(f"--strategy {source!r} names no player")
        if equals and head in found and found[head] not in sources:
            raise click.UsageError(f"two players for seat {head}: {found[head]!r} and {tail!r}")
        found |= {head: tail} if equals else dict.fromkeys(game.seats, source)
    return found


def _is_strategy_name(source: str) -> bool:
    """Return whether a strategy is given by its name: a word, and no file is called so."""
    return source.isidentifier() and not os.path.exists(source)


def read_strategy_file(
    path: str, game: Game, *, seat: str = "", whole: bool = False
) -> Mapping[str, Mapping[str, object]]:
    """Return the strategies in a file as they are written there; in a grid of letters, *seat*'s.

    What claims to be proved must be: a file with a certificate is checked.
    """
    if (text := _read_plain_text(path)) is not None:
        from sabot.io.strategy_text import parse_strategy_text

        try:
            return parse_strategy_text(text, game.seats, seat)
        except FormError as fault:
            raise FileError(f"{path}: {fault}") from None
    shape = f'{{"{game.seats[0]}": {{view: action}}}}'
    with name_file_in_errors(path):
        found = _read_strategy_document(path, shape)
        if _claims_proof(found):
            _require_verified(found)
    if whole and "line" in found and "prices" in found:
        raise NoMethodError(
            f"{path}: the solution of a deal holds the cards along one line of best play, not what "
            "to answer to every card, so there is nothing to judge\n"
            "  --strategy optimal judges a whole strategy, up to four cards per hand; the price of "
            "every card along the way: sabot play GAME --prices"
        )
    _require_one_solution(path, found)
    if "root" in found and found.get("certificate") is not None:
        found = {**found, "strategies": _round_algebraic_profile(path, found)}
    if found.get("schema") == "sabot/private-hands/1":
        from sabot.results.private_hands import PrivateHandsInterval

        found = {"strategies": PrivateHandsInterval.from_json(found).tables()}
    tables = found.get("strategies", found.get("thresholds", found))
    if not isinstance(tables, dict) or not set(tables) - {"schema"}:
        raise FileError(f"{path}: no strategies in it; expected {shape}")
    tables = {seat: table for seat, table in tables.items() if seat != "schema"}
    for seat, table in tables.items():
        if not isinstance(table, dict):
            raise FileError(f"{path}: {seat[:60]!r}: expected {shape}")
    return tables


def _claims_proof(found: Mapping[str, object]) -> bool:
    """Return whether a document claims to be proved."""
    return found.get("certificate") is not None or found.get("schema") == CERTIFICATE_SCHEMA


def _require_one_solution(path: str, found: Mapping[str, object]) -> None:
    """Refuse a list of strategies or of equilibria: it does not say which one is meant."""
    listed = found.get("equilibria", found.get("seats") if "count" in found else None)
    if not str(found.get("schema", "")).startswith("sabot/") or not listed:
        return
    if "pieces" in found or "rows" in found:
        return
    many = f"{found['count']} of them " if isinstance(found.get("count"), int) else ""
    raise FileError(
        f"{path}: holds a list of equilibria or of optimal strategies ({found['schema']}), {many}"
        "and a strategy file holds one\n"
        "  sabot solve GAME -o FILE saves one; or write one of the list to a file of its own: "
        'what is under its "strategies", or one of the "vertices" for a seat'
    )


def _read_strategy_document(path: str, shape: str) -> dict[str, object]:
    """Return the JSON object in a file of strategies; of one without, say what it should hold.

    The decimals of a strategy of one's own come as their text, exact; a proof stays as it is.
    """
    from sabot import certify

    name = "stdin" if path == "-" else path
    try:
        raw = read_raw(path)
        found = certify.parse_document(raw, name)
        return found if _claims_proof(found) else certify.parse_document(raw, name, str)
    except FileError as fault:
        if path != "-" and not os.path.isfile(path):
            raise
        raise FileError(f"{fault}\n  a strategy file holds {shape}") from None


def _read_plain_text(path: str) -> str | None:
    """Return what a text file of strategies holds; None where it is JSON, or cannot be read."""
    if path == "-" or path.endswith((".json", ".jsonl")) or not os.path.isfile(path):
        return None
    from sabot.io.files import read_text

    text = read_text(path)
    return None if text.lstrip()[:1] in ("{", "[", "") else text


def _round_algebraic_profile(path: str, document: Mapping[str, object]) -> dict[str, object]:
    """Return the strategies of a proved equilibrium in a field: rounded, and that is said."""
    from sabot.results.nplayer import ROUNDED_NOTE, Profile

    print_note(f"{path}: an equilibrium in the field of a root{ROUNDED_NOTE}")
    return dict(Profile.from_json(document).played)


def _require_verified(document: Mapping[str, object]) -> None:
    from sabot import certify

    try:
        certify.check(document)
    except CertificateError as fault:
        raise CertificateError(
            f"{fault}\n  a strategy of your own goes without a certificate: "
            'keep only what is under "strategies"'
        ) from None


@contextmanager
def name_strategy_files_in_errors(origin: Mapping[str, str], game: Game) -> Iterator[None]:
    """Put the names of the files in front of what is wrong with the strategies in them.

    Where a file says that it is of another game than *game*, that is said as well.
    """
    try:
        yield
    except FormError as fault:
        files = list(dict.fromkeys(name for name in origin.values() if not _is_strategy_name(name)))
        if not files:
            raise
        others = [
            f"\n  {name} is of {other}" for name in files if (other := _other_game(name, game))
        ]
        raise FileError(f"{', '.join(files)}: {fault}{''.join(others)}") from None


def _other_game(path: str, game: Game) -> str:
    """Return the game that a saved file names, where it is another one."""
    if path == "-" or _read_plain_text(path) is not None:
        return ""
    named = read_json(path).get("game")
    return (
        ""
        if not isinstance(named, str) or named == str(game)
        else f"another game, {printable(named)}"
    )
