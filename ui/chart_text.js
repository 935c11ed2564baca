// Text in charts follows the size that a visitor asks the browser for, as the
// page around them does; on a phone names are shorter. Stands before chart.js;
// together they are one script.

const SHIFTS = new Set(["xshift", "yshift"]); // of names, from what they name
const USUAL = 16; // pixels of a page's text, where nobody asks for another

function textScale() {
  const page = getComputedStyle(document.documentElement);
  return parseFloat(page.fontSize) / USUAL || 1;
}

// On a projector (projector/room.js) a picture fills the wall, and text that the
// last row could not read is left out.
const READABLE = 0.025; // of the height of the window
const CLOSER = 0.65; // rows may stand closer than on a page
const WALL = [0.9, 0.8, 0.72]; // of it, beside no, one, two sentences
const said = () => document.querySelectorAll("[class*=st-key-projector_said]").length;
const wall = () => WALL[Math.min(said(), 2)] * innerHeight;
const isOnWall = () =>
  document.documentElement.classList.contains("attention-projector");

const times = (scale, size) =>
  Array.isArray(size) ? size.map((one) => scale * one) : scale * size;

function enlargeFonts(node, scale, isFont) {
  if (node === null || typeof node !== "object" || ArrayBuffer.isView(node)) return;
  for (const [name, value] of Object.entries(node)) {
    if (isFont && name === "size") node.size = times(scale, value);
    else if (SHIFTS.has(name)) node[name] = scale * value;
    else enlargeFonts(value, scale, /font$/i.test(name));
  }
}

// Rows grow with the names beside them, and margins with what stands in them.
function enlarge(figure) {
  const scale = textScale();
  if (scale === 1 && !isOnWall()) return figure;
  const { layout } = figure;
  enlargeFonts(layout, scale, false);
  for (const { x, y, z, customdata, text, ...look } of figure.data) {
    if (look.type !== "bar" || isOnWall()) enlargeFonts(look, scale, false); // their room is kept
  }
  layout.height *= scale;
  if (isOnWall()) layout.height = Math.max(CLOSER * layout.height, wall());
  for (const side of Object.keys(layout.margin ?? {})) layout.margin[side] *= scale;
  return figure;
}

// ---------------------------------------------------------------- on a phone

const LONGEST = 11; // Latin letters of a name; a Chinese character is as wide as two
const BOLD = /^(<b>)?(.*?)(<\/b>)?$/su;
const GRAPHEMES = new Intl.Segmenter();
const MARKS = /[₀-₉]*[\s*†∅]*\u2069?[\s*†∅]*$/u; // behind a name: position, marks

const ESCAPED = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };
const read = (label) => label.replace(/&(lt|gt|amp);/g, (found) => ESCAPED[found]);
const write = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function cut(text) {
  const [tail] = MARKS.exec(text);
  let [kept, width] = ["", 0];
  for (const { segment } of GRAPHEMES.segment(text.slice(0, text.length - tail.length))) {
    width += /\p{scx=Han}|[\uff00-\uff60]/u.test(segment) ? 2 : 1;
    if (width > LONGEST) return `${kept.replace(/…$/, "")}…${tail}`;
    kept += segment;
  }
  return text;
}

// Names that are equal only when cut get their positions.
function shorten({ ticktext, tickvals }) {
  const given = ticktext.map(String);
  const names = given.map((label) => {
    const [, open = "", text, close = ""] = BOLD.exec(label);
    return { open, text: text.includes("<") ? text : write(cut(read(text))), close };
  });
  return names.map(({ open, text, close }, at) => {
    const isClear = names.every(
      (other, k) => other.text !== text || given[k] === given[at],
    );
    const first = tickvals[given.indexOf(given[at])];
    return `${open}${text}${isClear ? "" : position(Math.abs(first) + 1)}${close}`;
  });
}

function position(number) {
  return [...String(number)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[digit]).join("");
}

// Names at axes leave room to the cells; on hover, they stand below each other.
function fitNames({ data, layout }) {
  for (const axis of [layout.xaxis, layout.yaxis]) {
    if (axis?.ticktext) axis.ticktext = shorten(axis);
  }
  for (const trace of data) {
    if (typeof trace.hovertemplate !== "string") continue;
    trace.hovertemplate = trace.hovertemplate.replaceAll(" → ", "<br>→ ");
  }
}
