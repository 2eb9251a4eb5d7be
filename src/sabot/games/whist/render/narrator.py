"""Narrator of a whist session: tricks, both hands, and prices from the person's own side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sabot.games.whist.judge import MOST_LINE, FinishedTrick, WhistJudge
from sabot.games.whist.render.views import MOST_CARDS, SEAT_NAMES, hands_view, shorten_game_string
from sabot.render.document import BREAK, Block, Document, Heading, Paragraph, Remark, build_document
from sabot.render.text import clip_label, count_noun
from sabot.render.views.session import Narrator, capitalize_sentence

if TYPE_CHECKING:
    from sabot.play.events import HandResult, JudgedDecision, Question

MOST_NAMED = 8
HELP_TEXT = """\
a card      play it: its number or name
prices      your tricks in the end, for every card you may play
hint        the best cards
rules       the rules of the game
?           this help
q           stop and review (so do the end of the input and Ctrl-C)

Everything is seen, so every card has its price. A loss is counted in tricks:
the best price minus that of your card, against an opponent who errs nowhere."""


class WhistNarrator(Narrator):
    """Says what happens in a session of whist."""

    help = HELP_TEXT
    numbered = False
    prompt = "  card > "

    @property
    def referee(self) -> WhistJudge:
        """Who judges the deal that is being played."""
        found = self.session.judge
        assert isinstance(found, WhistJudge)
        return found

    def opening(self) -> Document:
        """Return who plays what."""
        session = self.session
        game = shorten_game_string(str(session.game))
        if session.hands == 1:
            lines = [f"{game}: you are {session.seat}, against the optimum.", self._promise()]
        else:
            name, n = session.game.rules.name, self.referee.n
            what = f"{name}, {count_noun(n, 'card')} per hand"
            lines = [
                f"{what}: you are {session.seat}, against the optimum.",
                f"Seed {session.seed}. Type ? for help, q to stop.",
            ]
        return build_document(Paragraph(line) for line in lines)

    def title(self, hand: int) -> Heading | None:
        """Return the head of a deal, by the string that loads it again."""
        if self.session.hands == 1:
            return None
        return Heading(f"Hand {hand:,}", f"{shorten_game_string(str(self.session.game))}")

    def _promise(self) -> str:
        return f"{self._outcome(int(self.session.value))} when both play well."

    def _outcome(self, payment: int) -> str:
        """Return a result in words of the person's seat."""
        mine = self.referee.tricks(payment)
        if self.referee.variant.object == "last":
            return f"{'You take' if mine else self.session.opponent + ' takes'} the last trick"
        if self.referee.variant.object == "score":
            return f"You score {mine:,} of {self.referee.variant.most_tricks(self.referee.n):,}"
        return f"You take {mine:,} of {count_noun(self.referee.n, 'trick')}"

    def _amount(self, lost: int) -> str:
        scored = self.referee.variant.object == "score"
        return count_noun(lost, "point" if scored else "trick")

    # ------------------------------------------------------------------ a question

    def question(self, question: Question, *, priced: bool = False) -> Document:
        """Return the tricks since the last question, and both hands as they are now."""
        promised = [Paragraph(self._promise(), depth=1)] if self._hand != self.session.hand else []
        self._begin(self.session.hand)
        at = self.referee.standing(self.referee.played(question))
        new_tricks = self._tricks(at.tricks)
        led = None if at.hand.led is None else at.names[at.hand.led - 1]
        lead = "you lead" if led is None else f"{self.session.opponent} has led {led}; you reply"
        return build_document(
            promised if self.session.hands != 1 else (),
            new_tricks,
            Paragraph(f"Trick {len(at.tricks) + 1}: {lead}.", depth=1),
            self._hands_now(priced=priced),
        )

    def refusal(self, typed: str, found: Sequence[str]) -> str:
        """Return why that is no card."""
        return (
            f"'{clip_label(typed)}' is no card that you may play; ? helps." if typed else "A card?"
        )

    def _tricks(self, tricks: Sequence[FinishedTrick]) -> list[Block]:
        """Return the tricks that were not shown yet."""
        new = [
            Paragraph(self._trick(tricks[: n + 1]), depth=1)
            for n in range(self._known, len(tricks))
        ]
        self._known = len(tricks)
        return list(new)

    def _trick(self, tricks: Sequence[FinishedTrick]) -> str:
        own, won = self.session.seat[0], tricks[-1]
        first = "you led" if won.lead == own else f"{SEAT_NAMES[won.lead]} led"
        taker = "you take" if won.winner == own else f"{SEAT_NAMES[won.winner]} takes"
        mine = sum(one.winner == own for one in tricks)
        return capitalize_sentence(
            f"{first} {won.led}, {won.reply} was the reply: {taker} trick {len(tricks)}. "
            f"You {mine}, {self.session.opponent} {len(tricks) - mine}."
        )

    def _hands_now(self, *, priced: bool) -> list[Block]:
        """Return what is left in both hands, with prices or without."""
        waiting, referee = self.session.waiting, self.referee
        assert waiting is not None
        cards = referee.played(waiting)
        at = referee.standing(cards)
        prices = referee.prices(cards) if priced else {}
        if at.hand.deal.n > MOST_CARDS:
            return self._large(waiting.actions, prices)
        counts = {"last": "the last trick", "score": "the score"}
        what = counts.get(referee.variant.object, "tricks")
        return hands_view(
            at.hand.deal.holders,
            at.names,
            prices,
            turn=self.session.seat,
            what=what,
            led=at.hand.led,
            own=True,
        )

    def _large(self, actions: Sequence[str], prices: dict[str, int]) -> list[Block]:
        """Return a hand that is too large to be shown card by card."""
        if not prices:
            lowest = ", ".join(actions[:12])
            words = f"{len(actions):,} cards per hand; your lowest: {lowest} ..."
            return [Paragraph(words, depth=1)]
        groups: dict[int, list[str]] = {}
        for name, price in prices.items():
            groups.setdefault(price, []).append(name)
        return [
            Paragraph(
                f"{price:,} to you: {count_noun(len(names), 'card')}, "
                f"{', '.join(names[:MOST_NAMED])}"
                f"{' ...' if len(names) > MOST_NAMED else ''}",
                depth=1,
            )
            for price, names in sorted(groups.items(), reverse=True)
        ]

    # ------------------------------------------------------------------ judging

    def verdict(self, decision: JudgedDecision) -> str:
        """Return what a card cost."""
        if not decision.loss:
            return f"{decision.action}: costs nothing."
        best = " or ".join(decision.best[:5])
        return f"{decision.action}: costs {self._amount(int(decision.loss))}; best was {best}."

    def why(self) -> Document:
        """Return both hands with the price of every card."""
        return build_document(self._hands_now(priced=True))

    def hint(self) -> Document:
        """Return a best card, and how many others are as good."""
        waiting = self.session.waiting
        assert waiting is not None
        card = next(iter(self.session.hint()))
        others = [name for name in self.session.best() if name != card]
        said = f"A best card: {card}."
        if others and len(others) + 1 == len(waiting.actions):
            said = f"Any card will do: {card}, for one."
        elif others:
            more = f" and {len(others) - MOST_NAMED:,} more" if len(others) > MOST_NAMED else ""
            said = f"A best card: {card}; as good: {', '.join(others[:MOST_NAMED])}{more}."
        return build_document(Paragraph(said, depth=1))

    # ------------------------------------------------------------------ the end

    def closing(self, result: HandResult) -> Document:
        """Return the last tricks, and how the deal ended."""
        self._begin(result.hand)
        cards = [step.text for step in result.steps if step.kind == "chose"]
        new_tricks = self._tricks(self.referee.standing(cards).tricks)
        self.total += result.payoff
        reached, best = self._outcome(int(result.payoff)), self._outcome(int(result.value))
        return build_document(new_tricks, BREAK, Paragraph(f"{reached}. {best} with best play."))

    def refutation(self, cards: Sequence[str]) -> Document:
        """Return what comes of the cards played when both play best afterwards."""
        line = self.referee.line(cards)
        shown = "  ".join(map(str, line[:MOST_LINE]))
        more = f"  ... ({MOST_LINE} of {len(line):,} tricks)" if len(line) > MOST_LINE else ""
        mine = sum(won.winner == self.session.seat[0] for won in line)
        parts: list[Block] = [Paragraph(f"It goes on: {shown}{more}")]
        note = f"led/reply, and who takes the trick: {mine:,} to you, {len(line) - mine:,} to "
        return build_document(parts, Remark(f"{note}{self.session.opponent}"))

    def review(self, *, habits: bool = True) -> Document:
        """Return how the session ended, and every card that cost something."""
        session = self.session
        found = session.summary()
        parts: list[Block] = [BREAK]
        if session.waiting is not None:
            here = self.referee.standing(self.referee.played(session.waiting))
            parts.append(
                Paragraph(f"Stopped in trick {len(here.tricks) + 1} of {self.referee.n:,}.")
            )
        if session.hands != 1 and found.hands:
            lost = self._amount(int(found.lost))
            deals = count_noun(found.hands, "deal")
            parts.append(Paragraph(f"{deals} as {session.seat}, seed {session.seed}: {lost} lost."))
        if not found.decisions and session.waiting is None:
            parts.append(Paragraph("You had nothing to decide."))
        elif found.decisions and not found.costly:
            parts.append(
                Paragraph(f"None of {count_noun(found.decisions, 'decision')} cost anything.")
            )
        wrong = sorted(found.costly, key=lambda one: session.decisions.index(one))
        parts += [Paragraph(f"{self._place(one)}: {self.verdict(one)}") for one in wrong]
        return build_document(parts)

    def _place(self, decision: JudgedDecision) -> str:
        """Return which card of the session it was."""
        cards = 0 if decision.view == "-" else decision.view.count(",") + 1
        trick = f"trick {cards // 2 + 1}"
        return capitalize_sentence(
            trick if self.session.hands == 1 else f"hand {decision.hand:,}, {trick}"
        )
