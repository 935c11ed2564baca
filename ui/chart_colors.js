// Colors of the page for those of a figure, and numbers that can be read on
// them. Stands before chart.js; together they are one script.

// ------------------------------------------------------------------ colors

const LUMINANCES = new Map();

function luminance(color) {
  if (!LUMINANCES.has(color)) LUMINANCES.set(color, measure(color));
  return LUMINANCES.get(color);
}

function measure(color) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const linear = [...context.getImageData(0, 0, 1, 1).data].map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

// Which color of the figure becomes which color on this page.
function colorMap(host, meta) {
  const style = getComputedStyle(host);
  const page = style.getPropertyValue("--st-background-color").trim();
  const isDark = page !== "" && luminance(page) < 0.18;
  const map = new Map(isDark ? Object.entries(meta.dark ?? {}) : []);
  for (const [variable, color] of Object.entries(meta.roles ?? {})) {
    const value = style.getPropertyValue(variable).trim();
    if (value && value !== "unset") map.set(color, value);
  }
  return map;
}

// Only values of keys that name colors: a token may look like a color.
function recolor(node, map, isColor = false) {
  if (typeof node === "string") return isColor ? (map.get(node) ?? node) : node;
  if (Array.isArray(node)) {
    return isColor ? node.map((item) => recolor(item, map, true)) : node.map(
      (item) => (item && typeof item === "object" ? recolor(item, map) : item),
    );
  }
  if (node === null || typeof node !== "object") return node;
  const entries = Object.entries(node).map(([key, value]) => {
    if (key === "meta" || key === "customdata") return [key, value];
    return [key, recolor(value, map, /color(scale|way)?$/.test(key))];
  });
  return Object.fromEntries(entries);
}

// ----------------------------------------------------------------- numbers

const SMALLEST = 7; // pixels; numbers that would be smaller are left out
const LARGEST = 15;
const smallest = () => (isOnWall() ? READABLE * innerHeight : SMALLEST);

// Plotly writes the numbers of a heatmap smaller than the cells allow, and in
// white or dark grey, at worst 3 : 1 against the cell. Here they get the size
// that fits, and black or white, whichever is the better: 4.5 : 1 at least.
function sharpenNumbers(state) {
  let areLeftOut = false;
  for (const group of state.plot.querySelectorAll(".hm")) {
    const labels = [...group.querySelectorAll(".heatmap-label text")];
    const cells = group.__data__?.[0];
    if (!labels.length || !cells) continue;
    const sizes = numberSizes(state.plot, cells, labels);
    areLeftOut ||= sizes.wanted < smallest();
    const { trace } = cells;
    const stops = trace.colorscale.map(([at, color]) => [at, luminance(color)]);
    for (const label of labels) writeNumber(label, sizes, trace, stops);
  }
  state.tooSmall.textContent = areLeftOut
    ? (state.payload.figure.layout.meta?.numbers_too_small ?? "")
    : "";
}

// All that has to be measured, before anything is written: a page that is
// measured and written in turns is laid out anew each time.
function numberSizes(plot, { x, y }, labels) {
  const { xaxis, yaxis } = plot._fullLayout;
  const width = Math.abs(xaxis.c2p(x[1]) - xaxis.c2p(x[0]));
  const height = Math.abs(yaxis.c2p(y[1]) - yaxis.c2p(y[0]));
  const longest = labels.reduce((a, b) =>
    b.textContent.length > a.textContent.length ? b : a,
  );
  const drawn = parseFloat(longest.style.fontSize);
  const perPixel = longest.getComputedTextLength() / drawn;
  const fits = Math.min((0.76 * width) / perPixel, 0.7 * height, LARGEST * textScale());
  return { drawn, wanted: Math.floor(2 * fits) / 2 };
}

function writeNumber(label, { drawn, wanted }, trace, stops) {
  const z = label.parentNode.__data__?.z;
  const share = (z - trace.zmin) / (trace.zmax - trace.zmin);
  const light = lightAt(stops, Math.min(Math.max(share, 0), 1));
  const y = Number(label.getAttribute("y"));
  label.style.fill = light > 0.179 ? "#000" : "#fff";
  label.style.visibility = wanted < smallest() ? "hidden" : "";
  label.style.fontSize = `${wanted}px`;
  label.setAttribute("y", y + 0.35 * (wanted - drawn)); // the middle stays
}

function lightAt(stops, at) {
  const next = Math.max(stops.findIndex(([stop]) => stop >= at), 1);
  const [from, low] = stops[next - 1];
  const [to, high] = stops[next];
  return low + ((high - low) * (at - from)) / (to - from);
}

