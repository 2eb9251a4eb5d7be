// A slider beside a number of the rules: it writes the number, in twentieths, as it moves, and where
// a solution stands beside it, it is solved again when the slider is let go.
import { fraction, show } from "./exact.js";

const STEPS = 20;
document.addEventListener("input", (event) => {
  const slider = event.target.closest?.("input[type=range][data-field]");
  if (!slider) return;
  const field = document.getElementById(slider.dataset.field);
  field.value = show(fraction(BigInt(Math.round(Number(slider.value) * STEPS)), BigInt(STEPS)));
});
document.addEventListener("change", (event) => {
  const slider = event.target.closest?.("input[type=range][data-field]");
  if (slider) slider.form.dataset.again = document.querySelector("#result .solution") ? "1" : "";
});
document.addEventListener("htmx:afterSettle", (event) => {
  const form = document.getElementById("rules");
  if (!form?.dataset.again || event.detail.target.id !== "verdict") return;
  form.dataset.again = "";
  form.querySelector("button[data-solve]")?.click();
});
