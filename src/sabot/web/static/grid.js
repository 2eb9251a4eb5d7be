// A strategy grid: arrows move among its cells, one tab stop for all of them; what a cell holds is
// read out below. Equal rows are folded into one, whose button unfolds them; of a long grid one part
// is shown at a time. On a telephone a row of many cells is pressed first, and has large ones then.
const NARROW = matchMedia("(max-width: 40rem)");

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
    if (sought && this.byRow) this.unfoldRow(sought.closest("tr"));
    this.addEventListener("click", (event) => {
      const row = this.byRow && event.target.closest?.("tbody tr:not(.strip)");
      const folded = (row || event.target).closest?.("button.fold") ?? (row && row.querySelector("button.fold"));
      if (row && !folded && !event.target.closest("button")) this.unfoldRow(row);
      this.fold(folded);
      const part = event.target.closest?.("button[data-show]");
      if (part) this.choose(part.dataset.show);
    });
    this.addEventListener("keydown", (event) => this.move(event));
    this.addEventListener("mouseover", (event) => this.read(event.target));
    this.addEventListener("focusin", (event) => this.read(event.target));
  }

  // whether cells are too narrow for a finger
  get byRow() {
    return NARROW.matches && Boolean(this.querySelector("table.wide"));
  }

  // the rows that are seen, each as its cells
  get rows() {
    return [...this.querySelectorAll("tbody:not([hidden]) tr:not(.strip, :has(.fold))")].map((row) =>
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

  // show the cells of a row below it, each with its column and wide enough for a finger
  unfoldRow(row) {
    if (this.close() === row) return;
    const columns = [...row.closest("table").querySelectorAll("thead tr:last-child th[scope=col]:not(.axis)")];
    const strip = document.createElement("tr");
    strip.className = "strip";
    const place = document.createElement("div");
    const cell = strip.insertCell();
    cell.colSpan = columns.length + 1;
    cell.append(place);
    [...row.children].slice(-columns.length).forEach((cell, number) => {
      if (!cell.querySelector("button")) return;
      const own = document.createElement("div");
      own.className = cell.className;
      own.append(...cell.cloneNode(true).childNodes);
      const name = document.createElement("small");
      name.textContent = columns[number].textContent;
      own.prepend(name);
      place.append(own);
    });
    row.after(strip);
    let first = row; // what is written beside several rows stands beside this one too
    while (first && !first.querySelector("th[rowspan]")) first = first.previousElementSibling;
    this.strip = { row, strip, group: first?.querySelector("th[rowspan]") };
    if (this.strip.group) this.strip.group.rowSpan += 1;
  }

  // take the cells away that stand below a row, and return the row
  close() {
    const { row, strip, group } = this.strip ?? {};
    strip?.remove();
    if (group) group.rowSpan -= 1;
    this.strip = undefined;
    return row;
  }

  choose(part) {
    this.close();
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
