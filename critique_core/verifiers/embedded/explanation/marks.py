"""The words of a draft that are marked in a claim."""

from collections.abc import Iterable

from critique_core.models import Probabilities, Span
from critique_core.verifiers.embedded.encoder import EncoderReading
from critique_core.verifiers.embedded.explanation.findings import LIKELY
from critique_core.verifiers.embedded.explanation.places import Places
from critique_core.verifiers.embedded.reading import Reading

_UNREAD = 0.25  # below this share of its words in one place, no part of a claim stands
_QUALIFIED = 0.84  # P(supported) from which a word is marked when it more probably lacks support than not
_BRIDGED = 13  # marks less than so many letters apart, a word or two, are one


def marked(
    reading: Reading, place: Places, learned: EncoderReading | None, probabilities: Probabilities
) -> tuple[Span, ...]:
    """The words of the draft that lack support, stretches in order that do not overlap.

    In a supported claim those the encoder marks: where it outweighs a conflict the conflict is false five times in six,
    and is reported as a finding alone. Without it conflicting values and words, and what no source mentions. In another
    claim conflicting values and words and values that no source has always; next to a conflict the words the encoder
    marks too; else, where one part is, the other parts, or the words the encoder marks, or all words, since nothing
    of it can stand alone; but of a claim that leaves out a condition all may stand.
    """
    told = marked_words(reading, place, learned, probabilities)
    supported = probabilities.supported >= LIKELY
    if supported and learned:
        return told
    conflicts = [*(v.mention for v in reading.of("conflicts")), *reading.conflicts]
    spans = [(one.start, one.end) for one in (*conflicts, *(v.mention for v in reading.of("missing")))]
    failing = [word for part in reading.parts if reading.partly and not part.stands for word in part.words]
    if supported:
        spans += [(w.token.start, w.token.end) for w in reading.missing]
    elif failing and not conflicts:
        told = ()
        spans += [(w.token.start, w.token.end) for w in failing]
    elif not conflicts and not reading.leaves_out and (not told or reading.coverage < _UNREAD):
        spans += [(w.token.start, w.token.end) for w in reading.claim.words]
    return _joined([*told, *(place.span(*span) for span in spans)])


def marked_words(
    reading: Reading, place: Places, learned: EncoderReading | None, probabilities: Probabilities
) -> tuple[Span, ...]:
    """The words the encoder marks where they are in the draft, but for values that a source gives or that follow.

    A claim that leaves out a condition is lowered by that, not by its words, and a value in it holds for a case only.
    """
    qualified = reading.leaves_out
    supported = max(probabilities.supported, _QUALIFIED) if qualified else probabilities.supported
    given = [] if qualified else [*reading.of("agrees"), *reading.of("derived")]
    agreed = [(value.mention.start, value.mention.end) for value in given]
    found: list[Span] = []
    for start, end in learned.unsupported_words(supported) if learned else ():
        word = _bare(reading.claim.text, start, end)
        if word and not any(first < word[1] and word[0] < last for first, last in agreed):
            found += [span for span in (place.exact(*word),) if span]
    return _joined(found, _BRIDGED)


def _bare(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A stretch without the punctuation at its ends; ``None`` where nothing is left."""
    inside = [at for at in range(start, end) if text[at].isalnum()]
    return (inside[0], inside[-1] + 1) if inside else None


def _joined(spans: Iterable[Span], reach: int = 0) -> tuple[Span, ...]:
    """Stretches in order, those in one that overlap or are less than ``reach`` letters apart."""
    joined: list[Span] = []
    for span in sorted(spans, key=lambda one: (one.start, one.end)):
        if joined and span.start < joined[-1].end + reach:
            joined[-1] = Span(start=joined[-1].start, end=max(span.end, joined[-1].end))
        else:
            joined.append(span)
    return tuple(joined)
