"""``sabot play``: a person at the terminal against the optimum; each answer priced."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import click

from sabot.cli.group import verb
from sabot.cli.options import game_argument, told
from sabot.cli.output import busy
from sabot.cli.talk import LONGEST, matching, sit

__all__ = ["play", "sit"]


@verb(
    examples=[
        "sabot play le-her",
        "sabot play kuhn-poker --seat second --seed 7 --hands 20",
        "sabot play baccara --skip",
        "sabot play 'whist(n=5)' --seed 4 --hands 3 --prices",
    ]
)
@game_argument
@click.option("--seat", metavar="NAME", help="Where you sit (the first seat unless told).")
@click.option("--seed", type=int, metavar="S", help="Equal seeds and answers, equal hands.")
@click.option("--hands", type=click.IntRange(min=1), metavar="N", help="Stop after N hands.")
@click.option("--quiet", is_flag=True, help="Price nothing before the review at the end.")
@click.option("--prices", is_flag=True, help="Show what each action is worth before you choose.")
@click.option("--skip", is_flag=True, help="Pass over hands in which you have nothing to decide.")
def play(
    game: str,
    seat: str | None,
    seed: int | None,
    hands: int | None,
    quiet: bool,
    prices: bool,
    skip: bool,
) -> None:
    """Play GAME against an optimal opponent; each answer is priced.

    You are shown what your seat knows and choose by number, name or first letters; why, hint and ?
    help. The end (q, or the end of the input) brings the review: what each mistake cost, luck and
    skill apart, and what your habits would give away. Ctrl-C brings it too, with exit code 4.
    """
    from sabot.games import dealer

    drawn = secrets.randbelow(10**6) if seed is None else seed
    deals = dealer(game)
    one = told(game) if deals is None else deals(drawn)
    sits = None if seat is None else _seat(seat, one.seats)
    with busy(f"solving {one}"):
        from sabot.play.session import Session

        session = Session(one if deals is None else game, seat=sits, seed=drawn, hands=hands)
    if sit(session, quiet=quiet, prices=prices, skip=skip):
        raise click.exceptions.Exit(4)


def _seat(typed: str, seats: Sequence[str]) -> str:
    found = matching(typed, seats)
    if len(found) != 1:
        raise click.BadParameter(
            f"no seat {typed[:LONGEST]!r}; the seats are {', '.join(seats)}", param_hint="--seat"
        )
    return found[0]
