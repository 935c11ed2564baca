"""The core beside what one would take instead: time and memory, as tables.

    python benchmarks/bench_core.py                     all tables
    python benchmarks/bench_core.py additive            one of `TABLES`
    python benchmarks/bench_core.py attention 1,8,64    one of `SIZES`

Contestants take turns in the same run; shown are medians of CPU time in
milliseconds, with one thread for everybody, in float32. PyTorch and jax are
compared where they are installed (`make oracles` makes such an environment:
`.venv-oracles/bin/python benchmarks/bench_core.py`). Read ratios, not times.
"""

import os

ONE_THREAD = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
    "NPROC": "1",  # jax asks for it
}
os.environ.update(ONE_THREAD)  # before NumPy loads

import importlib.util  # noqa: E402
import math  # noqa: E402
import statistics  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
import tracemalloc  # noqa: E402
from collections.abc import Callable  # noqa: E402
from pathlib import Path  # noqa: E402

import numpy as np  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from attention_core import (  # noqa: E402
    Seq2SeqParameters,
    additive,
    attend,
    context_only,
    scaled_dot,
    softmax,
    translate,
    weights_and_context,
)
from attention_core.seq2seq import END, START, expected_shapes  # noqa: E402

SIZES = [
    (1, 8, 64),
    (8, 32, 64),
    (12, 128, 64),
    (12, 512, 64),
    (8, 2048, 64),
    (1, 4096, 64),
]
PAIRS = [(8, 64), (32, 128), (128, 128), (512, 128), (1024, 256)]
SECONDS, ROUNDS, FEWEST = 3.0, 31, 5  # of one line of a table
RNG = np.random.default_rng(0)
Contestants = dict[str, Callable[[], object]]


def installed(package: str) -> bool:
    """Return whether a package can be compared with."""
    return importlib.util.find_spec(package) is not None


def seconds(function: Callable[[], object], repeats: int) -> float:
    """Return the CPU time of one call."""
    start = time.process_time()
    for _ in range(repeats):
        function()
    return (time.process_time() - start) / repeats


def race(contestants: Contestants) -> dict[str, float]:
    """Return median milliseconds of contestants that take turns."""
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for function in contestants.values():
        function()
    slowest = max(seconds(f, 1) for f in contestants.values())
    repeats = max(1, int(0.003 / slowest))
    end = time.process_time() + SECONDS
    for turn in range(ROUNDS):
        if turn >= FEWEST and time.process_time() > end:
            break
        for name, function in contestants.items():
            times[name].append(seconds(function, repeats))
    return {name: 1e3 * statistics.median(t) for name, t in times.items()}


def table(title: str, names: list[str], bar: str) -> None:
    """Print the head of a table."""
    print(f"\n{title}\n")
    cells = [f"{name:>12}" for name in [*names, "ours/torch", bar]]
    print(f"{'size':>18} " + " ".join(cells))


def wanted(size: object) -> bool:
    """Return whether a line was asked for, by its size without spaces."""
    plain = str(size).strip("()").replace(" ", "")
    return len(sys.argv) < 3 or plain in sys.argv[2:]


def line(
    size: object, names: list[str], contestants: Contestants, bar: str
) -> None:
    """Race, and print one line."""
    result = race(contestants)
    shown = [
        f"{result[n]:12.3f}" if n in result else " " * 11 + "-" for n in names
    ]
    ours = result[names[0]]
    ratio = f"{ours / result['torch']:12.2f}" if "torch" in result else ""
    print(f"{size!s:>18} " + " ".join([*shown, f"{ratio:>12}", f"{bar:>12}"]))


def naive(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Return the context as it is usually written down."""
    scores = np.einsum("hqd,hkd->hqk", q, k) / np.sqrt(q.shape[-1])
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return np.einsum("hqk,hkd->hqd", weights, v)


def torch_attention(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> Contestants:
    """Return PyTorch's ways: with weights, and without."""
    if not installed("torch"):
        return {}
    import torch

    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    query, key, value = (torch.from_numpy(array) for array in (q, k, v))
    scale = 1 / math.sqrt(q.shape[-1])
    sdpa = torch.nn.functional.scaled_dot_product_attention

    def with_weights() -> tuple[torch.Tensor, torch.Tensor]:
        scores = torch.bmm(query * scale, key.transpose(1, 2))
        weights = torch.softmax(scores, -1)
        return weights, torch.bmm(weights, value)

    return {
        "weights": with_weights,
        "sdpa": lambda: sdpa(query[None], key[None], value[None]),
    }


def jax_attention(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> Contestants:
    """Return jax's ways, compiled."""
    if not installed("jax"):
        return {}
    import jax

    arrays = [jax.numpy.asarray(array) for array in (q, k, v)]
    scale = 1 / math.sqrt(q.shape[-1])

    @jax.jit
    def with_weights(q: jax.Array, k: jax.Array, v: jax.Array) -> tuple:
        weights = jax.nn.softmax(q * scale @ k.mT, axis=-1)
        return weights, weights @ v

    swapped = [array.swapaxes(0, 1)[None] for array in arrays]
    only = jax.jit(jax.nn.dot_product_attention)
    wait = jax.block_until_ready
    return {
        "weights": lambda: wait(with_weights(*arrays)),
        "sdpa": lambda: wait(only(*swapped)),
    }


OTHERS = {"torch": torch_attention, "jax": jax_attention}


def with_weights() -> None:
    """Attention that hands out its weights."""
    names = ["fast", "simple", "naive", "torch", "jax"]
    table(
        "Attention with weights (fast = weights_and_context)", names, "at most"
    )
    for h, n, d in filter(wanted, SIZES):
        q, k, v = RNG.normal(size=(3, h, n, d)).astype(np.float32)
        contestants = {
            "fast": lambda q=q, k=k, v=v: weights_and_context(q, k, v),
            "simple": lambda q=q, k=k, v=v: attend(scaled_dot(q, k), v),
            "naive": lambda q=q, k=k, v=v: naive(q, k, v),
        }
        for name, make in OTHERS.items():
            if ways := make(q, k, v):
                contestants[name] = ways["weights"]
        line((h, n, d), names, contestants, "1.20" if n <= 32 else "1.00")


def output_only() -> None:
    """Attention that keeps no weights."""
    names = ["context_only", "torch", "jax"]
    table("Output only (torch: its SDPA)", names, "at most")
    for h, n, d in filter(wanted, SIZES[3:]):
        q, k, v = RNG.normal(size=(3, h, n, d)).astype(np.float32)
        contestants = {
            "context_only": lambda q=q, k=k, v=v: context_only(q, k, v)
        }
        for name, make in OTHERS.items():
            if ways := make(q, k, v):
                contestants[name] = ways["sdpa"]
        line((h, n, d), names, contestants, "1.35")


def softmax_alone() -> None:
    """The softmax of a square of scores."""
    names = ["softmax", "scipy", "torch"]
    table("Softmax alone", names, "")
    for h, n, _ in filter(wanted, SIZES[1:]):
        scores = RNG.normal(size=(h, n, n)).astype(np.float32)
        contestants = {"softmax": lambda s=scores: softmax(s)}
        if installed("scipy"):
            from scipy import special

            contestants["scipy"] = lambda s=scores: special.softmax(s, axis=-1)
        if installed("torch"):
            import torch

            tensor = torch.from_numpy(scores)
            contestants["torch"] = lambda t=tensor: torch.softmax(t, -1)
        line((h, n, n), names, contestants, "")


def additive_scores() -> None:
    """Additive scores of n queries and n keys, hidden layer of size d."""
    names = ["additive", "naive", "torch"]
    table("Additive scores (n, d)", names, "at most")
    for n, d in filter(wanted, PAIRS):
        shapes = [(n, d), (n, d), (d, d), (d, d), (d,)]
        arrays = [RNG.normal(size=s).astype(np.float32) for s in shapes]

        def one_go(a: list = arrays) -> np.ndarray:
            q, k, W_q, W_k, v = a
            return np.tanh((q @ W_q)[:, None] + (k @ W_k)[None]) @ v

        contestants = {
            "additive": lambda a=arrays: additive(*a),
            "naive": one_go,
        }
        if installed("torch"):
            import torch

            tensors = [torch.from_numpy(array) for array in arrays]

            def by_torch(t: list = tensors) -> torch.Tensor:
                q, k, W_q, W_k, v = t
                return torch.tanh((q @ W_q)[:, None] + (k @ W_k)[None]) @ v

            contestants["torch"] = by_torch
        line((n, d), names, contestants, "0.50")


def random_model() -> dict[str, np.ndarray]:
    """Return arrays of the sizes of the shipped model; it never stops."""
    given = {
        "source_embedding": np.empty((4500, 160)),
        "target_embedding": np.empty((4500, 160)),
        "source_encoder.forward.U_z": np.empty((128, 128)),
        "attention.y.additive.W_q": np.empty((256, 128)),
    }
    arrays = {
        name: (RNG.normal(size=shape) / shape[-1] ** 0.5).astype(np.float32)
        for name, shape in expected_shapes(given).items()
    }
    arrays["b_vocab"][END] -= 100
    return arrays


def torch_translator(arrays: dict, ids: np.ndarray, n: int) -> Callable:
    """Return the same encoder-decoder in PyTorch, with the dot product."""
    import torch

    t = {name: torch.from_numpy(array) for name, array in arrays.items()}

    def unit(name: str) -> list[torch.Tensor]:
        """Return the arrays of a GRU as torch.gru_cell wants them."""
        W, U, b = (
            torch.cat([t[f"{name}.{letter}_{gate}"] for gate in "rzn"], -1)
            for letter in "WUb"
        )
        inner = torch.zeros_like(b)
        inner[-len(b) // 3 :] = t[f"{name}.b_nh"]
        return [W.T.contiguous(), U.T.contiguous(), b, inner]

    encoder = torch.nn.GRU(160, 128, batch_first=True, bidirectional=True)
    for side, suffix in (("forward", ""), ("backward", "_reverse")):
        kinds = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        learned = unit(f"source_encoder.{side}")
        for kind, array in zip(kinds, learned, strict=True):
            getattr(encoder, f"{kind}_l0{suffix}").data = array
    cell, E = unit("decoder"), t["target_embedding"]
    source = torch.from_numpy(ids)

    def step(inputs: torch.Tensor, s: torch.Tensor) -> torch.Tensor:
        return torch.gru_cell(inputs, s, *cell)

    def run(beam: int) -> torch.Tensor:
        h, last = encoder(t["source_embedding"][source][None])
        h, C = h[0], last.reshape(1, -1)
        s = torch.tanh(C @ t["W_init"] + t["b_init"])
        e = E[START][None]
        s = step(torch.cat([e, torch.zeros_like(C)], -1), s)
        totals = torch.zeros(1, 1)
        words = torch.zeros(1, 0, dtype=torch.long)
        for _ in range(n):
            c = torch.softmax(s @ h.T, -1) @ h
            readout = torch.cat([s, c, e], -1) @ t["W_out"] + t["b_out"]
            logits = torch.tanh(readout) @ E.T + t["b_vocab"]
            scores = totals + torch.log_softmax(logits, -1)
            totals, best = scores.flatten().topk(beam)
            rows, ids = best // len(E), best % len(E)
            totals = totals[:, None]
            words = torch.cat([words[rows], ids[:, None]], 1)
            e, s, c = E[ids], s[rows], c[rows]
            s = step(torch.cat([e, c], -1), s)
        return words

    return run


def translation() -> None:
    """Twelve words into twelve words, with attention."""
    names = ["translate", "torch"]
    table("Translating 12 words (beam)", names, "at most")
    arrays, ids = random_model(), RNG.integers(3, 4500, 12)
    parameters = Seq2SeqParameters.from_arrays(arrays)
    for beam, bar in ((1, "1.00"), (5, "")):
        contestants: Contestants = {
            "translate": lambda beam=beam: translate(
                parameters, ids, score="dot", beam=beam, max_length=12
            )
        }
        if installed("torch"):
            run = torch_translator(arrays, ids, 12)
            contestants["torch"] = lambda run=run, beam=beam: run(beam)
        line(beam, names, contestants, bar)


def peak(function: Callable[[], object]) -> int:
    """Return the most bytes that a call holds at once, results included."""
    tracemalloc.start()
    function()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def memory() -> None:
    """Memory with weights, and growth of time and memory without."""
    n = 4096
    q, k, v = RNG.normal(size=(3, 1, n, 64)).astype(np.float32)
    scores = scaled_dot(q, k)
    print(
        f"\nPeak memory at n = {n:,}, in units of 4 n^2 bytes (at most 1.1)\n"
    )
    for name, function in {
        "weights_and_context": lambda: weights_and_context(q, k, v),
        "attend, scores given": lambda: attend(scores, v),
        "attend, scores made": lambda: attend(scaled_dot(q, k), v),
    }.items():
        print(f"{name:>22} {peak(function) / (4 * n * n):6.2f}")
    print("\ncontext_only as n grows (d = 64)\n")
    print(f"{'n':>8} {'ms':>10} {'MB':>8} {'MB of weights':>14}")
    for n in (1024, 2048, 4096, 8192, 16384):
        q, k, v = RNG.normal(size=(3, n, 64)).astype(np.float32)

        def run(
            q: np.ndarray = q, k: np.ndarray = k, v: np.ndarray = v
        ) -> None:
            context_only(q, k, v)

        times = [seconds(run, 1) for _ in range(3)]
        weights = 4 * n * n / 1e6
        print(
            f"{n:8,} {1e3 * statistics.median(times):10.1f} "
            f"{peak(run) / 1e6:8.1f} {weights:14.1f}"
        )


TABLES = {
    "attention": with_weights,
    "output_only": output_only,
    "softmax": softmax_alone,
    "additive": additive_scores,
    "translation": translation,
    "memory": memory,
}


def main() -> None:
    """Print all tables, or the one that was asked for."""
    versions = [f"numpy {np.__version__}"]
    for package in ("torch", "jax", "scipy"):
        if installed(package):
            module = __import__(package)
            versions.append(f"{package} {module.__version__}")
    busy = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"{', '.join(versions)}; {os.cpu_count()} cores, load {busy}")
    chosen = sys.argv[1:2] or TABLES
    for name in chosen:
        TABLES[name]()


if __name__ == "__main__":
    main()
