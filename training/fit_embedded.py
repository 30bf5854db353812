"""Fit the embedded verifier's weights on labelled claims.

    python training/fit_embedded.py --suite tests/data/claims_open.jsonl --suite tests/data/claims_open_2.jsonl \
        --suite tests/data/claims_open_3.jsonl --suite tests/data/claims_open_4.jsonl \
        --data vitaminc=PATH:500 --data fever=PATH:300 --data factcheckgpt=PATH:250 --data wice=PATH:80 \
        --data ragtruth=PATH:90 --out critique_core/verifiers/embedded/weights.json

``--suite`` files hold claims written for this project (fields claim, sources, label); ``--data`` files are
xz-compressed JSON lines of the same form, or with ``draft`` and ``spans``, sampled to the given number of rows with a
fixed seed. Every file counts the same in all (the suites more), and within it supported claims have one stated share,
so that no set's base rate leaks into the weights. Signs are kept: a feature that speaks against support cannot end up
speaking for it. Prints the figures of each file when it is left out of the fit. Needs scikit-learn and scipy.
"""

import argparse
import json
import lzma
import random
import sys
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from sklearn.metrics import roc_auc_score

from critique_core.claims import extract
from critique_core.evidence import SourceIndex
from critique_core.models import Claim, SourceDocument
from critique_core.verifiers.embedded import words
from critique_core.verifiers.embedded.analysis import analyse
from critique_core.verifiers.embedded.features import features
from critique_core.verifiers.embedded.reading import read

SEED = 7
# the sign each feature may have in the two logits: +1 speaks for it, -1 against it, 0 either way; absent: no part
UNSUPPORTED = {
    "coverage": -1, "low_coverage": 1, "inside": -1, "weakest_part": -1, "missing_nouns": 1, "missing_names": 1,
    "order": -1, "names_found": -1, "value_agrees": -1, "values_agree": -1, "value_missing": 1, "value_derived": -1,
    "failed_part": 1, "partly": 1, "omission": 1, "agreement": -1, "observed_missing": 1, "complete": -1, "foreign": -1,
    "added": 1, "missing_deeds": 1, "names_apart": 1, "together": -1,
}  # fmt: skip
CONTRADICTED = {
    "value_conflicts": 1, "sure_conflict": 1, "negation": 1, "antonym": 1, "quantifier": 1, "modality": 1, "role": 1,
    "comparison": 1, "fact": 1, "value_agrees": -1, "values_agree": -1, "value_derived": -1, "agreement": -1,
    "complete": -1, "coverage": 0, "low_coverage": -1, "weakest_part": 0, "order": -1, "foreign": 0, "failed_part": 0,
    "names_found": 0, "added": 1, "missing_deeds": 1, "names_apart": 1, "together": -1,
}  # fmt: skip
SUITE_WEIGHT = 3.0
PREVALENCE = 0.6
"""Share of supported claims that the probabilities are stated for."""


def claims_of(row: dict) -> list[tuple[str, Claim, str]]:
    """The labelled claims of one row, with the draft they stand in."""
    if "claim" in row:
        return [(row["claim"], Claim.of(row["claim"], 0, len(row["claim"])), row["label"])]
    found = []
    for claim in extract(row["draft"]):
        if claim.checkable:
            spans = [s for s in row["spans"] if s["start"] < claim.end and claim.start < s["end"]]
            found.append((row["draft"], claim, spans[0]["label"] if spans else "supported"))
    return found


def examples(rows: list[dict]) -> tuple[list[dict[str, float]], list[str]]:
    """Features and labels of every claim of the rows."""
    vectors, labels = [], []
    for row in rows:
        sources = {
            str(s["id"]): SourceDocument(id=str(s["id"]), content=s["content"])
            for s in row["sources"]
            if s["content"].strip()
        }
        triples = claims_of(row)
        if not sources or not triples:
            continue
        candidates = SourceIndex(tuple(sources.values())).candidates([claim for _, claim, _ in triples])
        for (draft, claim, label), found in zip(triples, candidates, strict=True):
            code = words.language(" ".join([draft, *(s.content[:2000] for s in list(sources.values())[:3])]))
            vectors.append(features(read(analyse(claim.text, code), found, sources)))
            labels.append(label)
    return vectors, labels


def fit(
    matrix: np.ndarray, labels: np.ndarray, weight: np.ndarray, names: list[str], decay: float = 0.0004
) -> tuple[np.ndarray, np.ndarray]:
    """Softmax over supported (logit 0), unsupported and contradicted with fixed signs and a ridge penalty.

    Returns the two coefficient vectors, each with its bias last.
    """
    rows, size = matrix.shape
    design = np.hstack([matrix, np.ones((rows, 1))])
    weight = weight / weight.sum()
    truth = np.stack([labels == "unsupported", labels == "contradicted"], axis=1).astype(float)

    def loss(beta: np.ndarray) -> tuple[float, np.ndarray]:
        logits = design @ beta.reshape(2, size + 1).T
        total = np.logaddexp(0, np.logaddexp(logits[:, 0], logits[:, 1]))
        value = (weight * (total - (logits * truth).sum(axis=1))).sum()
        chance = np.exp(logits - total[:, None])
        gradient = ((chance - truth) * weight[:, None]).T @ design
        penalty = beta.reshape(2, size + 1).copy()
        penalty[:, -1] = 0.0
        return value + decay * (penalty**2).sum(), (gradient + 2 * decay * penalty).ravel()

    bounds = []
    for table in (UNSUPPORTED, CONTRADICTED):
        for name in names:
            sign = table.get(name)
            bounds.append(
                (0.0, 0.0) if sign is None else (None, None) if sign == 0 else (0.0, None) if sign > 0 else (None, 0.0)
            )
        bounds.append((None, None))
    beta = minimize(loss, np.zeros(2 * (size + 1)), jac=True, bounds=bounds, method="L-BFGS-B").x.reshape(2, size + 1)
    return beta[0], beta[1]


def balance(labels: np.ndarray, group: np.ndarray, suites: set[str]) -> np.ndarray:
    """Equal weight to each file, supported claims having one share in each; the project's own suites count more."""
    weight = np.zeros(len(labels))
    for name in set(group):
        for supported in (False, True):
            mask = (group == name) & ((labels == "supported") == supported)
            if mask.any():
                share = PREVALENCE if supported else 1.0 - PREVALENCE
                weight[mask] = share * (SUITE_WEIGHT if name in suites else 1.0) / mask.sum()
    return weight


def margin(beta: tuple[np.ndarray, np.ndarray], matrix: np.ndarray) -> np.ndarray:
    """Log odds of support."""
    logits = [matrix @ b[:-1] + b[-1] for b in beta]
    return -np.logaddexp(logits[0], logits[1])


def main() -> None:
    """Fit, report each file when left out, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", action="append", type=Path, default=[])
    parser.add_argument("--data", action="append", default=[], metavar="NAME=PATH:ROWS")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    vectors: list[dict[str, float]] = []
    labels: list[str] = []
    group: list[str] = []
    for path in options.suite:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        more, found = examples(rows)
        vectors, labels, group = vectors + more, labels + found, group + [path.stem] * len(found)
    for spec in options.data:
        name, rest = spec.split("=", 1)
        path, count = rest.rsplit(":", 1)
        with lzma.open(path, "rt", encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        random.Random(SEED).shuffle(rows)
        more, found = examples(rows[: int(count)])
        vectors, labels, group = vectors + more, labels + found, group + [name] * len(found)
    names = sorted(vectors[0])
    matrix = np.array([[vector[name] for name in names] for vector in vectors])
    truth = np.array(["unsupported" if label == "partially_supported" else label for label in labels])
    groups = np.array(group)
    suites = {path.stem for path in options.suite}
    for name in dict.fromkeys(group):
        rest, held = groups != name, groups == name
        beta = fit(matrix[rest], truth[rest], balance(truth[rest], groups[rest], suites), names)
        odds, right = margin(beta, matrix[held]), truth[held] == "supported"
        sys.stdout.write(
            f"{name:16s} left out: {held.sum():5d} claims  AUROC {roc_auc_score(right, odds):.3f}"
            f"  flagged {(odds[right] < 0).mean():.0%}  missed {(odds[~right] >= 0).mean():.0%}\n"
        )
    unsupported, contradicted = fit(matrix, truth, balance(truth, groups, suites), names)
    models = {
        kind: {"bias": round(float(beta[-1]), 3)}
        | {n: round(float(v), 3) for n, v in zip(names, beta[:-1], strict=True) if abs(v) >= 0.0005}
        for kind, beta in (("unsupported", unsupported), ("contradicted", contradicted))
    }
    options.out.write_text(json.dumps(models, indent=1) + "\n")
    sys.stdout.write(json.dumps(models, indent=1) + "\n")


if __name__ == "__main__":
    main()
