// Buttons that save a picture as PNG or SVG. The payload is JSON as bytes:
// {figure, name, texts}. Stands behind the scripts that draw; one script.

function control(parent, name, properties) {
  const node = Object.assign(document.createElement(name), properties);
  parent.append(node);
  return node;
}

function build(parent, texts) {
  const row = control(parent, "div", { className: "attention-stills" });
  const size = control(control(row, "label", { textContent: texts.size }), "select", {});
  for (const scale of [1, 2, 4]) {
    control(size, "option", { value: scale, textContent: `${scale}x`, selected: scale === 2 });
  }
  const label = control(row, "label", {});
  const clear = control(label, "input", { type: "checkbox" });
  label.append(texts.transparent);
  const state = { row, size, clear };
  for (const format of ["png", "svg"]) {
    const button = control(row, "button", { textContent: texts[format], type: "button" });
    button.onclick = () => save(state, format);
  }
  state.said = control(row, "span", {});
  state.said.setAttribute("role", "status");
  return state;
}

async function save(state, format) {
  const { figure, name, texts } = state.payload;
  const wanted = { name, format, scale: Number(state.size.value), isClear: state.clear.checked };
  state.said.textContent = "";
  try {
    await saveStill(await window.attentionLabPlotly, figure, wanted);
  } catch (error) {
    console.error(error);
    state.said.textContent = texts.failed;
  }
}

export default function stills({ data, parentElement }) {
  const payload = JSON.parse(new TextDecoder().decode(data));
  const known = parentElement.attentionStills;
  if (known?.payload.texts.png !== payload.texts.png) known?.row.remove();
  const state = known?.row.isConnected ? known : build(parentElement, payload.texts);
  parentElement.attentionStills = Object.assign(state, { payload });
  return () => {
    state.row.remove();
    delete parentElement.attentionStills;
  };
}
