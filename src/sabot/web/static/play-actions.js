// <play-actions>: what may be done at the table, by its key as well as by the mouse.
class PlayActions extends HTMLElement {
  connectedCallback() {
    document.addEventListener("keydown", this);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this);
  }

  handleEvent(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.repeat) return; // a key held down is one answer, not those of the next hands
    if (event.target.closest?.("input, select, textarea")) return;
    if (event.key === "Enter" && event.target.closest?.("a, summary, button:not([data-card])")) return;
    const wanted = CSS.escape(event.key.toLowerCase());
    const link = document.querySelector(`main [data-key="${wanted}"]`);
    if (link) {
      event.preventDefault();
      link.click();
    }
  }
}
customElements.define("play-actions", PlayActions);
