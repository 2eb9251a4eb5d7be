// <throw-cards>: a hand whose cards are pressed to throw them away. What is done with those pressed
// is one of the [data-throws] beside it: an option of a form, or a row of a table.
class ThrowCards extends HTMLElement {
  connectedCallback() {
    this.cards = [...this.querySelectorAll("button[data-card]")];
    this.addEventListener("click", (event) => {
      const card = event.target.closest?.("button[data-card]");
      if (!card) return;
      card.ariaPressed = String(card.ariaPressed !== "true");
      this.show();
    });
    this.show();
  }

  show() {
    const thrown = this.cards.filter((card) => card.ariaPressed === "true");
    const wanted = thrown.map((card) => card.dataset.card).sort().join(" ");
    const named = (one) => one.dataset.throws.split(" ").sort().join(" ");
    const places = [...this.querySelectorAll("[data-throws]")];
    const found = places.find((one) => named(one) === wanted);
    const button = this.querySelector("button.main");
    const said = this.querySelector("output");
    if (button) {
      button.disabled = !found;
      button.textContent = found ? found.textContent : "not so many";
      if (found) found.selected = true;
    }
    if (said) this.tell(said, found, places);
  }

  // the row that says what this discard is worth, and its cells again where one looks
  tell(said, found, rows) {
    for (const row of rows) row.ariaCurrent = row === found ? "true" : null;
    const words = found
      ? [...found.querySelectorAll("[data-label]")].map((cell) => {
          const part = document.createElement("span");
          part.append(`${cell.dataset.label} `, ...[...cell.childNodes].map((one) => one.cloneNode(true)));
          return part;
        })
      : ["not more than four cards"];
    said.replaceChildren(...words);
  }
}
customElements.define("throw-cards", ThrowCards);
