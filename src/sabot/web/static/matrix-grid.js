// <matrix-grid data-first>: a matrix as a grid of fields. What is typed is sent after a pause; best
// responses are marked in the cells, and all solutions are listed below. Cells of a spreadsheet are
// pasted at the field that has the focus; the grid grows as they need.
import { PAUSE, askLatest, say } from "./post.js";

const MOST = 30;
const isEntry = (text) => /^[-+−]?[\d.]/.test(text.trim());

// the cells of pasted text; tabs divide them, else semicolons, else commas
const cellsOf = (text) => {
  const lines = text.replace(/\r/g, "").replace(/\n+$/, "").split("\n");
  const mark = ["\t", ";", ","].find((one) => text.includes(one)) ?? "\t";
  return lines.map((line) => line.split(mark).map((cell) => cell.trim()));
};

// the grid as lines of text, for the address
const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const asLines = ({ payoffs, rows, columns }) =>
  [["", ...columns], ...payoffs.map((line, i) => [rows[i], ...line])].map((line) => line.map(quoted).join(",")).join("\n");

class MatrixGrid extends HTMLElement {
  connectedCallback() {
    this.place = this.querySelector(".cells");
    this.pending = this.querySelector(".pending");
    this.answer = this.querySelector(".answer");
    this.addEventListener("click", (event) => this.press(event.target.closest?.("[data-do]")?.dataset.do));
    this.place.addEventListener("input", () => this.typed());
    this.place.addEventListener("keydown", (event) => this.move(event));
    this.place.addEventListener("paste", (event) => this.paste(event));
    this.addEventListener("htmx:afterSettle", () => this.take());
    this.untouched = !("given" in this.dataset);
    this.draw(JSON.parse(this.dataset.first));
    this.ask();
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }

  // row -1 has the names of the columns, column -1 those of the rows
  field(i, j, value) {
    const input = document.createElement("input");
    const of = (k, word) => `${word} ${k + 1}`;
    const name = i < 0 ? `Name of ${of(j, "column")}` : j < 0 ? `Name of ${of(i, "row")}` : `${of(i, "Row")}, ${of(j, "column")}`;
    Object.assign(input, { value, autocomplete: "off", spellcheck: false });
    Object.assign(input.dataset, { i, j });
    input.setAttribute("aria-label", name);
    const cell = document.createElement(i < 0 || j < 0 ? "th" : "td");
    cell.append(input);
    return cell;
  }

  draw({ payoffs, rows, columns }) {
    const table = document.createElement("table");
    const head = table.insertRow();
    head.append(document.createElement("td"), ...columns.map((name, j) => this.field(-1, j, name)));
    payoffs.forEach((line, i) => {
      table.insertRow().append(this.field(i, -1, rows[i]), ...line.map((text, j) => this.field(i, j, text)));
    });
    this.place.replaceChildren(table);
  }

  at(i, j) {
    return this.place.querySelector(`input[data-i="${i}"][data-j="${j}"]`);
  }

  get grid() {
    const [head, ...lines] = [...this.place.querySelectorAll("tr")].map((row) =>
      [...row.querySelectorAll("input")].map((input) => input.value.trim()),
    );
    return { payoffs: lines.map((line) => line.slice(1)), rows: lines.map((line) => line[0]), columns: head };
  }

  // the grid with so many rows and columns: new cells are 0, new names their numbers
  sized(height, width) {
    const { payoffs, rows, columns } = this.grid;
    const pair = payoffs.flat().some((text) => text.includes("|"));
    const row = (i) => Array.from({ length: width }, (_, j) => payoffs[i]?.[j] ?? (pair ? "0|0" : "0"));
    const named = (names, many) => Array.from({ length: many }, (_, k) => names[k] ?? `${k + 1}`);
    return {
      payoffs: Array.from({ length: height }, (_, i) => row(i)),
      rows: named(rows, height),
      columns: named(columns, width),
    };
  }

  press(doing) {
    if (!doing) return;
    const { rows, columns } = this.grid;
    const by = doing.startsWith("add") ? 1 : -1;
    const tall = doing.endsWith("row");
    const bound = (many) => Math.max(1, Math.min(MOST, many));
    this.draw(this.sized(bound(rows.length + (tall ? by : 0)), bound(columns.length + (tall ? 0 : by))));
    this.typed();
  }

  move(event) {
    const input = event.target;
    const [i, j] = [Number(input.dataset.i), Number(input.dataset.j)];
    const { selectionStart: start, selectionEnd: end, value } = input;
    const all = start === 0 && end === value.length;
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], Enter: [1, 0] };
    if (all || end === 0) steps.ArrowLeft = [0, -1];
    if (all || start === value.length) steps.ArrowRight = [0, 1];
    const step = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && steps[event.key];
    const next = step && this.at(i + step[0], j + step[1]);
    if (event.key === "Enter") event.preventDefault();
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  }

  paste(event) {
    const cells = cellsOf(event.clipboardData.getData("text"));
    if (cells.length === 1 && cells[0].length === 1) return;
    event.preventDefault();
    const many = Math.max(...cells.map((line) => line.length));
    const body = cells.slice(1);
    const top = cells.length > 1 && !cells[0].filter(Boolean).some(isEntry);
    const side = many > 1 && !body.some((line) => isEntry(line[0])) && (top || !isEntry(cells[0][0]));
    if (top && side && cells[0].length < many) cells[0].unshift("");
    const { i, j } = event.target.dataset;
    const from = { i: Math.max(0, Number(i)) - (top ? 1 : 0), j: Math.max(0, Number(j)) - (side ? 1 : 0) };
    const { rows, columns } = this.grid;
    const need = { i: from.i + cells.length, j: from.j + many };
    if (need.i > MOST || need.j > MOST) {
      say(this.pending, `A grid has at most ${MOST} rows and columns: paste a larger matrix as text below.`);
      return;
    }
    // what is pasted with its names is the whole matrix; so is what takes the place of the example
    const first = from.i <= 0 && from.j <= 0;
    const whole = first && (top || side || this.untouched);
    const size = whole ? [need.i, need.j] : [Math.max(rows.length, need.i), Math.max(columns.length, need.j)];
    const { payoffs } = this.sized(...size);
    const named = (names, many) => Array.from({ length: many }, (_, k) => (whole ? undefined : names[k]) ?? `${k + 1}`);
    this.draw({ payoffs, rows: named(rows, size[0]), columns: named(columns, size[1]) });
    cells.forEach((line, k) =>
      line.forEach((text, l) => {
        const input = this.at(from.i + k, from.j + l);
        if (input) input.value = text;
      }),
    );
    this.typed();
  }

  // what is typed is in the address, so that a reload, the way back and a link keep it
  keep() {
    this.untouched = false;
    const cells = encodeURIComponent(asLines(this.grid)).replace(/%2C/g, ",").replace(/%2F/g, "/");
    const address = `${location.pathname}?cells=${cells}`;
    const long = address.length >= Number(this.dataset.most);
    history.replaceState(history.state, "", long ? location.pathname : address);
    this.querySelector(".too-long").hidden = !long;
    this.querySelector("[data-copy]").disabled = long;
  }

  typed() {
    this.keep();
    this.answer.classList.add("stale");
    this.pending.replaceChildren();
    clearTimeout(this.timer);
    this.asked = undefined;
    this.mark([]);
    this.timer = setTimeout(() => this.ask(), PAUSE);
  }

  mark(best) {
    for (const cell of this.place.querySelectorAll("td")) cell.classList.remove("best-row", "best-column");
    for (const [i, j, player] of best) this.at(i, j)?.parentElement.classList.add(`best-${player}`);
  }

  ask() {
    const { grid } = this;
    const empty = [...this.place.querySelectorAll("td input")].filter((input) => !input.value.trim());
    for (const input of this.place.querySelectorAll("input")) input.classList.toggle("wrong", empty.includes(input));
    if (empty.length) return say(this.pending, `${empty[0].getAttribute("aria-label")} is empty.`);
    return askLatest(this, "/part/grid", { text: JSON.stringify(grid) });
  }

  take() {
    const reply = this.pending.querySelector(".grid-answer");
    if (!reply) return;
    this.mark(JSON.parse(reply.dataset.best));
    this.answer.replaceChildren(reply);
    this.pending.replaceChildren();
    this.answer.classList.remove("stale");
  }
}
customElements.define("matrix-grid", MatrixGrid);
