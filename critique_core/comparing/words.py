"""A comparison in words: its figures, what a contender says in a cell, what was left out."""

from critique_core.comparing.figures import Accuracy, Pair
from critique_core.comparing.lines import Label, Line, Said
from critique_core.comparing.outcome import Comparison, Cost, Tally
from critique_core.models import Profile, Recommendation, Status
from critique_core.reports.looks import STATUS_STYLES
from critique_core.reports.words import ANSWER_WORDS, counted, duration_words, status_words
from critique_core.text.figures import distinct_figures

NONE = "–"
_MEANING = "1 is complete agreement, 0 what chance would give"
POLICY_ICONS: dict[Recommendation, str] = {"accept": "→", "retry": "✎", "reject": "■"}
_LIKE: dict[Recommendation, Status] = {"accept": "supported", "retry": "partially_supported", "reject": "contradicted"}
_ORDER: tuple[Label, ...] = (*STATUS_STYLES, *ANSWER_WORDS)


def label_words(label: Label) -> str:
    """Icon and word of a status or of a recommendation."""
    if label == "accept" or label == "retry" or label == "reject":  # noqa: PLR1714 - what the type checker follows
        return f"{POLICY_ICONS[label]} {ANSWER_WORDS[label]}"
    return status_words(label)


def like(label: Label) -> Status:
    """The status whose colour and line a label has; a recommendation borrows one."""
    if label == "accept" or label == "retry" or label == "reject":  # noqa: PLR1714 - what the type checker follows
        return _LIKE[label]
    return label


def share_words(said: Said) -> str:
    """P(supported) as ``support 0.31``, or the confidence of a policy, which never reads as its gate if it is below."""
    if said.probability is None:
        return ""
    if said.gate is None:
        return f"support {said.probability:.2f}"
    return distinct_figures(said.probability, said.gate, 0, "%")[0]


def threshold_line(found: Comparison) -> str:
    """From which probability each contender calls a claim supported; empty where all of them take the usual 0.5."""
    known = {tally.name: tally.profile for tally in found.tallies if tally.profile is not None}
    usual = _threshold_words(Profile())
    words = {name: _threshold_words(profile) for name, profile in known.items()}
    if set(words.values()) <= {usual}:
        return ""
    if len(set(words.values())) == 1:
        return f"Each contender calls a claim supported {next(iter(words.values()))}."
    return f"A claim is supported {'; '.join(f'{said} for {name}' for name, said in words.items())}."


def _threshold_words(profile: Profile) -> str:
    own = f" (with {counted(len(profile.slices), 'other threshold')} for some claims)" if profile.slices else ""
    return f"from {profile.support_threshold:.4g}{own}"


def truth_words(line: Line) -> str:
    """What people or the file say, empty where no one has said it."""
    if line.truth is None:
        return ""
    who = "Labels" if line.truth.origin == "human" else "File"
    if line.claim_id is None:
        return f"Reviewers: {'send' if line.truth.holds else 'do not send'}"
    return f"{who}: {'supported' if line.truth.holds else 'not supported'}"


def figure_heads(found: Comparison) -> tuple[str, ...]:
    """The columns of the figures: labels that occur, and what was measured."""
    labels = [label_words(label) for label in _labels(found)]
    left = ["not counted"] if any(tally.left_out for tally in found.tallies) else []
    costs = ["per claim", "in all", "tokens"] if any(tally.cost for tally in found.tallies) else []
    truths = ["right", "balanced"] if any(tally.accuracy for tally in found.tallies) else []
    return ("Contender", *labels, *left, *truths, *costs)


def figure_row(found: Comparison, tally: Tally) -> tuple[str, ...]:
    """One contender's figures, in the order of ``figure_heads``."""
    cells = [tally.name, *(f"{tally.labels.get(label, 0):,}" for label in _labels(found))]
    if any(other.left_out for other in found.tallies):
        cells.append(f"{sum(tally.left_out.values()):,}")
    if any(other.accuracy for other in found.tallies):
        cells += _accuracy(tally.accuracy)
    if tally.cost is not None:
        cells += [*_times(tally.cost), tokens_words(tally.cost)]
    return tuple(cells)


def tokens_words(cost: Cost) -> str:
    """Tokens by the server's count; a dash without a model, and where the server does not count."""
    kept = f"{counted(cost.kept, 'answer')} kept" if cost.kept else ""
    if not cost.calls:
        return kept or NONE
    told = "not told" if cost.tokens is None else f"{cost.tokens:,}"
    return f"{told}, {kept}" if kept else told


def kappa_line(found: Comparison) -> str:
    """Cohen's kappa of the only pair, or its range over all pairs, and what it means."""
    known = sorted(
        (pair for pair in found.pairs if pair.kappa.value is not None), key=lambda pair: pair.kappa.value or 0.0
    )
    if len(found.pairs) == 1:
        return _kappa_of_one(found, found.pairs[0])
    if not known:
        return f"Cohen's kappa: none of any pair; of the first, {_reason(found, found.pairs[0])}."
    low, high = (f"{pair.kappa.value:z.2f} ({_names(found, pair)})" for pair in (known[0], known[-1]))
    return f"Cohen's kappa from {low} to {high}; {_MEANING}."


def _kappa_of_one(found: Comparison, pair: Pair) -> str:
    one = pair.kappa
    if one.value is None:
        return f"Cohen's kappa: none, {_reason(found, pair)}."
    limits = f" ({one.interval.low:z.2f} to {one.interval.high:z.2f})" if one.interval else ""
    same = "status" if found.unit == "claim" else "recommendation"
    observed = f"the same {same} on {one.observed or 0:.0%} of {counted(one.claims, found.unit)}"
    few = "" if one.interval else f"; {one.reason}"
    return f"Cohen's kappa {one.value:z.2f}{limits}: {observed}; {_MEANING}{few}."


def pair_rows(found: Comparison) -> list[tuple[str, str, str, str, str]]:
    """Each pair of contenders with kappa, its interval, the share of equal labels and what both counted on."""
    return [
        (
            _names(found, pair),
            f"none: {_reason(found, pair)}" if pair.kappa.value is None else f"{pair.kappa.value:z.2f}",
            f"{pair.kappa.interval.low:z.2f} to {pair.kappa.interval.high:z.2f}" if pair.kappa.interval else NONE,
            NONE if pair.kappa.observed is None else f"{pair.kappa.observed:.0%}",
            f"{pair.kappa.claims:,}",
        )
        for pair in found.pairs
    ]


def _names(found: Comparison, pair: Pair) -> str:
    return f"{found.tallies[pair.first].name} and {found.tallies[pair.second].name}"


def _reason(found: Comparison, pair: Pair) -> str:
    """Why a pair has no kappa; a label in it by the word that the page has for it."""
    reason = pair.kappa.reason or ""
    for label in _labels(found):
        reason = reason.replace(f"every rating is {label!r}", f"both always say {label_words(label)}")
    return reason


def accuracy_note(found: Comparison) -> str:
    """What the shares of right verdicts were measured against, and how sure they are; empty without labels."""
    known = [line for line in found.lines if line.truth is not None]
    accuracies = [tally.accuracy for tally in found.tallies if tally.accuracy is not None]
    if not accuracies:
        return ""
    if found.unit == "answer":
        said = f"Right: sent and to be sent, or neither, by reviewers' word on {counted(len(known), 'answer')}."
    else:
        people = sum(line.truth is not None and line.truth.origin == "human" for line in known)
        whose = "people" if people == len(known) else "the file" if not people else "people or files"
        said = f"Right: passed and supported, or neither, by labels of {whose} on {counted(len(known), 'claim')}."
    balanced = " Balanced: the mean over supported and unsupported ones." if found.unit == "claim" else ""
    return f"{said}{balanced} {_interval_words([one.by_groups for one in accuracies])}"


def _interval_words(by_groups: list[bool]) -> str:
    if not any(by_groups):
        return "95 % intervals: Wilson's, as too few answers are labelled to resample them."
    return "95 % intervals: resampling answers" + (
        "." if all(by_groups) else "; Wilson's where all resamples are alike."
    )


def left_out_lines(found: Comparison) -> list[str]:
    """What of each contender was not counted, and why; and what its runs reported."""
    lines: list[str] = []
    for tally in found.tallies:
        for why, count in tally.left_out.items():
            lines.append(f"{tally.name}: {counted(count, found.unit)} not counted, {why}")
        lines += [f"{tally.name}: {note}" for note in (tally.cost.notes if tally.cost else ()) if tally.left_out]
    return lines


def _labels(found: Comparison) -> list[Label]:
    given = {label for tally in found.tallies for label in tally.labels}
    return [label for label in _ORDER if label in given]


def _times(cost: Cost) -> tuple[str, str]:
    each = duration_words(cost.milliseconds / cost.claims) if cost.claims else NONE
    return each, duration_words(cost.milliseconds)


def _accuracy(one: Accuracy | None) -> tuple[str, str]:
    if one is None:
        return NONE, NONE
    return _share(one.accuracy, one.interval), _share(one.balanced, one.balanced_interval)


def _share(value: float | None, limits: tuple[float, float] | None) -> str:
    if value is None:
        return NONE
    return f"{value:.0%}" + (f" ({limits[0]:.0%} to {limits[1]:.0%})" if limits else "")
