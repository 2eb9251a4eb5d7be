"""Run a user's Python file as a module; its errors are reported with file and line.

The module's name clashes with no other; its folder can be imported from while it runs, after
everything that is installed; what it prints goes to stderr.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from hashlib import sha256
from importlib import invalidate_caches
from io import TextIOBase
from pathlib import Path
from types import ModuleType, TracebackType
from typing import ParamSpec, TypeVar

from sabot.errors import FormError, NumberError, RulesError, SabotError, ShoeError
from sabot.game_rules.bytecode import is_raised_by_code
from sabot.game_rules.table import unknown_verb_error
from sabot.io.files import read_bytes

_ERRORS_OF_USER_CODE = (RulesError, NumberError, ShoeError, FormError)
"""Errors of ours that are about what the user's file does; the others pass as they are."""

P = ParamSpec("P")
T = TypeVar("T")


def user_module_name(path: str | Path) -> str:
    """Return the name that the file's module has in this process.

    >>> user_module_name("games/war.py").startswith("sabot_user_file_")
    True
    """
    return f"sabot_user_file_{sha256(os.path.realpath(path).encode()).hexdigest()[:16]}"


def run_user_file(path: str | Path, source: str | None = None) -> ModuleType:
    """Run a Python file, or *source* as if the file had this text, and return its module.

    Modules of its folder that an earlier run of it imported are read again.
    """
    code = read_bytes(path) if source is None else source
    module = ModuleType(user_module_name(path))
    module.__file__ = os.path.realpath(path)
    before = sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module  # dataclasses and pickle look for it there
    try:
        with (
            _stdout_to_stderr(),
            _importable_folder(os.path.dirname(module.__file__)),
            _fresh_helper_modules(module.__file__),
        ):
            exec(compile(code, module.__file__, "exec", dont_inherit=True), vars(module))
    except BaseException as fault:
        if before is None:
            del sys.modules[module.__name__]
        else:
            sys.modules[module.__name__] = before
        if error := _error_of_user_code(path, fault):
            raise error from fault
        raise
    return module


class _StderrWriter(TextIOBase):
    """What a user's file prints: talk, on stderr, so that answers on stdout stay what they are."""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()

    def close(self) -> None:
        """Stay open: it is not the file's to close."""


_TO_STDERR = _StderrWriter()


@contextmanager
def _stdout_to_stderr() -> Iterator[None]:
    """Let what is printed inside go to stderr."""
    before = sys.stdout
    if isinstance(before, _StderrWriter):
        yield
        return
    sys.stdout = _TO_STDERR
    try:
        yield
    finally:
        sys.stdout = before


def guard_user_function(function: Callable[P, T], path: str | Path) -> Callable[P, T]:
    """Return the user's function, raising a RulesError with file and line where it fails."""

    @wraps(function)
    def play(*places: P.args, **values: P.kwargs) -> T:
        before = sys.stdout
        if type(before) is not _StderrWriter:
            sys.stdout = _TO_STDERR
        try:
            return function(*places, **values)
        except BaseException as fault:
            if error := _error_of_user_code(path, fault):
                raise error from fault
            raise
        finally:
            sys.stdout = before

    return play


def _error_of_user_code(path: str | Path, fault: BaseException) -> RulesError | None:
    """Return what went wrong in the user's file and where; None for what is not its doing."""
    if isinstance(fault, SyntaxError) and fault.filename == os.path.realpath(path):
        where = f"{path}, line {fault.lineno}" if fault.lineno else path
        return RulesError(f"{where}: {fault.msg}")
    if isinstance(fault, AttributeError) and unknown_verb_error(fault) is not None:
        return None  # the table says it
    message = _message_of(fault)
    if message.startswith(f"{os.path.basename(path)}, line "):
        return None  # it says the place itself
    if isinstance(fault, _ERRORS_OF_USER_CODE):
        return RulesError(f"{_error_place(path, fault)}: {message}")
    if isinstance(fault, SystemExit):
        return RulesError(
            f"{_error_place(path, fault)}: the file ends the program; leave out exit()"
        )
    pressed = isinstance(fault, KeyboardInterrupt) and not is_raised_by_code(fault)
    if not (pressed or isinstance(fault, SabotError) or _is_control_flow_of_table(fault)):
        said = _VERB_CALL.sub("table.", " ".join(message.split())) or "without a message"
        place = _error_place(path, fault)
        return RulesError(f"{place}: {type(fault).__name__}: {said[:500]}{_remedy(fault)}")
    return None


def _message_of(fault: BaseException) -> str:
    """Return the message of an exception, whose class may be the user's own."""
    try:
        return str(fault)
    except Exception:
        return "an exception whose message cannot be read"


_IMPORTS = {
    "sabot": "import sabot",
    "Fraction": "from fractions import Fraction",
    "Literal": "from typing import Literal",
    "Annotated": "from typing import Annotated",
    "rules": "from sabot import rules",
}


_VERB_CALL = re.compile(r"\w+\.(?=(\w+)\(\) )")
_USAGE = {
    "ask": 'table.ask("ann", ("bet", "check"), sees=card)',
    "pay": "table.pay(ann=1)",
    "show": 'table.show("ann", card)',
    "announce": "table.announce(card)",
    "roll": 'table.roll({"heads": 1, "tails": 1})',
    "shoe": "table.shoe(ranks=13, suits=4)",
    "draw": "shoe.draw()",
    "deal": "shoe.deal(3)",
    "rules": '@sabot.rules(name="war", seats=("north", "south"))',
}
"""How the verbs of rules are called."""


def _remedy(fault: BaseException) -> str:
    """Return what to write against an error of Python that first files of rules often meet."""
    if isinstance(fault, NameError) and fault.name in _IMPORTS:
        return f"\n  write {_IMPORTS[fault.name]} at the top of the file"
    if isinstance(fault, TypeError):
        verb = _VERB_CALL.match(str(fault))
        usage = _USAGE.get(verb[1] if verb else str(fault).partition("(")[0])
        if usage or "'Card'" in str(fault):
            return f"\n  write {usage or 'card.rank, which is a number'}"
    if isinstance(fault, KeyError):
        return "\n  the dictionary has no such key"
    return ""


def _is_control_flow_of_table(fault: BaseException) -> bool:
    """Return whether a table of Sabot's leaves a hand by this, of which rules must not hear."""
    return not isinstance(fault, Exception) and type(fault).__module__.startswith("sabot.")


def _error_place(path: str | Path, fault: BaseException) -> str:
    """Return the file and, where the fault came through it, the last line of it."""
    own = os.path.realpath(path)
    line, step = 0, fault.__traceback__
    while isinstance(step, TracebackType):
        if step.tb_frame.f_code.co_filename == own:
            line = step.tb_lineno
        step = step.tb_next
    return f"{path}, line {line}" if line else str(path)


@contextmanager
def _importable_folder(path: str) -> Iterator[None]:
    """Let files in a folder be imported, after all that is installed."""
    sys.path.append(path)
    try:
        yield
    finally:
        if path in sys.path:
            sys.path.reverse()
            sys.path.remove(path)
            sys.path.reverse()


_HELPER_MODULES: dict[str, list[str]] = {}
"""Modules that a user's file imported from its folder, by the file."""


@contextmanager
def _fresh_helper_modules(file: str) -> Iterator[None]:
    """Forget the modules that *file* imported from its folder before; note those it imports now.

    They stay imported until the next run: rules may import them again while a hand is played.
    """
    for name in _HELPER_MODULES.pop(file, ()):
        sys.modules.pop(name, None)
    invalidate_caches()
    before = set(sys.modules)
    try:
        yield
    finally:
        folder = os.path.dirname(file)
        new = [name for name in sys.modules if name not in before]
        own = {name for name in new if _is_module_of_folder(sys.modules[name], folder)}
        _HELPER_MODULES[file] = [name for name in new if name.partition(".")[0] in own]


def _is_module_of_folder(module: ModuleType, folder: str) -> bool:
    """Return whether a module is a file in a folder, or a package that is a folder in it."""
    places = list(getattr(module, "__path__", ())) or [getattr(module, "__file__", None) or ""]
    return any(os.path.dirname(place) == folder for place in places)
