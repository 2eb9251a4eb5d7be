// A press is heard by what was pressed, though something that came late moved it away from beneath
// the pointer, or put another of the same words and data in its place. Who moves the pointer off a
// button before letting go has not pressed it, as ever.
const STILL = 4; // pixels that a hand may tremble
let pressed;

const heading = ({ tagName, textContent, ariaLabel, name, value, dataset }) =>
  JSON.stringify([tagName, textContent, ariaLabel, name, value, { ...dataset }]);

const successor = (gone) => {
  const same = [...document.getElementsByTagName(gone.tagName)].filter((one) => heading(one) === heading(gone));
  return same.length === 1 ? same[0] : undefined;
};

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest?.("button, a");
  const plain = event.pointerType === "mouse" && event.button === 0 && button instanceof HTMLElement;
  pressed = plain ? { button, x: event.clientX, y: event.clientY, at: button.getBoundingClientRect() } : undefined;
}, { capture: true });
document.addEventListener("pointerup", (event) => {
  if (!pressed) return;
  const { button, x, y, at } = pressed;
  pressed = undefined;
  if (Math.hypot(event.clientX - x, event.clientY - y) > STILL) return;
  if (!button.isConnected) return successor(button)?.click();
  if (button.contains(event.target)) return;
  const now = button.getBoundingClientRect();
  if (now.x !== at.x || now.y !== at.y) button.click();
}, { capture: true });
