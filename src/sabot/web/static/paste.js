// A file is read here and put where it could have been pasted; nothing is sent before Solve, and
// Solve waits until it is read.
const MOST = 1000000;
let reading;

const read = async (input, file) => {
  try {
    const text = await file.text();
    if (input.files[0] === file) document.getElementById(input.dataset.into).value = text;
  } catch {
    input.setCustomValidity("it cannot be read: choose it again");
    input.reportValidity();
  }
};
document.addEventListener("change", (event) => {
  const input = event.target.closest?.("input[type=file][data-into]");
  const file = input?.files?.[0];
  if (!file) return;
  input.setCustomValidity(file.size > MOST ? "more than 1 MB: open it at the terminal" : "");
  if (!input.reportValidity()) return;
  const mine = (reading = read(input, file).finally(() => {
    if (reading === mine) reading = undefined;
  }));
});
document.addEventListener("htmx:confirm", (event) => {
  if (!reading) return;
  event.preventDefault();
  reading.then(() => event.detail.issueRequest(true));
});
