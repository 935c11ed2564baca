// A page on the wall: the root has a class, room.css does the rest. The data are
// {on, lesson, rows}: keys of charts, of which the first row that is there is
// shown. A page that has none of them is shown whole. Streamlit draws a page piece by piece, so what is there is looked at
// again whenever something is added.

const ROOM = "attention-projector";
const PICTURE = "attention-picture";
const SHOWN = "attention-on-wall";
// What a presenter's remote control sends, and the button that is meant.
const REMOTE = { PageDown: "on", PageUp: "back" };

const holder = (key) => document.querySelector(`.st-key-${key}`);

function light({ on, rows }) {
  const row = (on && rows.find((keys) => keys.some(holder))) || [];
  const wanted = new Set(row.map(holder).filter(Boolean));
  document.documentElement.classList.toggle(PICTURE, wanted.size > 0);
  for (const node of document.querySelectorAll(`.${SHOWN}`)) {
    if (!wanted.has(node)) node.classList.remove(SHOWN);
  }
  for (const node of wanted) {
    if (!node.classList.contains(SHOWN)) node.classList.add(SHOWN);
  }
}

function press(name) {
  document.querySelector(`.st-key-${name} button`)?.click();
}

function hear(state, event) {
  if (!state.data?.on || event.defaultPrevented) return;
  if (event.key === "Escape") press("projector_turn");
  const button = REMOTE[event.key];
  if (!button) return;
  event.preventDefault();
  press(`${state.data.lesson}-${button}`);
}

function install() {
  const state = { data: null };
  const again = () => state.data?.on && light(state.data);
  new MutationObserver(again).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ["class"],
  });
  document.addEventListener("keydown", (event) => hear(state, event));
  return state;
}

export default function room({ data }) {
  const state = (window.attentionLabRoom ??= install());
  state.data = data;
  document.documentElement.classList.toggle(ROOM, data.on);
  light(data);
}
