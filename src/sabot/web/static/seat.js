// The strategy of a seat: choosing a cell, in a grid or in a list, asks why; its buttons lock it. What
// is wanted is kept here and asked for, one question after the other, until it is what is shown: a
// press before the last one is answered is neither lost nor overtaken.
const SEATS = new WeakMap();

const wishes = (seat) => {
  const { cell = "", locks = "" } = seat.dataset;
  if (!SEATS.has(seat)) SEATS.set(seat, { view: cell, locks, shown: { view: cell, locks } });
  return SEATS.get(seat);
};

const answer = async (seat, { view, locks }, whole) => {
  const values = { g: seat.closest(".solution").dataset.game, seat: seat.dataset.seat, view, locks };
  const place = seat.querySelector(".why");
  const target = whole ? place : place.querySelector(".locked");
  const path = whole ? "/part/why" : "/part/locked";
  const focused = target.contains(document.activeElement);
  await window.htmx.ajax("GET", path, { source: seat, target, values, swap: "innerHTML" });
  // the button that unlocked a cell is gone: the keyboard goes on from the next one, not from the top
  if (!focused || document.activeElement !== document.body) return;
  (target.querySelector("button") ?? place.querySelector(".lock button"))?.focus();
};

const tell = async (seat) => {
  const wish = wishes(seat);
  if (wish.busy) return;
  wish.busy = true;
  try {
    while (seat.isConnected) {
      const { view, locks, shown } = wish;
      const whole = view !== shown.view;
      if (!whole && locks === shown.locks) break;
      wish.shown = { view, locks };
      await answer(seat, wish.shown, whole);
      // on a narrow screen the answer is far below the cell: it would seem that nothing happened
      if (whole && view === wish.view) seat.querySelector(".why").scrollIntoView({ block: "nearest" });
    }
  } catch {
    wish.shown = {}; // it was said that the workbench does not answer
  } finally {
    wish.busy = false;
  }
};

const choose = (button, seat) => {
  for (const other of seat.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
  const { view } = button.dataset;
  for (const same of seat.querySelectorAll(`[data-view="${CSS.escape(view)}"]`)) same.setAttribute("aria-current", "true");
  const wish = wishes(seat);
  if (!wish.busy) wish.shown = { locks: wish.shown.locks }; // who asks again gets an answer again
  wish.view = view;
};

const locked = (text) => {
  try {
    return JSON.parse(text || "{}");
  } catch {
    return {}; // an address that makes no sense; what is wrong with it is said
  }
};

const lock = ({ dataset: { cell, lock: action } }, seat) => {
  const wish = wishes(seat);
  const { [cell]: _, ...others } = locked(wish.locks);
  const locks = action ? { ...others, [cell]: action } : others;
  wish.locks = Object.keys(locks).length ? JSON.stringify(locks) : "";
};

// an address that names a cell asks why by itself
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.matches?.(".why[hx-get]")) target.scrollIntoView({ block: "nearest" });
});

document.addEventListener("click", (event) => {
  const shown = event.target.closest?.(".example button[data-view]"); // on the first page: to its cell
  if (shown) {
    const { game } = shown.closest("[data-game]").dataset;
    const { seat: name } = shown.closest("[data-seat]").dataset;
    location.assign(`/game?${new URLSearchParams({ g: game, seat: name, view: shown.dataset.view })}`);
  }
  const button = event.target.closest?.(".seat button:is([data-view], [data-lock])");
  const seat = button?.closest(".solution .seat");
  if (!seat) return;
  (button.dataset.lock === undefined ? choose : lock)(button, seat);
  tell(seat);
});
