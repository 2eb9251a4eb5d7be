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

const tell = async (seat, asked = true) => {
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
      if (asked && whole && view === wish.view) seat.querySelector(".why").scrollIntoView({ block: "nearest" });
    }
  } catch {
    wish.shown = {}; // it was said that the workbench does not answer
  } finally {
    wish.busy = false;
  }
};

const mark = (seat, name, views) => {
  for (const button of seat.querySelectorAll("button[data-view]")) {
    if (views.includes(button.dataset.view)) button.setAttribute(name, "true");
    else button.removeAttribute(name);
  }
};

const choose = (button, seat) => {
  const { view } = button.dataset;
  mark(seat, "aria-current", [view]);
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
  mark(seat, "data-locked", Object.keys(locks));
};

// the answer to other rules: what was chosen and locked stays so where the new game has it
let kept = [];
document.addEventListener("htmx:oobBeforeSwap", ({ target }) => {
  kept = [...target.querySelectorAll(".solution .seat")].map((seat) => [seat.dataset.seat, wishes(seat)]);
});
document.addEventListener("htmx:oobAfterSwap", () => {
  const chosen = kept;
  kept = [];
  for (const [name, { view, locks }] of chosen) {
    const seat = document.querySelector(`.solution .seat[data-seat="${CSS.escape(name)}"]`);
    const button = view && seat?.querySelector(`[data-view="${CSS.escape(view)}"]`);
    if (!button) continue;
    const there = Object.entries(locked(locks)).filter(([cell]) => seat.querySelector(`[data-view="${CSS.escape(cell)}"]`));
    wishes(seat).locks = there.length ? JSON.stringify(Object.fromEntries(there)) : "";
    mark(seat, "data-locked", there.map(([cell]) => cell));
    choose(button, seat);
    tell(seat, false);
  }
});

// an address that names a cell asks why by itself
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (!target.matches?.(".why[hx-get]")) return;
  const seat = target.closest(".seat");
  mark(seat, "aria-current", [seat.dataset.cell]);
  mark(seat, "data-locked", Object.keys(locked(seat.dataset.locks)));
  target.scrollIntoView({ block: "nearest" });
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
