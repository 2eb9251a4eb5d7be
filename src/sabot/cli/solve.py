"""``sabot solve``: value, strategies, uniqueness, certificate."""

from __future__ import annotations

import time

from sabot.cli.group import verb
from sabot.cli.options import digits_option, game_argument, json_option, output_option, told
from sabot.cli.output import busy, print_document, saving, say, show


@verb(
    examples=[
        "sabot solve 'le-her(ranks=13, suits=4)'",
        "sabot solve kuhn-poker --digits 30 -o kuhn.json",
    ]
)
@game_argument
@digits_option
@json_option
@output_option
def solve(game: str, digits: int | None, as_json: bool, output: str | None) -> None:
    """Solve GAME exactly.

    Prints the value, an optimal strategy for each seat and whether it is the only one. The
    certificate that proves all this is checked before anything is printed; -o saves it with the
    solution, for `sabot check`.
    """
    one = told(game)
    with busy(f"solving {one}"):
        from sabot import api

        solution = api.solve(one)
        started = time.perf_counter()
        api.check(solution)
        checked = time.perf_counter() - started
    with saving(output, solution.save, f"sabot check {output}"):
        if as_json:
            print_document(solution.to_json())
        else:
            from sabot.render.terminal import solution_view

            win = api.winning_chance(solution)
            show(solution_view(solution, digits=digits, win=win, checked=checked))
    if output is None and not as_json:
        say(f"save it: sabot solve '{one}' -o {one.rules.name}.json")
