// A picture for paper and slides: drawn anew in the figure's own colors, which
// are light, whatever the theme; numbers as sharp as on the page.

const WIDE = 900; // pixels of a picture at 1x
const WEB_FONT = /'Source Sans',\s*/; // no other program has it: others are measured
const CLEAR = "rgba(0,0,0,0)";

async function drawStill(library, { data, layout }, isClear) {
  const plot = document.createElement("div");
  Object.assign(plot.style, { position: "fixed", left: "-9999px", top: "0" });
  document.body.append(plot);
  const color = isClear ? CLEAR : "#fff";
  const whole = structuredClone({ data, layout });
  Object.assign(whole.layout, { width: WIDE, autosize: false });
  Object.assign(whole.layout, { paper_bgcolor: color, plot_bgcolor: color });
  const font = { ...layout.template?.layout?.font, ...layout.font };
  whole.layout.font = { ...font, family: font.family?.replace(WEB_FONT, "") };
  try {
    await library.newPlot(plot, whole.data, whole.layout, { staticPlot: true });
    sharpenNumbers({ plot, payload: { figure: whole }, tooSmall: {} });
    return { svg: library.Snapshot.toSVG(plot, "svg"), height: plot._fullLayout.height };
  } finally {
    library.purge(plot);
    plot.remove();
  }
}

async function asPng({ svg, height }, scale) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: scale * WIDE, height: Math.round(scale * height) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// `format` is "svg" or "png", `scale` counts for the latter.
async function saveStill(library, figure, { name, format, scale, isClear }) {
  const still = await drawStill(library, figure, isClear);
  const isSvg = format === "svg";
  const blob = isSvg
    ? new Blob([still.svg], { type: "image/svg+xml" })
    : await asPng(still, scale);
  download(blob, `${name}.${format}`);
}
