// Questions that are posted as one types. The mark of this tab goes with them: a later question
// takes the place of an earlier one of the same tab, and of no other.
export const PAUSE = 400;
export const GONE = "The workbench does not answer: it may have been closed at the terminal.";
const page = Math.random().toString(36).slice(2);

export const post = (to, fields = {}, options = {}) => {
  const headers = { ...JSON.parse(document.body.getAttribute("hx-headers")), "HX-Request": "true" };
  return fetch(to, { method: "POST", headers, body: new URLSearchParams({ page, ...fields }), ...options });
};

// show a fault in words
export const say = (place, words) => {
  const said = document.createElement("p");
  said.className = "fault";
  said.setAttribute("role", "alert");
  said.textContent = words;
  place.replaceChildren(said);
};

// show the answer to the last question of an element, whichever comes back first
export const askLatest = async (element, to, fields) => {
  const mine = (element.asked = {});
  try {
    const reply = await (await post(to, fields)).text();
    if (element.asked !== mine) return;
    // our own server wrote this part and escaped every text in it
    element.pending.innerHTML = reply;
    window.htmx.process(element.pending);
    element.take();
  } catch {
    if (element.asked === mine) say(element.pending, GONE);
  }
};
