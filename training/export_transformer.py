"""Write the trained Transformer as the app reads it: arrays and a card.

    python -m training.export_transformer --input RUN \
        --output content/models/transformer [--note FIGURES.json]

RUN is what `training.train_transformer` wrote (RUN.pt, RUN.pieces.json). The
card gets golden outputs, computed here by PyTorch from the rounded arrays,
that a test reproduces with NumPy.
"""

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from language.joint import MARKS, TO_CHINESE, TO_ENGLISH
from language.pieces import END, SPECIAL, START, UNKNOWN, Vocabulary
from training.export import LICENSE, listed, sha256
from training.train_transformer import READ_HEAD, WRITTEN_HEAD
from training.transformer_model import MultiHead, Sizes, Transformer

CHINESE = (
    (TO_CHINESE, "Tom chases Jerry .", "汤姆 追逐 杰瑞 。"),
    (TO_ENGLISH, "汤姆 在 厨房 里 睡觉 。", "Tom is sleeping in the kitchen ."),
    (TO_ENGLISH, "你 为什么 不 帮助 她 ？", "Why don't you help her ?"),
)
FRENCH = (
    (
        TO_CHINESE,
        "The animal did not cross the street because it was too tired .",
        "L' animal n' a pas traversé la rue parce qu' il était trop fatigué .",
    ),
    (TO_CHINESE, "Why don't you help her ?", "Pourquoi ne l' aides -tu pas ?"),
)
GOLDEN = {"zh": CHINESE, "fr": FRENCH}
SETTINGS = {"order": "pre", "activation": "relu", "positions": "sinusoidal"}


def heads_arrays(prefix: str, heads: MultiHead) -> dict[str, Tensor]:
    """The arrays of one attention, under the names of the core."""
    parts = {"q": heads.query, "k": heads.key, "v": heads.value, "o": heads.out}
    arrays = {}
    for name, part in parts.items():
        arrays[f"{prefix}.W_{name}"] = part.weight.T
        arrays[f"{prefix}.b_{name}"] = part.bias
    return arrays


def norm_arrays(prefix: str, norm: nn.LayerNorm) -> dict[str, Tensor]:
    """The arrays of one layer norm."""
    return {f"{prefix}.gain": norm.weight, f"{prefix}.bias": norm.bias}


def arrays_of(model: Transformer) -> dict[str, Tensor]:
    """All arrays under the names of `attention_core.transformer`."""
    arrays = {"embedding": model.embedding, "b_vocab": model.b_vocab}
    for side in ("encoder", "decoder"):
        for i, layer in enumerate(getattr(model, side)):
            prefix = f"{side}.{i}"
            arrays |= heads_arrays(f"{prefix}.attention", layer.attention)
            if layer.cross is not None:
                arrays |= heads_arrays(f"{prefix}.cross", layer.cross)
            for k, part in enumerate(
                (layer.feed_forward.first, layer.feed_forward.second), 1
            ):
                arrays[f"{prefix}.feed_forward.W_{k}"] = part.weight.T
                arrays[f"{prefix}.feed_forward.b_{k}"] = part.bias
            for k, norm in enumerate(layer.norms, 1):
                arrays |= norm_arrays(f"{prefix}.norm_{k}", norm)
        last = getattr(model, f"{side}_norm")
        arrays |= norm_arrays(f"{side}.norm", last)
    return arrays


def half(model: Transformer) -> None:
    """Round every parameter to half precision, in place."""
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(parameter.half().float())


@torch.no_grad()
def golden(
    model: Transformer, vocabulary: Vocabulary, target: str
) -> list[dict[str, Any]]:
    """What PyTorch computes for a few pairs."""
    outputs = []
    for mark, *sides in GOLDEN[target]:
        words = [side.split() for side in sides]
        ids = [list(vocabulary.encode(side).ids) for side in words]
        framed = torch.tensor([[mark, *ids[0], END]])
        read = torch.tensor([[START, *ids[1]]])
        mask = torch.ones_like(framed, dtype=torch.bool)
        memory, own = model.encode(framed, mask)
        hidden, cross = model.decode(read, memory, mask)
        logs = model.logits(hidden)[0].log_softmax(-1)
        written = torch.tensor([[*ids[1], END]])
        outputs.append(
            {
                "mark": mark,
                "source": words[0],
                "target": words[1],
                "annotations_norm": listed(memory[0].norm(dim=-1)),
                "log_probabilities": listed(logs.gather(1, written.T)[:, 0]),
                "self_last": listed(own[-1][0].softmax(-1)),
                "cross_read": listed(cross[READ_HEAD[0]][0].softmax(-1)),
                "greedy": greedy(model, memory, mask),
            }
        )
    return outputs


@torch.no_grad()
def greedy(model: Transformer, memory: Tensor, mask: Tensor) -> list[int]:
    """The greedy translation, without marks."""
    ids = [START]
    while len(ids) < 2 * memory.shape[1] + 10:
        hidden, _ = model.decode(torch.tensor([ids]), memory, mask)
        logits = model.logits(hidden[0, -1])
        logits[[UNKNOWN, START, TO_CHINESE, TO_ENGLISH]] = -torch.inf
        if len(ids) == 1:
            logits[END] = -torch.inf
        ids.append(int(logits.argmax()))
        if ids[-1] == END:
            return ids[1:-1]
    return ids[1:]


def settings_of(sizes: dict[str, Any]) -> dict[str, Any]:
    """What the arrays do not tell."""
    ahead = sizes.get("ahead", ())
    limits = {"ahead": list(ahead)} if any(n is not None for n in ahead) else {}
    return {"heads": sizes["heads"], **SETTINGS, **limits}


def export(run: str, output: str, note: dict[str, Any]) -> None:
    """Write arrays, card and vocabulary."""
    saved = torch.load(f"{run}.pt", weights_only=True)
    model = Transformer(Sizes(**saved["sizes"]), dropout=0.0)
    model.load_state_dict(saved["state"])
    model.eval()
    half(model)
    arrays = {
        name: array.detach().numpy().astype(np.float16)
        for name, array in arrays_of(model).items()
    }
    np.savez_compressed(f"{output}.npz", **arrays)
    shutil.copyfile(f"{run}.pieces.json", f"{output}.pieces.json")
    vocabulary = Vocabulary.load(f"{output}.pieces.json")
    # Names of files, without the folders of whoever trained.
    files = ("guide", "patterns", "output", "start")
    options = {
        name: Path(value).name if name in files else value
        for name, value in saved["options"].items()
    }
    target = options.setdefault("target", "zh")
    marks = [*SPECIAL, f"<2{target}>", MARKS[1]]
    sizes = saved["sizes"] | {
        "parameters": sum(a.size for a in arrays.values())
    }
    card = {
        "name": Path(output).name,
        "license": LICENSE,
        "pair": f"en-{target}",
        **note,
        "settings": settings_of(saved["sizes"]),
        "marks": {name: k for k, name in enumerate(marks)},
        "guided_heads": {
            kind: {"layer": layer + 1, "head": head + 1}  # as pages count
            for kind, (layer, head) in (
                ("read", READ_HEAD),
                ("written", WRITTEN_HEAD),
            )
        },
        "sizes": sizes,
        "training": options | {"steps": saved["steps"]},
        "held_out": saved["held_out"],
        "sha256": sha256(output, ("npz", "pieces.json")),
        "golden": golden(model, vocabulary, target),
    }
    Path(f"{output}.json").write_text(
        json.dumps(card, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--input", required=True, help="path without suffix")
    parser.add_argument("--output", required=True, help="path without suffix")
    parser.add_argument("--note", type=Path, help="JSON to put into the card")
    arguments = parser.parse_args()
    note = json.loads(arguments.note.read_text()) if arguments.note else {}
    export(arguments.input, arguments.output, note)


if __name__ == "__main__":
    main()
