// What pages share beside htmx: each custom element is a module of its own.
import "./drop-file.js";
import "./envelope.js";
import "./fit-figure.js";
import "./grid.js";
import "./matrix-grid.js";
import "./paste.js";
import "./pick-cards.js";
import "./play-actions.js";
import "./rules-editor.js";
import "./rules-form.js";
import "./seat.js";
import "./slide-form.js";
import "./throw-cards.js";
import "./zoom-view.js";
import { GONE, post, say } from "./post.js";

// a job ends soon after the last page that shows it was closed
addEventListener("pagehide", () => {
  for (const { dataset } of document.querySelectorAll(".job[data-job]")) {
    post(`/job/${dataset.job}/leave`, {}, { keepalive: true }).catch(() => {});
  }
});

const refused = (event) => {
  const { xhr, target } = event.detail;
  // a refusal is a part of a page like any other: it is shown where the answer would stand
  if (xhr && xhr.status >= 400 && xhr.responseText) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
    if (target) event.detail.target = target;
  }
};
document.addEventListener("htmx:beforeSwap", refused);
document.addEventListener("htmx:sendError", (event) => {
  const place = event.detail.target;
  if (!place) return;
  say(place.closest(".job") ?? place, GONE);
});
// an answer to a place that is gone by then is shown nowhere: not in the address either
document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, target, xhr } = event.detail;
  const heard = (answer) => {
    if (answer.detail.xhr !== xhr) return;
    elt.removeEventListener("htmx:beforeOnLoad", heard);
    if (!target.isConnected) answer.preventDefault();
  };
  elt.addEventListener("htmx:beforeOnLoad", heard);
});
// a number of very many digits is written out where it is chosen, and shortened again
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button.digits");
  if (!button) return;
  const open = button.getAttribute("aria-expanded") !== "true";
  button.dataset.short ??= button.textContent;
  button.textContent = open ? (button.dataset.whole ?? button.closest(".number").dataset.exact) : button.dataset.short;
  button.setAttribute("aria-expanded", String(open));
});
// a whole number is stepped by its two buttons
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[data-step]");
  const field = button && document.getElementById(button.dataset.field);
  const now = parseInt(field?.value || field?.placeholder, 10);
  if (Number.isNaN(now)) return;
  field.value = String(now + Number(button.dataset.step));
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true })); // it is not typed: nobody waits
});
// "/" goes to the search field, "?" lists the keys; a press elsewhere closes what was found
const keys = document.getElementById("keys");
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.getElementById("found-below")?.replaceChildren();
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea, .editor")) return;
  if (event.key === "?" && keys && !keys.open) keys.showModal();
  if (event.key !== "/") return;
  event.preventDefault();
  document.querySelector(".search input")?.focus();
});
// the arrow keys go from the search field into what was found, and back
document.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const search = step && event.target.closest?.(".search");
  if (!search) return;
  const places = [search.querySelector("input[type=search]"), ...search.querySelectorAll("#found-below a")];
  const next = places[places.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
document.addEventListener("click", (event) => {
  if (event.target.closest?.("button[data-keys]")) keys.showModal();
  if (!event.target.closest?.(".search")) document.getElementById("found-below")?.replaceChildren();
});
// copy a link or a text
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("button[data-copy]");
  if (!button) return;
  const { copy, link } = button.dataset;
  const here = () => button.closest("rules-form")?.typed() ?? location.href;
  const text = link ? new URL(copy, location).href : copy === "address" ? here() : copy;
  try {
    await navigator.clipboard.writeText(text);
    button.dataset.said = "copied";
  } catch {
    button.dataset.said = "not copied";
  }
  setTimeout(() => delete button.dataset.said, 1500);
});
