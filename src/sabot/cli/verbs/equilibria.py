"""``sabot equilibria``: all extreme solutions of a game.

These are the extreme optimal strategies of a zero-sum game, the extreme Nash equilibria of a
two-player game, or the equilibria of a game for three or more players: all, or the pure ones.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from shlex import quote
from typing import TYPE_CHECKING

import click

from sabot.cli.files import format_result, save_text
from sabot.cli.long_search import STOP_AND_KEEP, LongSearchNote
from sabot.cli.options import (
    SecondsType,
    anyway_option,
    game_argument,
    json_option,
    open_executor,
    output_option,
    parse_game_argument,
    require_one_format,
    select_format,
    snap_option,
    table_format_flags,
    worker_options,
)
from sabot.cli.output import (
    print_json,
    print_note,
    print_result,
    print_text,
    save_then_print,
    show_status,
)
from sabot.cli.refinement import refine_option, run_refined
from sabot.cli.verbs import verb
from sabot.errors import FileError, Interrupted, NoMethodError, SabotError
from sabot.kinds import views_of_result
from sabot.render.text import byte_size_text, count_noun, duration_range_text

if TYPE_CHECKING:
    from sabot.game_rules.game import Game
    from sabot.game_rules.to_form import AnyForm
    from sabot.render.document import Document
    from sabot.results.all_nash import EveryEquilibrium, ExtremeEquilibrium
    from sabot.results.nplayer_nash import NPlayerEquilibria, NPlayerEquilibrium
    from sabot.results.optimal_set import Equilibria
    from sabot.solvers.registry import AnyEquilibria


def _report_check_of_list(path: str, document: Mapping[str, object]) -> None:
    """Say so where a saved file is one that `sabot check` refuses or leaves something open in.

    A list may be longer than the checker has limits for: then the file is no proof.
    """
    from sabot import certify

    with show_status(f"checking {path}"):
        try:
            proved = certify.check(document)
        except SabotError as fault:
            print_note(f"{path}: sabot check refuses this file: {fault}")
            return
    shown = True
    if isinstance(proved, certify.AllNashVerdict):
        shown = proved.complete or "complete" in document
    elif isinstance(proved, certify.OptimalSetVerdict):
        stopped = proved.source.stopped
        shown = all(
            (own.complete or open_one) and own.described is not False
            for own, open_one in zip(proved.extreme.values(), stopped, strict=True)
        )
    if not shown:
        print_note(
            f"{path}: sabot check accepts this file, but cannot show that the list is complete"
        )


class _SupportSize(click.ParamType[int | tuple[int, ...]]):
    """How many strategies the players mix: N, or A,B,..."""

    name = "support size"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | tuple[int, ...]:
        sizes = str(value).removeprefix("(").removesuffix(")").split(",")
        if not all(size.strip().isdecimal() and int(size) for size in sizes):
            self.fail(f"{value!r} is not a number of strategies; write 2, or 2,3", param, ctx)
        return int(sizes[0]) if len(sizes) == 1 else tuple(map(int, sizes))


def _print_found(one: ExtremeEquilibrium | NPlayerEquilibrium, *, as_json: bool) -> None:
    """Print an equilibrium on a line of its own."""
    from sabot.render.views.all_nash import equilibrium_line
    from sabot.render.views.nplayer_nash import nplayer_equilibrium_line
    from sabot.results.all_nash import ExtremeEquilibrium
    from sabot.results.codec import codec_of
    from sabot.results.nplayer_nash import equilibrium_to_json

    if isinstance(one, ExtremeEquilibrium):
        if as_json:
            print_json(codec_of(ExtremeEquilibrium).write(one))
        else:
            print_text(equilibrium_line(one))
    elif as_json:
        print_json(equilibrium_to_json(one.strategies, one.payoffs, one.root))
    else:
        print_text(nplayer_equilibrium_line(one))
    sys.stdout.flush()


def _print_list(
    found: AnyEquilibria,
    stream: bool,
    everything: bool,
    *,
    as_json: bool,
    form: str | None,
    saved: bool,
) -> None:
    """Print all equilibria, as JSON, on the screen or in a format; after a stream the sets."""
    if stream:
        return _print_sets(found, as_json=as_json)
    screen = partial(_screen_view, found, everything=everything)
    print_result(found, screen, as_json=as_json, form=form, saved=saved)


def _print_sets(found: AnyEquilibria, *, as_json: bool) -> None:
    """Print a line for each set of equilibria: how large they are is known after the search."""
    from sabot.render.views.nplayer_nash import subset_line
    from sabot.results.nplayer_nash import NPlayerEquilibria

    if not isinstance(found, NPlayerEquilibria):
        return
    for one, document in zip(found.subsets, found.to_json()["subsets"], strict=True):
        if as_json:
            print_json({"subset": document})
        else:
            print_text(subset_line(one))


@verb(
    examples=[
        "sabot equilibria kuhn-poker",
        "sabot equilibria kuhn-poker -o kuhn.tex",
        "sabot equilibria 'le-her(strategies=threshold)' --json",
        "sabot equilibria 'matrix([[2|1,0|0],[0|0,1|2]])'",
        "sabot equilibria 'matrix([[2|1,0|0],[0|0,1|2]])' --seconds 60 -o sexes.json",
        "sabot equilibria 'matrix([[2|1,0|0],[0|0,1|2]])' --support-size 2",
        "sabot equilibria 'matrix([[2|1,0|0],[0|0,1|2]])' --stream --json",
        "sabot equilibria 'matrix([[2|1,0|0],[0|0,1|2]])' --index",
    ]
)
@game_argument
@snap_option
@click.option("--all", "everything", is_flag=True, help="List all of them on the terminal.")
@click.option(
    "--seconds",
    type=SecondsType(min=0, min_open=True),
    metavar="S",
    help="Stop the search after S seconds, and keep the equilibria found.",
)
@click.option(
    "--first",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop after N equilibria; with several processes they may be others.",
)
@click.option(
    "--support-size",
    type=_SupportSize(),
    metavar="N",
    help="Only equilibria in which each player mixes N strategies; A,B: the first A, the second B.",
)
@click.option(
    "--stream",
    is_flag=True,
    help="Print a line for each equilibrium when it is found, and at the end for each set of "
    "equilibria (three or more players); with --json, an object.",
)
@click.option("--pure", is_flag=True, help="List only pure equilibria (three or more players).")
@click.option(
    "--index",
    is_flag=True,
    help="The index of each component (three and more players: of each regular equilibrium); is an "
    "equilibrium strict, quasi-strict, regular, isolated.",
)
@refine_option
@worker_options
@table_format_flags
@json_option
@output_option
@anyway_option
def equilibria(
    game: str,
    everything: bool,
    seconds: float | None,
    first: int | None,
    support_size: int | tuple[int, ...] | None,
    stream: bool,
    pure: bool,
    index: bool,
    refine: str | None,
    jobs: int | None,
    cluster: str | None,
    form: str | None,
    as_json: bool,
    output: str | None,
    anyway: bool,
) -> None:
    """Find all Nash equilibria of GAME; if zero-sum, all optimal strategies.

    Two players, not zero-sum (a bimatrix game: a .nfg or .efg file, pairs such as 3|1 in a CSV):
    all extreme Nash equilibria with their payoffs, and the components that they form, with a proof
    that there are no others. A tree is turned into a matrix of its few pure strategies.

    Two players, zero-sum: all extreme optimal strategies of each player. Every optimal strategy is
    a mixture of them, and every pair is a Nash equilibrium.

    Three or more players, in a small game (up to about 4x3x3, or a tree of that size): all Nash
    equilibria and sets of equilibria, with a proof that there are no others; a search that is given
    up says so. Where a player has several information sets, equilibria that differ only at sets
    that are not reached count as one. In larger games, or with --pure: all pure Nash equilibria;
    with --seconds, --first, --support-size, --stream also mixed ones if each player chooses once.

    A list may be stopped: by --seconds (of the search alone), --first or Ctrl-C. A file of what was
    found proves each equilibrium, not that there are no others; nor does that of --support-size. A
    search that will not fit in memory is refused, unless --seconds, --first or --anyway is given.
    Of a zero-sum tree with many pure strategies --support-size is refused.

    -o saves all of them: as JSON, for `sabot check`, or as .tex, .md, .html, .csv.
    """
    require_one_format(form, as_json)
    _require_fitting_options(stream and bool(form or everything), support_size, jobs or cluster)
    kind = select_format(output, "json", tables=True, asked=form)
    one = parse_game_argument(game)
    if refine is not None:
        _require_plain_list(stream, pure, first, support_size, index, jobs or cluster)
        refined = partial(run_refined, one, refine, all_of_them=True, everything=everything)
        return refined(seconds=seconds, form=form, kind=kind, as_json=as_json, output=output)
    note = _note_of_search(one, seconds or first or support_size or pure, stream, index)
    at_once = bool(stream or jobs or cluster)
    with _announced(one, note, at_once, stream), open_executor(jobs, cluster) as executor:
        from sabot.api import solving

        each = partial(_print_found, as_json=as_json) if stream else None
        search = partial(solving.equilibria, one, anyway=anyway, seconds=seconds, first=first)
        more = {"support_size": support_size, "each": each, "index": index, "pure": pure}
        found = search(executor=executor, **more)
    with save_then_print(output, partial(_save_list, found, kind)) as saved:
        _print_list(found, stream, everything, as_json=as_json, form=form, saved=saved)
    _report_end(found, one, stream=stream, viewed=not (as_json or form))


def _require_fitting_options(
    tables: bool, support_size: int | tuple[int, ...] | None, workers: int | str | None
) -> None:
    if tables:
        raise click.UsageError("--stream prints lines of its own; leave out --all, --latex, ...")
    if support_size and workers:
        raise click.UsageError("--support-size is searched in one process; leave out --jobs")


_LONG_SEARCH = 60.0
"""Estimated seconds from which a search is announced."""


def _note_of_search(game: Game, part: object, stream: bool, index: bool) -> LongSearchNote | None:
    """Return the note on a search for all; None if a *part* of the list is asked for."""
    words = partial(_words_before_search, stream=stream, index=index)
    return None if part else LongSearchNote(game, words)


def _words_before_search(form: AnyForm, before: bool, *, stream: bool, index: bool = False) -> str:
    """Return about how long a search takes, or that it is for pure equilibria only, in words.

    Nothing if it is short and for all equilibria; *before* it, also if it mostly is. The *stream*
    of a large game has mixed ones too; an *index* it does not have.
    """
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm

    if isinstance(form, NPlayerSequenceForm) and len(form.seats) != 2:
        from sabot.solvers.nplayer_nash.solve import (
            bound_of_search,
            cells_in_words,
            obstacle_to_mixed,
            obstacle_to_search,
        )

        obstacle = obstacle_to_mixed(form)
        if obstacle and index:
            return ""  # it is refused
        bound = bound_of_search(form) if before else cells_in_words(form)
        if obstacle and stream and not obstacle_to_search(form):
            return (
                f"supports are tried one after the other, without a proof that these are all: "
                f"{obstacle}{STOP_AND_KEEP}"
            )
        if obstacle:
            remedy = "sabot solve looks for one in mixed strategies"
            if not obstacle_to_search(form):
                remedy = "--seconds S also searches mixed ones, support by support"
            return f"only pure equilibria are listed: {obstacle}\n  {remedy}"
        return bound and bound + STOP_AND_KEEP
    from sabot.analysis.cost_estimate import estimate_listing_cost

    found = estimate_listing_cost(form)
    if found is None or found.seconds[1] <= _LONG_SEARCH:
        return ""
    time = duration_range_text(*found.seconds)
    return f"about {found.cases:,} cases: {time}, {byte_size_text(found.memory)}{STOP_AND_KEEP}"


@contextmanager
def _announced(
    game: Game, note: LongSearchNote | None, at_once: bool, stream: bool
) -> Iterator[None]:
    """Show what is done, and say how long it takes: *at_once*, or when it has taken a moment.

    On a terminal the status line would be between the equilibria of a *stream*.
    """
    if note is not None and (at_once or len(game.seats) != 2):
        note.say(before=True)  # the first line, or the workers; a bound for three takes no time
    quiet = stream and sys.stdout.isatty()
    tell = None if note is None else note.hear
    with nullcontext() if quiet else show_status(f"finding all equilibria of {game}", tell):
        try:
            yield
        except NoMethodError:
            if note is not None:
                note.say()  # of a search that is refused too
            raise


def _require_plain_list(*asked: object) -> None:
    if any(asked):
        raise click.UsageError(
            "--refine lists all equilibria with a refinement, in one process; leave out --stream, "
            "--pure, --first, --support-size, --index, --jobs"
        )


def _save_list(found: AnyEquilibria, kind: str | None, path: str) -> None:
    """Save a list, after Ctrl-C too, and check the file."""
    try:
        document = _write_list(found, kind, path)
    except KeyboardInterrupt:
        print_note("the list is being saved; Ctrl-C again drops it")
        _write_list(found, kind, path)
        raise Interrupted(f"interrupted; the list is saved to {path}") from None
    if kind == "json" and document.get("certificate") is not None:
        try:
            _report_check_of_list(path, document)
        except KeyboardInterrupt:
            raise Interrupted(
                f"interrupted while checking; the list is saved to {path}\n"
                f"  nothing in it is checked yet: sabot check {quote(path)}"
            ) from None


def _write_list(found: AnyEquilibria, kind: str | None, path: str) -> Mapping[str, object]:
    document = found.to_json()
    if not document.get("count", 1) and not document.get("subsets"):
        raise FileError(f"{path}: not saved, since no equilibrium was found")
    save_text(path, format_result(kind, views_of_result(found), document))
    return document


def _screen_view(found: AnyEquilibria, *, everything: bool) -> Document:
    """Return what a terminal shows of a list: the first of it, or everything."""
    screen = views_of_result(found).screen
    if not everything:
        return screen()
    from sabot.results.binary_nash import PairEquilibria

    return screen() if isinstance(found, PairEquilibria) else screen(most=None)


def _report_end(found: AnyEquilibria, game: Game, *, stream: bool, viewed: bool) -> None:
    """Say what the game's family remarks, and that a list is not complete if it was stopped.

    Ctrl-C has its exit code. If it was *viewed*, a list for three or more players has said so.
    """
    if remark := game.rules.remark(game):
        print_note(remark)
    if len(game.seats) != 2:
        _report_end_for_many(found, stream=stream, viewed=viewed)
        return
    from sabot.results.all_nash import EveryEquilibrium
    from sabot.results.optimal_set import Equilibria

    if not isinstance(found, EveryEquilibrium | Equilibria):
        return
    if not found.complete:
        print_note(_not_complete(found, found.stopped.startswith("stopped")))
    elif stream:
        noun = count_noun(found.count, "extreme equilibrium", "extreme equilibria")
        print_note(f"{noun}, proved to be all")


def _report_end_for_many(found: AnyEquilibria, *, stream: bool, viewed: bool) -> None:
    """Say it of a list for three or more players."""
    from sabot.render.views.nplayer_nash import count_words
    from sabot.results.nplayer_nash import GIVEN_UP, NOT_LISTED, NPlayerEquilibria

    if not isinstance(found, NPlayerEquilibria):
        return
    if not found.complete:
        text = _not_complete(found, found.stopped.startswith(("stopped", GIVEN_UP, NOT_LISTED)))
        if stream or not viewed:
            print_note(text)
    elif stream:
        print_note(f"equilibria: {count_words(found)}")


def _not_complete(found: EveryEquilibrium | NPlayerEquilibria | Equilibria, part: bool) -> str:
    """Return why a list is not complete; raise where it was Ctrl-C."""
    from sabot.results.all_nash import INTERRUPTED
    from sabot.results.optimal_set import Equilibria

    text = f"{found.stopped}; the list is not complete: there may be other equilibria"
    if part and not isinstance(found, Equilibria) and found.support is not None:
        text = f"{text}, of this size too"
    if found.stopped == INTERRUPTED:
        raise Interrupted(text)
    return text
