"""``claimlens compare``: two to four verifiers, or policies, on the claims of a draft or of a file of answers.

Exit codes: 0 all went well, 1 some answer could not be used, 2 the arguments, settings or file could not be used.
"""

import argparse
import json
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from critique_core.cli.messages import complain
from critique_core.errors import FormatError, InvalidInput

if TYPE_CHECKING:  # imported when the command runs, so that --version and --help answer at once
    from critique_core.assembly import Critic
    from critique_core.comparing import Answer, Comparison
    from critique_core.settings import Settings

_MOST, _MOST_ANSWERS, _USUAL_ANSWERS = 4, 500, 100
_LARGEST_REQUEST = 64 * 1024 * 1024
_VERIFIERS, _POLICIES = "embedded,words", "calibrated,critic"
_NEEDS = {"llm": "llm_model", "cascade": "llm_model", "cross_encoder": "cross_encoder"}
"""The setting without which a verifier is not offered."""
_HELP = """A file holds one request as JSON, as claimlens check --pretty reads it, or many answers: JSON lines of \
requests, or any format that claimlens import takes; labels in it say how often each contender is right. Nothing is \
saved.

With {"draft": "The timeout is 30 seconds.", "sources": [{"id": "manual", "content": "Timeout: 60 seconds"}]} \
in answers.jsonl, the command below says that they differ on the one claim, about whether it is supported: word \
overlap finds the words and passes the claim, the embedded verifier compares the numbers and calls it contradicted.

What each contender is, and how the figures are to be read: docs/compare.md.
Example: claimlens compare answers.jsonl --verifiers embedded,words"""


def add_parser(commands: Any) -> None:
    """Add the command to the parser's."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "compare",
        help="put verifiers or policies next to each other on the same answers",
        description="Have two to four verifiers judge the same claims, or two to four policies decide on the same "
        "answers: where they differ, how far they agree, what they take, and with labels how often each is right.",
        epilog=_HELP,
    )
    parser.add_argument("file", metavar="FILE", help="one request as JSON, or a file of answers")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--verifiers", metavar="NAMES", default=_VERIFIERS,
        help="with commas: embedded, rules (no encoder), words (word overlap), similarity; llm and cascade where the "
        f"settings name a model, cross_encoder where they name one ({_VERIFIERS} unless set)",
    )  # fmt: skip
    what.add_argument(
        "--policies", metavar="NAMES", nargs="?", const=_POLICIES,
        help=f"compare policies: calibrated, draft_critique, critic, self_rag, grounded ({_POLICIES} without names)",
    )  # fmt: skip
    parser.add_argument(
        "--most", metavar="N", type=int, default=_USUAL_ANSWERS,
        help=f"read this many answers, at most {_MOST_ANSWERS} ({_USUAL_ANSWERS} unless set)",
    )  # fmt: skip
    parser.add_argument("--all", action="store_true", help="show the lines on which they agree too")
    parser.add_argument("--json", action="store_true", help="write one JSON object with every line")


def run(chosen: argparse.Namespace) -> int:
    """Compare and print; 1 when an answer of the file could not be used."""
    from critique_core.assembly import critic, under_stored_profile  # noqa: PLC0415
    from critique_core.settings import load_settings  # noqa: PLC0415

    if not 1 <= chosen.most <= _MOST_ANSWERS:
        raise InvalidInput(f"--most {chosen.most}: give a number from 1 to {_MOST_ANSWERS}")
    settings = load_settings()
    ready, notice = under_stored_profile(critic(settings), settings)
    if notice:
        complain(notice)
    answers, refused = _answers(Path(chosen.file), chosen.most)
    if chosen.policies:
        found = _policies(answers, chosen.policies, ready)
    else:
        found = _verifiers(answers, chosen.verifiers, settings, ready)
    for title, reason in found.failed:
        complain(f"{title}: {reason}")
    _print(found, as_json=chosen.json, everything=chosen.all)
    return 1 if refused or found.failed else 0


def _names(option: str, given: str, known: Collection[str]) -> list[str]:
    names = [name for part in given.split(",") if (name := part.strip())]
    if unknown := [name for name in names if name not in known]:
        raise InvalidInput(f"{option} {unknown[0]}: {_lacking(unknown[0])} there are {', '.join(known)}")
    if not 2 <= len(names) <= _MOST or len(set(names)) < len(names):
        raise InvalidInput(f"{option} {given}: name two to {_MOST} different ones, with commas between them")
    return names


def _lacking(name: str) -> str:
    if setting := _NEEDS.get(name):
        return f"needs the setting {setting}, such as CLAIMLENS_{setting.upper()} in the environment; without it"
    return "is not there under these settings;"


def _answers(file: Path, most: int) -> "tuple[list[Answer], int]":
    """The answers of a file, each once, and how many of its records could not be used."""
    from critique_core.batch.importing import preview  # noqa: PLC0415
    from critique_core.comparing import answer_of_import  # noqa: PLC0415
    from critique_core.given_files import no_file  # noqa: PLC0415

    if problem := no_file(file):
        raise InvalidInput(f"{file}: {problem}")
    if alone := _one_request(file):
        return [alone], 0
    try:
        found = preview(file, records=most)
    except FormatError as error:
        raise InvalidInput(f"{error}; docs/formats.md says what can be read") from error
    for one in found.rejected:
        complain(f"{file}, line {one.line}: {'; '.join(one.reason.splitlines())}")
    return list({answer.name: answer for answer in map(answer_of_import, found.items)}.values()), len(found.rejected)


def _one_request(file: Path) -> "Answer | None":
    """The answer of a file that holds one request and nothing else."""
    from critique_core.comparing import answer_of_draft  # noqa: PLC0415
    from critique_core.models import parse_request  # noqa: PLC0415

    try:
        if file.stat().st_size > _LARGEST_REQUEST:
            return None
        request = parse_request(file.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    except OSError as error:
        raise InvalidInput(f"{file}: cannot be read: {error.strerror}") from error
    except InvalidInput:  # several lines, another format, or a fault that reading it as such will name
        return None
    return answer_of_draft(request, title=file.name)


def _verifiers(answers: "Sequence[Answer]", given: str, settings: "Settings", ready: "Critic") -> "Comparison":
    from critique_core.assembly.contenders import offers  # noqa: PLC0415
    from critique_core.cli.progress import progress_line  # noqa: PLC0415
    from critique_core.comparing import compare_verifiers  # noqa: PLC0415

    known = {offer.key: offer for offer in offers(settings, ready.profile)}
    contenders = [known[name].make() for name in _names("--verifiers", given, known)]
    with progress_line() as line:
        return compare_verifiers(
            answers, contenders, split=ready.stages.claims, tell=lambda share: line.say("compared", share)
        )


def _policies(answers: "Sequence[Answer]", given: str, ready: "Critic") -> "Comparison":
    from critique_core.cli.progress import progress_line  # noqa: PLC0415
    from critique_core.comparing import PolicyContender, compare_policies  # noqa: PLC0415
    from critique_core.scoring.policies import POLICIES  # noqa: PLC0415

    known = {str(name): PolicyContender(str(name), name) for name in POLICIES}
    names = _names("--policies", given, known)
    with progress_line() as line:
        return compare_policies(
            answers, [known[name] for name in names], judge=ready.critique, gate=ready.gate,
            tell=lambda share: line.say("compared", share),
        )  # fmt: skip


def _print(found: "Comparison", *, as_json: bool, everything: bool) -> None:
    if as_json:
        from critique_core.comparing import comparison_shape  # noqa: PLC0415
        from critique_core.text.harmless import harmless_json  # noqa: PLC0415

        told = harmless_json(json.dumps(comparison_shape(found), ensure_ascii=False))
        sys.stdout.buffer.write(told.encode("utf-8", "backslashreplace") + b"\n")
        sys.stdout.buffer.flush()
        return
    from rich.console import Console  # noqa: PLC0415

    from critique_core.cli.compare_report import print_comparison  # noqa: PLC0415

    if reconfigure := getattr(sys.stdout, "reconfigure", None):
        reconfigure(errors="backslashreplace")  # an old console's encoding may lack an icon; show its code instead
    print_comparison(found, Console(highlight=False, emoji=False, markup=False), everything=everything)
