"""What tests see of the workbench: its address, and whether a page is accessible."""

import time
from dataclasses import dataclass
from pathlib import Path

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
PATIENCE = 60.0
"""Seconds until what is waited for is given up: no test is about how long a machine takes.

With a browser six times slower, every answer late, and a core shared with five others, no test took
as long from its beginning to its end.
"""


@dataclass(frozen=True)
class Workbench:
    """A running workbench."""

    address: str
    token: str
    pid: int


def faults_of(page) -> list[str]:
    """Return what axe-core finds wrong with a page, in its own words."""
    # the policy of the page allows no script of another's; the tester's debugger is not bound by it
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
    )
    return [f"{one['id']}: {one['help']}: {one['nodes'][0]['html']}" for one in found]


def until(page, expression, arg=None) -> None:
    """Wait until something holds of a page.

    A page that asks itself again and again (``wait_for_function``) does it by ``eval``, which its
    policy forbids: only the first question, the debugger's, is answered.
    """
    end = time.monotonic() + PATIENCE
    while not page.evaluate(expression, arg):
        assert time.monotonic() < end, f"it never came to this: {expression}"
        page.wait_for_timeout(20)


WAITS = '.going[hx-get*="then=%2Fpart%2Fpage"], .job[hx-get^="/part/page"]'
"""A page that shows a job in place of its answer, and is loaded again when it is done."""


def arrived(page) -> None:
    """Wait until a page has its answer, however long its job takes."""
    page.locator(WAITS).wait_for(state="detached")
    page.wait_for_load_state()


def page_with_size(client, game) -> str:
    """Return the page of a game once its size is counted."""
    end = time.monotonic() + PATIENCE
    while "being counted" in (text := client.get("/game", params={"g": game}).text):
        assert time.monotonic() < end, f"{game} is being counted"
        time.sleep(0.1)
    return text


class Late:
    """Answers to one kind of question that are held back until they are let go."""

    def __init__(self, page, pattern):
        self.page, self.held, self.open = page, [], False
        page.route(pattern, self._asked)

    def _asked(self, route):
        if self.open:
            route.continue_()
        else:
            self.held.append(route)

    def come(self, many=1):
        """Wait until so many questions were asked."""
        end = time.monotonic() + PATIENCE
        while len(self.held) < many:
            assert time.monotonic() < end, f"{len(self.held)} of {many} questions were asked"
            self.page.wait_for_timeout(10)

    def go(self):
        """Let go what is held, the newest first, as on a line that delays; no more is held."""
        self.open = True
        while self.held:
            route = self.held.pop()
            route.continue_()
            answer = route.request.response()
            if answer:  # none: the page took its question back
                answer.finished()
