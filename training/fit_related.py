"""Fit how a score of words and the encoder's output are combined into relevance and usefulness, and print it.

    python -m training.fit_related --data /path/to/data

Of the pairs that the encoder was not trained on (``related.py``) one half is used to fit and the other to report on.
Four kinds of pairs have equal weight: hard ones, plain ones, texts of other questions, and RAGTruth's. The printed
coefficients are those of ``source_relevance.BLEND`` and ``reflection.BLEND``. Needs scikit-learn.
"""

import argparse
import random
import sys
from pathlib import Path

import numpy as np

from critique_core.claims.extraction import extract
from critique_core.models import SourceDocument, VerifiedClaim
from critique_core.reflection import reflect
from critique_core.verifiers.embedded.relating import related
from critique_core.verifiers.relating import TextRelation, log_odds
from training.prepare import SEED, rows
from training.related import Pair, asked_of, strangers, written

KINDS = ("hard", "plain", "stranger", "ragtruth")
PUBLIC = 600  # pairs of RAGTruth for each relation


def worded_relevance(pair: Pair) -> float:
    """ISREL of a text from its words only."""
    judged = reflect.relevance(pair.asked, [SourceDocument(id="s", content=pair.text)])
    return judged.score if judged else 0.0


def worded_usefulness(pair: Pair) -> float:
    """ISUSE of an answer from its words only, without verified claims."""
    claims = [
        VerifiedClaim(**claim.model_dump(), status="unverified" if claim.checkable else "not_checkable")
        for claim in extract(pair.text)
    ]
    judged = reflect.usefulness(pair.asked, pair.text, claims)
    return judged.score if judged else 0.0


WORDED = {"bears": worded_relevance, "answers": worded_usefulness}


def kept(data: Path, relation: TextRelation) -> list[Pair]:
    """The pairs of a relation that the encoder was not trained on."""
    own = [pair for pair in written() if pair.relation == relation]
    found = [row for row in rows(data / "ragtruth/train.jsonl.xz") if row.get("quality", "good") == "good"]
    public = [p for p in asked_of(found, random.Random(SEED)) if p.relation == relation and p.held_out]
    random.Random(SEED).shuffle(public)
    pairs = [*own, *strangers(own, random.Random(SEED))]
    return [pair for pair in pairs if pair.held_out] + public[:PUBLIC]


def main() -> None:
    """Fit both relations and print coefficients and accuracies."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - the tests import the rest without it

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    options = parser.parse_args()
    for relation, worded in WORDED.items():
        pairs = kept(options.data, relation)
        read = [related(relation, pair.asked, pair.text) or 0.5 for pair in pairs]
        seen = np.array([(log_odds(worded(p)), log_odds(meant)) for p, meant in zip(pairs, read, strict=True)])
        truth = np.array([pair.label == "supported" for pair in pairs])
        fits = np.array([not pair.reported_on for pair in pairs])
        kinds = np.array([pair.kind for pair in pairs])
        weights = np.zeros(len(pairs))
        for kind in KINDS:
            there = fits & (kinds == kind)
            weights[there] = 1.0 / max(1, there.sum())
        weighed = weights[fits] * fits.sum() / 4
        for used in (seen, seen * (0.0, 1.0)):  # words that would count against are left out
            model = LogisticRegression(C=10.0).fit(used[fits], truth[fits], sample_weight=weighed)
            (words, meaning), bias = model.coef_[0], model.intercept_[0]
            if words >= 0:
                break
        sys.stdout.write(f"{relation}: Blend(words={words:.2f}, meaning={meaning:.2f}, bias={bias:.2f})\n")
        for kind in KINDS:
            there = ~fits & (kinds == kind)
            shares = [(side == truth[there]).mean() for side in (
                model.decision_function(used[there]) >= 0, seen[there, 0] >= 0, seen[there, 1] >= 0)]  # fmt: skip
            sys.stdout.write(
                f"  {kind:9s} {there.sum():4d} pairs right: blended {shares[0]:.1%}, "
                f"words {shares[1]:.1%}, meaning {shares[2]:.1%}\n"
            )


if __name__ == "__main__":
    main()
