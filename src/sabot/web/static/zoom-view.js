// <zoom-view>: a large picture in a pane that scrolls. Buttons, + and -, or Ctrl and the wheel make
// it larger or smaller, and 0 shows all of it; arrows go from node to node. What cannot be told
// apart lights up together. Its size is an attribute of the picture: no style is written.
const KEPT = "sabot-zoom";

class ZoomView extends HTMLElement {
  connectedCallback() {
    this.picture = this.querySelector("svg");
    this.pane = this.querySelector(".pane");
    if (!this.picture) return;
    this.wide = this.picture.width.baseVal.value;
    this.high = this.picture.height.baseVal.value;
    const far = document.documentElement.dataset.theme === "projector";
    this.scale = Number(sessionStorage.getItem(KEPT)) || (far ? 1.4 : 1);
    if (this.scale !== 1) this.zoom(this.scale);
    this.nodes = [...this.picture.querySelectorAll("a[data-node]")];
    this.addEventListener("click", (event) => this.press(event.target.closest?.("[data-zoom]")?.dataset.zoom));
    this.addEventListener("keydown", (event) => this.key(event));
    for (const name of ["pointerover", "focusin"]) {
      this.picture.addEventListener(name, (event) => this.light(event.target.closest("[data-set]")));
    }
    for (const name of ["pointerleave", "focusout"]) this.picture.addEventListener(name, () => this.light(null));
    this.pane.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(this.scale * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
    }, { passive: false });
    // who has folded a node stays with it
    const here = this.nodes.find((node) => `#${node.id}` === location.hash);
    if (here && document.activeElement === document.body) this.go(here); // who types elsewhere is left there
  }

  press(to) {
    if (to === "in") this.zoom(this.scale * 1.25);
    if (to === "out") this.zoom(this.scale / 1.25);
    if (to === "fit") {
      const across = this.pane.clientWidth / this.wide;
      this.zoom(Math.min(1, across, Math.max(0.25, (0.85 * innerHeight) / this.high)));
    }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const zooms = { "+": "in", "=": "in", "-": "out", "0": "fit" };
    if (zooms[event.key]) {
      event.preventDefault();
      this.press(zooms[event.key]);
      return;
    }
    const here = event.target.closest?.("a[data-node]");
    const next = here && this.beside(here, event.key);
    if (!next) return;
    event.preventDefault();
    this.go(next);
  }

  // left to the parent, right to the first below, up and down to the nearest of the same column
  beside(node, key) {
    const { parent, node: own } = node.dataset;
    if (key === "ArrowLeft") return this.nodes.find((one) => one.dataset.node === parent);
    if (key === "ArrowRight") return this.nodes.find((one) => one.dataset.parent === own);
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (!step) return undefined;
    const column = this.nodes.filter((one) => one.dataset.column === node.dataset.column);
    return column[column.indexOf(node) + step];
  }

  go(node) {
    node.focus({ preventScroll: true });
    node.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // a pointer that lies over nothing does not put out what the keyboard lit
  light(one) {
    const lit = (one ?? this.picture.querySelector("a[data-set]:focus"))?.dataset.set;
    for (const part of this.picture.querySelectorAll("[data-set]")) {
      part.classList.toggle("lit", lit !== undefined && part.dataset.set === lit);
    }
  }

  zoom(scale) {
    this.scale = Math.max(0.1, Math.min(4, scale));
    this.picture.setAttribute("width", this.wide * this.scale);
    this.picture.setAttribute("height", this.high * this.scale);
    sessionStorage.setItem(KEPT, this.scale);
  }
}
customElements.define("zoom-view", ZoomView);
