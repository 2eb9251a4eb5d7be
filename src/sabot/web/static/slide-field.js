// A slider beside a number of the rules: it writes the number, to hundredths, as it moves, and where
// a solution stands beside it, it is solved again when the slider is let go.
document.addEventListener("input", (event) => {
  const slider = event.target.closest?.("input[type=range][data-field]");
  if (!slider) return;
  const field = document.getElementById(slider.dataset.field);
  const hundredths = Math.round(Number(slider.value) * 100);
  field.value = hundredths % 100 ? `${hundredths}/100` : `${hundredths / 100}`;
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
