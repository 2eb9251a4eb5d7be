// The form of the rules. Solve, and the links around it, mean what is in its fields: a press that
// comes before those were parsed is kept until they are. A slider writes its number, in twentieths, as
// it moves; where a solution is shown, or is on its way, the game is solved again where it is let go.
// A game whose estimate is short is solved at once; an answer to other rules is marked as stale.
import { fraction, show } from "./exact.js";

const STEPS = 20;
const slider = (event) => event.target.closest?.("input[type=range][data-field]");

class RulesForm extends HTMLElement {
  connectedCallback() {
    this.here = new AbortController();
    this.form = this.querySelector("form");
    this.verdict = this.querySelector("#verdict");
    this.solve = this.querySelector("button[data-solve]");
    const first = this.form.cloneNode(true); // as it was written: somebody may have typed already
    first.reset();
    this.told = this.game() ? this.fields(first) : undefined; // the fields that the verdict is about
    this.form.addEventListener("htmx:beforeRequest", (event) => this.ask(event));
    this.form.addEventListener("htmx:afterRequest", (event) => this.hear(event.detail.successful));
    this.form.addEventListener("input", (event) => this.write(slider(event)));
    this.form.addEventListener("change", (event) => {
      const shown = document.querySelector("#result :is(.solution, .job)");
      if (slider(event) && (shown || this.solving())) this.kept = () => this.solve;
    });
    this.addEventListener("click", (event) => this.press(event), { capture: true });
    document.addEventListener("click", (event) => this.leave(event), { capture: true, signal: this.here.signal });
    this.solve.addEventListener("htmx:beforeRequest", (event) => this.begin(event));
    this.verdict.addEventListener("htmx:afterSettle", () => this.solveIfQuick());
    this.result = document.querySelector("#result");
    this.result.addEventListener("htmx:afterSettle", () => this.markStale());
  }

  disconnectedCallback() {
    this.here.abort();
  }

  fields(form = this.form) {
    return new URLSearchParams(new FormData(form)).toString();
  }

  game() {
    return this.verdict.querySelector("input[name=g]");
  }

  // where rules were typed beside an answer to others, the address is that of the answer
  typed() {
    const shown = document.querySelector("#result .solution")?.dataset.game;
    const game = this.game()?.value;
    if (!shown || !game || shown === game) return undefined;
    return new URL(`/game?${new URLSearchParams({ g: game })}`, location).href;
  }

  // what the server estimates as short is solved without a press, unless its answer is there
  solveIfQuick() {
    const game = this.game()?.value;
    if (!game || this.told !== this.fields() || this.kept) return;
    if (this.verdict.querySelector("[data-quick]")?.dataset.quick !== game) return;
    const shown = this.result.querySelector(".solution")?.dataset.game;
    if (shown === game || this.result.querySelector(".job") || (this.solving() && this.sought === this.told)) return;
    this.first = !shown; // the way back leads to every answer that was seen, not to an empty page
    this.solve.click();
  }

  markStale() {
    const shown = this.result.querySelector(".solution")?.dataset.game;
    const game = this.game()?.value;
    this.result.classList.toggle("stale", Boolean(shown && shown !== game));
  }

  solving() {
    return this.solve.classList.contains("htmx-request");
  }

  write(slide) {
    if (!slide) return;
    const field = document.getElementById(slide.dataset.field);
    field.value = show(fraction(BigInt(Math.round(Number(slide.value) * STEPS)), BigInt(STEPS)));
  }

  // a field that is left says again that it was changed
  ask(event) {
    this.asked = this.fields();
    if (this.told === this.asked && this.game()) event.preventDefault();
  }

  press(event) {
    const button = event.target.closest?.(".asking button");
    if (!button) return;
    const fresh = this.told === this.fields();
    const twice = button === this.solve && this.solving() && this.sought === this.told;
    if (fresh && this.game() && !twice) return;
    event.stopPropagation(); // nobody else hears it, yet
    if (fresh) return;
    this.kept = () => button;
    this.form.requestSubmit();
  }

  // the links to other pages of this game are told anew with the rules
  leave(event) {
    const link = event.target.closest?.("#doors a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || this.told === this.fields()) return;
    event.preventDefault();
    const words = link.textContent;
    this.kept = () => [...document.querySelectorAll("#doors a")].find((one) => one.textContent === words);
    this.form.requestSubmit();
  }

  hear(successful) {
    this.told = successful ? this.asked : undefined;
    for (const button of this.querySelectorAll(".asking button")) {
      button.ariaDisabled = this.game() ? null : "true";
    }
    // who has typed on asks again
    if (successful && this.told !== this.fields()) return;
    const { kept } = this;
    this.kept = undefined;
    this.markStale();
    if (this.game()) kept?.()?.click();
  }

  // what was asked for stands in the address at once: a reload before the answer finds it being solved
  begin(event) {
    this.sought = this.told;
    if (!this.game()) return event.preventDefault(); // it waited its turn, and the rules are wrong by now
    const { address } = this.game().dataset;
    const { first } = this;
    this.first = false;
    if (!address || location.pathname + location.search === address) return;
    history.replaceState({ htmx: true }, "", first ? address : location.href);
    if (!first) history.pushState({ htmx: true }, "", address);
  }
}
customElements.define("rules-form", RulesForm);
