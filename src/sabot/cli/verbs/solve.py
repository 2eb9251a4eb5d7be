"""``sabot solve``: one certified solution.

With ``--gap`` it proves bounds of the value, or regret bounds of a profile with three or more
players, in place of an exact solution.
"""

from __future__ import annotations

import time
from functools import partial
from shlex import quote
from typing import TYPE_CHECKING

import click

from sabot.cli.files import format_result, save_text
from sabot.cli.lookahead import method_options, solved_by_method
from sabot.cli.options import (
    anyway_option,
    digits_option,
    game_argument,
    json_option,
    output_option,
    parse_game_argument,
    require_one_format,
    select_format,
    snap_option,
    table_format_flags,
)
from sabot.cli.output import (
    print_note,
    print_result,
    save_then_print,
    show_status,
    views_with_screen,
)
from sabot.cli.refinement import refine_option, run_refined
from sabot.cli.verbs import verb
from sabot.render.text import file_stem

if TYPE_CHECKING:
    from fractions import Fraction

    from sabot.game_rules.game import Game
    from sabot.render.document import Document
    from sabot.results.nplayer import Profile
    from sabot.results.private_hands import PrivateHandsInterval


MAX_REPEATED_GAME_STRING = 200
"""A game string longer than this is not repeated."""


@verb(
    examples=[
        "sabot solve 'le-her(ranks=13, suits=4)'",
        "sabot solve kuhn-poker --digits 30 -o kuhn.json",
        "sabot solve le-her --latex",
        "sabot solve 'whist(deal=KQ10/AJ9, lead=W)'",
    ]
)
@game_argument
@snap_option
@digits_option
@table_format_flags
@json_option
@output_option
@click.option(
    "--gap",
    metavar="GAP",
    help="For trees that are too large: prove an interval for the value, at most GAP wide (1/1000, "
    "0.1%). With one card per player 0 finds the exact value. With three or more players: "
    "strategies from which nobody can gain more than GAP.",
)
@refine_option
@method_options
@anyway_option
def solve(
    game: str,
    digits: int | None,
    form: str | None,
    as_json: bool,
    output: str | None,
    gap: str | None,
    refine: str | None,
    anyway: bool,
    **of_method: object,
) -> None:
    """Solve GAME exactly: value, optimal strategies, uniqueness, certificate.

    Two players, zero-sum: the value, an optimal strategy of each player, and whether it is the only
    one. Otherwise: one Nash equilibrium (for all: `sabot equilibria`). The certificate that proves
    the answer is checked before anything is printed. -o saves it with the solution, for `sabot
    check`; a FILE that ends in .tex, .md, .html or .csv gets the tables instead. --latex and the
    like print the tables alone. For a deal of whist every card is evaluated; a large deal is solved
    by a theorem and has no certificate. --refine NAME asks for a refined equilibrium. --method
    lookahead or rosen runs an iterative method and measures what it leaves to gain.
    """
    require_one_format(form, as_json)
    if solved_by_method(game, of_method, (form, gap, refine, digits, anyway), as_json, output):
        return None
    kind = select_format(output, "json", tables=True, asked=form)
    one = parse_game_argument(game)
    if refine is not None:
        refined = partial(run_refined, one, refine, all_of_them=False, form=form, kind=kind)
        return refined(as_json=as_json, output=output, gap=gap)
    if gap is not None:
        _solve_to_gap(one, gap, as_json, output, form, kind, anyway)
        return
    with show_status(f"solving {one}"):
        from sabot.api import checking, solving
        from sabot.kinds import views_of_result
        from sabot.render.views.solution import solution_screen
        from sabot.results.solution import Solution

        solution = solving.solve(one, anyway=anyway)
        started = time.perf_counter()
        if solution.certificate:
            checking.check(solution)
        checked = time.perf_counter() - started if solution.certificate else None
    proof = solution.certificate and kind in (None, "json")
    hint = f"sabot check {quote(output or '')}" if proof else ""

    def screen() -> Document:
        if isinstance(solution, Solution):
            return solution_screen(solution, digits=digits, checked=checked)
        return views_of_result(solution).screen()

    def save(path: str) -> None:
        if kind in (None, "json"):
            solution.save(path)
        else:
            save_text(path, views_with_screen(solution, screen).render(kind))

    with save_then_print(output, save, hint) as saved:
        print_result(solution, screen, as_json=as_json, form=form, saved=saved)
    _print_notes(one, anyway, shown=output is None and not as_json and form is None)


def _print_notes(game: Game, anyway: bool, *, shown: bool) -> None:
    """Say what the game remarks on its answer, and how an answer that was only shown is saved."""
    if remark := game.rules.remark(game):
        print_note(remark)
    if shown and len(str(game)) < MAX_REPEATED_GAME_STRING:
        asked = f"{quote(str(game))}{' --anyway' if anyway else ''}"
        print_note(f"save it: sabot solve {asked} -o {file_stem(game.rules.name)}.json")


def _solve_to_gap(
    game: Game,
    gap: str,
    as_json: bool,
    output: str | None,
    form: str | None,
    kind: str | None,
    anyway: bool,
) -> None:
    """Prove an interval for the value, wide or narrow as asked; Ctrl-C keeps the best so far."""
    from sabot.api.solving import approximate
    from sabot.errors import Interrupted, NoMethodError, NumberError
    from sabot.exact import as_rational
    from sabot.kinds import views_of_result
    from sabot.results.nplayer import Profile
    from sabot.results.value_bounds import Approximation

    try:
        width = as_rational(gap)
    except NumberError as fault:
        raise NumberError(f"--gap: {fault}") from None
    if width < 0 or (width == 0 and not _has_one_card_each(game)):
        only = "; only games with one card per player take 0" if width == 0 else ""
        raise NumberError(f"--gap {gap}: write a positive number, as in 1/1000{only}")
    with show_status(f"bounding {game}"):
        found: Approximation | Profile | PrivateHandsInterval = approximate(
            game, gap=width, anyway=anyway
        )

    def save(path: str) -> None:
        save_text(path, format_result(kind, views_of_result(found), found.to_json()))

    def screen() -> Document:
        return views_of_result(found).screen()

    with save_then_print(output, save) as saved:
        print_result(found, screen, as_json=as_json, form=form, saved=saved)
    if isinstance(found, Profile):
        _require_gap_reached(found, width, gap)
        return
    if (found.found if isinstance(found, Approximation) else found).stopped:
        raise Interrupted("stopped; the interval above is proved all the same")
    if found.high - found.low > width:
        raise NoMethodError(
            f"the interval is not as narrow as --gap {gap}: floats come no further here\n"
            "  what is shown is proved all the same; without --gap the game is solved exactly"
        )


def _has_one_card_each(game: Game) -> bool:
    """Say whether a game has one private card per player and a public betting tree."""
    from sabot.forms.hand_deals import PackDeal
    from sabot.game_rules.private_hands import private_hands_of

    hands = private_hands_of(game)
    return hands is not None and isinstance(hands.deal, PackDeal)


def _require_gap_reached(found: Profile, width: Fraction, gap: str) -> None:
    """Say that a profile is not as good as was asked for; what is shown of it is proved."""
    from sabot.errors import Interrupted, NoMethodError
    from sabot.exact import format_decimal

    if found.ended == "stopped":
        raise Interrupted("stopped; payoffs and gains above are exact all the same")
    if found.gap > width:
        raise NoMethodError(
            f"no profile was found in which every seat gains at most {gap}: the best one, shown "
            f"above, leaves a seat {format_decimal(found.gap, 3)} to gain\n"
            "  with three or more seats regret minimisation need not converge; what is shown is "
            "exact all the same"
        )
