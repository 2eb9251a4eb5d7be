"""What tests see of the workbench: its address, and whether a page is accessible."""

from dataclasses import dataclass
from pathlib import Path

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
MOMENTS = 9000
"""How often a page is asked until it is given up: no test is about how long a machine takes."""


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
    for _ in range(MOMENTS):
        if page.evaluate(expression, arg):
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"it never came to this: {expression}")


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
        while len(self.held) < many:
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
