// The form of the rules. htmx sends it as rules are typed, and the answer comes with what the rules
// make; here a slider writes its number, an answer to other rules is marked as
// stale, and a link of the game that is pressed before the rules were read waits for them.
import { fraction, show } from "./exact.js";

const STEPS = 20;

class RulesForm extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form");
    this.verdict = this.querySelector("#verdict");
    this.result = document.querySelector("#result");
    this.here = new AbortController();
    const { signal } = this.here;
    const first = this.form.cloneNode(true); // as it was written: somebody may have typed already
    first.reset();
    this.read = this.fields(first);
    this.form.addEventListener("input", (event) => this.write(event.target));
    this.form.addEventListener("htmx:beforeRequest", (event) => this.ask(event));
    this.form.addEventListener("htmx:afterRequest", (event) => {
      if (event.target === this.form) this.hear(event.detail.successful);
      else this.mark();
    });
    this.result.addEventListener("htmx:afterSettle", () => this.mark());
    this.result.addEventListener("htmx:oobAfterSwap", () => this.mark());
    document.addEventListener("click", (event) => this.leave(event), { capture: true, signal });
    const opener = this.querySelector(".sheet-opener");
    opener.addEventListener("click", () => {
      const open = this.classList.toggle("open");
      opener.setAttribute("aria-expanded", String(open));
    });
    if (this.read === this.fields()) return;
    window.htmx.process(this.form); // it begins later than this: the browser itself would send the form
    this.form.requestSubmit();
  }

  disconnectedCallback() {
    this.here.abort();
  }

  fields(form = this.form) {
    return new URLSearchParams(new FormData(form)).toString();
  }

  get game() {
    return this.verdict.querySelector("[data-game]")?.dataset.game;
  }

  get shown() {
    return this.result.querySelector(".solution")?.dataset.game;
  }

  // where rules were typed beside an answer to others, the address is that of the answer
  typed() {
    const { game, shown } = this;
    if (!game || game === shown) return undefined;
    return new URL(`/game?${new URLSearchParams({ g: game })}`, location).href;
  }

  write(input) {
    if (input.matches("input[type=range][data-field]")) {
      const field = document.getElementById(input.dataset.field);
      field.value = show(fraction(BigInt(Math.round(Number(input.value) * STEPS)), BigInt(STEPS)));
    }
    this.mark();
  }

  // a field that is left says again that it was changed; Solve and Enter always ask
  ask(event) {
    if (event.target !== this.form) return; // a size that is not counted yet asks for itself
    const solve = event.detail.requestConfig.formData.has("solve");
    const { game, shown } = this;
    if (this.read === this.fields() && game && !solve) return event.preventDefault();
    this.asked = this.fields();
    if (!solve || !game || shown || this.read !== this.asked) return;
    // a reload before the answer finds it being solved
    history.replaceState({ htmx: true }, "", `/game?${new URLSearchParams({ g: game, solved: "1" })}`);
  }

  hear(successful) {
    this.read = successful ? this.asked : undefined;
    this.mark();
    const { kept } = this;
    if (!kept || this.read !== this.fields()) return;
    this.kept = undefined;
    [...document.querySelectorAll("#doors a")].find((one) => one.textContent === kept)?.click();
  }

  mark() {
    const { game, shown } = this;
    const fresh = this.read === this.fields() && game === shown;
    this.result.classList.toggle("stale", Boolean(shown) && !fresh);
  }

  leave(event) {
    const link = event.target.closest?.("#doors a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || this.read === this.fields()) return;
    event.preventDefault();
    this.kept = link.textContent;
    this.form.requestSubmit();
  }
}
customElements.define("rules-form", RulesForm);
