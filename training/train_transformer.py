"""Train a Transformer, English <-> Chinese or English -> French; see README.md.

The first piece of the source names the target language (Johnson et al. 2017);
English and Chinese are learned in both directions. What is minimized, per
batch:

    the words   cross-entropy of the next piece, label smoothing 0.1
    written     cross-entropy of one cross-attention head and the guide links
                of the piece that this step writes
    read        the same for one head and the piece that this step has read
    pronouns    the same as "written" for all heads and layers, but only where
                a pronoun of a sentence pattern is written, and with its own
                link alone: il looks at "it". Which noun "it" means has then
                to be found by the self-attention of the encoder, which is
                guided nowhere.

Guided attention: Chen et al. 2016; one head of it: Garg et al. 2019; links
of the piece just read: Chen et al. 2020, "Accurate Word Alignment Induction".
"""

import argparse
import json
import math
import os
import random
import shutil
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

# Before PyTorch is loaded: batches come in thousands of shapes, and building
# a product anew for each takes longer than the product.
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "20000")

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from language.joint import MARKS, TO_CHINESE, TO_ENGLISH
from language.pieces import END, START, UNKNOWN
from training.data import Example, guide_rows, pad, read_guide, read_links
from training.joint_pieces import (
    Cut,
    cut,
    load_pieces,
    read_pieces,
    train_pieces,
)
from training.tongues import bleu_of
from training.transformer_model import Dropout, Sizes, Transformer

READ_HEAD = (0, 0)
"""Decoder layer and head that are guided to the piece just read."""
WRITTEN_HEAD = (1, 0)
"""Decoder layer and head that are guided to the piece to be written."""
GUIDE_FACTOR = 0.1
PRONOUN_FACTOR = 0.2
PRONOUNS = frozenset(("il", "elle", "ils", "elles"))
FORGOTTEN = 0.35
"""Share of the French pieces already written that are not shown in patterns
with a pronoun: its gender is then not read off the French noun."""
UNKNOWN_RATE = 0.02
PARTS = ("words", "written", "read", "pronouns")


@dataclass(frozen=True)
class Pair:
    """One direction of one sentence pair in ids, with its guide rows."""

    source: list[int]
    target: list[int]
    guide: np.ndarray
    linked: np.ndarray
    pronouns: np.ndarray
    forget: float


@dataclass(frozen=True)
class Batch:
    """Padded ids (b, n); guide (b, n_t, n_s) and linked (b, n_t)."""

    source: Tensor
    mask: Tensor
    target: Tensor
    lengths: Tensor
    guide: Tensor
    linked: Tensor
    pronouns: Tensor
    forget: Tensor


def direct(
    mark: int,
    source: Cut,
    target: Cut,
    links: Sequence,
    pronouns: Sequence[int] = (),
) -> Pair:
    """A pair from cut sentences; the guide skips mark and </s>."""
    ids = [mark, *source.ids, END]
    guide = np.zeros((len(target.ids), len(ids)), np.float32)
    mass = guide[:, 0]
    if links:
        guide[:, 1:-1], mass = guide_rows(links, source.words, target.words)
    chosen = np.isin(target.words, list(pronouns)).astype(np.float32)
    forget = FORGOTTEN if pronouns else 0.0
    return Pair(ids, target.ids, guide, mass, chosen * mass, forget)


def both_ways(examples: Sequence[Example], tokenizer: object) -> list[Pair]:
    """Every pair in both directions."""
    english = cut(tokenizer, [example.source for example in examples])
    chinese = cut(tokenizer, [example.target for example in examples])
    pairs = []
    for example, en, zh in zip(examples, english, chinese, strict=True):
        turned = [(i, j, p) for j, i, p in example.links]
        pairs.append(direct(TO_CHINESE, en, zh, example.links))
        pairs.append(direct(TO_ENGLISH, zh, en, turned))
    return pairs


def one_way(examples: Sequence[Example], tokenizer: object) -> list[Pair]:
    """Every pair, English first; the mark is the one beside <2en>."""
    english = cut(tokenizer, [example.source for example in examples])
    french = cut(tokenizer, [example.target for example in examples])
    return [
        direct(TO_CHINESE, en, fr, one.links, pronouns_of(one))
        for one, en, fr in zip(examples, english, french, strict=True)
    ]


def pronouns_of(example: Example) -> list[int]:
    """Where a French sentence of the patterns has il, elle, ils, elles."""
    links = {
        i: example.source[j].lower() for j, i, p in example.links if p == 1
    }
    return [
        i
        for i, word in enumerate(example.target)
        if word.lower() in PRONOUNS and links.get(i) in ("it", "they")
    ]


def batches(
    pairs: Sequence[Pair], size: int, rng: random.Random
) -> Iterator[Batch]:
    """Batches of about `size` pieces a side, sentences of like length."""
    order = list(range(len(pairs)))
    rng.shuffle(order)
    order.sort(key=lambda k: (len(pairs[k].target) // 2, len(pairs[k].source)))
    groups: list[list[Pair]] = [[]]
    for k in order:
        longest = max(len(pairs[k].target) + 1, len(pairs[k].source))
        if (len(groups[-1]) + 1) * longest > size:
            groups.append([])
        groups[-1].append(pairs[k])
    rng.shuffle(groups)
    yield from (collate(group) for group in groups if group)


def collate(group: Sequence[Pair]) -> Batch:
    """One padded batch."""
    source, source_lengths = pad([pair.source for pair in group])
    target, lengths = pad([pair.target for pair in group])
    guide = np.zeros((*target.shape, source.shape[1]), np.float32)
    linked = np.zeros(target.shape, np.float32)
    pronouns = np.zeros(target.shape, np.float32)
    for k, pair in enumerate(group):
        n_t, n_s = pair.guide.shape
        guide[k, :n_t, :n_s] = pair.guide
        linked[k, :n_t] = pair.linked
        pronouns[k, :n_t] = pair.pronouns
    mask = torch.arange(source.shape[1]) < source_lengths[:, None]
    return Batch(
        source,
        mask,
        target,
        lengths,
        torch.from_numpy(guide),
        torch.from_numpy(linked),
        torch.from_numpy(pronouns),
        torch.tensor([pair.forget for pair in group]),
    )


def guide_loss(
    scores: Tensor, batch: Batch, counts: Tensor | None = None
) -> Tensor:
    """Mean over linked pieces of -sum_j guide_ij log a_ij."""
    counts = batch.linked if counts is None else counts
    log = scores.float().log_softmax(-1)
    rows = -(batch.guide * log.masked_fill(~batch.mask[:, None], 0)).sum(-1)
    return (rows * counts).sum() / counts.sum().clamp(min=1)


def pronoun_loss(scores: Sequence[Tensor], batch: Batch) -> Tensor:
    """The same for all layers and heads, where a pronoun is written."""
    some = batch.pronouns.any(1)
    if not some.any():
        return torch.zeros(())
    # (b, h, n_t + 1, n_s) of each layer -> log of the weights, mean of heads
    logs = [x[some][:, :, :-1].float().log_softmax(-1).mean(1) for x in scores]
    log = torch.stack(logs).mean(0).masked_fill(~batch.mask[some][:, None], 0)
    counts = batch.pronouns[some]
    rows = -(batch.guide[some] * log).sum(-1)
    return (rows * counts).sum() / counts.sum()


def losses(model: Transformer, batch: Batch) -> dict[str, Tensor]:
    """All parts of what is minimized."""
    source = batch.source
    if model.training:
        lost = torch.rand(source.shape) < UNKNOWN_RATE
        source = source.masked_fill(lost & (source > TO_ENGLISH), UNKNOWN)
    memory, _ = model.encode(source, batch.mask)
    shown = batch.target
    if model.training:
        forgotten = torch.rand(shown.shape) < batch.forget[:, None]
        shown = shown.masked_fill(forgotten, UNKNOWN)
    read = functional.pad(shown, (1, 0), value=START)
    write = functional.pad(batch.target, (0, 1))
    write.scatter_(1, batch.lengths[:, None], END)
    hidden, scores = model.decode(read, memory, batch.mask)
    keep = torch.arange(read.shape[1]) <= batch.lengths[:, None]
    logits = model.logits(hidden[keep]).float()
    smoothing = 0.1 if model.training else 0.0
    words = functional.cross_entropy(
        logits, write[keep], label_smoothing=smoothing
    )
    (layer_w, head_w), (layer_r, head_r) = WRITTEN_HEAD, READ_HEAD
    return {
        "words": words,
        "written": guide_loss(scores[layer_w][:, head_w, :-1], batch),
        "read": guide_loss(scores[layer_r][:, head_r, 1:], batch),
        "pronouns": pronoun_loss(scores, batch),
    }


@torch.no_grad()
def translate(model: Transformer, batch: Batch) -> list[list[int]]:
    """Greedy translations of a batch, for watching the training only."""
    memory, _ = model.encode(batch.source, batch.mask)
    ids = torch.full((len(batch.source), 1), START)
    for _ in range(2 * batch.source.shape[1] + 8):
        hidden, _ = model.decode(ids, memory, batch.mask)
        logits = model.logits(hidden[:, -1])
        logits[:, [UNKNOWN, START, TO_CHINESE, TO_ENGLISH]] = -math.inf
        ids = torch.cat([ids, logits.argmax(-1, keepdim=True)], 1)
        if bool((ids == END).any(1).all()):
            break
    rows = ids[:, 1:].tolist()
    return [row[: row.index(END)] if END in row else row for row in rows]


def validate(
    model: Transformer,
    examples: Sequence[Example],
    tokenizer: object,
    target: str = "zh",
) -> dict[str, float]:
    """Losses and BLEU of every direction on held-out pairs."""
    model.eval()
    ways = ((0, target), (1, "en")) if target == "zh" else ((0, target),)
    make = both_ways if target == "zh" else one_way
    pairs, result = make(examples, tokenizer), {}
    sums = dict.fromkeys(PARTS, 0.0)
    for way, name in ways:
        chosen = sorted(
            pairs[way :: len(ways)], key=lambda pair: len(pair.source)
        )
        said, meant = [], []
        for k in range(0, len(chosen), 50):
            batch = collate(chosen[k : k + 50])
            with torch.no_grad():
                for part, value in losses(model, batch).items():
                    sums[part] += float(value) * 50 / len(pairs)
            said += translate(model, batch)
            meant += [pair.target for pair in chosen[k : k + 50]]
        texts = [
            [read_pieces(tokenizer, ids) for ids in rows]
            for rows in (said, meant)
        ]
        result[f"to {name}"] = round(bleu_of(*texts, name), 2)
    model.train()
    return result | {part: round(v, 3) for part, v in sums.items()}


class Average:
    """Exponential moving average of the parameters."""

    def __init__(self, model: Transformer) -> None:
        self.state = {k: v.clone() for k, v in model.state_dict().items()}
        self.steps = 0

    @torch.no_grad()
    def update(self, model: Transformer, every: int = 5) -> None:
        """Take one step towards the model as it is now."""
        self.steps += 1
        if self.steps % every:
            return
        # Of the last fifth of the steps, later of the last thousand.
        rate = max(0.001 * every, 5 * every / (self.steps + 5 * every))
        live = model.state_dict()
        names = list(self.state)
        torch._foreach_lerp_(
            [self.state[k] for k in names], [live[k] for k in names], rate
        )


def rate_at(progress: float, peak: float) -> float:
    """Learning rate: warm-up over 4 % of the time, then a cosine to 1 %."""
    cosine = 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))
    return peak * min(1.0, progress / 0.04 + 0.01) * (0.01 + 0.99 * cosine)


class Run:
    """One training: model, optimizer, average, clock and log."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        torch.set_num_threads(1)
        torch.manual_seed(arguments.seed)
        self.arguments, self.rng = arguments, random.Random(arguments.seed)
        path = Path(f"{arguments.output}.pieces.json")
        self.examples = read_guide(arguments.guide)
        self.patterns = (
            read_links(arguments.patterns) if arguments.patterns else []
        )
        self.rng.shuffle(self.examples)
        self.held_out = self.examples[: arguments.held_out]
        self.examples = self.examples[arguments.held_out :]
        if arguments.start:
            shutil.copyfile(f"{arguments.start}.pieces.json", path)
        elif not path.exists():
            self.learn_pieces(path)
        self.cutter = load_pieces(path, arguments.bpe_dropout)
        self.exact = load_pieces(path)
        sizes = Sizes(
            self.exact.get_vocab_size(),
            d_model=arguments.d_model,
            heads=arguments.heads,
            d_ff=arguments.d_ff,
            encoder_layers=arguments.encoder_layers,
            decoder_layers=arguments.decoder_layers,
            ahead=tuple(n if n >= 0 else None for n in arguments.ahead),
        )
        self.model = Transformer(sizes, arguments.dropout)
        if arguments.start:
            saved = torch.load(f"{arguments.start}.pt", weights_only=True)
            self.model.load_state_dict(saved["state"])
        self.optimizer = torch.optim.Adam(
            self.model.parameters(), lr=0, betas=(0.9, 0.98), fused=True
        )
        self.average, self.steps, self.spent = Average(self.model), 0, 0.0
        self.watch = time.time if arguments.clock else time.process_time
        self.start = self.watch()
        self.resume()
        self.log(
            sizes.as_dict(),
            parameters=sum(p.numel() for p in self.model.parameters()),
        )

    def learn_pieces(self, path: Path) -> None:
        """Make the vocabulary of both languages."""
        few = self.patterns[:: max(1, len(self.patterns) // 4000)]
        sides = (
            side for e in self.examples + few for side in (e.source, e.target)
        )
        marks = (f"<2{self.arguments.target}>", MARKS[1])
        train_pieces(sides, self.arguments.pieces, path, marks)

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
        self.spent = live["spent"]
        self.rng.seed(f"{self.arguments.seed} {self.steps}")

    @property
    def minutes(self) -> float:
        """Minutes since the start: of computing, or on the clock."""
        return self.spent + (self.watch() - self.start) / 60

    @property
    def progress(self) -> float:
        """From 0 to 1, by the clock."""
        return self.minutes / self.arguments.minutes

    def log(self, *parts: dict, **more: object) -> None:
        """Append one line to the log file."""
        row = {"minute": round(self.minutes, 1)} | more
        row["clock"] = time.strftime("%H:%M:%S")
        for part in parts:
            row |= part
        with Path(f"{self.arguments.output}.log").open("a") as file:
            file.write(json.dumps(row) + "\n")

    def epoch(self) -> list[Batch]:
        """Fresh batches of everything, words cut anew."""
        Dropout.refill()
        few = min(len(self.patterns), self.arguments.patterns_per_epoch)
        most = self.arguments.pairs_per_epoch or len(self.examples)
        chosen = self.rng.sample(self.examples, min(most, len(self.examples)))
        chosen += self.rng.sample(self.patterns, few)
        make = both_ways if self.arguments.target == "zh" else one_way
        pairs = make(chosen, self.cutter)
        return batches(pairs, self.arguments.batch, self.rng)

    def step(self, batch: Batch) -> dict[str, float]:
        """One step of the optimizer."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate_at(self.progress, self.arguments.rate)
        parts = losses(self.model, batch)
        guides = parts["written"] + parts["read"]
        loss = parts["words"] + GUIDE_FACTOR * guides
        (loss + PRONOUN_FACTOR * parts["pronouns"]).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.average.update(self.model)
        self.steps += 1
        return {name: part.item() for name, part in parts.items()}

    def save(self) -> None:
        """Judge the average on held-out pairs, and keep it."""
        live = {k: v.clone() for k, v in self.model.state_dict().items()}
        self.model.load_state_dict(self.average.state)
        target = self.arguments.target
        judged = validate(self.model, self.held_out, self.exact, target)
        self.model.load_state_dict(live)
        self.log(judged, steps=self.steps, held_out=True)
        options = {k: str(v) for k, v in vars(self.arguments).items()}
        stored = {
            "state": self.average.state,
            "sizes": self.model.sizes.as_dict(),
            "options": options,
            "held_out": judged,
            "steps": self.steps,
        }
        live = {
            "model": live,
            "optimizer": self.optimizer.state_dict(),
            "average": self.average.state,
            "steps": self.steps,
            "spent": self.minutes,
        }
        for content, name in ((stored, "pt"), (live, "live.pt")):
            part = Path(f"{self.arguments.output}.{name}.part")
            torch.save(content, part)
            part.replace(f"{self.arguments.output}.{name}")

    def train(self) -> None:
        """Train until the time is over."""
        epoch, next_save = 0, self.minutes + self.arguments.save_every
        while self.progress < 1:
            sums, count = dict.fromkeys(PARTS, 0.0), 0
            for batch in self.epoch():
                for name, value in self.step(batch).items():
                    sums[name] += value
                count += 1
                if self.minutes > next_save:
                    self.save()
                    next_save += self.arguments.save_every
                if self.progress >= 1:
                    break
            epoch += 1
            shown = {k: round(v / count, 3) for k, v in sums.items()}
            self.log(shown, epoch=epoch, steps=self.steps)
        self.save()


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--guide", type=Path, required=True)
    add("--patterns", type=Path)
    add("--target", choices=("zh", "fr"), default="zh")
    add("--clock", action="store_true", help="minutes on the clock instead")
    add("--resume", action="store_true")
    add("--pairs-per-epoch", type=int, help="a sample of them")
    add("--output", required=True, help="path without suffix")
    add("--start", help="path without suffix of an earlier run to go on from")
    add("--minutes", type=float, default=50, help="of computing")
    add("--save-every", type=float, default=8, help="minutes")
    add("--held-out", type=int, default=200, help="pairs")
    add("--patterns-per-epoch", type=int, default=3000)
    add("--pieces", type=int, default=5000, help="size of the vocabulary")
    add("--batch", type=int, default=1000, help="pieces a side")
    add("--rate", type=float, default=2e-3)
    add("--dropout", type=float, default=0.2)
    add("--bpe-dropout", type=float, default=0.05)
    add("--d-model", type=int, default=192)
    add("--heads", type=int, default=6)
    add("--d-ff", type=int, default=512)
    add("--encoder-layers", type=int, default=3)
    add("--decoder-layers", type=int, default=3)
    add(
        "--ahead",
        type=int,
        nargs="*",
        default=[],
        help="pieces that each encoder layer sees ahead; -1 for everything",
    )
    add("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    Run(parse()).train()
