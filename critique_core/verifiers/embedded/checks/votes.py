"""A vote that a claim calls unanimous beside one that was divided: "approved by 9 votes to 5"."""

from collections.abc import Iterator, Sequence

import regex

from critique_core.language.sentence import Sentence
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, Seen

_SURE = 0.8
_LEAST_INSIDE = 0.3  # a vote on something else has less of the claim
_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_SOME = rf"(?!0\b){_NUMBER}"
_WHOLE = regex.compile(r"\b(?:unanimous(?:ly)?|without (?:dissent|opposition|a (?:single )?vote against))\b", regex.I)
_DIVIDED = regex.compile(
    rf"\b{_NUMBER} votes? (?:to|against) {_SOME}\b|\b(?:by|voted) {_NUMBER}(?: to |[-–]){_SOME}\b(?!\s?%)"
    rf"|\b{_SOME} (?:votes? |members? |people |voted |were )*(?:against|opposed|dissenting)\b",
    regex.I,
)


def votes(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """The first divided vote in a unit that says much of the claim, where the claim calls the vote unanimous."""
    told = _WHOLE.search(claim.text)
    if told is None:
        return
    for alignment in alignments:
        source = alignment.scope.sentence
        counted = _DIVIDED.search(source.text)
        if counted and alignment.inside >= _LEAST_INSIDE and not _WHOLE.search(source.text):
            places = (*told.span(), told[0], *counted.span(), counted[0])
            text = f"the draft says “{told[0]}”, the source “{counted[0]}”"
            yield alignment, Observation("quantifier", "conflicts", *places, text, _SURE)
            return
