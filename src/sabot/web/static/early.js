// What is pressed before the page can answer is kept, and done as soon as it can: in its order, and
// once. Runs before the page is drawn; everything else is loaded behind it.
(() => {
  "use strict";
  const kept = [];
  const heard = {
    click(event) {
      const button = event.target.closest?.("button[type=button]:not([data-switch])");
      if (button) kept.push(() => button.click());
    },
    submit(event) {
      const { target, submitter } = event;
      if (target.hasAttribute("action")) return; // where it leads, a page answers without any of this
      event.preventDefault();
      kept.push(() => target.requestSubmit(submitter));
    },
    keydown(event) {
      kept.push(() => event.target.dispatchEvent(new KeyboardEvent("keydown", event)));
    },
  };
  for (const name of Object.keys(heard)) document.addEventListener(name, heard[name]);
  const able = () => {
    for (const name of Object.keys(heard)) document.removeEventListener(name, heard[name]);
    for (const again of kept) again();
  };
  // modules have run by then; a moment later htmx has gone through the page as well
  document.addEventListener("DOMContentLoaded", () => setTimeout(able));
})();
