// A file is read here and put where it could have been pasted; nothing is sent before Solve.
const MOST = 1000000;
document.addEventListener("change", async (event) => {
  const input = event.target.closest?.("input[type=file][data-into]");
  const file = input?.files?.[0];
  if (!file) return;
  const place = document.getElementById(input.dataset.into);
  input.setCustomValidity(file.size > MOST ? "more than 1 MB: open it at the terminal" : "");
  if (!input.reportValidity()) return;
  place.value = await file.text();
});
