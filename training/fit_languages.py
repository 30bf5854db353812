"""Fit the weights by which the embedded verifier judges claims in other languages than English.

    python -m training.fit_languages --out critique_core/verifiers/embedded/weights.json

Reads the claims of ``training/languages``, written for this project in ten languages, and puts the weights into the
file under "other". The encoder, trained on English, reads those in Latin letters, where it still ranks claims a little
better than words alone do. Prints for each set of evidence what is read of each language by weights fitted on the
others. Needs scikit-learn and scipy.
"""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from sklearn.metrics import roc_auc_score

from critique_core.evidence.index import SourceIndex
from critique_core.language.sentence import analyse
from critique_core.models import Claim, SourceDocument
from critique_core.text.languages import is_latin, language_of
from critique_core.verifiers.embedded.encoder import shipped
from critique_core.verifiers.embedded.features import features, wording
from critique_core.verifiers.embedded.reading import read
from critique_core.verifiers.embedded.surface import surface
from training.fit_embedded import CONTRADICTED, SETS, UNSUPPORTED, Example, Table, fit, odds_of, written

CLAIMS = Path(__file__).parent / "languages"
DECAY = 0.003  # the figures are on one scale and the claims few


def example(row: dict) -> Example:
    """Features and label of one claim; its sources count as short."""
    sources = {source["id"]: SourceDocument(**source) for source in row["sources"]}
    text = row["claim"]
    claims = [Claim.of(text, 0, len(text))]
    code = language_of(" ".join([text, *(source.content[:2000] for source in list(sources.values())[:3])]))
    candidates = SourceIndex(tuple(sources.values())).candidates(claims)
    encoded = shipped().read(claims, candidates, list(sources))[0] if is_latin(code) else None
    figures = surface(claims, text, "", list(sources.values()))[0]
    reading = read(analyse(text, code), candidates[0], sources)
    return features(reading, encoded) | wording(figures), row["label"], 0.0


def fitted(table: Table) -> dict:
    """Weights for the columns of ``table``, which are put on one scale for the penalty and back again."""
    spread = table.matrix.std(axis=0)
    scale = np.where(spread > 0, spread, 1.0)
    free = dict.fromkeys((name for name in table.names if name.startswith("wording_")), 0)
    scaled = replace(table, matrix=table.matrix / scale)
    found = fit(scaled, DECAY, (UNSUPPORTED | free, CONTRADICTED | free))["short"]
    return {"short": tuple(np.append(beta[:-1] / scale, beta[-1]) for beta in found)}


def main() -> None:
    """Fit, report each language when left out, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    files = [path.read_text("utf-8").splitlines() for path in sorted(CLAIMS.glob("*.jsonl"))]
    rows = [json.loads(line) for lines in files for line in lines]
    found, languages = [example(row) for row in rows], [row["language"] for row in rows]
    models = json.loads(options.out.read_text())
    for evidence in SETS:
        table = Table.of(found, languages, evidence)
        right = table.truth == "supported"
        odds = np.zeros(len(rows))
        for language in sorted(set(languages)):
            held = table.groups == language
            weights = fitted(table.where(~held))
            odds[held] = odds_of(weights | {"long": weights["short"]}, table.where(held))
        flagged, missed = (odds[right] < 0).mean(), (odds[~right] >= 0).mean()
        auroc = roc_auc_score(right, odds)
        sys.stdout.write(f"{evidence}: AUROC {auroc:.3f}  flagged {flagged:.0%}  missed {missed:.0%}\n")
        models[evidence]["other"] = written(fitted(table), table.names)["short"]
    options.out.write_text(json.dumps(models, indent=1) + "\n")


if __name__ == "__main__":
    main()
