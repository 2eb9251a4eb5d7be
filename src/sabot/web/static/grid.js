// A strategy grid: arrows move among its cells, one tab stop for all of them; what a cell holds is
// read out below. Choosing a cell, in a grid or in a list, asks why.
const why = (button) => {
  const seat = button.closest(".seat");
  const solution = button.closest(".solution");
  if (!seat || !solution) return;
  for (const other of seat.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
  button.setAttribute("aria-current", "true");
  const values = { g: solution.dataset.game, seat: seat.dataset.seat, view: button.dataset.view };
  const locks = seat.querySelector("input[name=locks]");
  if (locks) values.locks = locks.value; // what is locked stays so while other cells are looked at
  const target = seat.querySelector(".why");
  window.htmx.ajax("GET", "/part/why", { target, values, swap: "innerHTML" });
};
document.addEventListener("click", (event) => {
  const button = event.target.closest?.(".seat button[data-view]");
  if (button) why(button);
});

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
