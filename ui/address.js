// Keeps the browser's history as a visitor expects it, and says which language
// the page is in. Streamlit adds a step to the history for each change of the
// address by the server. Here some of them replace the last step instead: what
// a page says of itself as it opens (the menu has just made a step), and what
// is typed, letter by letter. The data are {language, texts}.

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

function install() {
  const memory = { texts: [], isOpening: false };
  const push = window.history.pushState.bind(window.history);
  window.history.pushState = (state, title, url) => {
    const from = new URL(window.location.href);
    const to = new URL(url ?? from, from);
    const isSamePage = from.pathname === to.pathname;
    const replaces =
      isSamePage && (memory.isOpening || isOnlyTyping(from, to, memory.texts));
    memory.isOpening = !isSamePage;
    if (replaces) window.history.replaceState(state, title, url);
    else push(state, title, url);
  };
  return memory;
}

export default function ({ data }) {
  document.documentElement.lang = data.language;
  window[HOUSE] ??= install();
  window[HOUSE].texts = data.texts;
  window[HOUSE].isOpening = false;
}
