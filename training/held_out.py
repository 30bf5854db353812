"""Write the rows of a labelled file on which neither the encoder nor any other weight was fitted, for measuring.

    python -m training.held_out DATA/ragtruth/train.jsonl.xz OUT.jsonl

``benchmarks/accuracy.py OUT.jsonl`` then measures on sources that no weight has seen.
"""

import argparse
import json
import sys
from pathlib import Path

from training.prepare import group_of, reported_on, rows


def main() -> None:
    """Write the rows to report on as JSON lines, in the order in which ``prepare.py`` reads them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    kept = [row for row in rows(options.path) if reported_on(group_of(row))]
    options.out.write_text("".join(json.dumps(row) + "\n" for row in kept), encoding="utf-8")
    sys.stdout.write(f"{len(kept)} rows held out\n")


if __name__ == "__main__":
    main()
