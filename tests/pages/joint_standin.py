"""A random Transformer in the place of the trained one, for tests.

python -m tests.pages.joint_standin FOLDER
"""

import json
import sys
from pathlib import Path

import numpy as np
from tokenizers import Regex, Tokenizer, models, normalizers, trainers

from tests.pages.standin import SOURCE, TARGET, sign

SETTINGS = {"order": "pre", "activation": "relu", "positions": "sinusoidal"}
LAYERS, HEADS, D, D_FF = 2, 3, 21, 13
SPECIAL = ["<unk>", "<s>", "</s>", "<2zh>", "<2en>"]


def joint_tokenizer(text: str = f"{SOURCE} {TARGET}") -> Tokenizer:
    """Return a vocabulary of the words of a text and all its letters."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Lowercase(),
            normalizers.Replace(Regex(r"^(?=\p{Latin}|\p{Nd})"), "▁"),
        ]
    )
    trainer = trainers.BpeTrainer(
        vocab_size=1300, special_tokens=SPECIAL, show_progress=False
    )
    tokenizer.train_from_iterator(text.split() * 3, trainer)
    state = json.loads(tokenizer.to_str()) | {"added_tokens": []}
    return Tokenizer.from_str(json.dumps(state))


def _attention(rng: np.random.Generator, prefix: str) -> dict[str, object]:
    arrays = {}
    for letter in "qkvo":
        arrays[f"{prefix}.W_{letter}"] = rng.normal(size=(D, D)) / D**0.5
        arrays[f"{prefix}.b_{letter}"] = rng.normal(size=D) / 5
    return arrays


def _layer(
    rng: np.random.Generator, prefix: str, norms: int
) -> dict[str, object]:
    arrays = _attention(rng, f"{prefix}.attention")
    if norms == 3:
        arrays |= _attention(rng, f"{prefix}.cross")
    arrays |= {
        f"{prefix}.feed_forward.W_1": rng.normal(size=(D, D_FF)) / D**0.5,
        f"{prefix}.feed_forward.b_1": rng.normal(size=D_FF),
        f"{prefix}.feed_forward.W_2": rng.normal(size=(D_FF, D)) / D_FF**0.5,
        f"{prefix}.feed_forward.b_2": rng.normal(size=D),
    }
    for k in range(1, norms + 1):
        arrays[f"{prefix}.norm_{k}.gain"] = 1 + rng.normal(size=D) / 5
        arrays[f"{prefix}.norm_{k}.bias"] = rng.normal(size=D) / 5
    return arrays


def joint_arrays(n_vocab: int) -> dict[str, object]:
    """Return random arrays under the names of attention_core.transformer."""
    rng = np.random.default_rng(11)
    arrays: dict[str, object] = {
        "embedding": rng.normal(size=(n_vocab, D)) / D**0.5,
        "b_vocab": rng.normal(size=n_vocab),
    }
    for k in range(LAYERS):
        arrays |= _layer(rng, f"encoder.{k}", 2)
        arrays |= _layer(rng, f"decoder.{k}", 3)
    for side in ("encoder", "decoder"):
        arrays[f"{side}.norm.gain"] = np.ones(D)
        arrays[f"{side}.norm.bias"] = np.zeros(D)
    return arrays


def write_joint_standin(folder: Path, name: str = "transformer") -> Path:
    """Write a random Transformer, its vocabulary and its card.

    Parameters
    ----------
    folder : Path
        Where to.
    name : str, default "transformer"
        Name of the files.

    Returns
    -------
    Path
        The folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = joint_tokenizer()
    tokenizer.save(str(folder / f"{name}.pieces.json"))
    arrays = joint_arrays(tokenizer.get_vocab_size())
    halves = {key: np.float16(value) for key, value in arrays.items()}
    np.savez_compressed(folder / f"{name}.npz", **halves)
    card = {
        "name": name,
        "license": "none: random numbers",
        "settings": {"heads": HEADS, **SETTINGS},
    }
    sign(folder, name, card)
    return folder


if __name__ == "__main__":
    write_joint_standin(Path(sys.argv[1]))
