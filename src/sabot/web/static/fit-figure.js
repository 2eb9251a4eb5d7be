// <fit-figure>: one figure drawn twice, for a screen and (in a template) for a telephone; the one that
// has room is shown, also after a telephone is turned round. "fitted" is said when they change places.
const NARROW = 520; // pixels: below, what is written on the drawing for a screen is too small to read

class FitFigure extends HTMLElement {
  connectedCallback() {
    const spare = this.querySelector("template")?.content.firstElementChild;
    this.wide ??= this.querySelector("svg");
    this.narrow ??= spare?.cloneNode(true);
    if (!this.wide || !this.narrow) return;
    this.fit();
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(this);
  }

  disconnectedCallback() {
    this.watch?.disconnect();
  }

  fit() {
    const room = this.clientWidth;
    if (!room) return; // folded away, or not laid out yet
    const [now, other] = room < NARROW ? [this.narrow, this.wide] : [this.wide, this.narrow];
    if (!other.isConnected) return;
    other.replaceWith(now);
    this.dispatchEvent(new CustomEvent("fitted", { bubbles: true }));
  }
}
customElements.define("fit-figure", FitFigure);
