"""``sabot solve``: value, strategies, uniqueness, certificate."""

from __future__ import annotations

import time
from shlex import quote
from typing import TYPE_CHECKING

import click

from sabot.cli.files import chosen_form, save_text, text_in
from sabot.cli.group import verb
from sabot.cli.options import (
    anyway_option,
    digits_option,
    game_argument,
    json_option,
    output_option,
    told,
)
from sabot.cli.output import busy, print_document, saving, say, show
from sabot.render.words import file_stem
from sabot.render.written import TABLES, views_of

if TYPE_CHECKING:
    from fractions import Fraction

    from sabot.results.interval import Approximation
    from sabot.results.seats.profile import Profile
    from sabot.telling.game import Game

LONG = 200
"""A game string longer than this is not repeated."""


@verb(
    examples=[
        "sabot solve 'le-her(ranks=13, suits=4)'",
        "sabot solve kuhn-poker --digits 30 -o kuhn.json",
        "sabot solve 'whist(deal=KQ10/AJ9, lead=W)'",
    ]
)
@game_argument
@digits_option
@json_option
@output_option
@click.option(
    "--gap",
    metavar="GAP",
    help="Do not solve exactly: prove an interval at most GAP wide (1/1000, 0.1%). For trees that "
    "are too large. With three or more seats: a profile in which none can gain more than GAP.",
)
@anyway_option
def solve(
    game: str, digits: int | None, as_json: bool, output: str | None, gap: str | None, anyway: bool
) -> None:
    """Solve GAME exactly.

    Prints the value, an optimal strategy for each seat and whether it is the only one. The
    certificate that proves all this is checked before anything is printed; -o saves it with the
    solution, for `sabot check`; a FILE that ends in .tex, .md, .html or .csv gets its tables
    instead. A deal of whist is priced card by card; a large one, solved by
    theorem, has no certificate.
    """
    form = chosen_form(output, "json", *TABLES)
    one = told(game)
    if gap is not None:
        _interval(one, gap, as_json, output, form)
        return
    with busy(f"solving {one}"):
        from sabot import api
        from sabot.results.solution import Solution

        solution = api.solve(one, anyway=anyway)
        started = time.perf_counter()
        if solution.certificate:
            api.check(solution)
        checked = time.perf_counter() - started if solution.certificate else None
    proof = solution.certificate and form in (None, "json")
    hint = f"sabot check {quote(output or '')}" if proof else ""

    with saving(output, solution.save, hint):
        if as_json:
            print_document(solution.to_json())
        elif isinstance(solution, Solution):
            from sabot.render.views.solution import screen

            show(screen(solution, digits=digits, checked=checked))
        else:
            show(views_of(solution).screen())
    if remark := one.rules.remark(one):
        say(remark)
    if output is None and not as_json and len(str(one)) < LONG:
        asked = f"{quote(str(one))}{' --anyway' if anyway else ''}"
        say(f"save it: sabot solve {asked} -o {file_stem(one.rules.name)}.json")


def _interval(game: Game, gap: str, as_json: bool, output: str | None, form: str | None) -> None:
    """Prove an interval for the value, wide or narrow as asked; Ctrl-C keeps the best so far."""
    from sabot import api
    from sabot.errors import Interrupted, NoMethodError, NumberError
    from sabot.exact import rational
    from sabot.render.seats.profile import profile_view
    from sabot.render.views.interval import interval_view
    from sabot.results.seats.profile import Profile

    try:
        width = rational(gap)
    except NumberError as fault:
        raise NumberError(f"--gap: {fault}") from None
    if width <= 0:
        raise NumberError(f"--gap {gap}: write a positive number, as in 1/1000")
    with busy(f"bounding {game}"):
        found: Approximation | Profile = api.approximate(game, gap=width)

    def save(path: str) -> None:
        save_text(path, text_in(form, views_of(found), found.to_json()))

    with saving(output, save):
        if as_json:
            print_document(found.to_json())
        elif isinstance(found, Profile):
            show(profile_view(found))
        else:
            show(interval_view(found))
    if isinstance(found, Profile):
        _demand_near(found, width, gap)
        return
    if found.found.stopped:
        raise Interrupted("stopped; the interval above is proved all the same")
    if found.high - found.low > width:
        raise NoMethodError(
            f"the interval is not as narrow as --gap {gap}: floats come no further here\n"
            "  what is shown is proved all the same; without --gap the game is solved exactly"
        )


def _demand_near(found: Profile, width: Fraction, gap: str) -> None:
    """Say that a profile is not as good as was asked for; what is shown of it is proved."""
    from sabot.errors import Interrupted, NoMethodError
    from sabot.exact import decimal

    if found.ended == "stopped":
        raise Interrupted("stopped; payoffs and gains above are exact all the same")
    if found.gap > width:
        raise NoMethodError(
            f"no profile was found in which every seat gains at most {gap}: the best one, shown "
            f"above, leaves a seat {decimal(found.gap, 3)} to gain\n"
            "  with three or more seats regret minimisation need not converge; what is shown is "
            "exact all the same"
        )
