// <pick-cards>: a pack of cards to press beside a field in which they may be typed. At the fifth
// card the hand is looked up, and the address follows; a sixth is not taken, and the page says why.
// Arrows move among the cards.
const CARD = /(10|[2-9TJQKA])([cdhs])/gi;
const WHOLE = 5;

class PickCards extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form");
    this.field = this.form.elements.cards;
    this.said = this.form.querySelector("output");
    this.cards = [...this.querySelectorAll("button[data-card]")];
    this.wide = Number(this.dataset.wide);
    this.cards.forEach((card, spot) => {
      card.tabIndex = spot ? -1 : 0;
      card.disabled = false;
    });
    this.addEventListener("click", (event) => {
      const card = event.target.closest?.("button[data-card]");
      if (card) this.press(card);
      if (event.target.closest?.("button[data-clear]")) this.clear();
    });
    this.addEventListener("keydown", (event) => this.move(event));
    this.field.addEventListener("input", () => this.show());
    this.form.addEventListener("submit", () => this.updateAddress());
    this.form.addEventListener("change", () => this.updateAddress());
    this.show();
  }

  held() {
    return [...this.field.value.matchAll(CARD)].map(([, rank, suit]) =>
      rank.toUpperCase().replace("10", "T") + suit.toLowerCase(),
    );
  }

  show() {
    const held = this.held();
    for (const card of this.cards) card.ariaPressed = String(held.includes(card.dataset.card));
    const some = held.length > 0 && held.length < WHOLE;
    this.said.textContent = some ? `${held.length} of ${WHOLE} cards` : "";
  }

  press(card) {
    const held = this.held();
    const name = card.dataset.card;
    const kept = held.filter((other) => other !== name);
    if (kept.length === held.length) {
      if (held.length >= WHOLE) {
        this.said.textContent = "You hold five cards. Press one of them to put it back, or Clear.";
        return;
      }
      kept.push(name);
    }
    this.field.value = kept.join("");
    this.show();
    if (kept.length === WHOLE) this.form.requestSubmit();
  }

  clear() {
    this.field.value = "";
    this.show();
    this.form.requestSubmit();
  }

  updateAddress() {
    const asked = new URLSearchParams(new FormData(this.form));
    history.replaceState(null, "", `${this.form.getAttribute("action")}?${asked}`);
  }

  move(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.wide, ArrowDown: this.wide };
    const here = this.cards.indexOf(event.target.closest?.("button[data-card]"));
    const next = this.cards[here + steps[event.key]];
    if (here < 0 || !next) return;
    event.preventDefault();
    this.cards[here].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
customElements.define("pick-cards", PickCards);
