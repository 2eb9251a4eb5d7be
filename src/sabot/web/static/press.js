// A press is heard by what was pressed, though something that came late moved it away from beneath
// the pointer. Who moves the pointer off a button before letting go has not pressed it, as ever.
const STILL = 4; // pixels that a hand may tremble
let pressed;

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest?.("button, a");
  const plain = event.pointerType === "mouse" && event.button === 0 && button instanceof HTMLElement;
  pressed = plain ? { button, x: event.clientX, y: event.clientY, at: button.getBoundingClientRect() } : undefined;
}, { capture: true });
document.addEventListener("pointerup", (event) => {
  if (!pressed) return;
  const { button, x, y, at } = pressed;
  pressed = undefined;
  if (!button.isConnected || button.contains(event.target)) return;
  const now = button.getBoundingClientRect();
  const moved = now.x !== at.x || now.y !== at.y;
  if (moved && Math.hypot(event.clientX - x, event.clientY - y) <= STILL) button.click();
}, { capture: true });
