"""Train the recurrent encoder-decoder; see README.md for the command.

What is minimized, per batch, with one score function drawn for the decoder:

    the words      cross-entropy of y_i from the decoder (label smoothing)
    guide, s       cross-entropy of the weights of s_{i-1} and the guide links
    guide, y       the same for the queries y_i, mean of all five functions
    guess          cross-entropy of y_i from its own context c_i alone

Guided attention: Chen et al. 2016, "Guided Alignment Training for
Topic-Aware Neural Machine Translation".
"""

import argparse
import json
import math
import random
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import sacrebleu
import torch
from torch import Tensor
from torch.nn import functional

from language.pieces import END, START, Vocabulary
from language.words import join_words
from training.data import (
    Batch,
    Encoded,
    Example,
    batches,
    collate,
    guide_rows,
    read_guide,
    read_links,
)
from training.model import SCORES, Seq2Seq
from training.vocabulary import sample_pieces, train_vocabulary

SIDES = ("source", "target")
Vocabularies = tuple[Vocabulary, Vocabulary]
UNLINKED = 0.3
"""How much a target word without a link counts in the guide loss."""
GUESSED = 0.4
"""Share of the target pieces that are guessed from their context alone."""


def encode(
    example: Example,
    vocabularies: Vocabularies,
    dropout: float = 0,
    rng: random.Random | None = None,
) -> Encoded:
    """The ids of a pair, cut anew each time if there is BPE dropout."""
    source, target = (
        sample_pieces(vocabulary, words, dropout, rng)
        for vocabulary, words in zip(
            vocabularies, (example.source, example.target), strict=True
        )
    )
    guide, mass = guide_rows(
        example.links, source.word_of_piece, target.word_of_piece
    )
    linked = np.maximum(mass, UNLINKED)
    return Encoded(list(source.ids), list(target.ids), guide, linked)


def make_vocabularies(
    examples: Sequence[Example], arguments: argparse.Namespace
) -> Vocabularies:
    """Train the vocabularies of both sides, or take those gone on from."""
    paths = [f"{arguments.output}.{side}.json" for side in SIDES]
    stem = arguments.vocabularies or arguments.start
    if stem:
        stem = stem.removesuffix(".pt")
        known = [Vocabulary.load(f"{stem}.{s}.json") for s in SIDES]
        for vocabulary, path in zip(known, paths, strict=True):
            vocabulary.save(path)
        return known[0], known[1]
    english = [word for example in examples for word in example.source]
    chinese = [word for example in examples for word in example.target]
    size = arguments.vocabulary
    source = train_vocabulary(english, size, continuing="##", lowercase=True)
    target = train_vocabulary(chinese, size)
    source.save(paths[0])
    target.save(paths[1])
    return source, target


def mask_of(lengths: Tensor, n: int) -> Tensor:
    """True where a sentence has a piece: (b, n)."""
    return torch.arange(n) < lengths[:, None]


def cross_entropy(log: Tensor, guide: Tensor, counts: Tensor) -> Tensor:
    """Mean over target pieces of -sum_j guide_ij log a_ij."""
    rows = -(guide * log.masked_fill(guide == 0, 0.0)).sum(-1)
    return (rows * counts).sum() / counts.sum()


def words_loss(logits: Tensor, ids: Tensor) -> Tensor:
    """Cross-entropy of the right piece with label smoothing 0.1."""
    return functional.cross_entropy(logits, ids, label_smoothing=0.1)


def drop_words(ids: Tensor, rate: float) -> Tensor:
    """Some pieces become <unk>, so that the model can meet one."""
    return ids.masked_fill(torch.rand(ids.shape) < rate, 0)


def losses(
    model: Seq2Seq, batch: Batch, score: str, *, with_y: bool = True
) -> dict[str, Tensor]:
    """All parts of what is minimized; those of the queries y_i if wanted."""
    n_s, n_t = batch.source.shape[1], batch.target.shape[1]
    mask, written = (
        mask_of(batch.source_lengths, n_s),
        mask_of(batch.target_lengths, n_t),
    )
    x = model.embed(model.source_embedding, drop_words(batch.source, 0.03))
    h, c = model.encode(model.source_encoder, x, batch.source_lengths)
    read = functional.pad(batch.target, (1, 0), value=START)
    write = functional.pad(batch.target, (0, 1))
    write.scatter_(1, batch.target_lengths[:, None], END)
    e = model.embed(model.target_embedding, read)
    logits, log_s = model.decode(e, h, c, mask, score)
    keep = mask_of(batch.target_lengths + 1, n_t + 1)
    parts = {"words": words_loss(logits[keep], write[keep])}
    if not model.attention:
        return parts
    counts = batch.linked * written
    parts["guide_s"] = cross_entropy(log_s[:, :-1], batch.guide, counts)
    if not with_y:
        return parts
    e_y = model.embed(model.target_embedding, drop_words(batch.target, 0.03))
    y, _ = model.encode(model.target_encoder, e_y, batch.target_lengths)
    with torch.autocast("cpu", enabled=False):
        logs = {
            name: model.y(name, y, model.y.prepare(name, h), mask)
            for name in SCORES
        }
    rows = [cross_entropy(log, batch.guide, counts) for log in logs.values()]
    parts |= {f"guide_y_{k}": v for k, v in zip(SCORES, rows, strict=True)}
    contexts = logs[score].exp() @ h
    few = written & (torch.rand(written.shape) < GUESSED)
    readout = model.dropout(torch.tanh(model.guess(contexts[few])))
    parts["guess"] = words_loss(model.logits(readout), batch.target[few])
    return parts


DRAWN = (*SCORES, *["scaled_dot"] * 3)
"""What the decoder's score function is drawn from, anew for each batch."""
GUIDE_S = dict.fromkeys(SCORES, 0.8) | {"dot": 0.2, "scaled_dot": 3.0}
"""How much the guide links count for the decoder's weights."""
FACTORS = {"words": 1.0, "guess": 0.2}
FACTORS |= {f"guide_y_{score}": 0.2 for score in SCORES}
# Sharp weights under the scaled dot product ask for long vectors, the dot
# product by itself is content with short ones.
FACTORS |= {"guide_y_dot": 0.1, "guide_y_scaled_dot": 0.8}


@torch.no_grad()
def translate(model: Seq2Seq, batch: Batch, score: str) -> list[list[int]]:
    """Greedy translations of a batch, for watching the training only."""
    mask = mask_of(batch.source_lengths, batch.source.shape[1])
    x = model.embed(model.source_embedding, batch.source)
    h, c = model.encode(model.source_encoder, x, batch.source_lengths)
    ids = torch.full((len(mask), 1), START)
    for _ in range(2 * batch.source.shape[1] + 8):
        e = model.embed(model.target_embedding, ids)
        logits, _ = model.decode(e, h, c, mask, score)
        logits[..., :2] = -math.inf
        ids = torch.cat([ids, logits[:, -1:].argmax(-1)], 1)
        if bool((ids == END).any(1).all()):
            break
    return [
        row[: row.index(END)] if END in row else row
        for row in ids[:, 1:].tolist()
    ]


def validate(
    model: Seq2Seq,
    held_out: Sequence[Example],
    vocabularies: Vocabularies,
) -> dict[str, float]:
    """BLEU of one score function and the guide loss on held-out pairs."""
    model.eval()
    encoded = [encode(example, vocabularies) for example in held_out]
    sums = {"words": 0.0, "guide_s": 0.0, "guide_y_scaled_dot": 0.0}
    said, meant = [], []
    groups = [encoded[k : k + 64] for k in range(0, len(encoded), 64)]
    for group in groups:
        batch = collate(group)
        with torch.no_grad():
            parts = losses(model, batch, "scaled_dot")
        for name in sums.keys() & parts.keys():
            sums[name] += float(parts[name]) / len(groups)
        for ids in translate(model, batch, "scaled_dot"):
            words, _ = vocabularies[1].target_words(ids)
            said.append(join_words(words))
    meant = [join_words(list(example.target)) for example in held_out]
    bleu = sacrebleu.corpus_bleu(said, [meant], tokenize="zh").score
    model.train()
    return {"bleu": round(bleu, 2)} | {k: round(v, 3) for k, v in sums.items()}


class Average:
    """Exponential moving average of the parameters."""

    def __init__(self, model: Seq2Seq) -> None:
        self.state = {k: v.clone() for k, v in model.state_dict().items()}
        self.steps = 0

    def update(self, model: Seq2Seq) -> None:
        """Take one step towards the model as it is now."""
        self.steps += 1
        rate = max(0.001, 1 / (self.steps + 1))
        with torch.no_grad():
            for name, value in model.state_dict().items():
                self.state[name].lerp_(value, rate)


def rate_at(progress: float, step: int, peak: float) -> float:
    """Learning rate: warm-up over 400 steps, then a cosine down to 2 %."""
    cosine = 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))
    return peak * min(1.0, (step + 1) / 400) * (0.02 + 0.98 * cosine)


def train(arguments: argparse.Namespace) -> None:
    """Train until the epochs are over; write the average after each."""
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    rng = random.Random(arguments.seed)
    corpus = read_guide(arguments.guide)
    patterns = read_links(arguments.patterns) if arguments.patterns else []
    vocabularies = make_vocabularies(corpus + patterns, arguments)
    rng.shuffle(corpus)
    held_out, corpus = corpus[:300], corpus[300:]
    model = Seq2Seq(
        len(vocabularies[0]),
        len(vocabularies[1]),
        d_e=arguments.d_e,
        d_h=arguments.d_h,
        d_a=arguments.d_a,
        dropout=arguments.dropout,
        attention=not arguments.no_attention,
    )
    print(sum(p.numel() for p in model.parameters()), "parameters", flush=True)
    optimizer = torch.optim.AdamW(
        model.parameters(),
        lr=0,
        betas=(0.9, 0.98),
        weight_decay=1e-4,
        fused=True,
    )
    average, step, start = Average(model), 0, time.time()
    if arguments.start:
        model.load_state_dict(torch.load(arguments.start)["state"])
        average = Average(model)
    for epoch in range(arguments.first_epoch, arguments.epochs):
        chosen = corpus + rng.sample(
            patterns, min(len(patterns), arguments.patterns_per_epoch)
        )
        encoded = [
            encode(example, vocabularies, arguments.bpe_dropout, rng)
            for example in chosen
        ]
        groups = list(batches(encoded, arguments.batch, rng))
        sums: dict[str, float] = {}
        for k, batch in enumerate(groups):
            progress = (epoch + k / len(groups)) / arguments.epochs
            for group in optimizer.param_groups:
                group["lr"] = rate_at(progress, step, arguments.rate)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                score = rng.choice(DRAWN)
                with_y = rng.random() < arguments.y_share
                parts = losses(model, batch, score, with_y=with_y)
            guide_s = arguments.guide_share * GUIDE_S[score]
            factors = FACTORS | {"guide_s": guide_s}
            loss = sum(factors[name] * part for name, part in parts.items())
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
            optimizer.step()
            average.update(model)
            step += 1
            for name, part in parts.items():
                sums[name] = sums.get(name, 0) + float(part.detach()) / len(
                    groups
                )
            if arguments.try_out and step >= arguments.try_out:
                print(step, time.time() - start, sums, flush=True)
                return
        shown = {name: round(value, 3) for name, value in sums.items()}
        print(epoch, round(time.time() - start), shown, flush=True)
        save(model, average, arguments, epoch)
        if epoch % 4 == 3 or epoch == arguments.epochs - 1:
            live = {k: v.clone() for k, v in model.state_dict().items()}
            model.load_state_dict(average.state)
            print(
                "  held out",
                validate(model, held_out, vocabularies),
                flush=True,
            )
            model.load_state_dict(live)


def save(
    model: Seq2Seq,
    average: Average,
    arguments: argparse.Namespace,
    epoch: int,
) -> None:
    """Keep the averaged parameters, for `training.export`."""
    options = {k: str(v) for k, v in vars(arguments).items()}
    torch.save(
        {
            "state": average.state,
            "sizes": json.dumps(model.sizes),
            "attention": model.attention,
            "options": json.dumps(options | {"epochs_done": epoch + 1}),
        },
        f"{arguments.output}.pt",
    )


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--guide", type=Path, required=True)
    parser.add_argument("--patterns", type=Path)
    parser.add_argument("--output", required=True, help="path without suffix")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--start", help="parameters to go on from (.pt)")
    parser.add_argument("--y-share", type=float, default=1, help="of batches")
    parser.add_argument("--guide-share", type=float, default=1)
    parser.add_argument("--vocabularies", help="those of another run")
    parser.add_argument("--first-epoch", type=int, default=0)
    parser.add_argument("--patterns-per-epoch", type=int, default=8000)
    parser.add_argument("--batch", type=int, default=1000, help="pieces")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--dropout", type=float, default=0.3)
    parser.add_argument("--bpe-dropout", type=float, default=0.1)
    parser.add_argument("--vocabulary", type=int, default=4500)
    parser.add_argument("--d-e", type=int, default=160)
    parser.add_argument("--d-h", type=int, default=128)
    parser.add_argument("--d-a", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-attention", action="store_true")
    parser.add_argument("--try-out", type=int, help="stop after so many steps")
    return parser.parse_args()


if __name__ == "__main__":
    train(parse())
