// Text in charts follows the size that a visitor asks the browser for, as the
// page around them does. Stands before chart.js; together they are one script.

const SHIFTS = new Set(["xshift", "yshift"]); // of names, from what they name
const USUAL = 16; // pixels of a page's text, where nobody asks for another

function textScale() {
  const page = getComputedStyle(document.documentElement);
  return parseFloat(page.fontSize) / USUAL || 1;
}

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
  if (scale === 1) return figure;
  const { layout } = figure;
  enlargeFonts(layout, scale, false);
  for (const { x, y, z, customdata, text, ...look } of figure.data) {
    if (look.type !== "bar") enlargeFonts(look, scale, false); // their room is kept
  }
  layout.height *= scale;
  for (const side of Object.keys(layout.margin ?? {})) layout.margin[side] *= scale;
  return figure;
}
