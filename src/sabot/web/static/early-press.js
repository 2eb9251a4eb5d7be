// A button that htmx serves does nothing before htmx is there, which a quick reader notices: its
// press is kept until then. Runs before the page is drawn. It guards no place of an answer: those
// have their height from the style sheet; without it a press while a page loads would be lost.
(() => {
  "use strict";
  let pressed = null;
  const keep = (event) => {
    pressed = event.target.closest?.("button:is([hx-get], [hx-post])") ?? pressed;
  };
  document.addEventListener("click", keep, true);
  document.addEventListener("DOMContentLoaded", () => {
    document.removeEventListener("click", keep, true);
    setTimeout(() => pressed?.isConnected && pressed.click());
  });
})();
