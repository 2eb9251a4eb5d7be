// <slide-form>: a form with a slider beside a number. While the slider moves the form says "slid"
// where that is answered at once; the address follows when it is let go.
class SlideForm extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector("form");
    this.due = 0;
    this.addEventListener("input", (event) => {
      const name = event.target.dataset.slides;
      if (!name) return;
      form.elements[name].value = event.target.value;
      if ((form.elements.players?.value ?? "2") !== "2" || this.due) return;
      this.due = requestAnimationFrame(() => {
        this.due = 0;
        form.dispatchEvent(new CustomEvent("slid"));
      });
    });
    this.addEventListener("change", (event) => {
      const slide = this.querySelector(`[data-slides="${event.target.name}"]`);
      const [top, bottom] = event.target.value.split("/");
      if (slide) slide.value = Number(top) / Number(bottom ?? 1);
      const asked = new URLSearchParams(new FormData(form));
      history.replaceState(null, "", `${form.getAttribute("action")}?${asked}`);
    });
  }
}
customElements.define("slide-form", SlideForm);
