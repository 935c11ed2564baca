"""Write a trained model as the app reads it: float16 arrays and a card.

    python -m training.export --input RUN --output content/models/attention

RUN is what `training.train` wrote (RUN.pt and the two vocabularies). The
card gets golden outputs, computed here by PyTorch from the rounded arrays,
that a test reproduces with NumPy.
"""

import argparse
import hashlib
import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from language.pieces import Vocabulary
from training.model import SCORES, Seq2Seq

LICENSE = {
    "en": "Trained on sentence pairs of tatoeba.org (CC BY 2.0 FR) prepared "
    "by www.manythings.org/anki",
    "zh": "用 tatoeba.org 的句对（CC BY 2.0 FR）训练，"
    "由 www.manythings.org/anki 整理",
}
CHINESE = (
    ("Tom chases Jerry", "汤姆 追逐 杰瑞"),
    ("The black cat is sleeping in the kitchen .", "黑 猫 在 厨房 里 睡觉 。"),
    ("Why don't you help her ?", "你 为什么 不 帮助 她 ？"),
)
FRENCH = (
    ("Tom chases the cat", "Tom poursuit le chat"),
    ("The man is sleeping in the kitchen .", "L' homme dort dans la cuisine ."),
    ("Why don't you help her ?", "Pourquoi ne l' aides -tu pas ?"),
)
GOLDEN = {"zh": CHINESE, "fr": FRENCH}
DIGITS = 6
PATHS = (
    "guide",
    "pairs",
    "patterns",
    "output",
    "start",
    "vocabularies",
    "try_out",
)


def sha256(stem: str, ends: Iterable[str]) -> dict[str, str]:
    """Checksums of the files of a model, by the ends of their names."""
    return {
        end: hashlib.sha256(Path(f"{stem}.{end}").read_bytes()).hexdigest()
        for end in ends
    }


def gru_arrays(gru: torch.nn.GRU, suffix: str = "") -> dict[str, Tensor]:
    """The ten arrays of one direction, under the names of the core."""
    W = getattr(gru, f"weight_ih_l0{suffix}").T.chunk(3, 1)
    U = getattr(gru, f"weight_hh_l0{suffix}").T.chunk(3, 1)
    b = getattr(gru, f"bias_ih_l0{suffix}").chunk(3)
    b_h = getattr(gru, f"bias_hh_l0{suffix}").chunk(3)
    # PyTorch's order is r, z, n; only n needs its two biases apart.
    arrays = {}
    for k, gate in enumerate("rzn"):
        arrays[f"W_{gate}"], arrays[f"U_{gate}"] = W[k], U[k]
        arrays[f"b_{gate}"] = b[k] if gate == "n" else b[k] + b_h[k]
    return arrays | {"b_nh": b_h[2]}


def dotted(prefix: str, arrays: dict[str, Tensor]) -> dict[str, Tensor]:
    """The arrays under names with a prefix."""
    return {f"{prefix}.{name}": array for name, array in arrays.items()}


def encoder_arrays(name: str, gru: torch.nn.GRU) -> dict[str, Tensor]:
    """Both directions of an encoder."""
    return dotted(f"{name}.forward", gru_arrays(gru)) | dotted(
        f"{name}.backward", gru_arrays(gru, "_reverse")
    )


def arrays_of(model: Seq2Seq) -> dict[str, Tensor]:
    """All arrays under the names of `attention_core.seq2seq`."""
    arrays = {
        "source_embedding": model.source_embedding.weight,
        "target_embedding": model.target_embedding.weight,
        **encoder_arrays("source_encoder", model.source_encoder),
        **dotted("decoder", gru_arrays(model.decoder)),
        "W_init": model.init.weight.T,
        "b_init": model.init.bias,
        "W_out": model.out.weight.T,
        "b_out": model.out.bias,
        "b_vocab": model.b_vocab,
    }
    if model.attention:
        arrays |= encoder_arrays("target_encoder", model.target_encoder)
        for query, learned in (("y", model.y), ("s", model.s)):
            additive = {n: getattr(learned, n) for n in ("W_q", "W_k", "v")}
            arrays[f"attention.{query}.general.W"] = learned.W
            arrays |= dotted(f"attention.{query}.additive", additive)
    return arrays


def half(model: Seq2Seq) -> None:
    """Round every parameter to half precision, in place.

    The biases of r and z are moved into one before, as the core has one.
    """
    with torch.no_grad():
        for module in model.modules():
            if isinstance(module, torch.nn.GRU):
                n = 2 * module.hidden_size
                for name, bias in module.named_parameters():
                    if "bias_ih" in name:
                        other = getattr(module, name.replace("_ih", "_hh"))
                        bias[:n] += other[:n]
                        other[:n] = 0
        for parameter in model.parameters():
            parameter.copy_(parameter.half().float())


@torch.no_grad()
def golden(
    model: Seq2Seq,
    vocabularies: tuple[Vocabulary, Vocabulary],
    target: str = "zh",
) -> list[dict[str, Any]]:
    """Weights and log probabilities as PyTorch computes them."""
    outputs: list[dict[str, Any]] = []
    for texts in GOLDEN[target]:
        words = [text.split() for text in texts]
        ids = [
            torch.tensor([list(vocabulary.encode(w).ids)])
            for vocabulary, w in zip(vocabularies, words, strict=True)
        ]
        lengths = [torch.tensor([i.shape[1]]) for i in ids]
        mask = torch.ones(ids[0].shape, dtype=torch.bool)
        x = model.source_embedding(ids[0])
        h, c = model.encode(model.source_encoder, x, lengths[0])
        e = model.target_embedding(
            torch.nn.functional.pad(ids[1], (1, 0), value=1)
        )
        row: dict[str, Any] = {"source": words[0], "target": words[1]}
        for score in SCORES if model.attention else (None,):
            logits, log_s = model.decode(e, h, c, mask, score or "dot")
            chosen = logits[0, :-1].log_softmax(-1).gather(1, ids[1].T)
            row[score or "none"] = {"log_probabilities": listed(chosen[:, 0])}
            if score is None:
                continue
            e_y = model.target_embedding(ids[1])
            y, _ = model.encode(model.target_encoder, e_y, lengths[1])
            log_y = model.y(score, y, model.y.prepare(score, h), mask)
            row[score]["y"] = listed(log_y[0].exp())
            row[score]["s"] = listed(log_s[0, :-1].exp())
        outputs.append(row)
    return outputs


def listed(values: Tensor) -> list[Any]:
    """Nested lists of rounded numbers."""
    rounded = np.round(values.double().numpy(), DIGITS)
    return list(rounded.tolist())


def scales_of(model: Seq2Seq) -> dict[str, dict[str, float]]:
    """What cosine's scores are multiplied by, for both kinds of query."""
    if not model.attention:
        return {}
    return {
        query: {"cosine": round(float(learned.log_scale.detach().exp()), 4)}
        for query, learned in (("y", model.y), ("s", model.s))
    }


def options_of(saved: dict[str, Any]) -> dict[str, Any]:
    """The options of the training, without the paths of one machine."""
    options: dict[str, Any] = json.loads(saved["options"])
    return {k: v for k, v in options.items() if k not in PATHS}


def export(run: str, output: str, note: dict[str, Any]) -> None:
    """Write arrays, card and vocabularies."""
    saved = torch.load(f"{run}.pt", weights_only=True)
    sizes = json.loads(saved["sizes"])
    model = Seq2Seq(**sizes, dropout=0.0, attention=saved["attention"])
    model.load_state_dict(saved["state"])
    model.eval()
    half(model)
    scales = scales_of(model)
    for learned in (model.y, model.s) if model.attention else ():
        query = "y" if learned is model.y else "s"
        learned.log_scale.data = torch.tensor(scales[query]["cosine"]).log()
    arrays = {
        name: array.detach().numpy().astype(np.float16)
        for name, array in arrays_of(model).items()
    }
    np.savez_compressed(f"{output}.npz", **arrays)  # type: ignore[arg-type]
    vocabularies = (
        Vocabulary.load(f"{run}.source.json"),
        Vocabulary.load(f"{run}.target.json"),
    )
    for side in ("source", "target"):
        shutil.copyfile(f"{run}.{side}.json", f"{output}.{side}.json")
    options = options_of(saved)
    target = options.setdefault("target", "zh")
    card = {
        "name": Path(output).name,
        "license": LICENSE,
        "pair": f"en-{target}",
        **note,
        "sizes": sizes | {"parameters": sum(a.size for a in arrays.values())},
        "training": options,
        "scales": scales,
        "sha256": sha256(output, ("npz", "source.json", "target.json")),
        "golden": golden(model, vocabularies, target),
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
