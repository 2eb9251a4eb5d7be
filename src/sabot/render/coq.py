"""A solved game as a Coq file: its value, optimal strategies and uniqueness, stated and proved.

The file needs the library in ``proofs/`` of the repository and nothing else of Sabot. What is
computed here are the numbers of the game and hints (common denominators, directions): a mistake in
a hint makes the proof fail, and no false statement compiles.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap

from sabot.errors import NoMethodError
from sabot.exact import as_rational, format_fraction
from sabot.forms.sequence import SequenceForm, Treeplex
from sabot.render.text import payee_text, printable
from sabot.results.codec import JsonObject
from sabot.results.solution import Solution, support
from sabot.solvers.certificate_writer import form_from_json

MAX_SEQUENCES = 2_000
"""Sequences of both players together."""
MAX_PAYOFFS = 20_000
"""Entries of the payoff table. At this size, a random matrix of 140 rows and columns takes Coq 48
seconds of CPU."""
_WIDTH = 100
_Table = Mapping[str, Mapping[str, Fraction]]

_HEAD = """\
(* {title}
   Certificate {digest}.

   Compile it with the library in proofs/ of Sabot's repository (make -C proofs proofs):
     coqc -Q proofs/build/coq Sabot FILE.v *)
Require Import ZArith List Reals.
Require Import Sabot.OrderedField Sabot.SequenceForm Sabot.IntegerGame.
Require Import Sabot.Solution Sabot.Uniqueness Sabot.Certificate.
Import ListNotations.
Open Scope Z_scope.

(* * The game

   Sequences of a player are numbered: 1 is the empty one, then the actions of his information sets
   in order. *)

(* An information set with n actions, after the sequence s. *)
Definition after (s : positive) (n : nat) : infoset := (s, n).
(* The first player is paid a (over the denominator) where the players' sequences i and j meet. *)
Definition pays (i j : positive) (a : Z) : positive * positive * Z := (i, j, a).
"""

_STATEMENT = """\
(* * The statement

   In an ordered field F, such as the real numbers: [x] and [y] are the realization plans of the two
   strategies. [solved]: v is the value of the game, and x and y are optimal, against all plans.
{verdicts} *)
Definition statement (F : OrderedField) : Prop :=
  let G := integer_game F game in let v := fraction F {value} in
  exists x y : positive -> F,
    plan_of_strategy F (infosets1 game) player1 2 x /\\
    plan_of_strategy F (infosets2 game) player2 2 y /\\
    solved F G v x y /\\
    {claims}.
"""

_PROOF = """\
Definition certificate : solution := {{|
  solution_game := game; stated_numerator := {numerator}; stated_denominator := {denominator};
  strategy1 := player1; strategy2 := player2;
  plan1_denominator := {scales[0]}; plan2_denominator := {scales[1]} |}}.

Lemma checked : check_certificate certificate evidence1 evidence2 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem proved (F : OrderedField) : statement F.
Proof.
  destruct (check_certificate_sound F _ _ _ checked) as (x & y & (plan1 & plan2 & S) & U1 & U2).
  exists x, y. exact (conj plan1 (conj plan2 (conj S (conj U1 U2)))).
Qed.

Definition over_the_reals : statement Rfield := proved Rfield.
Definition over_the_rationals : statement Qfield := proved Qfield.
Print Assumptions over_the_reals.
Print Assumptions over_the_rationals.
"""


def require_coq_size(game: str, sequences: int, payoffs: int) -> None:
    """Refuse a game that Coq would compute with for too long.

    >>> require_coq_size("war", 3_000, 10)
    Traceback (most recent call last):
    sabot.errors.NoMethodError: war has 3,000 sequences and 10 payoffs; a Coq file has up to ...
    """
    if sequences > MAX_SEQUENCES or payoffs > MAX_PAYOFFS:
        raise NoMethodError(
            f"{game} has {sequences:,} sequences and {payoffs:,} payoffs; a Coq file has up to "
            f"{MAX_SEQUENCES:,} and {MAX_PAYOFFS:,}: choose a smaller game, or check the file of "
            "`sabot solve -o FILE`"
        )


def to_coq(solution: Solution) -> str:
    """Return a Coq file that states and proves the solution of a two-player zero-sum game."""
    certificate = solution.certificate
    if certificate is None or certificate["form"]["kind"] not in ("matrix", "sequence"):
        raise NoMethodError(
            f"{solution.game} is solved without a payoff table; a Coq file needs a game that "
            "`sabot solve` solves by its matrix or sequence form"
        )
    form = form_from_json(certificate["form"], solution.seats).sequence()
    sequences = sum(side.count for side in form.sides)
    require_coq_size(solution.game, sequences, len(form.payoffs))
    strategies = [solution.strategies[side.name].table for side in form.sides]
    scales = [_scale(side, table) for side, table in zip(form.sides, strategies, strict=True)]
    parts = [
        _HEAD.format(
            title=_comment(_title(solution)), digest=solution.to_json()["certificate"]["digest"]
        ),
        *(_infosets(number, side) for number, side in enumerate(form.sides, 1)),
        _payoffs(form),
        "Definition game : game Z := {|\n"
        "  infosets1 := infosets_of_player1; infosets2 := infosets_of_player2;\n"
        f"  entries := payoffs; denominator := {form.denominator} |}}.\n",
        "(* * The strategies: the probability of each action, numerator and denominator *)\n",
        *(
            _strategy(number, side, table)
            for number, (side, table) in enumerate(zip(form.sides, strategies, strict=True), 1)
        ),
        _statement(solution, form.sides),
        "(* * The proof, by computation *)\n",
        *(_evidence(solution, form.sides, seat, certificate["uniqueness"]) for seat in (0, 1)),
        _PROOF.format(
            numerator=_integer(solution.value.numerator),
            denominator=solution.value.denominator,
            scales=scales,
        ),
    ]
    return "\n".join(parts)


def _title(solution: Solution) -> str:
    paid = payee_text(solution.value, solution.seats[0], solution.one_play)
    return f"{solution.game} has the value {format_fraction(solution.value)}{paid}."


def _comment(text: str) -> str:
    """Return a text that can be part of a comment: Coq reads quotes and nested comments in one.

    >>> _comment('say "a (*b*)"')
    "say 'a ( *b* )'"
    """
    return printable(text).replace('"', "'").replace("(*", "( *").replace("*)", "* )")


def _integer(number: int) -> str:
    return f"({number})" if number < 0 else str(number)


def _infosets(number: int, side: Treeplex) -> str:
    """Return a player's information sets, each with its name and the numbers of its actions."""
    lines = []
    for cell in side.cells:
        actions = ", ".join(
            f"{sequence + 1} = {action}"
            for sequence, action in zip(cell.sequences, cell.actions, strict=True)
        )
        lines.append((f"after {cell.parent + 1} {len(cell.actions)}", f"{cell.key}: {actions}"))
    return (
        f"(* {_comment(side.name)} is player {number}. *)\n"
        f"Definition infosets_of_player{number} : list infoset := [\n{_commented(lines)}].\n"
    )


def _commented(lines: Iterable[tuple[str, str]]) -> str:
    """Return the items of a list, one on each line, with a comment behind each."""
    items = list(lines)
    width = max((len(item) for item, _ in items), default=0) + 1
    return "\n".join(
        f"  {item + ';' * (n < len(items)):{width}}  (* {_comment(comment)} *)"
        for n, (item, comment) in enumerate(items, 1)
    )


def _payoffs(form: SequenceForm) -> str:
    entries = [f"pays {i + 1} {j + 1} {_integer(amount)}" for i, j, amount in form.payoffs]
    text = "; ".join(entry.replace(" ", "\0") for entry in entries)
    lines = wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="  ")
    listed = "\n".join(lines).replace("\0", " ")
    return f"Definition payoffs : list (positive * positive * Z) := [\n{listed}].\n"


def _local_strategies(side: Treeplex, table: _Table) -> list[tuple[str, str]]:
    """Return the mixes of a strategy as lists of pairs, and each in words."""
    found = []
    for cell in side.cells:
        mix = table[cell.key]
        chances = [mix.get(action, Fraction(0)) for action in cell.actions]
        pairs = "; ".join(f"({chance.numerator}, {chance.denominator})" for chance in chances)
        words = ", ".join(
            action if chance == 1 else f"{action} {format_fraction(chance)}"
            for action, chance in support(dict(zip(cell.actions, chances, strict=True))).items()
        )
        found.append((f"[{pairs}]", f"{cell.key}: {words}"))
    return found


def _strategy(number: int, side: Treeplex, table: _Table) -> str:
    return (
        f"Definition player{number} : list local_strategy := [\n"
        f"{_commented(_local_strategies(side, table))}].\n"
    )


def _scale(side: Treeplex, table: _Table) -> int:
    """Return a common denominator of a strategy's realization plan."""
    return math.lcm(*(chance.denominator for chance in side.plan(_support_only(table))))


def _support_only(table: _Table) -> dict[str, dict[str, Fraction]]:
    """Return a strategy without the actions of probability 0."""
    return {view: support(mix) for view, mix in table.items()}


def _statement(solution: Solution, sides: Sequence[Treeplex]) -> str:
    """Return the statement: value, optimal strategies, and what is claimed on uniqueness."""
    verdicts, claims = [], []
    words = (("1", "secures", "x"), ("2", "concedes", "y"))
    for side, (number, optimal, plan) in zip(sides, words, strict=True):
        name = _comment(side.name)
        infosets = f"infosets{number} game"
        if solution.uniqueness[side.name]:
            verdicts.append(f"   {plan} is the only optimal plan of {name}.")
            claims.append(f"only_optimal F ({infosets}) ({optimal} F G v) {plan}")
        else:
            verdicts.append(f"   {name} has another optimal plan than {plan}.")
            claims.append(
                f"(exists z, {optimal} F G v z /\\ exists s,\n"
                f"      (2 <= s < sequence_end ({infosets}) 2)%positive /\\ {plan} s <> z s)"
            )
    value = f"{_integer(solution.value.numerator)} {solution.value.denominator}"
    return _STATEMENT.format(
        verdicts="\n".join(verdicts), value=value, claims=" /\\\n    ".join(claims)
    )


def _evidence(solution: Solution, sides: Sequence[Treeplex], seat: int, shown: JsonObject) -> str:
    """Return why a player's optimal strategy is unique, or a second one."""
    own, other = sides[seat], sides[1 - seat]
    evidence = shown[own.name]
    if solution.uniqueness[own.name]:
        side = other
        table = _read_strategy(evidence.get("against"), solution.strategies[other.name].table)
        directions = [
            "[" + "; ".join(f"({k + 1}%positive, {_integer(sign)})" for k, sign in move) + "]"
            for move in _directions(other, table)
        ]
        more = f" {evidence['prime']} [\n  " + ";\n  ".join(directions) + "]"
        word = "Unique"
    else:
        side, word, more = own, "NotUnique", ""
        table = _read_strategy(evidence["another"], {})
    listed = ";\n".join(f"  {mix}" for mix, _ in _local_strategies(side, table))
    return (
        f"Definition evidence{seat + 1} : uniqueness_evidence := {word} [\n{listed}]\n"
        f"  {_scale(side, table)}{more}.\n"
    )


def _read_strategy(written: Mapping[str, Mapping[str, str]] | None, otherwise: _Table) -> _Table:
    if written is None:
        return otherwise
    return {
        view: {action: as_rational(chance) for action, chance in mix.items()}
        for view, mix in written.items()
    }


def _directions(side: Treeplex, table: _Table) -> list[list[tuple[int, int]]]:
    """Return the directions in which a plan can be moved to and fro: at each set, to each action.

    A move to an action also takes the first used action at every set behind it.
    """
    plan = side.plan(_support_only(table))
    behind: dict[int, list[int]] = {}
    used = []
    for number, cell in enumerate(side.cells):
        behind.setdefault(cell.parent, []).append(number)
        used.append([sequence for sequence in cell.sequences if plan[sequence]])

    def line(start: int) -> list[int]:
        found, left = [], [start]
        while left:
            sequence = left.pop()
            found.append(sequence)
            left += [used[cell][0] for cell in behind.get(sequence, [])]
        return found

    return [
        [(k, 1) for k in line(action)] + [(k, -1) for k in line(actions[0])]
        for actions in used
        for action in actions[1:]
    ]
