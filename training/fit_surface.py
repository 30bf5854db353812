"""Fit the trees that judge a claim from the figures of ``surface.py``, and write them for the package.

    python -m training.fit_surface --data DATA --out critique_core/verifiers/embedded/surface_trees.npz

Most of the training data is RAGTruth's answers. Claims of the other sets whose licence permits it have a fixed share,
so that the trees know short sources too. In each set the weights give the same share of claims without support as in
RAGTruth; otherwise trees that recognise a set by its claims would learn its base rate. Every tenth source group is held
out, as for the encoder, and reported on. Figures of overlap can only count for support (monotone constraints). Needs
scikit-learn; runs in one thread, so that the same data gives the same trees.
"""

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from critique_core.claims.extraction import extract
from critique_core.models import Claim, SourceDocument
from critique_core.verifiers.embedded.surface import surface
from training.prepare import group_of, held_out, marked, rows

os.environ.setdefault("OMP_NUM_THREADS", "1")
SETS = {
    "ragtruth": ["ragtruth/train"], "vitaminc": ["vitaminc/vitaminc_real_test"], "fever": ["fever_rte/dev"],
    "factcheckgpt": ["factcheckgpt/claim_evidence_stance"],
    "wice": ["wice/claim_dev", "wice/nonsupported_tokens_train"],
}  # fmt: skip
OTHERS_SHARE = 0.3  # weight of all other sets together, RAGTruth's being 1
FOR = frozenset(
    """cover tail_cover bigrams trigrams longest_run mean_run best_unit best_three ordered numbers_found
    names_found""".split()
)


def examples(row: dict) -> list[tuple[bool, dict[str, float], bool]]:
    """For each claim of a row: whether it is held out, its figures, and whether it lacks support."""
    kept = [s for s in row["sources"] if s["content"].strip()]
    sources = [SourceDocument(id=str(i), content=s["content"].replace("\0", "")) for i, s in enumerate(kept)]
    if not sources:
        return []
    if "claim" in row:
        draft, claims = row["claim"], [Claim.of(row["claim"], 0, len(row["claim"]))]
        labels = [row["label"]]
    else:
        draft, claims = row["draft"], [claim for claim in extract(row["draft"]) if claim.checkable]
        labels = [marked(row, claim).label for claim in claims]
    found = surface(claims, draft, row.get("query") or "", sources)
    held = held_out(group_of(row))
    return [(held, figures, label != "supported") for figures, label in zip(found, labels, strict=True)]


def main() -> None:
    """Fit, report on what is held out, write."""
    from sklearn.ensemble import HistGradientBoostingClassifier  # noqa: PLC0415 - after OMP_NUM_THREADS is set
    from sklearn.metrics import roc_auc_score  # noqa: PLC0415

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    made: dict[str, list[tuple[bool, dict[str, float], bool]]] = {}
    with ProcessPoolExecutor(2) as pool:
        for name, files in SETS.items():
            found = [row for file in files for row in rows(options.data / f"{file}.jsonl.xz")]
            # answers over one source are grouped, so that each source is read once
            found = sorted((row for row in found if row.get("quality", "good") == "good"), key=group_of)
            made[name] = [one for part in pool.map(examples, found, chunksize=48) for one in part]
    names = sorted(made["ragtruth"][0][1])
    learned = {name: [one for one in made[name] if not one[0]] for name in SETS}
    share = dict.fromkeys(SETS, OTHERS_SHARE / (len(SETS) - 1)) | {"ragtruth": 1.0}
    lacking = {name: sum(lacks for _, _, lacks in learned[name]) / len(learned[name]) for name in SETS}
    rate = lacking["ragtruth"]
    all_of = [
        (figures, lacks, share[name] / len(learned[name]) * _to_rate(lacks, rate, lacking[name]))
        for name in SETS
        for _, figures, lacks in learned[name]
    ]
    model = HistGradientBoostingClassifier(
        max_iter=450, learning_rate=0.045, max_leaf_nodes=32, min_samples_leaf=60, l2_regularization=5.0,
        early_stopping=False, random_state=0, monotonic_cst=[-int(name in FOR) for name in names],
    )  # fmt: skip
    weights = np.array([w for _, _, w in all_of])
    matrix = np.array([[f[name] for name in names] for f, _, _ in all_of], dtype=np.float32)
    model.fit(matrix, np.array([lacks for _, lacks, _ in all_of]), weights / weights.mean())
    save(model, names, options.out)
    for name, found in made.items():
        held = [one for one in found if one[0]]
        score = model.decision_function(np.array([[f[n] for n in names] for _, f, _ in held], dtype=np.float32))
        area = roc_auc_score([lacks for _, _, lacks in held], score)
        sys.stdout.write(f"{name}: {len(held)} claims held out, AUROC {area:.3f}\n")


def _to_rate(lacks: bool, wanted: float, there: float) -> float:
    """The weight that changes the share of claims without support from ``there`` to ``wanted``."""
    return wanted / there if lacks else (1.0 - wanted) / (1.0 - there)


def save(model, names: list[str], path: Path) -> None:
    """Write the trees as flat arrays, all nodes in one row."""
    parts, roots, at = [], [], 0
    for (predictor,) in model._predictors:
        nodes = predictor.nodes
        inner = nodes["is_leaf"] == 0
        roots.append(at)
        parts.append((
            np.where(inner, nodes["feature_idx"], 0), np.where(inner, nodes["num_threshold"], 0.0),
            np.where(inner, nodes["left"] + at, 0), np.where(inner, nodes["right"] + at, 0), nodes["value"],
        ))  # fmt: skip
        at += len(nodes)
    feature, threshold, left, right, value = (np.concatenate(column) for column in zip(*parts, strict=True))
    np.savez_compressed(
        path, names=np.array(names), feature=feature.astype(np.uint8), threshold=threshold.astype(np.float32),
        left=left.astype(np.uint16), right=right.astype(np.uint16),  # 450 trees of at most 63 nodes
        value=value.astype(np.float32), roots=np.array(roots, dtype=np.uint32),
        bias=np.float64(model._baseline_prediction.item()),
    )  # fmt: skip


if __name__ == "__main__":
    main()
