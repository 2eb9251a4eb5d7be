// The switches of every page: how it looks, and how numbers are read. Runs before the page is
// drawn, so that nothing flickers; what is chosen is remembered by this browser alone.
(() => {
  "use strict";
  const root = document.documentElement;
  const defaults = { theme: "auto", numbers: "exact" };
  const kept = (name) => {
    try {
      return localStorage.getItem(`sabot-${name}`) || defaults[name];
    } catch {
      return defaults[name];
    }
  };
  const show = (name, value) => {
    root.dataset[name] = value;
    for (const button of document.querySelectorAll(`button[data-switch="${name}"]`)) {
      button.setAttribute("aria-pressed", String(button.dataset.to === value));
    }
    for (const select of document.querySelectorAll(`select[data-switch="${name}"]`)) {
      select.value = value;
    }
  };
  const choose = (name, value) => {
    try {
      localStorage.setItem(`sabot-${name}`, value);
    } catch {
      // a browser that remembers nothing still shows it
    }
    show(name, value);
  };
  for (const name of Object.keys(defaults)) show(name, kept(name));
  document.addEventListener("DOMContentLoaded", () => {
    for (const name of Object.keys(defaults)) show(name, kept(name));
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button[data-switch]");
    if (button) choose(button.dataset.switch, button.dataset.to);
  });
  document.addEventListener("change", (event) => {
    const select = event.target.closest?.("select[data-switch]");
    if (select) choose(select.dataset.switch, select.value);
  });
})();
