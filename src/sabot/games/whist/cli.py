"""``sabot whist``: count all deals of one suit (``deals``), or solve a puzzle (``puzzle``)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from sabot.cli.options import json_option
from sabot.cli.output import print_json, print_text, print_view, show_status
from sabot.cli.verbs import LazyGroup, make_group, verb
from sabot.errors import NoMethodError
from sabot.exact import format_fraction as exact
from sabot.render.document import Block, Paragraph, build_document
from sabot.render.text import count_noun

if TYPE_CHECKING:
    from sabot.games.whist.deal_statistics import DealStatistics, MeanEstimate
    from sabot.games.whist.puzzle import Puzzle
    from sabot.play.events import Event


MOST_SAMPLED = 10_000_000


@verb(
    examples=[
        "sabot whist deals 13",
        "sabot whist deals 6 --cards",
        "sabot whist deals 40 --diagonal 3 --json",
        "sabot whist deals 500 --samples 2000 --card 1000 --seed 1",
    ]
)
@click.argument("n", type=click.IntRange(1, 2000), metavar="N")
@click.option("--diagonal", type=int, metavar="K", help="Also the distribution of T_K.")
@click.option("--cards", is_flag=True, help="Also what every card is worth, exactly (N up to 14).")
@click.option(
    "--samples",
    type=click.IntRange(1, MOST_SAMPLED),
    metavar="M",
    help="Estimate from M random deals (Monte Carlo).",
)
@click.option(
    "--card", type=int, metavar="C", help="The card that --samples evaluates (default: the ace)."
)
@click.option(
    "--seed", type=int, default=1, metavar="S", help="Start of the random numbers (default: 1)."
)
@json_option
def deals(
    n: int,
    diagonal: int | None,
    cards: bool,
    samples: int | None,
    card: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Count all deals of one suit with N cards in each hand.

    Exact: how many deals have each H lower, H upper and H, the expected tricks of the dealer (who
    does not lead), what the ace is worth, and the distance to the limit law. For whist, H is
    counted up to N = 100, which takes half a minute; beyond that --samples M estimates, with 95%
    intervals.
    """
    from sabot.games.whist import deal_statistics
    from sabot.games.whist.deal_statistics import compute_deal_statistics

    if card is not None and samples is None:
        raise click.UsageError(
            "--card names the card that --samples estimates; add --samples 10000"
        )
    if cards and n > deal_statistics.MOST_EXACT:
        raise NoMethodError(
            f"--cards is exact and reaches N = {deal_statistics.MOST_EXACT}, not {n}; one card "
            "at a "
            f"time is estimated: sabot whist deals {n} --samples 10000 --card {2 * n}"
        )
    extra: dict[str, object] = {}
    with show_status(f"counting the deals of {n} cards per hand"):
        if diagonal is not None:
            extra["T"] = {
                "k": diagonal,
                "counts": _counts_to_json(deal_statistics.diagonal_counts(n, diagonal)),
            }
        if cards:
            worths = enumerate(deal_statistics.card_worths(n), 1)
            extra["cards"] = {str(number): exact(worth) for number, worth in worths}
        if samples is not None:
            extra["samples"] = _sample_estimates(n, samples, 2 * n if card is None else card, seed)
        counted = compute_deal_statistics(n)
    if as_json:
        print_json(_statistics_to_json(counted) | extra)
        return
    from sabot.games.whist.render.views import deal_statistics_view

    print_view(deal_statistics_view(counted, extra))


def _sample_estimates(n: int, deals: int, card: int, seed: int) -> dict[str, object]:
    """Return what random deals say of the dealer and of one card."""
    from sabot.games.whist.deal_statistics import estimate_card_worth, sample_dealer_tricks

    dealers = sample_dealer_tricks(n, deals=deals, seed=seed)
    found = {f"dealer, {game}": one for game, one in dealers.items()}
    found[f"H with card {card}"] = estimate_card_worth(n, card, deals=deals, seed=seed)
    return {"deals": deals, "seed": seed} | {
        what: _estimate_to_json(one) for what, one in found.items()
    }


def _statistics_to_json(counted: DealStatistics) -> dict[str, object]:
    return {
        "schema": "sabot/deals/1",
        "n": counted.n,
        "deals": str(counted.deals),
        "H_lower": _counts_to_json(counted.lower),
        "H_upper": _counts_to_json(counted.upper),
        "H": None if counted.whist is None else _counts_to_json(counted.whist),
        "H_greedy": _counts_to_json(counted.greedy),
        "dealer": {game: exact(mean) for game, mean in counted.dealer.items()},
        "ace": None if counted.ace is None else exact(counted.ace),
        "distance": dict(counted.distance),
    }


def _counts_to_json(counts: Mapping[int, int]) -> dict[str, str]:
    """Return counts as text: whole numbers of any length, which not every reader of JSON takes."""
    return {str(height): str(count) for height, count in counts.items()}


def _estimate_to_json(found: MeanEstimate) -> dict[str, object]:
    low, high = found.interval()
    return {"mean": float(Fraction(found.mean)), "low": low, "high": high}


PUZZLE_KINDS = ("one-card", "hold-up", "not-normal")
PUZZLE_GAMES = ("whist", "greedy-whist", "five-card", "misere-whist")
OBJECTIVE_TEXTS = {"most": "most tricks", "fewest": "fewest tricks", "last": "the last trick"}


@verb(
    examples=[
        "sabot whist puzzle hold-up --n 4 --seed 1",
        "sabot whist puzzle --count 5",
        "sabot whist puzzle one-card --game misere-whist --seed 2 --json",
    ]
)
@click.argument("sort", required=False, type=click.Choice(PUZZLE_KINDS))
@click.option(
    "--game", type=click.Choice(PUZZLE_GAMES), default="whist", help="Which game (default: whist)."
)
@click.option("--n", type=int, default=6, help="Cards in a hand, 3 to 20 (default: 6).")
@click.option(
    "--seed", type=int, metavar="S", help="Start of the random numbers; same seed, same puzzles."
)
@click.option(
    "--count",
    type=click.IntRange(1, 1000),
    default=1,
    metavar="N",
    help="How many puzzles (default: 1).",
)
@click.option("--answer", is_flag=True, help="Do not ask; show the answer at once.")
@json_option
def puzzle(
    sort: str | None, game: str, n: int, seed: int | None, count: int, answer: bool, as_json: bool
) -> None:
    """Find the right card: you see both hands and must play one card.

    one-card: exactly one card is right. hold-up: the trick can be taken, and must not be.
    not-normal: the normal strategy of Wästlund's paper is wrong. The default is any of them. You
    see what every card costs, and can then play the deal out against an optimal opponent.
    """
    from sabot.games.whist.deal import variant_named
    from sabot.games.whist.puzzle import find_puzzle

    if as_json and count > 1:
        raise click.UsageError("--json prints one puzzle: leave out --count")
    drawn = secrets.randbelow(10**6) if seed is None else seed
    right = asked = 0
    try:
        for number in range(count):
            one = find_puzzle(sort, n=n, seed=drawn + number, variant=variant_named(game))  # type: ignore[arg-type]
            dialog = _PuzzleDialog(one, f"Puzzle {number + 1} of {count}. " if count > 1 else "")
            if as_json:
                print_json(dialog.document())
            elif answer:
                dialog.show()
                dialog.reveal()
            else:
                solved = dialog.ask()
                if solved is None:
                    break
                right, asked = right + solved, asked + 1
                if not dialog.play_out():
                    break
    except KeyboardInterrupt:
        print_text("")
        _print_score(right, asked, count)
        raise click.exceptions.Exit(4) from None
    if not as_json and not answer:
        _print_score(right, asked, count)


def _print_score(right: int, asked: int, count: int) -> None:
    if count > 1:
        print_text(f"\n{right} of {count_noun(asked, 'puzzle')} right.")


class _PuzzleDialog:
    """The dialog of one puzzle with a person at the terminal."""

    def __init__(self, found: Puzzle, title: str) -> None:
        from sabot.cli.verbs.play import TerminalSession
        from sabot.games.whist.render.narrator import WhistNarrator
        from sabot.games.whist.render.views import SEAT_NAMES
        from sabot.play.session import Session

        self.found, self.title = found, title
        self.turn = SEAT_NAMES[found.position.turn]
        self.session = Session(found.game, seat=self.turn)
        self.talk = TerminalSession(self.session)
        assert isinstance(self.talk.voice, WhistNarrator)
        self.voice: WhistNarrator = self.talk.voice
        self.session.deal()
        self.best = list(self.session.best())
        self.prices = self.voice.referee.prices([])
        self.events: tuple[Event, ...] = ()

    def document(self) -> dict[str, object]:
        """Return the puzzle as JSON; prices in West's tricks, as solve has them."""
        referee = self.voice.referee
        whole = 1 if self.found.variant.object == "last" else referee.n
        wests = {
            card: price if self.turn == "West" else whole - price
            for card, price in self.prices.items()
        }
        return {
            "schema": "sabot/puzzle/1",
            "game": self.found.game,
            "sort": self.found.sort,
            "seed": self.found.seed,
            "turn": self.turn,
            "prices": wests,
            "best": self.best,
        }

    def show(self) -> None:
        """Print who is to find what; the sort would give the answer away."""
        found = self.found
        print_text("")
        print_view(
            build_document(
                Paragraph(f"{self.title}{found.game}, seed {found.seed}."),
                Paragraph(
                    f"You are {self.turn}. The aim: {OBJECTIVE_TEXTS[found.variant.object]}."
                ),
            )
        )

    def ask(self) -> bool | None:
        """Ask for the card and judge it; True if it was right and found alone, None if gone."""
        self.show()
        assert self.session.waiting is not None
        card = self.talk.ask(self.session.waiting)
        if card is None:
            self.reveal()
            return None
        self.events = self.session.answer(card)[1:]
        judged = self.session.decisions[-1]
        if judged.loss:
            print_text(self.voice.verdict(judged))
            print_view(self.voice.refutation([card]))
        else:
            print_text(f"{card}: right{', with help' if self.talk.helped else ''}.")
        self.reveal()
        return not judged.loss and not self.talk.helped

    def reveal(self) -> None:
        """Print the right cards, the price of every card, and what the puzzle was about."""
        from sabot.games.whist.render.views import hands_view
        from sabot.games.whist.strategy import normal_card

        here = self.found.position
        what = "the last trick" if self.found.variant.object == "last" else "tricks"
        names, led = self.voice.referee.start.names, here.led
        parts: list[Block] = [Paragraph(f"Right: {' or '.join(self.best)}.")]
        parts += hands_view(
            here.deal.holders, names, self.prices, turn=self.turn, what=what, led=led, own=True
        )
        if self.found.sort == "hold-up":
            parts.append(Paragraph("The trick can be taken, and must not be."))
        elif self.found.sort == "not-normal":
            parts.append(Paragraph(f"The normal strategy plays {normal_card(here)}."))
        print_view(build_document(parts))

    def play_out(self) -> bool:
        """Play on if the person wants it; False when the person has gone."""
        typed = self.talk.line("  play it out? y or n > ")
        if typed is not None and typed.casefold() in ("y", "yes"):
            self.talk.tell(self.events)
            self.talk.go_on()
            self.talk.end()
        return typed is not None and typed.casefold() not in ("q", "quit", "exit")


whist: LazyGroup = make_group(
    {
        "deals": (lambda: deals, "Count all deals: distributions, means, what cards are worth."),
        "puzzle": (lambda: puzzle, "Find the right card to play."),
    },
    name="whist",
    help="Whist with one suit: count all deals, or solve a puzzle.",
    examples=("sabot whist deals 13", "sabot whist puzzle hold-up --n 4 --seed 1 --answer"),
)
