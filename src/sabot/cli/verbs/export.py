"""``sabot export``: write a game as .efg, .nfg, .csv, .lp or .mps, or its solution in Coq."""

from __future__ import annotations

import warnings

import click

from sabot.cli.files import save_text
from sabot.cli.options import (
    anyway_option,
    format_flag,
    game_argument,
    output_instead_option,
    parse_game_argument,
    select_format,
    snap_option,
)
from sabot.cli.output import print_text, save_then_print, show_status
from sabot.cli.verbs import verb
from sabot.game_rules.game import Game
from sabot.render.exports import GAME_WRITERS


def _write_coq(game: Game, anyway: bool) -> str:
    """Solve the game and write the proof; what is too large or not zero-sum is refused before."""
    from sabot.api.arguments import as_zero_sum_form
    from sabot.api.solving import solve
    from sabot.render.coq import require_coq_size, to_coq
    from sabot.results.solution import Solution

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the rules are run again below, and warn then
        name, form = as_zero_sum_form(game)
    tree = form.sequence()
    require_coq_size(name, sum(side.count for side in tree.sides), len(tree.payoffs))
    solution = solve(game, anyway=anyway)
    assert isinstance(solution, Solution)
    return to_coq(solution)


WRITERS = {**GAME_WRITERS, "coq": _write_coq}
"""Each form and the function that writes it."""


@verb(
    examples=[
        "sabot export kuhn -o kuhn.efg && sabot solve kuhn.efg",
        "sabot export 'le-her(ranks=5, strategies=threshold)' --csv",
        "sabot export kuhn -o kuhn.v",
    ]
)
@game_argument
@snap_option
@format_flag("efg", "Game tree (extensive form), as Gambit reads it.")
@format_flag("nfg", "Normal form, as Gambit reads it.")
@format_flag("csv", "Payoff matrix with labels, as CSV.")
@format_flag("lp", "Linear program of the game, in the format of CPLEX.")
@format_flag("mps", "The same in free MPS format.")
@format_flag("coq", "Coq file that states and proves the solution.")
@output_instead_option
@anyway_option
def export(game: str, form: str | None, output: str | None, anyway: bool) -> None:
    """Write GAME for other programs: its game tree, its payoff matrix, its LP, or a proof.

    The ending of FILE chooses the format (.efg, .nfg, .csv, .lp, .mps, .v), or an option does. The
    matrix of a game with many information sets has all its pure strategies, if they are not too
    many. For three and more players .efg and .nfg are written. The linear program is that of the
    sequence form, with integer coefficients; of a game that is not zero-sum, a mixed-integer
    program whose solutions are the equilibria. The Coq file (.v) states value, optimal strategies
    and uniqueness of a two-player zero-sum game; Coq checks it with the library in proofs/.
    """
    form = select_format(output, *WRITERS, asked=form)
    if form is None:
        flags = ", ".join(f"--{name}" for name in WRITERS)
        raise click.UsageError(f"say how: {flags}, or -o with a name that ends so")
    one = parse_game_argument(game)
    with show_status(f"writing {one}"):
        text = WRITERS[form](one, anyway)
    with save_then_print(output, lambda path: save_text(path, text)) as saved:
        if not saved:
            print_text(text)
