"""Time and memory of the embedded verifier, and how they compare with models of similar projects.

    python benchmarks/speed.py [--peers [--peer-folder FOLDER]] [--repeats N] [--quick] [--json OUT]

A request is timed as a whole: draft to claims, sources to passages, claims to verdicts. The encoder uses up to four
cores; ``taskset -c 0`` before the command leaves it one. Each run has its own text (made_texts.py), and the sets of
evidence take turns, so that other work on the machine affects all alike.
``p95`` is interpolated between the runs. ``CPU`` is this process's own work, the figure to trust on a busy machine.

``--peers`` also times models of the shapes of LettuceDetect-base, HHEM-2.1-open and a DeBERTa-v3-large cross-encoder:
random weights, exported to ONNX and quantised to int8 as ours is, one thread, in turn with ours. They read random ids,
as many as the claims and whole sources have word pieces in our tokenizer, which is what each reads for one request.
They are made from ``transformers``' configurations; nothing is downloaded. Making them needs the training environment
and 8 GB of memory, only once if ``--peer-folder`` keeps them. ``--quick`` measures a tiny size once, as a test of the
script.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module, resources
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
import onnxruntime

from benchmarks.made_texts import request
from critique_core import Claim, CritiqueRequest, SourceDocument, critique
from critique_core.claims.extraction import extract
from critique_core.evidence.index import SourceIndex
from critique_core.verifiers.embedded import EmbeddedVerifier, encoder
from critique_core.verifiers.embedded.windows import tokenizer_of

CLAIMS, SOURCES = (1, 8, 32), (1, 3, 10)
PEER_CLAIMS, PEER_SOURCES = 8, 3
KINDS = {
    "typed+alignment": ("typed", "alignment"),
    "encoder": ("encoder",),
    "all": ("typed", "alignment", "encoder"),
}
_MODEL_ALONE = "the model alone"
_REPEATS, _PEER_REPEATS, _STARTS = 20, 5, 5
_BATCH = 24  # requests in a throughput run

_START = """
import json, resource, sys, time
from pathlib import Path
begun = time.perf_counter()
from benchmarks.made_texts import request
from critique_core import critique
from critique_core.verifiers.embedded import EmbeddedVerifier, encoder
imported = time.perf_counter()
kinds, claims, sources = sys.argv[1].split("+"), int(sys.argv[2]), int(sys.argv[3])
if "encoder" in kinds:
    encoder.shipped()
loaded = time.perf_counter()
made = request(claims, sources).model_copy(update={"query": ""})  # a query is read by the encoder, whatever verifies
asked = time.perf_counter()
critique(made, verifier=EmbeddedVerifier(evidence=kinds))
done = time.perf_counter()
if (status := Path("/proc/self/status")).exists():  # on Linux the other count begins with the parent's peak
    peak = int(status.read_text().partition("VmHWM:")[2].split()[0]) / 2**10
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
print(json.dumps({"import_milliseconds": 1000 * (imported - begun), "encoder_milliseconds": 1000 * (loaded - imported),
                  "first_request_milliseconds": 1000 * (done - asked), "peak_mebibytes": peak}))
"""


class Time(NamedTuple):
    """Milliseconds of one run: by the clock, and of this process's own work."""

    clock: float
    processor: float


def timed(work: Callable[[], object]) -> Time:
    """Run it once."""
    begun, worked = time.perf_counter(), time.process_time()
    work()
    return Time(1000 * (time.perf_counter() - begun), 1000 * (time.process_time() - worked))


def summary(times: Sequence[Time]) -> dict[str, float]:
    """Milliseconds of at least one run: ``p50`` and ``p95`` by the clock, ``cpu_p50`` of the process's own work."""
    p50, p95 = np.percentile([run.clock for run in times], (50, 95))
    return {"p50": float(p50), "p95": float(p95), "cpu_p50": statistics.median(run.processor for run in times)}


# --- the verifier -------------------------------------------------------------------------------------------------


def latency(claims: int, sources: int, repeats: int) -> dict[str, dict[str, float]]:
    """Times of one size for each set of evidence; the sets take turns, and no text is read twice.

    The last line is the encoder alone, given claims and passages: windows and model.
    """
    times: dict[str, list[Time]] = {name: [] for name in [*KINDS, _MODEL_ALONE]}
    verifiers = {name: EmbeddedVerifier(evidence=kinds) for name, kinds in KINDS.items()}
    for turn in range(repeats):
        texts = iter(request(claims, sources, variant=len(times) * turn + place) for place in range(len(times)))
        for name, verifier in verifiers.items():
            made = next(texts)
            times[name].append(timed(lambda made=made, verifier=verifier: critique(made, verifier=verifier)))
        made = next(texts)
        found = extract(made.draft)
        candidates = SourceIndex(made.sources).candidates(found)
        order = [source.id for source in made.sources]
        times[_MODEL_ALONE].append(
            timed(lambda found=found, at=candidates, order=order: encoder.shipped().read(found, at, order))
        )
    return {name: summary(found) for name, found in times.items()}


def throughput(requests: int, claims: int, sources: int) -> dict[str, float]:
    """Claims judged per second by one worker, by two threads of one process, and by two processes."""
    executors: dict[str, Executor] = {
        "1 process": ProcessPoolExecutor(1),
        "1 process, 2 threads": ThreadPoolExecutor(2),
        "2 processes": ProcessPoolExecutor(2),
    }
    found: dict[str, float] = {}
    for place, (name, executor) in enumerate(executors.items()):
        with executor:
            warm = [request(claims, sources, variant=-1 - number) for number in range(4)]
            list(executor.map(judged_claims, warm))
            made = [request(claims, sources, variant=1000 * (1 + place) + n) for n in range(requests)]
            begun = time.perf_counter()
            judged = sum(executor.map(judged_claims, made))
            found[name] = judged / (time.perf_counter() - begun)
    return found


def judged_claims(made: CritiqueRequest) -> int:
    """Critique it with all evidence and count its claims."""
    return len(critique(made).claims)


def start(kinds: Sequence[str], repeats: int, claims: int, sources: int) -> dict[str, float]:
    """Medians over fresh processes: import, loading of the encoder, its first request, peak memory."""
    command = [sys.executable, "-c", _START, "+".join(kinds), str(claims), str(sources)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    runs = [
        json.loads(subprocess.run(command, capture_output=True, check=True, text=True, env=environment).stdout)
        for _ in range(repeats)
    ]
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


# --- the peers ----------------------------------------------------------------------------------------------------


class Tokens(NamedTuple):
    """Word pieces of each claim and of each source."""

    claims: tuple[int, ...]
    sources: tuple[int, ...]


class Peer(NamedTuple):
    """A model's shape: classes and settings of ``transformers``, and the lengths of its passes for one request."""

    like: str
    model: str
    config: str
    settings: Mapping[str, Any]
    longest: int
    passes: Callable[[Tokens], list[int]]


PEERS = {
    "modernbert-base": Peer(
        "LettuceDetect-base, one pass over claims and sources",
        "ModernBertForTokenClassification",
        "ModernBertConfig",
        {"vocab_size": 50_368, "hidden_size": 768, "intermediate_size": 1152, "num_hidden_layers": 22,
         "num_attention_heads": 12},
        8192,
        lambda tokens: [sum(tokens.claims) + sum(tokens.sources) + 3],
    ),
    "t5-base-encoder": Peer(
        # HHEM-2.1-open classifies the first state of Flan-T5-base's encoder and has no decoder (110M weights)
        "HHEM-2.1-open, one pass a claim with all its sources",
        "T5ForTokenClassification",
        "T5Config",
        {"vocab_size": 32_128, "d_model": 768, "d_kv": 64, "d_ff": 2048, "num_layers": 12, "num_heads": 12,
         "feed_forward_proj": "gated-gelu", "use_cache": False,
         "attn_implementation": "eager"},  # torch cannot export its fused attention with a position bias
        8192,
        lambda tokens: [claim + sum(tokens.sources) + 3 for claim in tokens.claims],
    ),
    "deberta-v3-large": Peer(
        "a cross-encoder, one pass a claim and source",
        "DebertaV2ForSequenceClassification",
        "DebertaV2Config",
        {"vocab_size": 128_100, "hidden_size": 1024, "intermediate_size": 4096, "num_hidden_layers": 24,
         "num_attention_heads": 16, "relative_attention": True, "position_buckets": 256, "share_att_key": True,
         "norm_rel_ebd": "layer_norm", "pos_att_type": ["p2c", "c2p"], "position_biased_input": False,
         "type_vocab_size": 0},
        2048,
        lambda tokens: [claim + source + 3 for claim in tokens.claims for source in tokens.sources],
    ),
}  # fmt: skip


def word_pieces(claims: Sequence[Claim], sources: Sequence[SourceDocument]) -> Tokens:
    """The numbers of word pieces of the texts in the verifier's tokenizer."""
    files = resources.files("critique_core.verifiers.embedded").joinpath("encoder_files")
    tokenizer = tokenizer_of(files.joinpath("tokenizer.json").read_text(encoding="utf-8"))

    def counts(texts: list[str]) -> tuple[int, ...]:
        return tuple(len(one.ids) for one in tokenizer.encode_batch(texts, add_special_tokens=False))

    return Tokens(counts([claim.text for claim in claims]), counts([source.content for source in sources]))


def make_peer(peer: Peer, path: Path) -> None:
    """Write a peer with random weights as int8 ONNX, its matrix products and embeddings per channel, like ours.

    Exits with what to install when ``torch``, ``transformers``, ``onnx`` or ``onnxscript`` is missing.
    """
    try:
        torch, transformers, onnx, _ = (import_module(name) for name in ("torch", "transformers", "onnx", "onnxscript"))
        quantization = import_module("onnxruntime.quantization")
    except ImportError as error:
        sys.exit(f"speed.py: {error}; uv pip install --group training transformers")

    runtime = cast("Any", onnxruntime)

    class Ids(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            torch.manual_seed(0)
            config = getattr(transformers, peer.config)(**peer.settings)
            self.model = getattr(transformers, peer.model)(config)

        def forward(self, ids: Any) -> Any:
            return self.model(input_ids=ids).logits

    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        full = Path(folder) / "fp32.onnx"
        length = torch.export.Dim("length", min=2, max=peer.longest)
        torch.onnx.export(
            Ids().eval(), (torch.randint(5, 1000, (1, 300)),), str(full), input_names=["ids"], output_names=["logits"],
            dynamic_shapes=({1: length},), dynamo=True, external_data=True, opset_version=20, verbose=False,
        )  # fmt: skip
        # A weight used twice, like DeBERTa's, is transposed at run time unless this folds it; only then can it be int8.
        folded = full.with_name("folded.onnx")
        options = runtime.SessionOptions()
        options.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.optimized_model_filepath = str(folded)
        options.log_severity_level = 3
        runtime.InferenceSession(full, options, providers=["CPUExecutionProvider"])
        graph = onnx.load(folded)
        del graph.graph.value_info[:]  # the quantiser transposes some weights and would find their old shapes there
        onnx.save(graph, folded)
        # ONNX Runtime cannot multiply with a stack of matrices quantised per channel, such as folded keys of positions.
        ranks = {weight.name: len(weight.dims) for weight in graph.graph.initializer}
        stacked = [
            node.name for node in graph.graph.node if node.op_type == "MatMul" and ranks.get(node.input[1], 2) > 2
        ]
        quantization.quantize_dynamic(
            folded, path, per_channel=True, weight_type=quantization.QuantType.QInt8,
            op_types_to_quantize=["MatMul", "Gather", "Gemm"], nodes_to_exclude=stacked,
        )  # fmt: skip


def session(path: Path) -> Any:
    """A session that runs the model as the verifier runs its own: on the CPU, in one thread."""
    runtime = cast("Any", onnxruntime)
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return runtime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def beside(peer: Peer, path: Path, repeats: int, claims: int, sources: int) -> dict[str, Any]:
    """Times of the verifier and the peer for one request, run in turn, and the ratio of the peer's p50 to ours."""
    running = session(path)
    draw = np.random.default_rng(0)
    ours: list[Time] = []
    theirs: list[Time] = []
    lengths: list[int] = []
    for variant in range(repeats + 1):
        made = request(claims, sources, variant=10_000 + variant)
        ours.append(timed(lambda made=made: critique(made)))
        lengths = peer.passes(word_pieces(extract(made.draft), made.sources))
        inputs = [draw.integers(5, 1000, (1, length), dtype=np.int64) for length in lengths]
        theirs.append(timed(lambda inputs=inputs: [running.run(None, {"ids": ids}) for ids in inputs]))
    # The first run of each also loads or allocates what the later ones find ready.
    mine, other = summary(ours[1:]), summary(theirs[1:])
    return {"like": peer.like, "passes": len(lengths), "tokens": sum(lengths), "megabytes": path.stat().st_size / 1e6,
            "ours": mine, "peer": other, "ratio": other["p50"] / mine["p50"],
            "cpu_ratio": other["cpu_p50"] / mine["cpu_p50"]}  # fmt: skip


# --- printing ------------------------------------------------------------------------------------------------------


def measure_latency(claims: Sequence[int], sources: Sequence[int], repeats: int) -> list[dict[str, Any]]:
    """Print a table of every size, a line for each set of evidence."""
    print(f"milliseconds of one request, {repeats} runs each\n"
          f"{'claims':>6s}{'sources':>9s}  {'evidence':18s}{'p50':>9s}{'p95':>9s}{'CPU':>9s}")  # fmt: skip
    table: list[dict[str, Any]] = []
    for count in sources:
        for size in claims:
            for name, line in latency(size, count, repeats).items():
                print(f"{size:6d}{count:9d}  {name:18s}{line['p50']:9.1f}{line['p95']:9.1f}{line['cpu_p50']:9.1f}",
                      flush=True)  # fmt: skip
                table.append({"claims": size, "sources": count, "evidence": name, **line})
    return table


def measure_needs(requests: int, sizes: tuple[int, int], repeats: int, claims: int, sources: int) -> dict[str, Any]:
    """Print the throughput of requests of ``sizes`` (claims, sources), and the time and memory of a fresh process."""
    result: dict[str, Any] = {"claims_a_second": throughput(requests, *sizes), "start": {}}
    print(f"\nclaims a second, requests of {sizes[0]} claims and {sizes[1]} sources, all evidence: "
          + ", ".join(f"{name} {rate:.0f}" for name, rate in result["claims_a_second"].items()))  # fmt: skip
    print(f"\na fresh process whose first request has {claims} claims and {sources} sources\n"
          f"{'evidence':18s}{'import ms':>12s}{'encoder ms':>12s}{'request ms':>12s}{'peak MiB':>12s}")  # fmt: skip
    for name, kinds in KINDS.items():
        result["start"][name] = line = start(kinds, repeats, claims, sources)
        print(f"{name:18s}" + "".join(f"{value:12.0f}" for value in line.values()), flush=True)
    return result


def measure_peers(folder: Path, repeats: int, claims: int, sources: int) -> dict[str, Any]:
    """Print a table of each peer next to the verifier; a peer that ``folder`` does not hold is made first."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, peer in PEERS.items():
        if not (path := folder / f"{name}.onnx").exists():
            make_peer(peer, path)
    print(f"\none request of {claims} claims and {sources} sources, all evidence, beside random weights of other "
          f"shapes (int8, one thread), {repeats} runs in turn\n{'shape':18s}{'MB':>6s}{'passes':>8s}{'tokens':>8s}"
          f"{'ours p50':>10s}{'its p50':>10s}{'ratio':>8s}{'CPU ratio':>11s}")  # fmt: skip
    table: dict[str, Any] = {}
    for name, peer in PEERS.items():
        table[name] = line = beside(peer, folder / f"{name}.onnx", repeats, claims, sources)
        print(f"{name:18s}{line['megabytes']:6.0f}{line['passes']:8d}{line['tokens']:8d}{line['ours']['p50']:10.1f}"
              f"{line['peer']['p50']:10.1f}{line['ratio']:8.1f}{line['cpu_ratio']:11.1f}  {line['like']}",
              flush=True)  # fmt: skip
    return table


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Run everything that was asked for, printing as it goes, and return the numbers."""
    load = os.getloadavg()
    print(f"load average before: {load[0]:.2f}, {os.cpu_count()} cores, Python {platform.python_version()}")
    critique(request(2, 2))  # the warm-up
    result: dict[str, Any] = {}
    if options.quick:
        result["latency"] = measure_latency((1,), (1,), 1)
        result |= measure_needs(1, (1, 1), 1, 1, 1)
    else:
        result["latency"] = measure_latency(CLAIMS, SOURCES, options.repeats)
        result |= measure_needs(_BATCH, (PEER_CLAIMS, PEER_SOURCES), _STARTS, max(CLAIMS), max(SOURCES))
    if options.peers:
        sizes = (1, 1, 1) if options.quick else (options.peer_repeats, PEER_CLAIMS, PEER_SOURCES)
        with tempfile.TemporaryDirectory() as scratch:
            result["peers"] = measure_peers(options.peer_folder or Path(scratch), *sizes)
    after = os.getloadavg()
    print(f"\nload average after: {after[0]:.2f}")
    result["machine"] = {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.platform(),
                         "load_before": load[0], "load_after": after[0]}  # fmt: skip
    return result


def main() -> None:
    """Read the options, measure, and write the numbers where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=_REPEATS, help="runs of each size")
    parser.add_argument("--peers", action="store_true", help="time models of other shapes beside the verifier")
    parser.add_argument("--peer-folder", type=Path, metavar="FOLDER", help="keep the peers here, and use those there")
    parser.add_argument("--peer-repeats", type=int, default=_PEER_REPEATS, help="runs of each peer")
    parser.add_argument("--quick", action="store_true", help="a tiny size, once")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the numbers as JSON too")
    options = parser.parse_args()
    result = measure(options)
    if options.json:
        options.json.write_text(json.dumps(result, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
