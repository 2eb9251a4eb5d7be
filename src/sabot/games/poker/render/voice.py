"""A table of five-card draw in words: cards with their signs, who did what, pot and stacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sabot.errors import HandError
from sabot.games.poker.draw.chances import to_win, to_win_by
from sabot.games.poker.draw.crowd import Chance, against_all
from sabot.games.poker.draw.pack import MOST_THROWN, strength
from sabot.games.poker.draw.players import throw
from sabot.games.poker.draw.seen import STAND, Said, Seen
from sabot.games.poker.play.sitting import PERSON, Sitting, advice
from sabot.play.hand import Question, Result
from sabot.poker.deck import cards, sign
from sabot.poker.ladder import step
from sabot.render.document import BREAK, Block, Document, Heading, Text, document, pairs, table
from sabot.render.views.play import Voice, paid
from sabot.render.words import amount, both, clipped, plural

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

ALL = "The chance is against all who were still in."
DEALT = "What has a ± was dealt with a seed, and is so near in 95 of 100 cases."
AGAINST = "From the draw on the others are such as drew to a pair or better."
"""What is said under a review, for a hand without a pair has no chance against such a one."""
VERBS = {"drop": "drops", "enter": "enters", "play": "plays", "double": "doubles", "look": "looks"}
_WIDE = 19
"""What the name of a hand may take of a line that has six columns."""
NONE = ("0", "none", "-", "pat", "stand")


def shown(held: Sequence[int]) -> str:
    """Return cards as they are seen.

    >>> shown((51, 32))
    'A♠ 10♣'
    """
    return " ".join(map(sign, held))


def per_cent(chance: Chance) -> str:
    """Return a chance for reading, with its error where it has one.

    >>> per_cent(Chance(Fraction(1, 3), 1)), per_cent(Chance(Fraction(1, 3), 4, 10_000, 0.0092))
    ('33.3 %', '33.3 ± 0.9 %')
    """
    error = "" if chance.exact else f" ± {100 * chance.error:.1f}"
    return f"{float(100 * chance.share):.1f}{error} %"


def dealt(chance: Chance) -> str:
    """Return a chance that was dealt, and of how many deals.

    >>> dealt(Chance(Fraction(1, 3), 4, 10_000, 0.0092))
    '0.3333 ± 0.0092 (10,000 deals)'
    """
    error = f"± {chance.error:.4f}"
    return f"{float(chance.share):.4f} {error} ({chance.deals:,} deals)"


class DrawVoice(Voice):
    """Says what happens at the table."""

    help = HELP
    numbered = False

    def __init__(self, session: Sitting) -> None:
        super().__init__(session)
        self.table = session
        self._heard = 0
        """What of the hand was told already."""
        self._shown: tuple[int, ...] = ()

    # ------------------------------------------------------------------ before and between

    def opening(self) -> Document:
        """Return who sits there."""
        table = self.table
        who = ", ".join(table.people[1:])
        if len(set(table.against)) == 1:
            who += f"; {'each plays' if len(table.against) > 1 else 'who plays'} {table.against[0]}"
        else:
            sits = zip(table.people[1:], table.against, strict=True)
            who = ", ".join(f"{name} ({clipped(own)})" for name, own in sits)
        return document(
            Text(f"{table.source}: you against {who}."),
            Text(f"Seed {table.seed}. Type ? for help, q to stop."),
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
            held = "   ".join(f"{place} {sign(card)}" for place, card in enumerate(seen.cards, 1))
            lines.append(f"Your cards: {held}")
        elif seen.cards != self._shown:
            lines.append(f"Your cards: {shown(seen.cards)}   {step(seen.rank).name}")
        self._shown = seen.cards
        if seen.stage != "draw":
            lines.append(self._pot(seen))
        said = [Text(line, depth=1) for line in lines]
        return document(said, [self.why()] if priced else ())

    def _stacks(self) -> str:
        table = self.table
        return f"Stacks: {', '.join(f'{name} {units:,}' for name, units in self._before(table))}."

    def _before(self, table: Sitting) -> Iterator[tuple[str, int]]:
        """Yield who has how much, in the order of play."""
        yield from ((name, table.stacks[name]) for name in table.names.values())

    def _moves(self, said: Sequence[Said]) -> Iterator[str]:
        """Yield what was done since it was last told; the person knows his own moves."""
        names = self.table.names
        for one in said[self._heard :]:
            name = names[one.seat]
            if name != PERSON and one.word != "blind":
                yield f"{name} {_done(one)}."
        self._heard = len(said)

    def _pot(self, seen: Seen) -> str:
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
        if STAND in question.actions:
            found = self._thrown(low)
            return typed if found is None else throw(self.table.seen.cards, found)
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
        if bare in NONE or (bare and STAND.startswith(bare)):
            return ()
        places = bare.replace(",", " ").replace(" ", "")
        if places.isdecimal() and set(places) <= set("12345") and len(set(places)) == len(places):
            return tuple(held[int(place) - 1] for place in sorted(places))
        try:
            found = cards(bare, many=None)
        except HandError:
            return None
        return found if found and set(found) <= set(held) else None

    def refusal(self, typed: str, found: Sequence[str]) -> str:
        """Return why what was typed is no answer."""
        seen = self.table.seen
        if seen.stage != "draw":
            return f"'{clipped(typed)}' is none of: {', '.join(seen.actions)}; ? helps."
        thrown = self._thrown(" ".join(typed.casefold().split()))
        if thrown is not None and len(thrown) > MOST_THROWN:
            return f"At most {MOST_THROWN} cards may be thrown; keep one of your five."
        return f"Name cards of yours ({shown(seen.cards)}) or their places, 1 to 5; ? helps."

    # ------------------------------------------------------------------ help

    def why(self) -> Document:
        """Return the exact chance of the hand, and the price."""
        seen = self.table.seen
        chance = to_win(seen)
        other = "one that was a pair or better and drew" if seen.drew else "any other"
        rows = [("your hand", step(seen.rank).name), (f"beats {other}", both(chance, 4))]
        thrown: tuple[int, ...] = ()
        if seen.stage == "draw":
            best = advice(seen)
            thrown = _cards_of(best)
            rows.append((f"after {_throwing(best)}", both(to_win_by(seen, thrown), 4)))
        if len(seen.others) > 1:
            rows.append((f"beats all {len(seen.others)}", dealt(against_all(seen, thrown))))
        if seen.price:
            odds = Fraction(seen.price, seen.pot + seen.price)
            rows.append(
                ("price", f"{seen.price} for a pot of {seen.pot}: worth it from {both(odds, 4)}")
            )
        return document(pairs(*rows))

    def hint(self) -> Document:
        """Return what the strategy of the thesis does here."""
        return document(Text(f"The thesis' strategy: {_choice(advice(self.table.seen))}.", depth=1))

    def leak(self, *, habits: bool = True) -> Document:
        """Return that nothing can be said."""
        return document(Text("Sabot has no solution of this game: no habit has a price.", depth=1))

    # ------------------------------------------------------------------ the end of a hand

    def closing(self, result: Result) -> Document:
        """Return how a hand ended: all cards, who takes what, and the decisions looked at again."""
        self._begin(result.hand)
        self.total += result.payoff
        rest = " ".join(self._moves(list(self._all_said(result))))
        parts: list[Block] = [Text(rest, depth=1)] if rest else []
        parts.append(self._showdown(result))
        has = self.table.stacks[PERSON]
        total = amount(self.total, plus=True)
        parts.append(Text(f"{paid(result.payoff)}. You have {has:,}. Total {total}.", depth=1))
        if many := len(self.table.asked):
            looked = self.table.rounds[-many:]
            chances = [_chance(seen, action) for seen, action, _ in looked]
            parts.append(self._looked_back(looked, chances))
            lines = [ALL] if any(one.others > 1 for one in chances) else []
            lines += [] if all(one.exact for one in chances) else [DEALT]
            lines += [AGAINST] if any(_after_the_draw(seen) for seen, _, _ in looked) else []
            parts += [Text(line, depth=2) for line in lines]
        return document(parts)

    def _all_said(self, result: Result) -> Iterator[Said]:
        """Yield what everybody heard, from the steps of the hand."""
        for one in result.steps:
            if one.kind == "shown" and not one.seat:
                seat, _, word = one.text.partition(" ")
                yield Said(seat, word, 0)

    def _showdown(self, result: Result) -> Block:
        """Return who held what, and what each won."""
        names, won = self.table.names, self.table.paid
        held: dict[str, list[int]] = {}
        for one in result.steps:
            if one.kind == "holds":
                held[one.seat] = list(cards(one.text))
        dropped = {one.seat for one in self._all_said(result) if one.word == "drop"}
        rows = [
            (
                names[seat],
                shown(five),
                "dropped" if seat in dropped else step(strength(five)).name,
                f"{won[names[seat]]:+d}" if won[names[seat]] else "0",
            )
            for seat, five in held.items()
        ]
        return table(rows, head=("", "cards", "hand", "won"), right=(3,), depth=2)

    def _looked_back(
        self, looked: Sequence[tuple[Seen, str, str]], chances: Sequence[Chance]
    ) -> Block:
        """Return each decision of a hand: the chance, what was done, what the strategy does."""
        rows = [
            (
                seen.stage,
                _hand(seen),
                str(chance.others),
                per_cent(chance),
                _brief(seen, action),
                _brief(seen, usual),
            )
            for (seen, action, usual), chance in zip(looked, chances, strict=True)
        ]
        head = ("asked", "hand", "others", "chance", "you", "thesis")
        return table(rows, head=head, right=(2, 3), depth=2)

    def review(self, *, habits: bool = True) -> Document:
        """Return how the session went."""
        table_, rounds = self.table, self.table.rounds
        same = sum(action == usual for _, action, usual in rounds)
        rows = [
            ("result", f"{amount(self.total, plus=True)} in {plural(len(table_.results), 'hand')}")
        ]
        if rounds:
            rows.append(("as thesis", f"{same:,} of {plural(len(rounds), 'decision')}"))
        stands = [
            (name, f"{table_.stacks[name]:,}", f"{table_.bought[name]:,}" or "0")
            for name in table_.people
        ]
        return document(
            BREAK,
            Heading("Review"),
            pairs(*rows),
            BREAK,
            table(stands, head=("", "units", "bought in again"), right=(1, 2)),
        )


def _done(one: Said) -> str:
    """Return a move as it is told of another."""
    word, _, units = one.word.partition(" ")
    if word in ("bet", "raise"):
        return f"{'bets' if word == 'bet' else 'raises by'} {units}"
    if word == "draws":
        return "stands pat" if units == "0" else f"draws {units}"
    return VERBS[word]


def _cards_of(action: str) -> tuple[int, ...]:
    """Return the cards that a throw names."""
    return () if action == STAND else cards(action.removeprefix("throw "), many=None)


def _throwing(action: str) -> str:
    thrown = _cards_of(action)
    return f"throwing {shown(thrown)}" if thrown else "standing pat"


def _choice(action: str) -> str:
    """Return an action for reading: cards with their signs."""
    return f"throw {shown(_cards_of(action))}" if action.startswith("throw ") else action


def _brief(seen: Seen, action: str) -> str:
    """Return an action for a narrow table: who throws many cards is told by what he keeps."""
    thrown = _cards_of(action) if action.startswith("throw ") else ()
    if len(thrown) <= 2:
        return _choice(action)
    return f"keep {shown([card for card in seen.cards if card not in thrown])}"


def _chance(seen: Seen, action: str) -> Chance:
    """Return the chance of a hand against all still in, and at the draw after what was thrown."""
    return against_all(seen, _cards_of(action) if seen.stage == "draw" else ())


def _after_the_draw(seen: Seen) -> bool:
    """Whether :func:`_chance` is that against a hand that has drawn."""
    return seen.stage == "draw" or bool(seen.drew)


def _hand(seen: Seen) -> str:
    name = step(seen.rank).name
    return name.partition(",")[0] if len(name) > _WIDE else name
