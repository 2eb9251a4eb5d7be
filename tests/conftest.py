"""What every test shares: hypothesis profiles, a clean registry, a few solved games."""

import gc
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

import sabot
from sabot.cli import output
from sabot.game_rules.family import REGISTRY
from sabot.loading import families

settings.register_profile(
    "dev", deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, database=None)
settings.register_profile("deep", settings.get_profile("dev"), max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # a shell starts what runs in its background deaf to Ctrl-C, and so are the programs started
    # from there: they would go on to the end where a test interrupts them
    signal.signal(signal.SIGINT, signal.default_int_handler)

families()  # the shipped games stay told
output.FIRST_LOG_AFTER = (
    86400.0  # what is compared is what a verb says, not how busy the machine was
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Ten thousand tests and what they import stay: nothing of it is garbage."""
    gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Whoever looks for garbage later need not look there again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


@pytest.fixture(autouse=True)
def _registry_left_as_found():
    """Rules told inside a test are forgotten after it."""
    before = dict(REGISTRY)
    yield
    for name in set(REGISTRY) - set(before):
        del REGISTRY[name]
    REGISTRY.update(before)


@pytest.fixture(scope="session")
def le_her_solution():
    """The game of the 52 cards, solved once for all who only look at it."""
    return sabot.solve("le-her(ranks=13, suits=4)")


@pytest.fixture(scope="session")
def pennies():
    """Matching pennies, solved: unique for both."""
    return sabot.solve([[1, -1], [-1, 1]])


@pytest.fixture
def closed_workbench(monkeypatch):
    """``sabot web`` opens its door, says so, and is closed at once; no browser is opened."""
    server = pytest.importorskip("sabot.web.server", reason="the extra 'web' is not installed")
    monkeypatch.setattr(server, "serve", lambda sock, *, ready, **_: ready())
    monkeypatch.setattr("webbrowser.open", lambda address: True)
