// What a chart shows, by keyboard, and as a table for those who do not see it.
// Stands before chart.js; together they are one script.

// Arrow keys walk over the cells of a heatmap, or over whatever else says
// something on hover; Enter chooses.
const STEPS = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

function walk(state, event) {
  const z = state.plot.calcdata?.[0]?.[0]?.z;
  if (!z?.length) {
    walkPoints(state, event);
    return;
  }
  const [down, right] = STEPS[event.key] ?? [0, 0];
  const isEnter = event.key === "Enter";
  if (!STEPS[event.key] && !isEnter) return;
  event.preventDefault();
  event.stopPropagation();
  const clip = (value, size) => Math.min(Math.max(value, 0), size - 1);
  const [i, j] = state.cell ?? [-Math.max(down, 0), -Math.max(right, 0)];
  state.cell = [clip(i + down, z.length), clip(j + right, z[0].length)];
  const [y, x] = state.cell;
  if (isEnter) send(state, cellOf({ data: state.plot.data[0], x, y }));
  point(state);
}

// Points of one line, or of one bar, say the same: one of them is enough.
function speakingPoints({ data, calcdata }) {
  const found = new Map();
  data.forEach((trace, curveNumber) => {
    if (trace.hoverinfo === "skip") return;
    const count = calcdata[curveNumber]?.length ?? 0;
    for (let pointNumber = 0; pointNumber < count; pointNumber += 1) {
      const said = trace.customdata?.[pointNumber] ?? pointNumber;
      const point = { curveNumber, pointNumber };
      const name = JSON.stringify([curveNumber, said]);
      if (!found.has(name)) found.set(name, point);
    }
  });
  return [...found.values()];
}

function walkPoints(state, event) {
  const points = speakingPoints(state.plot);
  const isEnter = event.key === "Enter";
  if (!points.length || (!STEPS[event.key] && !isEnter)) return;
  event.preventDefault();
  event.stopPropagation();
  const by = (STEPS[event.key] ?? [0]).reduce((a, b) => a + b, 0);
  const last = points.length - 1;
  state.at = Math.min(Math.max((state.at ?? -1) + by, 0), last);
  const point = points[state.at];
  if (isEnter) {
    const { fullData, x, y } = pointed(state.plot, point);
    send(state, cellOf({ data: fullData, ...point, x, y }));
  }
  hover(state, [point]);
}

function pointed(plot, { curveNumber, pointNumber }) {
  const { x, y } = plot.calcdata[curveNumber][pointNumber] ?? {};
  return { fullData: plot.data[curveNumber], x, y };
}

// Show the cell as if it were pointed at, which Plotly does within 50 ms and
// without telling; then read out what it shows.
function point(state) {
  const [yval, xval] = state.cell;
  hover(state, { xval, yval });
}

function hover(state, what) {
  window.Plotly.Fx.hover(state.plot, what, subplotOf(state.plot, what));
  clearTimeout(state.timer);
  state.timer = setTimeout(() => speak(state), 80);
}

function subplotOf(plot, what) {
  const [point] = Array.isArray(what) ? what : [];
  const { xaxis = "x", yaxis = "y" } = plot._fullData[point?.curveNumber] ?? {};
  return xaxis + yaxis;
}

function speak(state) {
  const lines = state.plot.querySelectorAll(".hoverlayer tspan.line");
  const whole = state.plot.querySelectorAll(".hoverlayer text");
  const parts = [...(lines.length ? lines : whole)];
  state.spoken.textContent = parts.map((part) => part.textContent).join(". ");
}

// A heatmap with numbers in its cells, whole, where names and cells are one to
// one; a cell without a number says what it is (masked, say).
function writeTable({ table, plot, payload }) {
  const { data, layout } = payload.figure;
  const rows = data.find(({ type, text }) => type === "heatmap" && text)?.text;
  const { yaxis = {}, xaxis = {} } = layout;
  const isWhole =
    rows?.length === yaxis.ticktext?.length &&
    rows?.[0]?.length === xaxis.ticktext?.length;
  table.replaceChildren();
  if (!rows || !isWhole) return;
  const others = data.slice(1).map(({ name }, k) => [name, plot.calcdata[k + 1]?.[0]?.z]);
  const said = (i, j) => others.find(([, z]) => Number.isFinite(z?.[i]?.[j]))?.[0];
  const made = table.appendChild(document.createElement("table"));
  const write = (row, name, text) => {
    const cell = row.appendChild(document.createElement(name));
    cell.textContent = plainName(text);
  };
  const head = made.createTHead().insertRow();
  for (const name of ["", ...xaxis.ticktext]) write(head, "th", name);
  const body = made.createTBody();
  for (const [i, numbers] of rows.entries()) {
    const row = body.insertRow();
    write(row, "th", yaxis.ticktext[i]);
    numbers.forEach((number, j) => write(row, "td", number || said(i, j) || ""));
  }
}

function plainName(label) {
  return read(String(label).replace(/<\/?b>/g, ""));
}
