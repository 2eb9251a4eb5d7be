"""Five-card draw for readers: narration of a session, the table of a tournament, the headline.

The narrator says who did what, cards with their signs, pot and stacks, and after a hand the
probability to win at each decision. A tournament is shown with mean units per hand, confidence
intervals, and the mean at each seat. The headline is the lowest hand to enter with in the solved
first phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sabot.cards.poker_hand import RANKS, card_sign, parse_cards, strength_of_rank
from sabot.errors import HandError
from sabot.exact import format_fraction
from sabot.games.poker.five_card_draw.players import discard_action, equilibrium_thresholds
from sabot.games.poker.five_card_draw.rules import (
    MAX_DISCARDS,
    STAND_PAT,
    Observation,
    PublicAction,
    hand_rank,
)
from sabot.games.poker.five_card_draw.session import PERSON, DrawSession, thesis_advice
from sabot.games.poker.five_card_draw.tournament import PlayerStanding, Tournament
from sabot.games.poker.five_card_draw.win_probability import (
    WinProbability,
    probability_to_win,
    probability_to_win_after_discard,
    probability_to_win_against_all,
    win_probability_by_rank,
)
from sabot.play.events import HandResult, Question
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Paragraph,
    Remark,
    build_document,
    build_table,
    labelled_lines,
)
from sabot.render.text import (
    amount_text,
    clip_label,
    count_noun,
    duration_text,
    fraction_and_decimal,
)
from sabot.render.views.session import Narrator, payoff_sentence

HELP = """\
an answer   drop, enter, play, double, look; bet 3 or raise 3, or the number
            alone; the first letters do
cards       to throw: by name (Kd 3s) or by place (2 5); none, or 0, to stand
why         the chance of your hand, against one other and against all
hint        what the strategy of the thesis does here
rules       the rules of the game
?           this help
q           stop and review (so do the end of the input and Ctrl-C)

Sabot has no solution of this game, so answers have no price. A chance is that
of your hand against others: any hands before the draw; after it, such as were
a pair or better and drew as players do. Cards you have seen are out of the
pack; a tie counts half, and a pot shared by more its share. Against one the
chance is exact; against more, hands are dealt, the same ones whenever you
ask, and the true chance is within what follows the ± in 95 of 100 cases."""
AGAINST_ALL_NOTE = "The chance is against all who were still in."
SAMPLED_NOTE = "What has a ± was dealt with a seed, and is so near in 95 of 100 cases."
OPPONENT_MODEL_NOTE = "From the draw on the others are such as drew to a pair or better."
"""What is said under a review, for a hand without a pair has no chance against such a one."""
VERBS = {"drop": "drops", "enter": "enters", "play": "plays", "double": "doubles", "look": "looks"}
_MAX_HAND_NAME = 19
"""What the name of a hand may take of a line that has six columns."""
STAND_PAT_WORDS = ("0", "none", "-", "pat", "stand")


def format_cards(held: Sequence[int]) -> str:
    """Return cards as they are seen.

    >>> format_cards((51, 32))
    'A♠ 10♣'
    """
    return " ".join(map(card_sign, held))


def format_probability(chance: WinProbability) -> str:
    """Return a chance for reading, with its error where it has one.

    >>> format_probability(WinProbability(Fraction(1, 3), 1))
    '33.3 %'
    >>> format_probability(WinProbability(Fraction(1, 3), 4, 10_000, 0.0092))
    '33.3 ± 0.9 %'
    """
    error = "" if chance.exact else f" ± {100 * chance.error:.1f}"
    return f"{float(100 * chance.share):.1f}{error} %"


def format_sampled_probability(chance: WinProbability) -> str:
    """Return a chance that was dealt, and of how many deals.

    >>> format_sampled_probability(WinProbability(Fraction(1, 3), 4, 10_000, 0.0092))
    '0.3333 ± 0.0092 (10,000 deals)'
    """
    error = f"± {chance.error:.4f}"
    return f"{float(chance.share):.4f} {error} ({chance.deals:,} deals)"


class DrawNarrator(Narrator):
    """Says what happens at the table."""

    help = HELP
    numbered = False

    def __init__(self, session: DrawSession) -> None:
        super().__init__(session)
        self.table = session
        self._heard = 0
        """What of the hand was printed already."""
        self._shown: tuple[int, ...] = ()

    # ------------------------------------------------------------------ before and between

    def opening(self) -> Document:
        """Return who sits there."""
        table = self.table
        who = ", ".join(table.people[1:])
        if len(set(table.against)) == 1:
            who += f"; strategy{' of each' if len(table.against) > 1 else ''}: {table.against[0]}"
        else:
            sits = zip(table.people[1:], table.against, strict=True)
            who = ", ".join(f"{name} ({clip_label(own)})" for name, own in sits)
        return build_document(
            Paragraph(f"{table.source}: you against {who}."),
            Paragraph(f"Seed {table.seed}. Type ? for help, q to stop."),
        )

    def title(self, hand: int) -> Heading | None:
        """Return the head of a hand: who deals, who is the blind."""
        *_, dealer, blind = self.table.names.values()
        deals = "you deal" if dealer == PERSON else f"{dealer} deals"
        is_blind = "you are" if blind == PERSON else f"{blind} is"
        return Heading(f"Hand {hand:,}", f"{deals}, {is_blind} the blind")

    def _begin(self, hand: int) -> None:
        if hand != self._hand:
            self._hand, self._heard, self._shown = hand, 0, ()

    # ------------------------------------------------------------------ a question

    @property
    def prompt(self) -> str:  # type: ignore[override]
        """Return what may be answered."""
        seen = self.table.seen
        if seen.stage == "draw":
            return "  throw which? (Kd 3s, or 2 5; none) > "
        words = [action for action in seen.actions if not action[-1].isdecimal()]
        sized = [action for action in seen.actions if action[-1].isdecimal()]
        if sized:
            last = sized[-1].split()[1]
            words.append(sized[0] if len(sized) == 1 else f"{sized[0]} to {last}")
        return f"  {'   '.join(words)} > "

    def question(self, question: Question, *, priced: bool = False) -> Document:
        """Return what happened since the last question, the cards and the pot."""
        seen, first = self.table.seen, self._hand != self.session.hand
        self._begin(self.session.hand)
        lines = [self._stacks()] if first else []
        new = " ".join(self._moves(seen.said))
        lines += [new] if new else []
        if seen.stage == "draw":
            held = "   ".join(
                f"{place} {card_sign(card)}" for place, card in enumerate(seen.cards, 1)
            )
            lines.append(f"Your cards: {held}")
        elif seen.cards != self._shown:
            lines.append(
                f"Your cards: {format_cards(seen.cards)}   {strength_of_rank(seen.rank).name}"
            )
        self._shown = seen.cards
        if seen.stage != "draw":
            lines.append(self._pot(seen))
        said = [Paragraph(line, depth=1) for line in lines]
        return build_document(said, [self.why()] if priced else ())

    def _stacks(self) -> str:
        table = self.table
        return f"Stacks: {', '.join(f'{name} {units:,}' for name, units in self._before(table))}."

    def _before(self, table: DrawSession) -> Iterator[tuple[str, int]]:
        """Yield who has how much, in the order of play."""
        yield from ((name, table.stacks[name]) for name in table.names.values())

    def _moves(self, said: Sequence[PublicAction]) -> Iterator[str]:
        """Yield the moves since the last report, without the person's own."""
        names = self.table.names
        for one in said[self._heard :]:
            name = names[one.seat]
            if name != PERSON and one.word != "blind":
                yield f"{name} {_describe_action(one)}."
        self._heard = len(said)

    def _pot(self, seen: Observation) -> str:
        """Return what lies on the table, and what it costs to stay."""
        names = self.table.names
        put = sorted(seen.put.items(), key=lambda pair: pair[0] != seen.seat)
        who = ", ".join(f"{names[seat]} {units}" for seat, units in put if units)
        left = seen.stacks[seen.seat] - seen.put[seen.seat]
        word = {"enter": "enter", "blind": "play"}.get(seen.stage, "look")
        price = f"; {seen.price} to {word}" if seen.price else ""
        return f"Pot {seen.pot}: {who}{price}. You have {left}."

    def reads(self, typed: str, question: Question) -> str:
        """Return an answer in the words of the actions."""
        low = " ".join(typed.casefold().split())
        if STAND_PAT in question.actions:
            found = self._thrown(low)
            return typed if found is None else discard_action(self.table.seen.cards, found)
        sized = {action.split()[1]: action for action in question.actions if " " in action}
        word = low.rstrip("0123456789").strip()
        units = low[len(low.rstrip("0123456789")) :]
        if units in sized and sized[units].startswith(word):
            return sized[units]
        near = [action for action in question.actions if word and action.startswith(word)]
        return near[0] if len(near) == 1 and not units else typed

    def _thrown(self, typed: str) -> tuple[int, ...] | None:
        """Return the cards that are meant: by name or by place; None where it cannot be read."""
        held = self.table.seen.cards
        bare = typed.removeprefix("throw").strip()
        if bare in STAND_PAT_WORDS or (bare and STAND_PAT.startswith(bare)):
            return ()
        places = bare.replace(",", " ").replace(" ", "")
        if places.isdecimal() and set(places) <= set("12345") and len(set(places)) == len(places):
            return tuple(held[int(place) - 1] for place in sorted(places))
        try:
            found = parse_cards(bare, many=None)
        except HandError:
            return None
        return found if found and set(found) <= set(held) else None

    def refusal(self, typed: str, found: Sequence[str]) -> str:
        """Return why what was typed is no answer."""
        seen = self.table.seen
        if seen.stage != "draw":
            return f"'{clip_label(typed)}' is none of: {', '.join(seen.actions)}; ? helps."
        thrown = self._thrown(" ".join(typed.casefold().split()))
        if thrown is not None and len(thrown) > MAX_DISCARDS:
            return f"At most {MAX_DISCARDS} cards may be thrown; keep one of your five."
        return f"Name cards of yours ({format_cards(seen.cards)}) or their places, 1 to 5; ? helps."

    # ------------------------------------------------------------------ help

    def why(self) -> Document:
        """Return the exact chance of the hand, and the price."""
        seen = self.table.seen
        chance = probability_to_win(seen)
        other = "one that was a pair or better and drew" if seen.drew else "any other"
        rows = [
            ("your hand", strength_of_rank(seen.rank).name),
            (f"beats {other}", fraction_and_decimal(chance, 4)),
        ]
        thrown: tuple[int, ...] = ()
        if seen.stage == "draw":
            best = thesis_advice(seen)
            thrown = _discarded_cards(best)
            rows.append(
                (
                    f"after {_describe_discard(best)}",
                    fraction_and_decimal(probability_to_win_after_discard(seen, thrown), 4),
                )
            )
        if len(seen.others) > 1:
            rows.append(
                (
                    f"beats all {len(seen.others)}",
                    format_sampled_probability(probability_to_win_against_all(seen, thrown)),
                )
            )
        if seen.price:
            odds = Fraction(seen.price, seen.pot + seen.price)
            rows.append(
                (
                    "price",
                    f"{seen.price} for a pot of {seen.pot}: "
                    f"worth it from {fraction_and_decimal(odds, 4)}",
                )
            )
        return build_document(labelled_lines(*rows))

    def hint(self) -> Document:
        """Return what the strategy of the thesis does here."""
        return build_document(
            Paragraph(
                f"The thesis' strategy: {_format_action(thesis_advice(self.table.seen))}.", depth=1
            )
        )

    def leak(self, *, habits: bool = True) -> Document:
        """Return that nothing can be said."""
        return build_document(
            Paragraph("Sabot has no solution of this game: no habit has a price.", depth=1)
        )

    # ------------------------------------------------------------------ the end of a hand

    def closing(self, result: HandResult) -> Document:
        """Return how a hand ended: all cards, who takes what, and the decisions looked at again."""
        self._begin(result.hand)
        self.total += result.payoff
        rest = " ".join(self._moves(list(self._all_said(result))))
        parts: list[Block] = [Paragraph(rest, depth=1)] if rest else []
        parts.append(self._showdown(result))
        has = self.table.stacks[PERSON]
        total = amount_text(self.total, plus=True)
        parts.append(
            Paragraph(
                f"{payoff_sentence(result.payoff)}. You have {has:,}. Total {total}.", depth=1
            )
        )
        if many := len(self.table.asked):
            looked = self.table.rounds[-many:]
            chances = [_decision_probability(seen, action) for seen, action, _ in looked]
            parts.append(self._looked_back(looked, chances))
            lines = [AGAINST_ALL_NOTE] if any(one.others > 1 for one in chances) else []
            lines += [] if all(one.exact for one in chances) else [SAMPLED_NOTE]
            lines += (
                [OPPONENT_MODEL_NOTE] if any(_is_after_draw(seen) for seen, _, _ in looked) else []
            )
            parts += [Paragraph(line, depth=2) for line in lines]
        return build_document(parts)

    def _all_said(self, result: HandResult) -> Iterator[PublicAction]:
        """Yield the public actions, from the steps of the hand."""
        for one in result.steps:
            if one.kind == "shown" and not one.seat:
                seat, _, word = one.text.partition(" ")
                yield PublicAction(seat, word, 0)

    def _showdown(self, result: HandResult) -> Block:
        """Return who held what, and what each won."""
        names, won = self.table.names, self.table.paid
        held: dict[str, list[int]] = {}
        for one in result.steps:
            if one.kind == "holds":
                held[one.seat] = list(parse_cards(one.text))
        dropped = {one.seat for one in self._all_said(result) if one.word == "drop"}
        rows = [
            (
                names[seat],
                format_cards(five),
                "dropped" if seat in dropped else strength_of_rank(hand_rank(five)).name,
                f"{won[names[seat]]:+d}" if won[names[seat]] else "0",
            )
            for seat, five in held.items()
        ]
        return build_table(rows, head=("", "cards", "hand", "won"), right=(3,), depth=2)

    def _looked_back(
        self, looked: Sequence[tuple[Observation, str, str]], chances: Sequence[WinProbability]
    ) -> Block:
        """Return each decision of a hand: the chance, what was done, what the strategy does."""
        rows = [
            (
                seen.stage,
                _short_hand_name(seen),
                str(chance.others),
                format_probability(chance),
                _short_action(seen, action),
                _short_action(seen, usual),
            )
            for (seen, action, usual), chance in zip(looked, chances, strict=True)
        ]
        head = ("asked", "hand", "others", "chance", "you", "thesis")
        return build_table(rows, head=head, right=(2, 3), depth=2)

    def review(self, *, habits: bool = True) -> Document:
        """Return how the session went."""
        table_, rounds = self.table, self.table.rounds
        same = sum(action == usual for _, action, usual in rounds)
        rows = [
            (
                "result",
                f"{amount_text(self.total, plus=True)} in "
                f"{count_noun(len(table_.results), 'hand')}",
            )
        ]
        if rounds:
            rows.append(("as thesis", f"{same:,} of {count_noun(len(rounds), 'decision')}"))
        stands = [
            (name, f"{table_.stacks[name]:,}", f"{table_.bought[name]:,}" or "0")
            for name in table_.people
        ]
        return build_document(
            BREAK,
            Heading("Review"),
            labelled_lines(*rows),
            BREAK,
            build_table(stands, head=("", "units", "bought in again"), right=(1, 2)),
        )


def _describe_action(one: PublicAction) -> str:
    """Return a move in the third person, for another player."""
    word, _, units = one.word.partition(" ")
    if word in ("bet", "raise"):
        return f"{'bets' if word == 'bet' else 'raises by'} {units}"
    if word == "draws":
        return "stands pat" if units == "0" else f"draws {units}"
    return VERBS[word]


def _discarded_cards(action: str) -> tuple[int, ...]:
    """Return the cards that a throw names."""
    return () if action == STAND_PAT else parse_cards(action.removeprefix("throw "), many=None)


def _describe_discard(action: str) -> str:
    thrown = _discarded_cards(action)
    return f"throwing {format_cards(thrown)}" if thrown else "standing pat"


def _format_action(action: str) -> str:
    """Return an action for reading: cards with their signs."""
    return (
        f"throw {format_cards(_discarded_cards(action))}" if action.startswith("throw ") else action
    )


def _short_action(seen: Observation, action: str) -> str:
    """Return an action for a narrow table: many thrown cards are described by those kept."""
    thrown = _discarded_cards(action) if action.startswith("throw ") else ()
    if len(thrown) <= 2:
        return _format_action(action)
    return f"keep {format_cards([card for card in seen.cards if card not in thrown])}"


def _decision_probability(seen: Observation, action: str) -> WinProbability:
    """Return the chance of a hand against all still in, and at the draw after what was thrown."""
    return probability_to_win_against_all(
        seen, _discarded_cards(action) if seen.stage == "draw" else ()
    )


def _is_after_draw(seen: Observation) -> bool:
    """Whether :func:`_chance` is that against a hand that has drawn."""
    return seen.stage == "draw" or bool(seen.drew)


def _short_hand_name(seen: Observation) -> str:
    name = strength_of_rank(seen.rank).name
    return name.partition(",")[0] if len(name) > _MAX_HAND_NAME else name


def tournament_view(found: Tournament, *, seconds: float | None = None) -> Document:
    """Return who won how much, the best first, and what each won where it sat."""
    ranked = sorted(found.standings, key=lambda one: -one.mean)
    head = ("player", "units per hand", "95 %", "ahead", "behind")
    rows = [
        (
            clip_label(one.name),
            _format_units(one.mean),
            " to ".join(f"{end:+.3f}" for end in one.interval()) if one.hands > 1 else "",
            _format_share(one.ahead, one),
            _format_share(one.behind, one),
        )
        for one in ranked
    ]
    many = len(found.standings)
    hands = f"{count_noun(found.hands, 'hand')}, seed {found.seed}"
    seats = [*(f"{seat + 1}" for seat in range(many - 1)), "blind"]
    where = [(clip_label(one.name), *map(_format_units, one.seats)) for one in ranked]
    parts: list[Block] = [Heading(found.game, hands), BREAK]
    parts.append(build_table(rows, head=head, right=(1, 3, 4)))
    parts += [BREAK, Heading("Units per hand by seat"), BREAK]
    parts.append(build_table(where, head=("player", *seats), right=tuple(range(1, many + 1))))
    if not found.complete:
        parts.append(Remark(f"stopped: {found.asked:,} hands were asked for"))
    if seconds is not None:
        rate = count_noun(round(found.hands / max(seconds, 1e-9)), "hand")
        parts += [
            BREAK,
            Remark(f"in {duration_text(seconds)}, {rate} per second; all units accounted for"),
        ]
    return build_document(parts)


def _format_units(mean: Fraction | None) -> str:
    return "" if mean is None else f"{float(mean):+.3f}"


def _format_share(hands: int, one: PlayerStanding) -> str:
    return f"{100 * hands / one.hands:.1f} %"


_SUIT_SIGNS = "♠♥♦♣♠"


def entering_headline(players: int) -> dict[str, object]:
    """Return the least hand that the first player enters with, of the solved first phase.

    >>> entering_headline(4)["words"]
    'chance to win with a pair of nines, ace kicker, the least hand to enter on'
    """
    rank = equilibrium_thresholds(players)["1:"][0]
    least = strength_of_rank(rank)
    cards = [
        f"{RANKS[one].replace('T', '10')}{sign}"
        for one, sign in zip(least.five, _SUIT_SIGNS, strict=True)
    ]
    return {
        "number": format_fraction(win_probability_by_rank()[rank]),
        "words": f"chance to win with a {least.name}, the least hand to enter on",
        "picture": {"kind": "cards", "rows": [cards]},
    }
