"""What tests see of the workbench: its address, and whether a page is accessible."""

from dataclasses import dataclass
from pathlib import Path

AXE = Path(__file__).parent / "vendor" / "axe.min.js"


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
