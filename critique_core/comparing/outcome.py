"""What a comparison comes to: its lines, its figures, and the outcome in one sentence."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from critique_core.comparing.figures import Accuracy, Pair, accuracy_of, pairs_of
from critique_core.comparing.lines import Label, Line, disagreements_first
from critique_core.models import Profile, VerifierSpec
from critique_core.reports.words import ANSWER_WORDS, counted

Unit = Literal["claim", "answer"]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a contender's verdicts took: ``milliseconds`` over ``claims``, calls to a model and their tokens.

    ``tokens`` are ``None`` where no model was asked or its server did not count them; ``kept`` answers came from the
    cache. ``notes`` are what the runs had to report.
    """

    milliseconds: float = 0.0
    claims: int = 0
    calls: int = 0
    tokens: int | None = None
    kept: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """One contender over all lines: how often it gave each label, what was left out and why, its cost and accuracy.

    ``verifier``, ``cost`` and ``profile``, whose thresholds decide, are ``None`` for a policy, which asks no verifier.
    """

    name: str
    labels: dict[Label, int]
    left_out: dict[str, int]
    verifier: VerifierSpec | None = None
    cost: Cost | None = None
    accuracy: Accuracy | None = None
    profile: Profile | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Contenders on the same claims, or policies on the same answers; ``lines`` are sorted, disagreements first.

    ``answers`` were read. ``failed`` says by an answer's title why it could not be; those have no lines.
    """

    unit: Unit
    tallies: tuple[Tally, ...]
    lines: tuple[Line, ...]
    pairs: tuple[Pair, ...]
    answers: int
    failed: tuple[tuple[str, str], ...] = ()

    @property
    def differing(self) -> tuple[Line, ...]:
        """The lines on which contenders differ."""
        return tuple(line for line in self.lines if line.differs)


def comparison(
    unit: Unit,
    names: Sequence[str],
    lines: Sequence[Line],
    *,
    answers: int,
    failed: Sequence[tuple[str, str]] = (),
    costs: Sequence[tuple[VerifierSpec, Cost]] = (),
    profiles: Sequence[Profile] = (),
) -> Comparison:
    """Put lines and costs together, with the figures that follow from the lines."""
    spent = costs or [(None, None)] * len(names)
    tallies = [
        Tally(
            name=name,
            labels=dict(Counter(line.said[place].label for line in lines if line.said[place].left_out is None)),
            left_out=dict(Counter(why for line in lines if (why := line.said[place].left_out) is not None)),
            verifier=spec,
            cost=cost,
            accuracy=accuracy_of(lines, place),
            profile=profiles[place] if profiles else None,
        )
        for place, (name, (spec, cost)) in enumerate(zip(names, spent, strict=True))
    ]
    return Comparison(unit, tuple(tallies), disagreements_first(lines), pairs_of(lines), answers, tuple(failed))


def outcome_words(found: Comparison) -> str:
    """The outcome in one sentence, or two where something could not be compared."""
    compared = [line for line in found.lines if line.compared]
    if not found.lines:
        nothing = "nothing in the draft can be checked" if found.answers else "no answer was found"
        nothing = "no answer could be read" if found.failed else nothing
        return f"There is nothing to compare: {nothing}."
    if not compared:
        reasons = Counter(said.left_out for line in found.lines for said in line.said if said.left_out is not None)
        return f"Nothing could be compared: {reasons.most_common(1)[0][0].rstrip('.')}."
    left = len(found.lines) - len(compared)
    more = f" {counted(left, found.unit)} could not be compared." if left else ""
    return _outcome(found, len(compared)) + more


def _of_one_answer(found: Comparison) -> str:
    [line] = [line for line in found.lines if line.compared]
    words: dict[str, str] = {label: word for label, word in ANSWER_WORDS.items()}  # noqa: C416 - its keys as labels
    said = {tally.name: words[one.label] for tally, one in zip(found.tallies, line.said, strict=True)}
    if not line.differs:
        return f"{'Both' if len(said) == 2 else 'All'} say {next(iter(said.values()))}."
    return f"They differ: {', '.join(f'{name} says {word}' for name, word in said.items())}."


def _outcome(found: Comparison, compared: int) -> str:
    if compared == 1 and found.unit == "answer":
        return _of_one_answer(found)
    differing, unit = found.differing, counted(compared, found.unit)
    if not differing:
        return f"They agree on {'the one' if compared == 1 else 'all'} {unit.removeprefix('1 ')}."
    at_odds = sum(line.at_odds for line in differing)
    whether = "whether it is supported" if found.unit == "claim" else "whether to send it"
    if compared == 1:
        return f"They differ on the one {found.unit}, {'about' if at_odds else 'though not about'} {whether}."
    said = f"They differ on {len(differing):,} of {unit}"
    if len(differing) == 1:
        return f"{said}, {'about' if at_odds else 'though not about'} {whether}."
    if at_odds == len(differing):
        return f"{said}, each time about {whether}."
    return f"{said}, on {at_odds:,} of these about {whether}." if at_odds else f"{said}, never about {whether}."
