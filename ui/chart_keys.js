// What a chart shows, by keyboard. Stands before chart.js; together they are one
// script.

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

