// What is pressed before the page can answer is kept, and done as soon as it can: in its order, and
// once. Runs before the page is drawn; everything else is loaded behind it.
(() => {
  "use strict";
  const kept = [];
  const keep = (event, again) => {
    event.stopImmediatePropagation(); // some scripts may be there already: nobody hears it twice
    kept.push(again);
  };
  const heard = {
    click(event) {
      const button = event.target.closest?.("button[type=button]:not([data-switch])");
      if (button) keep(event, () => button.click());
    },
    submit(event) {
      const { target, submitter } = event;
      if (target.hasAttribute("action")) return; // where it leads, a page answers without any of this
      event.preventDefault();
      keep(event, () => target.requestSubmit(submitter));
    },
    keydown(event) {
      const { target } = event;
      keep(event, () => target.dispatchEvent(new KeyboardEvent("keydown", event)));
    },
  };
  for (const name of Object.keys(heard)) window.addEventListener(name, heard[name], { capture: true });
  // every script has run by then; at the window, after htmx has gone through the page
  window.addEventListener("DOMContentLoaded", () => {
    for (const name of Object.keys(heard)) window.removeEventListener(name, heard[name], { capture: true });
    for (const again of kept) again();
  });
})();
