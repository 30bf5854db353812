"""Run every command whose figures stand in README and docs, one after the other, and keep what each prints.

    python -m benchmarks.figures --data DATA --out OUT [--part accuracy | times | scale] [--only NAME...] [--list]

DATA holds the public sets as `training/README.md` names them. ``OUT/NAME.txt`` gets a command, its seconds and what it
printed; one whose file is there is not run again, so that a run which was ended goes on. ``accuracy`` does not depend
on the machine, ``times`` and ``scale`` want it for themselves (``scale`` for half a day). The exit code is 1 if a
command failed; its output then lies in ``OUT/NAME.failed``.
"""

import argparse
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUITES = "tests/data/claims_open.jsonl tests/data/claims_open_[2-5].jsonl"


@dataclass(frozen=True, slots=True)
class Figures:
    """One command, by a name, of one part; ``{data}`` and ``{out}`` in it are the two folders."""

    part: str
    name: str
    command: str


def _accuracy() -> list[Figures]:
    commands = {
        "held_out": "training.held_out {data}/ragtruth/train.jsonl.xz {out}/held_out.jsonl",
        "suites": f"benchmarks.claim_suite {SUITES}",
        "each_suite": "benchmarks.claim_suite tests/data/*.jsonl --by-file",
        "twins": "benchmarks.twin_suite tests/data/twins_open.jsonl tests/data/paraphrases_open.jsonl",
        "twins_blind": "benchmarks.twin_suite tests/data/twins_blind.jsonl tests/data/paraphrases_blind.jsonl",
        "drafts": "benchmarks.whole_drafts",
        **{f"drafts_{n}": f"benchmarks.whole_drafts tests/data/whole_drafts_{n}.jsonl" for n in (2, 3)},
        "unrelated": f"benchmarks.claim_suite {SUITES} --unrelated",
        **{f"unrelated_{n}": f"benchmarks.claim_suite tests/data/claims_open_{n}.jsonl --unrelated" for n in (6, 12)},
        "one_sentence": f"benchmarks.claim_suite {SUITES} --one-sentence",
        "beside_long_source": "benchmarks.beside_long_source tests/data/everyday_open.jsonl "
        "tests/data/claims_open_6.jsonl tests/data/claims_open_12.jsonl",
        "ragtruth": "benchmarks.accuracy {out}/held_out.jsonl --rows 350 --seed 3 --prevalence 0.1 0.35",
        **{
            f"held_out_{name}": f"training.held_out {{data}}/{name}/{path} {{out}}/held_out_{name}.jsonl"
            for name, path in (("wice", "claim_dev.jsonl.xz"), ("summedits", "evaluation.jsonl.xz"))
        },
        **{name: f"benchmarks.accuracy {{out}}/held_out_{name}.jsonl" for name in ("wice", "summedits")},
        "attributionbench": "benchmarks.accuracy {data}/attributionbench/dev.jsonl.xz",
        "lfqa": "benchmarks.accuracy {data}/lfqa_verification/all.jsonl.xz --rows 1000 --seed 5",
        "reflection": "benchmarks.reflection",
        **{
            f"reflection{suffix}": f"benchmarks.reflection --suffix {suffix}"
            for suffix in ("_unseen", "_unseen_2", "_unseen_3", "_natural", "_natural_unseen")
        },
        **{f"gate_{half}": f"benchmarks.reflection --gate tests/data/gate_{half}.jsonl" for half in ("open", "sealed")},
        "gate_usefulness": "benchmarks.reflection --gate tests/data/usefulness*.jsonl",
        **{
            f"consistency{suffix}": f"benchmarks.consistency tests/data/consistency{suffix}.jsonl"
            for suffix in ("", "_unseen", "_unseen_2", "_unseen_3")
        },
        **{
            name: f"benchmarks.consistency tests/data/{name}.jsonl"
            for name in ("sources_varied_open", "sources_varied_sealed", "sources_fresh")
        },
        **{
            f"sources_apart_{part}": f"benchmarks.consistency tests/data/sources_apart.jsonl --part {part}"
            for part in ("open", "sealed", "sealed_2")
        },
        **{
            f"conditions_{half}": f"benchmarks.conditions tests/data/conditions_{half}.jsonl --revise"
            for half in ("open", "sealed", "languages_open", "languages_sealed")
        },
        "completeness": "benchmarks.completeness --data tests/data/gaps.jsonl",
        "completeness_ragtruth": "benchmarks.completeness --data {data}/ragtruth/train.jsonl.xz",
        "completeness_ragtruth_train": "benchmarks.completeness --data {data}/ragtruth/train.jsonl.xz --part train",
        "revision": "benchmarks.revision --data {out}/held_out.jsonl --rows 60 --seed 11",
        "revision_errors": "benchmarks.revision_errors --made 500 --supported tests/data/claims_open*.jsonl "
        "tests/data/everyday_open.jsonl",
        "revision_trials": "benchmarks.revision_errors --made 0 --rows 600 --mutated tests/data/claims_open*.jsonl "
        "tests/data/everyday_open*.jsonl tests/data/plain_open.jsonl tests/data/paraphrases_open.jsonl",
        "checks": "benchmarks.checks --data {data}",
        "tuning": "benchmarks.tuning {out}/held_out.jsonl --rows 300",
        "inject": "critique_core.cli bench inject --per-kind 20 --seed 7",
        "inject_everyday": "critique_core.cli bench inject tests/data/everyday_open.jsonl --per-kind 20 --seed 7",
        "evidence_recall": "benchmarks.evidence_recall",
        "corrective": "benchmarks.corrective --data {out}/held_out.jsonl --json {out}/corrective.json",
        "retrieval_grade": "benchmarks.retrieval_grade --data {data}/ragtruth/train.jsonl.xz",
    }
    return [Figures("accuracy", name, command) for name, command in commands.items()]


def _times() -> list[Figures]:
    commands = {
        "speed": "benchmarks.speed --repeats 3",
        "stages": "benchmarks.stages",
        "app_speed": "benchmarks.app_speed --repeats 5",
        "break_speed": "benchmarks.break_speed",
        "insights_speed": "benchmarks.insights_speed",
        "labelling_speed": "benchmarks.labelling_speed",
        "tuning_slider": "benchmarks.tuning_slider",
        "importing": "benchmarks.importing",
        "import_in_app": "benchmarks.import_in_app",
        "library": "benchmarks.library",
        "llm_cost": "benchmarks.llm_cost",
        "llm_cost_30": "benchmarks.llm_cost --claims 30",
        "store_load": "benchmarks.store_load",
        "store_load_postgres": "benchmarks.store_load --postgres",
        "batch_1000": "benchmarks.batch --rows 1000 --workers 1 2",
    }
    return [Figures("times", name, command) for name, command in commands.items()]


def _scale() -> list[Figures]:
    commands = {
        "store_kill": "benchmarks.store_kill",
        "store_kill_postgres": "benchmarks.store_kill --postgres",
        "http_fuzz": "benchmarks.http_fuzz --requests 100000 --seed 7",
        "batch_1000_ray": "benchmarks.batch --rows 1000 --workers 2 --ray",
        "batch_10000": "benchmarks.batch --rows 10000 --workers 1 2 --ray",
        "batch_50000": "benchmarks.batch --rows 50000 --workers 1 2 --ray",
    }
    return [Figures("scale", name, command) for name, command in commands.items()]


FIGURES = (*_accuracy(), *_times(), *_scale())


def run(figures: Figures, data: Path, out: Path) -> bool:
    """Whether the command ended well; what it printed lies in ``out`` either way."""
    arguments: list[str] = []
    for word in shlex.split(figures.command.format(data=data, out=out)):
        names = [path.relative_to(ROOT) for path in ROOT.glob(word)] if set("*[") & set(word) else []
        arguments += sorted(map(str, names)) or [word]
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - started
    sys.stdout.write(f"{figures.name}: {seconds:.0f} s{'' if done.returncode == 0 else ', FAILED'}\n")
    sys.stdout.flush()
    kept = out / f"{figures.name}.{'txt' if done.returncode == 0 else 'failed'}"
    kept.write_text(f"python -m {figures.command}\n{seconds:.0f} s\n\n{done.stdout}", encoding="utf-8")
    return done.returncode == 0


def main() -> int:
    """Run what is asked for and not yet there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--part", choices=("accuracy", "times", "scale"))
    parser.add_argument("--only", nargs="+", help="names of single commands")
    parser.add_argument("--list", action="store_true", help="name the commands and whether their figures are there")
    options = parser.parse_args()
    out: Path = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    wanted = [
        figures
        for figures in FIGURES
        if (not options.part or figures.part == options.part) and (not options.only or figures.name in options.only)
    ]
    well = True
    for figures in wanted:
        there = (out / f"{figures.name}.txt").exists()
        if options.list:
            sys.stdout.write(f"{figures.part:9}{figures.name:28}{'there' if there else '-'}\n")
        elif not there:
            well = run(figures, options.data.resolve(), out) and well
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
