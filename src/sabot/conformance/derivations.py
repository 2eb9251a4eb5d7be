"""Independent derivations of a named game's payoffs, and the outcome of a comparison.

A game's form is derived directly by its family or from its rules, and a second time, where the tree
is small enough, by enumerating every branch with explicit cards, which shares nothing with the
first but the rules. No user's file is run because a certificate names it; only the caller may name
one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sabot.conformance.labelled_form import LabelledForm, labelled_form_of, labelled_forms_by_seat
from sabot.errors import (
    CertificateError,
    FileError,
    GameStringError,
    NoMethodError,
    RulesError,
    SeatsError,
    shorten,
)
from sabot.forms.extensive import GameTree
from sabot.forms.sequence import SequenceForm, sequence_form_of_tree
from sabot.forms.sequence_nplayer import (
    NPlayerSequenceForm,
    bimatrix_form_for_all_nash,
    nplayer_form_of_tree,
)
from sabot.game_rules.game import Game
from sabot.game_rules.to_form import form_of_explored, zero_sum_form_of_explored
from sabot.game_rules.tree_builder import TreeBuilder
from sabot.loading import load, load_parametric

if TYPE_CHECKING:
    from sabot.forms.parametric import (
        ParametricContinuousGame,
        PolynomialForm,
        PolynomialGeneralSumForm,
    )
    from sabot.game_rules.to_form import AnyForm


MAX_ENUMERATED_NODES = 30_000
"""Nodes (a second or two) up to which the tree is walked besides a faster derivation."""
DIRECTLY, FROM_RULES, BY_ENUMERATION = (
    "directly",
    "by running its rules",
    "by running its rules with open cards",
)


@contextmanager
def explain_unknown_game(name: str) -> Iterator[None]:
    """Say of a name that leads to no rules why, and what to do; the file is not to blame for it."""
    try:
        yield
    except GameStringError as fault:
        raise _not_checked_error(
            name,
            f"that names no rules known here ({fault.faults[0].what})\n"
            "  if you know whose they are, name the game: --game GAME, rules=GAME in Python",
        ) from None
    except RulesError as fault:
        raise _not_checked_error(
            name,
            f"{fault}\n  no file is run because another one names it; name the game yourself: "
            f"--game {name!r}, rules={name!r} in Python",
        ) from None


@contextmanager
def explain_unreadable_file(name: str) -> Iterator[None]:
    """Return the same error for a game in a file that cannot be read."""
    try:
        yield
    except FileError as fault:
        why = f"{fault}; its file is looked for from the folder that you are in"
        raise _not_checked_error(name, why) from None


def _not_checked_error(name: str, why: str) -> NoMethodError:
    return NoMethodError(
        f"whether the payoffs are those of {shorten(name, 80)!r} was not checked: {why}"
    )


def load_named_game(name: str) -> Game:
    """Return the game that a file names; no user's file is run for it."""
    with explain_unknown_game(name):
        return load(name, run=False)


def load_named_family(
    name: str,
) -> tuple[str, PolynomialForm | ParametricContinuousGame | PolynomialGeneralSumForm]:
    """Return the family that a file names, and its polynomials; no user's file is run for it."""
    with explain_unknown_game(name):
        return load_parametric(name, run=False)


def derive_forms(
    game: Game, nodes: int = MAX_ENUMERATED_NODES
) -> Iterator[tuple[str, LabelledForm | str]]:
    """Yield the game's form by each derivation; in place of the second one, why it was left out.

    The second shares only the rules with the first: it walks every branch of the tree with all
    cards known. Where the first derivation is that walk, there is no second.
    """
    if game.direct:
        yield DIRECTLY, labelled_form_of(game.form())
    else:
        explored = game.explored()
        yield FROM_RULES, labelled_form_of(zero_sum_form_of_explored(explored))
        if isinstance(explored, GameTree):
            return
    try:
        yield BY_ENUMERATION, labelled_form_of(sequence_form_of_tree(enumerate_tree(game, nodes)))
    except NoMethodError as fault:
        if isinstance(fault, SeatsError):
            raise
        yield BY_ENUMERATION, str(fault).split(";")[0]


def derive_forms_by_seat(
    game: Game, nodes: int = MAX_ENUMERATED_NODES, *, pure: bool = False
) -> Iterator[tuple[str, tuple[LabelledForm, LabelledForm] | str]]:
    """Yield each player's payoffs of a two-player game; *pure*: by pure strategies."""
    direct = game.directly()
    if direct is not None:
        yield DIRECTLY, _labelled_by_seat(direct, pure)
    else:
        explored = game.explored()
        yield FROM_RULES, _labelled_by_seat(form_of_explored(explored), pure)
        if isinstance(explored, GameTree):
            return
    try:
        yield (
            BY_ENUMERATION,
            _labelled_by_seat(nplayer_form_of_tree(enumerate_tree(game, nodes)), pure),
        )
    except NoMethodError as fault:
        yield BY_ENUMERATION, str(fault).split(";")[0]


def _labelled_by_seat(form: AnyForm, pure: bool) -> tuple[LabelledForm, LabelledForm]:
    if pure and isinstance(form, NPlayerSequenceForm | SequenceForm):
        form = bimatrix_form_for_all_nash(form)
    return labelled_forms_by_seat(form)


def enumerate_tree(game: Game, nodes: int) -> GameTree:
    """Return the game's tree, walked with open cards."""
    game.rules.demand_walkable(game)
    return TreeBuilder(game.seats, limit=nodes).explore(game.play)


@dataclass(frozen=True)
class Conformance:
    """A positive comparison of a file with a game: how many numbers, and by which derivations."""

    game: str
    compared: str
    """What was compared with the game, in words."""
    derivations: tuple[str, ...]
    """How the game's own numbers were found."""
    not_taken: str = ""
    """Why there is not one more."""
    off_path: str = ""
    """Why the information sets that the file calls unreachable were not checked."""

    @property
    def words(self) -> str:
        """All of it in a sentence."""
        rest = f"; its rules were not walked: {self.not_taken}" if self.not_taken else ""
        if self.off_path:
            rest += f"; that all views in 'off_path' never come up was not checked: {self.off_path}"
        found = " and ".join(self.derivations)
        return f"those of {self.game}, found {found} ({self.compared}){rest}"


@dataclass(frozen=True)
class ComparisonTarget:
    """What a file is compared with: the game that a caller names, else the one that it names."""

    game: Game | str | None

    def one(self, named: str) -> Game:
        """Return the game; of a file that names it no user's file is run."""
        if self.game is None:
            return load_named_game(named)
        return load(self.game) if isinstance(self.game, str) else self.game

    def family(
        self, named: str
    ) -> tuple[str, PolynomialForm | ParametricContinuousGame | PolynomialGeneralSumForm]:
        """Return the name of a family of games, and what it leaves open."""
        if isinstance(self.game, Game):
            raise NoMethodError("a theorem is about many games: name them, as in suits=*")
        return load_named_family(named) if self.game is None else load_parametric(self.game)


class RefutedError(CertificateError):
    """The payoffs of a file are the game's; something else in it is not true by the rules."""


def different_payoffs_error(game: str, where: str) -> CertificateError:
    """Return the error for a file whose payoffs are not those of the game."""
    return CertificateError(f"the payoffs are not those of {shorten(game, 200)}\n  {where}")


def not_zero_sum_error(game: str, fault: SeatsError) -> CertificateError:
    """Return the refusal of a file that holds one number an end, where the game needs more."""
    return different_payoffs_error(game, f"the game is not zero-sum: {fault.fact}")


def require_no_difference(game: str, found: str | None) -> None:
    """Refuse a file if some difference was found."""
    if found is not None:
        raise different_payoffs_error(game, found)


def comparison_size_text(form: LabelledForm) -> str:
    """Return how much was compared, in words."""
    if all(set(views) == {"-"} for views in form.views):
        rows, columns = (len(views["-"].actions) for views in form.views)
        return f"{rows:,} x {columns:,} matrix"
    infosets = sum(map(len, form.views))
    return f"{len(form.amounts):,} payoffs, {infosets:,} information set{'s' * (infosets != 1)}"
