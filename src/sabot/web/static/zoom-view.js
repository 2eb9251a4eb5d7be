// <zoom-view>: a large picture in a pane that scrolls; buttons, + and -, or Ctrl and the wheel
// make it larger or smaller. Its size is an attribute of the picture: no style is written.
class ZoomView extends HTMLElement {
  connectedCallback() {
    this.picture = this.querySelector("svg");
    this.pane = this.querySelector(".pane");
    if (!this.picture) return;
    this.wide = this.picture.width.baseVal.value;
    this.high = this.picture.height.baseVal.value;
    this.scale = 1;
    this.addEventListener("click", (event) => {
      const to = event.target.closest?.("[data-zoom]")?.dataset.zoom;
      if (to === "in") this.zoom(this.scale * 1.25);
      if (to === "out") this.zoom(this.scale / 1.25);
      if (to === "fit") this.zoom(Math.min(1, this.pane.clientWidth / this.wide));
    });
    this.addEventListener("keydown", (event) => {
      if (event.key === "+") this.zoom(this.scale * 1.25);
      if (event.key === "-") this.zoom(this.scale / 1.25);
    });
    this.pane.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(this.scale * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
    }, { passive: false });
  }

  zoom(scale) {
    this.scale = Math.max(0.1, Math.min(4, scale));
    this.picture.setAttribute("width", this.wide * this.scale);
    this.picture.setAttribute("height", this.high * this.scale);
  }
}
customElements.define("zoom-view", ZoomView);
