"""Kinds of game parameters: each parses its text, prints it and states its range."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal, Protocol

from sabot.cards.shoe import INF
from sabot.errors import NumberError, RulesError
from sabot.exact import as_rational, format_fraction, format_integer
from sabot.game_rules.bytecode import line_of_function

ParameterValues = Mapping[str, Any]
"""Values by the names of parameters; the annotations of the rules say of which type each is."""


class ParameterKind(Protocol):
    """A kind of parameter."""

    @property
    def words(self) -> str:
        """What may be written, in words."""

    def parse(self, text: str) -> Any:
        """Return the value that *text* means; raise ValueError with the reason."""

    def show(self, value: Any) -> str:
        """Return the text that :meth:`parse` reads back."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number in a range; ``endless`` allows ``inf`` too."""

    low: int = -(10**12)
    high: int = 10**12
    endless: bool = False

    @property
    def words(self) -> str:
        """What may be written, in words."""
        bounds = {-(10**12): "", 10**12: ""}  # default bounds are not printed
        low = bounds.get(self.low, f" from {self.low}")
        high = bounds.get(self.high, f" to {self.high}")
        return f"write a whole number{low}{high}" + (", or inf" if self.endless else "")

    def parse(self, text: str) -> int | float:
        """Read a whole number (``1e3`` and ``6/2`` are whole too) or ``inf``."""
        if self.endless and text.strip() == "inf":
            return INF
        number = as_rational(text) if _reads_as_number(text) else None
        if number is None or number.denominator != 1:
            raise NumberError(f"{text!r} is not a whole number")
        if not self.low <= number <= self.high:
            raise NumberError(f"{text} is out of range")
        return int(number)

    def show(self, value: object) -> str:
        """Print the number, or ``inf``."""
        if value == INF:
            return "inf"
        return format_integer(value) if isinstance(value, int) else str(value)


def _reads_as_number(text: str) -> bool:
    """Return whether a text is read as a number, perhaps one that is too long to be taken."""
    try:
        as_rational(text)
    except NumberError as fault:
        return "is not an exact number" not in str(fault)
    return True


@dataclass(frozen=True, slots=True)
class Exact:
    """A rational number in a range; ends count unless ``open``."""

    low: Fraction | None = None
    high: Fraction | None = None

    @property
    def words(self) -> str:
        """What may be written, in words."""
        ends = [
            f"{word} {format_fraction(end)}"
            for word, end in (("at least", self.low), ("at most", self.high))
            if end is not None
        ]
        return "write an exact number such as 3/8 or 0.375" + "".join(f", {e}" for e in ends)

    def parse(self, text: str) -> Fraction:
        """Read ``3/8``, ``0.375`` or ``37.5%``."""
        number = as_rational(text)
        if (self.low is not None and number < self.low) or (
            self.high is not None and number > self.high
        ):
            raise NumberError(f"{text} is out of range")
        return number

    def show(self, value: object) -> str:
        """Print ``p/q``."""
        return format_fraction(as_rational(value))


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    options: tuple[str, ...]

    @property
    def words(self) -> str:
        """What may be written, in words."""
        return f"write one of: {', '.join(self.options)}"

    def parse(self, text: str) -> str:
        """Read one of the words."""
        if text not in self.options:
            raise ValueError(f"{text!r} is not one of its values")
        return text

    def show(self, value: object) -> str:
        """Print the word."""
        return str(value)


@dataclass(frozen=True, slots=True)
class Text:
    """Any text, such as a file's name; quoted where it needs to be."""

    words: str = "write text, in quotes if it holds a comma or a bracket"

    def parse(self, text: str) -> str:
        """Take the text as it is."""
        if not text:
            raise ValueError("is empty")
        if "'" in text and '"' in text:
            raise ValueError("holds both kinds of quotes")
        return text

    def show(self, value: object) -> str:
        """Print it, quoted where it needs to be."""
        text = str(value)
        if any(letter in text for letter in ",()[]='\"") or text != text.strip():
            return f"'{text}'" if "'" not in text else f'"{text}"'
        return text


_ANNOTATION_REMEDY = (
    "annotate it as int, Fraction, str or Literal[...], "
    "or Annotated with a kind from sabot.game_rules.parameters"
)


def parameter_kind(annotation: object, default: object) -> ParameterKind | None:
    """Return the kind that an annotation means, or a default without one; None if none does."""
    if typing.get_origin(annotation) is Annotated:
        for extra in typing.get_args(annotation)[1:]:
            if hasattr(extra, "parse"):
                return typing.cast(ParameterKind, extra)
        annotation = typing.get_args(annotation)[0]
    if typing.get_origin(annotation) is Literal:
        return Choice(tuple(map(str, typing.get_args(annotation))))
    if annotation is inspect.Parameter.empty and default is not inspect.Parameter.empty:
        annotation = type(default)
    if isinstance(annotation, types.UnionType) and set(annotation.__args__) == {int, float}:
        return Whole(endless=True)
    simple: dict[object, ParameterKind] = {int: Whole(), Fraction: Exact(), str: Text()}
    return simple.get(annotation) if isinstance(annotation, type) else None


def parameters_of_rules(
    name: str, function: Callable[..., object], *, letters: bool = False
) -> tuple[dict[str, ParameterKind], dict[str, object]]:
    """Return the kinds and the defaults of what a rules function takes after its table.

    With *letters* it may take numbers under any other names too: the letters of a file. All faults
    of the parameters are reported at once, with the line to write instead.
    """
    kinds: dict[str, ParameterKind] = {}
    defaults: dict[str, object] = {}
    faults: list[str] = []
    signature = _signature(name, function)
    for key, parameter in list(signature.parameters.items())[1:]:
        if letters and parameter.kind is parameter.VAR_KEYWORD:
            continue
        kind = parameter_kind(parameter.annotation, parameter.default)
        faults += _parameter_faults(parameter, kind)
        if kind is not None:
            kinds[key] = kind
        if parameter.default is not inspect.Parameter.empty:
            defaults[key] = parameter.default
    if not signature.parameters:
        faults.append("  table: the first parameter is missing; it is the table")
    if faults:
        title = getattr(function, "__name__", "play")
        raise RulesError(
            "\n".join(
                [
                    f"{line_of_function(function)}the parameters of rules {name!r} are not clear",
                    *faults,
                    f"  write: def {title}({_suggested_signature(signature)}):",
                ]
            )
        )
    return kinds, defaults


def _signature(name: str, function: Callable[..., object]) -> inspect.Signature:
    try:
        return inspect.signature(function, eval_str=True)
    except NameError as fault:
        raise RulesError(
            f"{line_of_function(function)}an annotation of rules {name!r} uses the name "
            f"{fault.name!r}, which is not known there; import it, as in "
            "from fractions import Fraction"
        ) from None


def _parameter_faults(parameter: inspect.Parameter, kind: ParameterKind | None) -> list[str]:
    """Return everything that is wrong with one parameter, in one line; [] where nothing is."""
    key, default = parameter.name, parameter.default
    if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
        stars = "*" if parameter.kind is parameter.VAR_POSITIONAL else "**"
        return [f"  {stars}{key}: every parameter needs a name of its own"]
    wrong = []
    if key == "table":
        return ["  table: it must be the first parameter, and no other comes before it"]
    if parameter.kind is not parameter.KEYWORD_ONLY:
        wrong.append("it must come after a bare *")
    if _is_inexact(parameter, kind):
        wrong.append("a float is not exact; use a Fraction")
    elif kind is None:
        wrong.append(_ANNOTATION_REMEDY)
    elif default not in (None, inspect.Parameter.empty):
        try:
            kind.parse(kind.show(default))
        except (NumberError, ValueError) as reason:
            wrong.append(f"its default: {reason}; {kind.words}")
    return [f"  {key}: {'; '.join(wrong)}"] if wrong else []


def _is_inexact(parameter: inspect.Parameter, kind: ParameterKind | None) -> bool:
    """Return whether a parameter is a float; ``inf`` is a whole number here."""
    if isinstance(parameter.default, float):
        return parameter.default != INF
    return kind is None and parameter.annotation is float


def _suggested_signature(signature: inspect.Signature) -> str:
    """Return the parameters as they should be written."""
    words = []
    for one in [*signature.parameters.values()][1:]:
        if one.name == "table" or one.kind in (one.VAR_KEYWORD, one.VAR_POSITIONAL):
            continue
        kind = parameter_kind(one.annotation, one.default)
        inexact = _is_inexact(one, kind)
        spoken = inspect.formatannotation(one.annotation).removeprefix("fractions.")
        if inexact:
            spoken = "Fraction"
        elif isinstance(one.default, bool):
            words.append(
                f'{one.name}: Literal["yes", "no"] = "{"no" if not one.default else "yes"}"'
            )
            continue
        elif one.annotation is inspect.Parameter.empty or kind is None:
            spoken = type(one.default).__name__ if type(one.default) in (str, Fraction) else "int"
        default = ""
        if inexact and isinstance(one.default, float):
            default = f" = Fraction({str(one.default)!r})"
        elif one.default is not inspect.Parameter.empty:
            default = f" = {one.default!r}"
        words.append(f"{one.name}: {spoken}{default}")
    names = [*signature.parameters]
    first = "table" if "table" in names else names[0] if names else "table"
    return ", ".join([first, *(["*", *words] if words else [])])
