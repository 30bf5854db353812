"""Fit the embedded verifier's weights on labelled claims, for each set of evidence that it can use.

    python -m training.fit_embedded --suite tests/data/claims_open*.jsonl tests/data/twins_open.jsonl \
        tests/data/paraphrases_open.jsonl --written \
        --data vitaminc=PATH:900 --data fever=PATH:400 --data factcheckgpt=PATH:300 --data infotabs=PATH:700 \
        --data fool_me_twice=PATH:280 --data snli=PATH:300 --data wice=PATH:80 --data summedits=PATH:80 \
        --data ragtruth=PATH:400 --out critique_core/verifiers/embedded/weights.json

``--suite`` files hold claims written for this project (fields claim, sources, label; or two claims: supported,
unsupported, label). ``--written`` takes the blocks of ``training/written`` that the encoder was not trained on; half of
them are left for measuring. ``--data`` files are xz-compressed JSON lines of that form, or with ``draft`` and
``spans``. Of these only rows that ``prepare.py`` holds out from the encoder's training are taken, at most the given
number, in an order with a fixed seed; half of their sources are left for measuring.

Every file has the weight that WEIGHTS gives it. Within a file supported claims have a fixed share, so that no
set's base rate leaks into the weights. Signs are fixed: a feature that counts against support can never count for it.
Prints the figures of each file when it is left out of the fit, once for each set of evidence. Needs scikit-learn and
scipy.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np
from scipy.optimize import minimize
from sklearn.metrics import roc_auc_score

from critique_core.claims.extraction import extract
from critique_core.evidence.index import SourceIndex
from critique_core.evidence.units import cut
from critique_core.language.sentence import analyse
from critique_core.models import Claim, SourceDocument
from critique_core.text.languages import language_of
from critique_core.verifiers.embedded.encoder import shipped
from critique_core.verifiers.embedded.features import STATED_PRIOR, features, kind_of, length_of
from critique_core.verifiers.embedded.reading import read
from critique_core.verifiers.embedded.surface import surface
from training.prepare import SEED, edited, group_of, held_out, marked, reported_on, rows
from training.written import blocks

# the sign of each feature in the two logits: +1 for it, -1 against it, 0 either way; a feature not named has no weight
UNSUPPORTED = {
    "coverage": -1, "low_coverage": 1, "inside": -1, "weakest_part": -1, "missing_nouns": 1, "missing_names": 1,
    "order": -1, "names_found": -1, "value_agrees": -1, "values_agree": -1, "value_missing": 1, "value_derived": -1,
    "failed_part": 1, "partly": 1, "omission": 1, "agreement": -1, "observed_missing": 1, "complete": -1, "foreign": -1,
    "added": 1, "missing_deeds": 1, "names_apart": 1, "together": -1, "bare": 1,
    "encoder_unsupported": 1, "encoder_contradicted": 0, "encoder_word": 1,
    "read": 0, "surface": 1,
}  # fmt: skip
CONTRADICTED = {
    "value_conflicts": 1, "sure_conflict": 1, "negation": 1, "antonym": 1, "quantifier": 1, "modality": 1, "role": 1,
    "comparison": 1, "fact": 1, "value_agrees": -1, "values_agree": -1, "value_derived": -1, "agreement": -1,
    "complete": -1, "coverage": 0, "low_coverage": -1, "weakest_part": 0, "order": -1, "foreign": 0, "failed_part": 0,
    "names_found": 0, "added": 1, "missing_deeds": 1, "names_apart": 1, "together": -1,
    "encoder_unsupported": 0, "encoder_contradicted": 1, "encoder_word": 1,
    "read": 0, "surface": 0,
}  # fmt: skip
# "unrelated" at 8 would accept 2 % fewer of these claims, but also 8 % fewer of free paraphrases. RAGTruth is the only
# set of whole answers by language models, which is what users review.
WEIGHTS = {
    "unrelated": 4.0, "ragtruth": 10.0, "written": 8.0, "vitaminc": 4.0, "infotabs": 3.0, "fever": 2.0,
    "factcheckgpt": 2.0, "snli": 1.5, "fool_me_twice": 1.0, "wice": 1.0, "summedits": 1.0,
}  # fmt: skip
SUITE_WEIGHT = 2.0  # of every other file
MOST_WRITTEN, MOST_UNRELATED = 1500, 500  # rows of these two, which could be made without end

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


Example = tuple[dict[str, float], str, float]


def examples(row: dict) -> list[Example]:
    """Features and label of every claim of one row, and the length of its sources from short (0) to long (1)."""
    made: list[Example] = []
    kept = [s for s in row["sources"] if s["content"].strip()]
    sources = {f"s{at}": SourceDocument(id=f"s{at}", content=s["content"]) for at, s in enumerate(kept)}  # ids repeat
    for draft, labelled in drafts_of(row) if sources else ():
        claims = [claim for claim, _ in labelled]
        if not claims:
            continue
        candidates = SourceIndex(tuple(sources.values())).candidates(claims)
        code = language_of(" ".join([draft, *(s.content[:2000] for s in list(sources.values())[:3])]))
        learned = shipped().read(claims, candidates, list(sources)) if code == "en" else [None] * len(claims)
        wording = surface(claims, draft, row.get("query") or "", list(sources.values()))
        for (claim, label), found, encoded, figures in zip(labelled, candidates, learned, wording, strict=True):
            reading = read(analyse(claim.text, code), found, sources)
            made.append((features(reading, encoded, figures if code == "en" else None), label, length_of(figures)))
    return made


ENDS = ("short", "long")
Weights = dict[str, tuple[np.ndarray, np.ndarray]]
"""For each end the weights of the logits of unsupported and contradicted, the bias last."""


Signs = tuple[dict[str, int], dict[str, int]]


def fit(table: "Table", decay: float = 0.0004, signs: Signs = (UNSUPPORTED, CONTRADICTED)) -> Weights:
    """Softmax over supported (logit 0), unsupported and contradicted with fixed signs and a ridge penalty.

    The weights for short and for long sources are fitted together on all claims, each claim mixing them by the length
    of its own sources, as the verifier does.
    """
    weight = balance(table.truth, table.groups)
    weight = weight / weight.sum()
    values = np.hstack([table.matrix, np.ones((len(table.matrix), 1))])
    design = np.hstack([values * (1.0 - table.length)[:, None], values * table.length[:, None]])
    truth = np.stack([table.truth == "unsupported", table.truth == "contradicted"], axis=1).astype(float)
    shape = (2, len(ENDS), values.shape[1])  # logits, ends, features with the bias last

    def loss(beta: np.ndarray) -> tuple[float, np.ndarray]:
        logits = design @ beta.reshape(2, -1).T
        total = np.logaddexp(0, np.logaddexp(logits[:, 0], logits[:, 1]))
        value = (weight * (total - (logits * truth).sum(axis=1))).sum()
        chance = np.exp(logits - total[:, None])
        gradient = (((chance - truth) * weight[:, None]).T @ design).reshape(shape)
        penalty = beta.reshape(shape).copy()
        penalty[:, :, -1] = 0.0
        return value + decay * (penalty**2).sum(), (gradient + 2 * decay * penalty).ravel()

    bounds = []
    for allowed in signs:
        of_one_end = [_bound(allowed.get(name)) for name in table.names] + [(None, None)]
        bounds += of_one_end * len(ENDS)
    found = minimize(loss, np.zeros(shape).ravel(), jac=True, bounds=bounds, method="L-BFGS-B").x.reshape(shape)
    return {end: (found[0, place], found[1, place]) for place, end in enumerate(ENDS)}


def _bound(sign: int | None) -> tuple[float | None, float | None]:
    """The bounds of a weight; one without a sign is 0."""
    if sign is None:
        return 0.0, 0.0
    return (None, None) if sign == 0 else (0.0, None) if sign > 0 else (None, 0.0)


def balance(labels: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Weights by which each file counts what WEIGHTS says, with one share of supported claims."""
    weight = np.zeros(len(labels))
    for name in set(group):
        for supported in (False, True):
            mask = (group == name) & ((labels == "supported") == supported)
            if mask.any():
                share = STATED_PRIOR if supported else 1.0 - STATED_PRIOR
                weight[mask] = share * WEIGHTS.get(name, SUITE_WEIGHT) / mask.sum()
    return weight


def main() -> None:
    """Fit, report each file when left out, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", nargs="*", type=Path, default=[])
    parser.add_argument("--written", action="store_true")
    parser.add_argument("--data", action="append", default=[], metavar="NAME=PATH:ROWS")
    parser.add_argument("--readings", type=Path, help="what was read of the claims: used if it is there, else written")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    found, group = _readings(options)
    models = {}
    for evidence in SETS:
        table = Table.of(found, group, evidence)
        sys.stdout.write(f"{evidence}\n")
        left_out(table)
        models[evidence] = written(fit(table), table.names)
    for evidence, others in json.loads(options.out.read_text()).items() if options.out.exists() else ():
        models[evidence] |= {"other": others["other"]}  # of training.fit_languages
    options.out.write_text(json.dumps(models, indent=1) + "\n")


@dataclass(frozen=True)
class Table:
    """Labelled claims as arrays: features by column, label, file, and length of their sources, 0 short to 1 long."""

    names: list[str]
    matrix: np.ndarray
    truth: np.ndarray
    groups: np.ndarray
    length: np.ndarray

    @classmethod
    def of(cls, found: list[Example], groups: list[str], evidence: str) -> Self:
        """The columns of the kinds in ``evidence``."""
        names = sorted(name for name in found[0][0] if kind_of(name) in evidence.split("+"))
        return cls(
            names,
            np.array([[vector[name] for name in names] for vector, _, _ in found]),
            np.array(["unsupported" if label == "partially_supported" else label for _, label, _ in found]),
            np.array(groups),
            np.array([where for _, _, where in found]),
        )

    def where(self, kept: np.ndarray) -> Self:
        """The rows for which ``kept`` is true."""
        return replace(
            self, matrix=self.matrix[kept], truth=self.truth[kept], groups=self.groups[kept], length=self.length[kept]
        )


def written(weights: Weights, names: list[str]) -> dict:
    """The weights as they are stored."""
    return {
        end: {
            kind: {"bias": round(float(beta[-1]), 3)}
            | {n: round(float(v), 3) for n, v in zip(names, beta[:-1], strict=True) if abs(v) >= 0.0005}
            for kind, beta in zip(("unsupported", "contradicted"), betas, strict=True)
        }
        for end, betas in weights.items()
    }


def unrelated(rows_: list[dict]) -> list[dict]:
    """Each claim with the sources of another row, which say nothing about it: labelled claims keep to their subject.

    And once more with one unit of a third row. If all short sources were about their claims, the fit would take a short
    source for support.
    """
    half, third = len(rows_) // 2, len(rows_) // 3
    beside = [row | {"sources": rows_[place - half]["sources"]} for place, row in enumerate(rows_)]
    beside += [row | {"sources": longest_unit(rows_[place - third])} for place, row in enumerate(rows_)]
    return [row | {"label": "unsupported"} for row in beside]


def longest_unit(row: dict) -> list[dict]:
    """The longest unit of a row's first source, as the only source."""
    first = row["sources"][0]
    units = cut(SourceDocument(id=first["id"], content=first["content"]))
    return [{"id": first["id"], "content": max((unit.text for unit in units), key=len)}]


def odds_of(weights: Weights, table: Table) -> np.ndarray:
    """Log odds of support, the logits of both ends mixed by the length of the sources."""
    ends = [[table.matrix @ beta[:-1] + beta[-1] for beta in weights[end]] for end in ENDS]
    logits = [(1.0 - table.length) * short + table.length * long for short, long in zip(*ends, strict=True)]
    return -np.logaddexp(*logits)


def _readings(options: argparse.Namespace) -> tuple[list[Example], list[str]]:
    """The examples of all files and the file of each; reading them takes many minutes, so that they can be kept."""
    if options.readings and options.readings.exists():
        found, group = json.loads(options.readings.read_text())
        return [(vector, label, length) for vector, label, length in found], group
    found, group = [], []
    with ProcessPoolExecutor(2) as pool:
        for name, read_rows in _rows(options):
            made = [example for part in pool.map(examples, read_rows, chunksize=8) for example in part]
            sys.stdout.write(f"{name}: {len(made)} claims read\n")
            sys.stdout.flush()
            found += made
            group += [name] * len(made)
    if options.readings:
        options.readings.write_text(json.dumps([found, group]))
    return found, group


def _rows(options: argparse.Namespace) -> Iterator[tuple[str, list[dict]]]:
    written: list[dict] = []
    for path in options.suite:
        found = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        written += [row for row in found if "claim" in row]
        yield path.stem, found
    rng = random.Random(SEED)
    made = unrelated(written)
    yield "unrelated", rng.sample(made, min(len(made), MOST_UNRELATED))
    if options.written:
        found = [row for b in blocks() if b.held_out and not b.reported_on for row in b.rows(rng)]
        yield "written", rng.sample(found, min(len(found), MOST_WRITTEN))
    for spec in options.data:
        name, rest = spec.split("=", 1)
        path, count = rest.rsplit(":", 1)
        found = [row for row in rows(Path(path)) if row.get("quality", "good") == "good"]
        found = [row for row in found if held_out(group_of(row)) and not reported_on(group_of(row))]
        if name == "summedits":
            found = [r | {"spans": edited(r["original_summary"], r["draft"], r["label"])} for r in found]
        yield name, found[: int(count)]


def left_out(table: Table) -> None:
    """Print the figures of each file under weights fitted on all the others.

    RAGTruth's second half gets weights from its first half too, because few other sources are long.
    """
    for name in dict.fromkeys(table.groups.tolist()):
        held = table.groups == name
        rest = ~held
        if name == "ragtruth":
            late = np.cumsum(held) > held.sum() // 2
            rest, held = rest | (held & ~late), held & late
        part = table.where(held)
        odds = odds_of(fit(table.where(rest)), part)
        right = part.truth == "supported"
        auroc = roc_auc_score(right, odds) if right.any() and not right.all() else float("nan")
        flagged = (odds[right] < 0).mean() if right.any() else float("nan")
        missed = (odds[~right] >= 0).mean() if not right.all() else float("nan")
        sys.stdout.write(
            f"  {name:16s} left out: {int(held.sum()):5d} claims  AUROC {auroc:.3f}"
            f"  flagged {flagged:.0%}  missed {missed:.0%}\n"
        )
    sys.stdout.flush()


if __name__ == "__main__":
    main()
