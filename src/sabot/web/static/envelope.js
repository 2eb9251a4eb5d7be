// V(p) to be dragged along: pointer, keyboard and slider move the handle; the height is computed
// here from the exact corners, piece by piece, so that no request is made.
import { add, decimal, fraction, less, minus, near, over, read, show, times } from "./exact.js";

const STEPS = 1000n;
const CATCH = 0.006; // how near to a corner the handle falls into it

const LONG = 20; // letters of a fraction above which its decimal is read

class EnvelopePlot extends HTMLElement {
  onDown = (event) => this.take(event);
  onMove = (event) => this.held && this.drag(event);
  onUp = () => (this.held = false);

  connectedCallback() {
    if (!this.querySelector("svg")) return;
    this.slider = this.querySelector("input[type=range]");
    this.atP = this.querySelector(".at-p");
    this.atV = this.querySelector(".at-v");
    this.answers = this.querySelector(".answers");
    this.slider.addEventListener("input", () => this.slide());
    this.addEventListener("fitted", () => {
      this.look();
      this.move(this.now.p);
    });
    this.look();
    this.move(read(this.dataset.start));
  }

  // take up the drawing that is shown: a narrow place has another one
  look() {
    const svg = (this.svg = this.querySelector("svg"));
    this.corners = [...svg.querySelectorAll("circle[data-p]")].map((one) => ({
      p: read(one.dataset.p),
      v: read(one.dataset.v),
      at: near(read(one.dataset.p)),
      cells: one.dataset.cells,
    }));
    const d = svg.querySelector(".hand").dataset;
    this.box = Object.fromEntries(Object.entries(d).map(([key, text]) => [key, Number(text)]));
    const { left, right } = this.box;
    const whole = svg.viewBox.baseVal.width;
    this.slider.style.setProperty("--left", `${(100 * left) / whole}%`);
    this.slider.style.setProperty("--long", `${(100 * (right - left)) / whole}%`);
    this.handle = svg.querySelector(".handle");
    this.guide = svg.querySelector(".guide");
    this.held = false;
    svg.addEventListener("pointerdown", this.onDown);
    svg.addEventListener("pointermove", this.onMove);
    svg.addEventListener("pointerup", this.onUp);
    svg.addEventListener("pointercancel", this.onUp);
  }

  take(event) {
    this.held = true;
    this.svg.setPointerCapture(event.pointerId);
    this.drag(event);
  }

  drag(event) {
    const bounds = this.svg.getBoundingClientRect();
    const wide = this.svg.viewBox.baseVal.width;
    const x = ((event.clientX - bounds.left) / bounds.width) * wide;
    const share = (x - this.box.left) / (this.box.right - this.box.left);
    // a pointer may move many times between two frames: only where it is then is drawn
    this.due ??= requestAnimationFrame(() => {
      this.due = undefined;
      this.place(this.share);
    });
    this.share = Math.min(1, Math.max(0, share));
    event.preventDefault();
  }

  slide() {
    this.move(fraction(BigInt(this.slider.value), STEPS));
  }

  place(share) {
    const caught = this.corners.find((one) => Math.abs(one.at - share) < CATCH);
    this.move(caught ? caught.p : fraction(BigInt(Math.round(share * Number(STEPS))), STEPS));
  }

  height(p) {
    const last = this.corners.length - 1;
    let k = 1;
    while (k < last && less(this.corners[k].p, p)) k += 1;
    const [one, two] = [this.corners[k - 1], this.corners[k]];
    const slope = over(minus(two.v, one.v), minus(two.p, one.p));
    return add(one.v, times(slope, minus(p, one.p)));
  }

  move(p) {
    const v = this.height(p);
    const { left, right, foot, top, low, high } = this.box;
    const x = left + near(p) * (right - left);
    const y = foot + ((near(v) - low) / (high - low)) * (top - foot);
    this.handle.setAttribute("cx", x.toFixed(1));
    this.handle.setAttribute("cy", y.toFixed(1));
    this.guide.setAttribute("x1", x.toFixed(1));
    this.guide.setAttribute("x2", x.toFixed(1));
    this.slider.value = String(Math.round(near(p) * Number(STEPS)));
    this.slider.setAttribute("aria-valuetext", `p ${show(p)}, V ${decimal(v)}`);
    this.write(this.atP, p);
    this.write(this.atV, v);
    const here = this.corners.find((one) => show(one.p) === show(p));
    this.answers.textContent = here?.cells ? `Here the answer changes: ${here.cells}` : "";
    this.now = { p, v };
    clearTimeout(this.later);
    this.later = setTimeout(() => this.remember(p), 400);
  }

  write(place, x) {
    const exact = document.createElement("span");
    const short = document.createElement("span");
    exact.className = "exact";
    const whole = show(x);
    const [over, under] = whole.split("/");
    if (whole.length > LONG) exact.append(`≈ ${decimal(x, 8)}`);
    else exact.append(over, ...(under ? ["/", document.createElement("wbr"), under] : []));
    short.className = "decimal";
    short.textContent = decimal(x);
    place.classList.add("number", "long");
    place.dataset.exact = place.title = whole;
    place.replaceChildren(exact, short);
  }

  remember(p) {
    const address = new URL(location.href);
    address.searchParams.set("p", show(p));
    history.replaceState(history.state, "", address);
  }
}
customElements.define("envelope-plot", EnvelopePlot);
