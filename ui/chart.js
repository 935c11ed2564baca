// Draws a Plotly figure in a node that stays: zoom survives, nothing flashes.
// The payload is JSON as bytes: {figure, alt, key, library, height, buttons}.

const NARROW = 480; // pixels; below, the color bar gives way to the picture
const NAME = 11; // pixels between two names that stand upright
const BESIDE = 110; // about as many pixels are beside the columns of a heatmap
const CONFIG = {
  displaylogo: false,
  displayModeBar: "hover",
  doubleClick: "reset+autosize",
  modeBarButtonsToRemove: ["toImage", "select2d", "lasso2d", "autoScale2d"],
  scrollZoom: false,
  showSendToCloud: false,
};

// ---------------------------------------------------------------- library

// Where the app is served from: at the root, under a base path, or behind a
// proxy that adds one. Streamlit's own script knows best; the others are
// guesses from the address, for a server that takes its scripts elsewhere.
function candidates(name) {
  const file = `app/static/${name}`;
  const own = [...document.scripts]
    .map((script) => script.src)
    .filter((source) => source.includes("/static/js/"))
    .map((source) => source.replace(/static\/js\/[^/]*$/, file));
  const guesses = [`./${file}`, `../${file}`, `/${file}`];
  const urls = guesses.map((guess) => new URL(guess, document.baseURI).href);
  return [...new Set([...own, ...urls])];
}

function addScript(url) {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => resolve(window.Plotly);
    script.onerror = () => resolve(undefined);
    document.head.append(script);
  });
}

async function findLibrary(name) {
  for (const url of candidates(name)) {
    const library = window.Plotly ?? (await addScript(url));
    if (library) return library;
  }
  throw new Error(`plotly.js not found as app/static/${name}`);
}

function loadLibrary(name) {
  window.attentionLabPlotly ??= findLibrary(name);
  return window.attentionLabPlotly;
}

// ----------------------------------------------------------------- drawing

function fit(figure, width) {
  figure.layout.width = width;
  figure.layout.autosize = false;
  if (matchMedia("(pointer: coarse)").matches) figure.layout.dragmode = false;
  if (width >= NARROW) return figure;
  fitNames(figure);
  if (figure.layout.yaxis?.scaleanchor) {
    figure.layout.height = Math.min(figure.layout.height, width + 40);
  }
  for (const trace of figure.data) {
    if (trace.colorbar) trace.showscale = false;
  }
  return figure;
}

// Names of columns that would lie over each other: some stay, and it is said,
// in place of what the figure says of its own columns.
function thinNames({ layout }, width, notes) {
  const said = layout.meta?.names_thinned;
  for (const note of notes.children) note.hidden = false;
  const { tickvals = [], ticktext } = layout.xaxis ?? {};
  const name = NAME * textScale();
  const step = Math.ceil((name * tickvals.length) / (width - BESIDE));
  if (!said || step < 2) return "";
  const stays = (_, k) => k % step === 0;
  layout.xaxis.tickvals = tickvals.filter(stays);
  layout.xaxis.ticktext = ticktext.filter(stays);
  const own = tickvals[1] - tickvals[0];
  for (const note of notes.children) {
    note.hidden = note.textContent === said.replace("{step}", own);
  }
  return said.replace("{step}", step * own);
}

// Where many cells share names, payload.py sends each name once.
function unpack(trace) {
  const { strings, places, bytes, shape } = trace.customdata ?? {};
  if (!strings) return;
  const raw = Uint8Array.from(atob(places), (char) => char.charCodeAt(0));
  const Whole = bytes === 4 ? Uint32Array : Uint16Array;
  let nested = Array.from(new Whole(raw.buffer), (place) => strings[place]);
  for (const size of shape.slice(1).reverse()) {
    const rows = [];
    for (let k = 0; k < nested.length; k += size) {
      rows.push(nested.slice(k, k + size));
    }
    nested = rows;
  }
  trace.customdata = nested;
}

// The camera saves what the buttons of `taking` save: light, with sharp numbers.
function camera(library, state) {
  const title = state.payload.buttons?.names["Download plot"] ?? "SVG";
  const click = () => {
    const { figure, key } = state.payload;
    saveStill(library, figure, { name: key, format: "svg" });
  };
  return { name: "still", title, icon: library.Icons.camera, click };
}

// The same object as long as it says the same: where a function is another one,
// Plotly draws everything anew, and a zoom is lost.
function config(library, state) {
  const { language, names } = state.payload.buttons ?? {};
  const wanted = JSON.stringify([language, names]);
  if (state.configured === wanted) return state.config;
  const spoken = language
    ? { locale: language, locales: { [language]: { dictionary: names } } }
    : {};
  state.configured = wanted;
  state.config = { ...CONFIG, ...spoken, modeBarButtonsToAdd: [camera(library, state)] };
  return state.config;
}

// A page is printed narrower than it is shown, and nothing is drawn anew for
// it: chart.css scales what is there.
function scaleOnPaper(plot, { width, height }) {
  for (const svg of plot.querySelectorAll(".main-svg")) {
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }
  plot.style.setProperty("--shape", `${width} / ${height}`);
}

function signature(state, map, width) {
  return JSON.stringify([state.text, [...map], width, textScale(), isOnWall()]);
}

async function draw(state) {
  const { host, plot, payload } = state;
  const library = await loadLibrary(payload.library);
  const width = Math.floor(host.getBoundingClientRect().width);
  if (!host.isConnected || width === 0) return;
  const figure = state.payload.figure;
  const map = colorMap(host, figure.layout.meta ?? {});
  const wanted = signature(state, map, width);
  if (wanted === state.drawn) return;
  state.drawn = wanted;
  const { data, layout } = fit(enlarge(recolor(figure, map)), width);
  state.thinned.textContent = thinNames({ layout }, width, state.notes);
  plot.style.minHeight = `${layout.height}px`;
  await library.react(plot, data, layout, config(library, state));
  scaleOnPaper(plot, layout);
  listen(state);
  sharpenNumbers(state);
  writeTable(state);
  host.dataset.draws = Number(host.dataset.draws ?? 0) + 1;
}

function redraw(state) {
  state.queue = (state.queue ?? Promise.resolve())
    .then(() => draw(state))
    .catch((error) => {
      console.error(error);
      if (!window.Plotly) state.setStateValue("failed", true);
    });
}

// ------------------------------------------------------------------ clicks

// Every figure answers in rows (y) and columns (x): from the axes, from the
// list of cells that a trace carries in its meta (its points go through it
// again and again), or, where cells stand in tiles, as the tile.
function cellOf({ data, pointNumber, x, y }) {
  const { cells, tile } = data?.meta ?? {};
  if (tile) return { y: Math.floor(y / tile[0]), x: Math.floor(x / tile[1]) };
  const cell = cells?.[pointNumber % cells.length];
  return cell ? { y: cell[0], x: cell[1] } : { x, y };
}

function send(state, { x, y }) {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return;
  const click = { x: Math.round(x), y: Math.round(y), serial: Date.now() };
  state.setTriggerValue("click", click);
}

function listen(state) {
  if (state.listens) return;
  state.listens = true;
  state.plot.on("plotly_click", ({ points }) => {
    if (points.length) send(state, cellOf(points[0]));
  });
  state.plot.on("plotly_afterplot", () => sharpenNumbers(state));
}

// -------------------------------------------------------------------- node

function element(parent, name) {
  const node = document.createElement("div");
  node.className = name;
  parent.append(node);
  return node;
}

function build(parent) {
  const host = element(parent, "attention-chart");
  host.setAttribute("role", "figure");
  const state = { host, plot: element(host, "attention-chart-plot") };
  state.plot.tabIndex = 0;
  state.plot.setAttribute("role", "application"); // it answers arrow keys
  state.table = element(host, "attention-chart-spoken");
  const below = element(host, "attention-chart-below");
  state.notes = element(below, "attention-chart-notes");
  state.thinned = element(below, "attention-chart-thinned");
  state.tooSmall = element(below, "attention-chart-too-small");
  state.spoken = element(host, "attention-chart-spoken");
  state.spoken.setAttribute("aria-live", "polite");
  state.plot.addEventListener("keydown", (event) => walk(state, event));
  state.observer = new ResizeObserver(() => state.payload && redraw(state));
  state.observer.observe(host);
  return state;
}

function describe(state) {
  const { host, notes, plot, payload } = state;
  host.dataset.chartKey = payload.key;
  host.setAttribute("aria-label", payload.alt);
  plot.setAttribute("aria-label", payload.hint);
  plot.style.minHeight = `${payload.figure.layout.height}px`;
  const sentences = payload.figure.layout.meta?.notes ?? [];
  notes.replaceChildren();
  for (const sentence of sentences) element(notes, "").textContent = sentence;
}

export default function chart(component) {
  const { data, parentElement, setTriggerValue, setStateValue } = component;
  const state = (parentElement.attentionChart ??= build(parentElement));
  const run = (state.run = {});
  Object.assign(state, { setTriggerValue, setStateValue });
  const text = new TextDecoder().decode(data);
  if (text !== state.text) {
    state.text = text;
    state.payload = JSON.parse(text);
    state.payload.figure.data.forEach(unpack);
    describe(state);
  }
  redraw(state);
  return () => {
    if (state.run !== run) return; // a newer call draws on
    state.observer.disconnect();
    window.Plotly?.purge(state.plot);
    state.host.remove();
    delete parentElement.attentionChart;
  };
}
