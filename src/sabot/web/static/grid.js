// A strategy grid: arrows move among its cells, one tab stop for all of them; what a cell holds is
// read out below. Equal rows are folded into one, whose button unfolds them; of a long grid one part
// is shown at a time.

class StrategyGrid extends HTMLElement {
  connectedCallback() {
    this.readout = this.querySelector(".readout");
    const cell = this.closest("[data-cell]")?.dataset.cell;
    const sought = cell && this.querySelector(`button[data-view="${CSS.escape(cell)}"]`);
    const hidden = sought?.closest("tbody[hidden]");
    if (hidden?.dataset.part !== undefined) this.choose(hidden.dataset.part);
    else if (hidden) this.fold(hidden.previousElementSibling.querySelector("button.fold"));
    this.markTabStop(sought);
    if (sought) {
      sought.setAttribute("aria-current", "true");
      sought.scrollIntoView({ block: "center" });
    }
    this.addEventListener("click", (event) => {
      this.fold(event.target.closest?.("button.fold"));
      const part = event.target.closest?.("button[data-show]");
      if (part) this.choose(part.dataset.show);
    });
    this.addEventListener("keydown", (event) => this.move(event));
    this.addEventListener("mouseover", (event) => this.read(event.target));
    this.addEventListener("focusin", (event) => this.read(event.target));
  }

  // the rows that are seen, each as its cells
  get rows() {
    return [...this.querySelectorAll("tbody:not([hidden]) tr:not(:has(.fold))")].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => cell.querySelector("button")),
    );
  }

  markTabStop(wanted) {
    for (const one of this.querySelectorAll("button[tabindex='0']")) one.setAttribute("tabindex", "-1");
    (wanted ?? this.rows.flat().find(Boolean))?.setAttribute("tabindex", "0");
  }

  fold(button) {
    if (!button) return;
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    button.closest("tbody").nextElementSibling.hidden = !open;
    this.markTabStop();
  }

  choose(part) {
    for (const button of this.querySelectorAll("button[data-show]")) {
      button.setAttribute("aria-pressed", String(button.dataset.show === part));
    }
    for (const body of this.querySelectorAll("tbody[data-part]")) body.hidden = body.dataset.part !== part;
    this.markTabStop();
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
    const { rows } = this;
    let row = rows.findIndex((cells) => cells.includes(here));
    let column = rows[row].indexOf(here);
    for (;;) {
      row += step[0];
      column += step[1];
      if (row < 0 || row >= rows.length || column < 0) return;
      if (column >= rows[row].length) return;
      const next = rows[row][column];
      if (!next) continue;
      here.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
      return;
    }
  }
}
customElements.define("strategy-grid", StrategyGrid);
