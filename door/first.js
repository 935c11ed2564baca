// Works before Streamlit does, and without it: says what is wrong where the
// page stays gray, because its connection (a websocket) is blocked, say.

(() => {
  const SAID = {/* texts/door */};
  const SOON = 1000; // milliseconds until "loading" is said
  const PATIENCE = 5000; // until it is said what is wrong
  let since = performance.now();
  let wasThere = false;
  let isMissing = false;
  let note = null;

  function inLanguage(key) {
    const asked = new URLSearchParams(location.search).get("language");
    const spoken = asked ?? navigator.language ?? "";
    return SAID[key][spoken.startsWith("zh") ? "zh" : "en"];
  }

  function say(text) {
    if (!note) {
      note = document.createElement("div");
      note.id = "attention-lab-door";
      note.setAttribute("role", "status");
      Object.assign(note.style, {
        position: "fixed",
        zIndex: 2147483647,
        insetInline: "1rem",
        bottom: "1rem",
        margin: "0 auto",
        maxWidth: "44rem",
        padding: "0.75rem 1rem",
        border: "1px solid #7d8793",
        borderRadius: "0.25rem",
        background: "#ffffff",
        color: "#1b1f24",
        font: "1rem/1.5 'Source Sans', 'Noto Sans CJK SC', 'PingFang SC', sans-serif",
      });
      (document.body ?? document.documentElement).append(note);
    }
    if (note.textContent !== text) note.textContent = text;
  }

  async function answers() {
    try {
      const health = await fetch("./_stcore/health", { cache: "no-store" });
      return health.ok;
    } catch {
      return false;
    }
  }

  function connection() {
    const app = document.querySelector("[data-testid=stApp]");
    const { testConnectionState, testScriptState } = app?.dataset ?? {};
    if (testConnectionState !== "CONNECTED") return app ? "none" : "unknown";
    return testScriptState === "initial" ? "silent" : "there";
  }

  async function reason() {
    if (!navigator.onLine) return "offline";
    if (!(await answers())) return wasThere ? "lost" : "no_server";
    const state = connection();
    if (state === "none") return wasThere ? "lost" : "blocked";
    if (state === "silent") return "silent";
    return isMissing ? "missing" : "slow";
  }

  async function look() {
    const waited = performance.now() - since;
    if (connection() === "there") {
      [since, wasThere] = [performance.now(), true];
      note?.remove();
      note = null;
    } else if (waited > PATIENCE) {
      const key = await reason();
      if (connection() !== "there") say(inLanguage(key));
    } else if (waited > SOON && !wasThere && !note) {
      say(inLanguage("loading"));
    }
    setTimeout(look, note ? 1000 : 300);
  }

  // A script of Streamlit's that does not arrive.
  const noteMissing = ({ target }) => {
    isMissing ||= target?.tagName === "SCRIPT";
  };
  window.addEventListener("error", noteMissing, true);
  setTimeout(look, SOON); // not DOMContentLoaded: it waits for all of Streamlit
})();
