// A strategy grid: arrows move among its cells, one tab stop for all of them; what a cell holds is
// read out below.

class StrategyGrid extends HTMLElement {
  connectedCallback() {
    this.rows = [...this.querySelectorAll("tbody tr")].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => cell.querySelector("button")),
    );
    this.readout = this.querySelector(".readout");
    this.querySelector("button[data-view]")?.setAttribute("tabindex", "0");
    this.addEventListener("keydown", (event) => this.move(event));
    this.addEventListener("mouseover", (event) => this.read(event.target));
    this.addEventListener("focusin", (event) => this.read(event.target));
  }

  read(target) {
    const button = target.closest?.("button[data-view]");
    if (button && this.readout) this.readout.textContent = button.title;
  }

  move(event) {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[event.key];
    const here = event.target.closest?.("button[data-view]");
    if (!step || !here) return;
    event.preventDefault();
    let row = this.rows.findIndex((cells) => cells.includes(here));
    let column = this.rows[row].indexOf(here);
    for (;;) {
      row += step[0];
      column += step[1];
      if (row < 0 || row >= this.rows.length || column < 0) return;
      if (column >= this.rows[row].length) return;
      const next = this.rows[row][column];
      if (!next) continue;
      here.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
      return;
    }
  }
}
customElements.define("strategy-grid", StrategyGrid);
