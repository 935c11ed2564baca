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
import torch
from torch import Tensor
from torch.nn import functional

from language.pieces import END, START, Vocabulary
from training.data import (
    Batch,
    Encoded,
    Example,
    batches,
    collate,
    guide_rows,
    read_guide,
    read_links,
    read_pairs,
    without_links,
)
from training.model import SCORES, Seq2Seq
from training.precision import HAS_HALF
from training.tongues import JOINERS, SPLITTERS, bleu_of
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
    written = [word for example in examples for word in example.target]
    size = arguments.vocabulary
    latin = {"continuing": "##", "lowercase": True}
    source = train_vocabulary(english, size, **latin)
    chinese = arguments.target == "zh"
    target = train_vocabulary(written, size, **({} if chinese else latin))
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
    model: Seq2Seq,
    batch: Batch,
    score: str,
    *,
    with_y: bool = True,
    guided: bool = True,
) -> dict[str, Tensor]:
    """All parts of what is minimized; those of the queries y_i if wanted.

    Not guided, no link enters: s_{i-1} learns from the words to be written,
    y_i from naming itself by its context alone.
    """
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
    if guided:
        parts["guide_s"] = cross_entropy(log_s[:, :-1], batch.guide, counts)
    if not with_y:
        return parts
    e_y = model.embed(model.target_embedding, drop_words(batch.target, 0.03))
    y, _ = model.encode(model.target_encoder, e_y, batch.target_lengths)
    with torch.autocast("cpu", enabled=False):
        logs = {
            name: model.y(name, y, model.y.prepare(name, h), mask)
            for name in (SCORES if guided else (score,))
        }
    if guided:
        parts |= {
            f"guide_y_{name}": cross_entropy(log, batch.guide, counts)
            for name, log in logs.items()
        }
    contexts = logs[score].exp() @ h
    few = written & (torch.rand(written.shape) < GUESSED)
    readout = model.dropout(torch.tanh(model.guess(contexts[few])))
    parts["guess"] = words_loss(model.logits(readout), batch.target[few])
    return parts


DRAWN = (*SCORES, *["scaled_dot"] * 3)
"""What the decoder's score function is drawn from, anew for each batch."""
GUIDE_S = dict.fromkeys(SCORES, 0.8) | {"dot": 0.2, "scaled_dot": 3.0}
"""How much the guide links count for the decoder's weights."""
UNGUIDED = {"words": 1.0, "guess": 0.5}
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
    target: str,
) -> dict[str, float]:
    """BLEU of one score function and the losses on held-out pairs."""
    model.eval()
    encoded = [encode(example, vocabularies) for example in held_out]
    names = ("words", "guide_s", "guide_y_scaled_dot", "guess")
    sums = dict.fromkeys(names, 0.0)
    said, join = [], JOINERS[target]
    groups = [encoded[k : k + 64] for k in range(0, len(encoded), 64)]
    for group in groups:
        batch = collate(group)
        with torch.no_grad():
            guided = bool(batch.linked.max() > UNLINKED)
            parts = losses(model, batch, "scaled_dot", guided=guided)
        for name in sums.keys() & parts.keys():
            sums[name] += float(parts[name]) / len(groups)
        for ids in translate(model, batch, "scaled_dot"):
            words, _ = vocabularies[1].target_words(ids)
            said.append(join(words))
    meant = [join(list(example.target)) for example in held_out]
    bleu = bleu_of(said, meant, target)
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


class Run:
    """One training: data, model, optimizer, average, and where it stands."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        torch.set_num_threads(1)
        torch.manual_seed(arguments.seed)
        self.arguments, self.rng = arguments, random.Random(arguments.seed)
        self.guided = arguments.guide is not None
        self.read_examples()
        self.model = Seq2Seq(
            len(self.vocabularies[0]),
            len(self.vocabularies[1]),
            d_e=arguments.d_e,
            d_h=arguments.d_h,
            d_a=arguments.d_a,
            dropout=arguments.dropout,
            attention=not arguments.no_attention,
        )
        if arguments.start:
            self.model.load_state_dict(torch.load(arguments.start)["state"])
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(),
            lr=0,
            betas=(0.9, 0.98),
            weight_decay=1e-4,
            fused=True,
        )
        self.average, self.steps, self.spent = Average(self.model), 0, 0.0
        self.epoch, self.begun = arguments.first_epoch, time.time()
        self.resume()

    def read_examples(self) -> None:
        """Pairs, patterns, vocabularies, and what is held out."""
        given = self.arguments
        if self.guided:
            corpus = read_guide(given.guide)
        else:
            corpus = read_pairs(given.pairs, SPLITTERS[given.target])
        patterns = read_links(given.patterns) if given.patterns else []
        self.patterns = patterns if self.guided else without_links(patterns)
        self.vocabularies = make_vocabularies(corpus + self.patterns, given)
        self.rng.shuffle(corpus)
        self.held_out, self.corpus = corpus[:300], corpus[300:]

    def resume(self) -> None:
        """Go on where an interrupted run of the same output stopped."""
        path = Path(f"{self.arguments.output}.live.pt")
        if not (self.arguments.resume and path.exists()):
            return
        live = torch.load(path)
        self.model.load_state_dict(live["model"])
        self.optimizer.load_state_dict(live["optimizer"])
        self.average.state = live["average"]
        self.average.steps = self.steps = live["steps"]
        self.epoch, self.spent = live["epoch"], live["spent"]
        self.rng.seed(f"{self.arguments.seed} {self.epoch}")

    @property
    def minutes(self) -> float:
        """Minutes on the clock, those before an interruption included."""
        return self.spent + (time.time() - self.begun) / 60

    def progress(self, share: float) -> float:
        """From 0 to 1: by the clock if there is one, else by epochs."""
        if self.arguments.minutes:
            return min(1.0, self.minutes / self.arguments.minutes)
        return min(1.0, (self.epoch + share) / self.arguments.epochs)

    def groups(self) -> list[Batch]:
        """Batches of everything, words cut anew."""
        most = self.arguments.pairs_per_epoch or len(self.corpus)
        few = min(len(self.patterns), self.arguments.patterns_per_epoch)
        chosen = self.rng.sample(self.corpus, min(most, len(self.corpus)))
        chosen += self.rng.sample(self.patterns, few)
        encoded = [
            encode(one, self.vocabularies, self.arguments.bpe_dropout, self.rng)
            for one in chosen
        ]
        return list(batches(encoded, self.arguments.batch, self.rng))

    def factors(self, score: str) -> dict[str, float]:
        """How much each part counts in the loss."""
        if not self.guided:
            return UNGUIDED
        guide_s = self.arguments.guide_share * GUIDE_S[score]
        return FACTORS | {"guide_s": guide_s}

    def step(self, batch: Batch, rate: float) -> dict[str, float]:
        """One step of the optimizer."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=HAS_HALF):
            score = self.rng.choice(DRAWN)
            with_y = self.rng.random() < self.arguments.y_share
            parts = losses(
                self.model, batch, score, with_y=with_y, guided=self.guided
            )
        factors = self.factors(score)
        loss = sum(factors[name] * part for name, part in parts.items())
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 2.0)
        self.optimizer.step()
        self.average.update(self.model)
        self.steps += 1
        return {name: float(part.detach()) for name, part in parts.items()}

    def run_epoch(self) -> dict[str, float]:
        """All batches once; the mean of every part of the loss."""
        sums: dict[str, float] = {}
        groups = self.groups()
        for k, batch in enumerate(groups):
            progress = self.progress(k / len(groups))
            if progress >= 1:
                break
            rate = rate_at(progress, self.steps, self.arguments.rate)
            for name, part in self.step(batch, rate).items():
                sums[name] = sums.get(name, 0) + part / len(groups)
            if self.steps == self.arguments.try_out:
                break
        return {name: round(value, 3) for name, value in sums.items()}

    def judge(self) -> dict[str, float]:
        """Figures of the averaged parameters on what was held out."""
        live = {k: v.clone() for k, v in self.model.state_dict().items()}
        self.model.load_state_dict(self.average.state)
        found = validate(
            self.model, self.held_out, self.vocabularies, self.arguments.target
        )
        self.model.load_state_dict(live)
        return found

    def save(self) -> None:
        """The average, for `training.export`, and all that `resume` needs."""
        given = self.arguments
        done = {"epochs_done": self.epoch, "minutes_done": round(self.minutes)}
        options = {k: str(v) for k, v in vars(given).items()} | done
        shipped = {
            "state": self.average.state,
            "sizes": json.dumps(self.model.sizes),
            "attention": self.model.attention,
            "options": json.dumps(options),
        }
        live = {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "average": self.average.state,
            "steps": self.steps,
            "epoch": self.epoch,
            "spent": self.minutes,
        }
        for content, name in ((shipped, "pt"), (live, "live.pt")):
            part = Path(f"{given.output}.{name}.part")
            torch.save(content, part)
            part.replace(f"{given.output}.{name}")

    def train(self) -> None:
        """Train until epochs or minutes are over; save after each epoch."""
        given, total = (
            self.arguments,
            sum(p.numel() for p in self.model.parameters()),
        )
        print(total, "parameters", flush=True)
        while self.epoch < given.epochs and self.progress(0) < 1:
            shown = self.run_epoch()
            print(self.epoch, round(self.minutes, 1), shown, flush=True)
            self.epoch += 1
            if given.try_out and self.steps >= given.try_out:
                return
            self.save()
            if self.epoch % 4 == 0 or self.progress(0) >= 1:
                print("  held out", self.judge(), flush=True)


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    data = parser.add_mutually_exclusive_group(required=True)
    data.add_argument("--guide", type=Path, help="pairs with links")
    data.add_argument("--pairs", type=Path, help="pairs; no link is used")
    parser.add_argument("--target", choices=SPLITTERS, default="zh")
    parser.add_argument("--minutes", type=float, help="clock of the schedule")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--pairs-per-epoch", type=int, help="a sample of them")
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
    Run(parse()).train()
