"""Fit the embedded verifier's weights on labelled claims, for each set of evidence that it can be asked for.

    python -m training.fit_embedded --suite tests/data/claims_open.jsonl --suite tests/data/claims_open_2.jsonl \
        --suite tests/data/claims_open_3.jsonl --suite tests/data/claims_open_4.jsonl \
        --suite tests/data/claims_open_5.jsonl --suite tests/data/twins_open.jsonl \
        --suite tests/data/paraphrases_open.jsonl \
        --data vitaminc=PATH:600 --data fever=PATH:300 --data factcheckgpt=PATH:250 --data wice=PATH:80 \
        --data summedits=PATH:80 --data ragtruth=PATH:200 --out critique_core/verifiers/embedded/weights.json

``--suite`` files hold claims written for this project (fields claim, sources, label; or two claims: supported,
unsupported, label); ``--data`` files are xz-compressed JSON lines of the same form, or with ``draft`` and ``spans``:
of these only rows that ``prepare.py`` holds out from the encoder's training are taken, at most the given number, in an
order with a fixed seed. Every file counts the same in all (the suites more), and within it supported claims have one
stated share, so that no set's base rate leaks into the weights. Signs are kept: a feature that speaks against support
cannot end up speaking for it. Prints the figures of each file when it is left out of the fit, once for each set of
evidence. Needs scikit-learn and scipy.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from sklearn.metrics import roc_auc_score

from critique_core.claims import extract
from critique_core.evidence import SourceIndex
from critique_core.models import Claim, SourceDocument
from critique_core.verifiers.embedded import words
from critique_core.verifiers.embedded.analysis import analyse
from critique_core.verifiers.embedded.encoder import shipped
from critique_core.verifiers.embedded.features import features, kind_of
from critique_core.verifiers.embedded.reading import read
from training.prepare import edited, group_of, held_out, marked, rows

# the sign each feature may have in the two logits: +1 speaks for it, -1 against it, 0 either way; absent: no part
UNSUPPORTED = {
    "coverage": -1, "low_coverage": 1, "inside": -1, "weakest_part": -1, "missing_nouns": 1, "missing_names": 1,
    "order": -1, "names_found": -1, "value_agrees": -1, "values_agree": -1, "value_missing": 1, "value_derived": -1,
    "failed_part": 1, "partly": 1, "omission": 1, "agreement": -1, "observed_missing": 1, "complete": -1, "foreign": -1,
    "added": 1, "missing_deeds": 1, "names_apart": 1, "together": -1,
    "encoder_unsupported": 1, "encoder_contradicted": 0, "encoder_word": 1,
    "read": 0, "long_encoder_unsupported": 0, "long_encoder_contradicted": 0, "long_encoder_word": 0,
}  # fmt: skip
CONTRADICTED = {
    "value_conflicts": 1, "sure_conflict": 1, "negation": 1, "antonym": 1, "quantifier": 1, "modality": 1, "role": 1,
    "comparison": 1, "fact": 1, "value_agrees": -1, "values_agree": -1, "value_derived": -1, "agreement": -1,
    "complete": -1, "coverage": 0, "low_coverage": -1, "weakest_part": 0, "order": -1, "foreign": 0, "failed_part": 0,
    "names_found": 0, "added": 1, "missing_deeds": 1, "names_apart": 1, "together": -1,
    "encoder_unsupported": 0, "encoder_contradicted": 1, "encoder_word": 1,
    "read": 0, "long_encoder_unsupported": 0, "long_encoder_contradicted": 0, "long_encoder_word": 0,
}  # fmt: skip
SUITE_WEIGHT = 2.0
DRAFT_WEIGHT = 4.0  # of RAGTruth, the one set of whole answers by language models, which is what is reviewed
PREVALENCE = 0.6
"""Share of supported claims that the probabilities are stated for."""


SETS = ("alignment", "typed", "encoder", "typed+alignment", "alignment+encoder", "typed+alignment+encoder")


def drafts_of(row: dict) -> list[tuple[str, list[tuple[Claim, str]]]]:
    """The drafts of one row, each with its labelled claims."""
    texts = [(row["claim"], row["label"])] if "claim" in row else []
    if "unsupported" in row:
        texts = [(row["supported"], "supported"), (row["unsupported"], row["label"])]
    if texts:
        return [(text, [(Claim.of(text, 0, len(text)), label)]) for text, label in texts]
    claims = [claim for claim in extract(row["draft"]) if claim.checkable]
    return [(row["draft"], [(claim, marked(row, claim).label) for claim in claims])]


def examples(row: dict) -> list[tuple[dict[str, float], str]]:
    """Features and label of every claim of one row."""
    made: list[tuple[dict[str, float], str]] = []
    kept = [s for s in row["sources"] if s["content"].strip()]
    sources = {str(s["id"]): SourceDocument(id=str(s["id"]), content=s["content"]) for s in kept}
    for draft, labelled in drafts_of(row) if sources else ():
        claims = [claim for claim, _ in labelled]
        if not claims:
            continue
        candidates = SourceIndex(tuple(sources.values())).candidates(claims)
        code = words.language(" ".join([draft, *(s.content[:2000] for s in list(sources.values())[:3])]))
        learned = shipped().read(claims, candidates, list(sources)) if code == "en" else [None] * len(claims)
        for (claim, label), found, encoded in zip(labelled, candidates, learned, strict=True):
            made.append((features(read(analyse(claim.text, code), found, sources), encoded), label))
    return made


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
                counts = SUITE_WEIGHT if name in suites else DRAFT_WEIGHT if name == "ragtruth" else 1.0
                weight[mask] = share * counts / mask.sum()
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
    with ProcessPoolExecutor(2) as pool:
        for name, found in _rows(options):
            made = [example for part in pool.map(examples, found, chunksize=8) for example in part]
            vectors += [vector for vector, _ in made]
            labels += [label for _, label in made]
            group += [name] * len(made)
    truth = np.array(["unsupported" if label == "partially_supported" else label for label in labels])
    suites = {path.stem for path in options.suite}
    models = {}
    for evidence in SETS:
        names = sorted(name for name in vectors[0] if kind_of(name) in evidence.split("+"))
        matrix = np.array([[vector[name] for name in names] for vector in vectors])
        sys.stdout.write(f"{evidence}\n")
        left_out(matrix, truth, np.array(group), suites, names)
        unsupported, contradicted = fit(matrix, truth, balance(truth, np.array(group), suites), names)
        models[evidence] = {
            kind: {"bias": round(float(beta[-1]), 3)}
            | {n: round(float(v), 3) for n, v in zip(names, beta[:-1], strict=True) if abs(v) >= 0.0005}
            for kind, beta in (("unsupported", unsupported), ("contradicted", contradicted))
        }
    options.out.write_text(json.dumps(models, indent=1) + "\n")


def _rows(options: argparse.Namespace) -> Iterator[tuple[str, list[dict]]]:
    for path in options.suite:
        yield path.stem, [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for spec in options.data:
        name, rest = spec.split("=", 1)
        path, count = rest.rsplit(":", 1)
        found = [row for row in rows(Path(path)) if held_out(group_of(row)) and row.get("quality", "good") == "good"]
        if name == "summedits":
            found = [r | {"spans": edited(r["original_summary"], r["draft"], r["label"])} for r in found]
        yield name, found[: int(count)]


def left_out(matrix: np.ndarray, truth: np.ndarray, groups: np.ndarray, suites: set[str], names: list[str]) -> None:
    """Print what each file gets from weights fitted on all the others."""
    for name in dict.fromkeys(groups.tolist()):
        rest, held = groups != name, groups == name
        beta = fit(matrix[rest], truth[rest], balance(truth[rest], groups[rest], suites), names)
        odds, right = margin(beta, matrix[held]), truth[held] == "supported"
        auroc = roc_auc_score(right, odds) if right.any() and not right.all() else float("nan")
        missed = (odds[~right] >= 0).mean() if not right.all() else float("nan")
        sys.stdout.write(
            f"  {name:16s} left out: {held.sum():5d} claims  AUROC {auroc:.3f}"
            f"  flagged {(odds[right] < 0).mean():.0%}  missed {missed:.0%}\n"
        )
    sys.stdout.flush()


if __name__ == "__main__":
    main()
