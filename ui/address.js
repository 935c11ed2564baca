// Keeps the browser's history as a visitor expects it, and says which language
// the page is in. Streamlit adds a step to the history for each change of the
// address by the server. Here some of them replace the last step instead: what
// a page says of itself as it opens (the menu has just made a step), and what
// is typed, letter by letter. The data are {language, lesson, texts}.
//
// After a click in the menu the new page's parameters may arrive while the path
// is still the old page's: they would be written into the step that Back is to
// return to. They wait for the new path.

const HOUSE = "attentionLabAddress";

function differs(from, to, name) {
  return from.searchParams.get(name) !== to.searchParams.get(name);
}

function isOnlyTyping(from, to, texts) {
  const names = new Set([...from.searchParams.keys(), ...to.searchParams.keys()]);
  return [...names].every(
    (name) => texts.includes(name) || !differs(from, to, name),
  );
}

// A click that opens another page of ours in this window.
function leaves(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const { origin, pathname } = new URL(link.href);
  if (link.target === "_blank" || origin !== window.location.origin) return null;
  return pathname !== window.location.pathname;
}

function watchMenu(memory) {
  const note = (event) => {
    memory.isLeaving = leaves(event) ?? memory.isLeaving;
    memory.held = null;
  };
  document.addEventListener("click", note, { capture: true });
  window.addEventListener("popstate", () => {
    memory.isLeaving = false;
  });
}

// After a server was restarted, or a laptop slept, Streamlit connects again but
// runs nothing: the first thing that is typed would open a new session, which
// begins with the address, and be lost. So the page is run before.
function watchConnection(memory) {
  const app = document.querySelector("[data-testid=stApp]");
  const read = () => app.getAttribute("data-test-connection-state");
  let wasLost = false;
  new MutationObserver(() => {
    const isThere = read() === "CONNECTED";
    if (isThere && wasLost) memory.wake?.();
    wasLost = !isThere;
  }).observe(app, { attributeFilter: ["data-test-connection-state"] });
}

function install() {
  const memory = { texts: [], isOpening: false, isLeaving: false, held: null };
  watchMenu(memory);
  watchConnection(memory);
  const push = window.history.pushState.bind(window.history);
  window.history.pushState = (state, title, url) => {
    const from = new URL(window.location.href);
    const to = new URL(url ?? from, from);
    const isSamePage = from.pathname === to.pathname;
    if (isSamePage && memory.isLeaving) {
      memory.held = to.search;
      return;
    }
    const replaces =
      isSamePage && (memory.isOpening || isOnlyTyping(from, to, memory.texts));
    memory.isOpening = !isSamePage;
    to.search = memory.held ?? to.search;
    Object.assign(memory, { isLeaving: false, held: null });
    if (replaces) window.history.replaceState(state, title, to);
    else push(state, title, to);
  };
  return memory;
}

// On a fresh server Streamlit looks for its own kind of pages, beside app.py,
// before it has run app.py: the first visitor who opens a page by its address
// is told that it does not exist, over the very page. That is taken back.
function takeBackNotFound(lesson) {
  if (!window.location.pathname.endsWith(`/${lesson}`)) return;
  for (const dialog of document.querySelectorAll("[role=dialog]")) {
    if (!dialog.textContent.startsWith("Page not found")) continue;
    dialog.querySelector("button[aria-label=Close]")?.click();
  }
}

export default function ({ data, setStateValue }) {
  for (const wait of [0, 300, 1500]) {
    setTimeout(takeBackNotFound, wait, data.lesson);
  }
  document.documentElement.lang = data.language;
  // A browser that translates puts nodes of its own in place of ours: numbers
  // would stay as they were, and the next change of the page fails.
  document.documentElement.translate = false;
  window[HOUSE] ??= install();
  window[HOUSE].texts = data.texts;
  window[HOUSE].wake = () => setStateValue("woken", Date.now());
  window[HOUSE].isOpening = false;
}
