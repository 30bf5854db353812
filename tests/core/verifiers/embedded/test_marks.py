"""Which words of a claim are marked: where a conflict has a name, what it is about, and not all the rest."""

import re

from critique_core.evidence.index import SourceIndex
from critique_core.language.sentence import analyse
from critique_core.models import Claim, Probabilities, SourceDocument
from critique_core.verifiers.embedded.encoder import EncoderReading
from critique_core.verifiers.embedded.explanation import marks
from critique_core.verifiers.embedded.explanation.places import Places
from critique_core.verifiers.embedded.reading import read

CLAIM = "The north gate is closed in winter."
BAKERY = "The bakery sells bread."
LACKING = Probabilities(supported=0.4, unsupported=0.3, contradicted=0.3)
SUPPORTED = Probabilities(supported=0.9, unsupported=0.05, contradicted=0.05)
NORTH = EncoderReading(logits=(0.0, 0.0, 1.0), words=((0, 3, 0.1), (4, 9, 0.9), (10, 14, 0.1)))


def marked(
    source: str, learned: EncoderReading | None = None, given: Probabilities = LACKING, *,
    claim: str = CLAIM, draft: str = "",
) -> list[str]:  # fmt: skip
    """What is marked of a draft that makes one claim, by default in its very words."""
    draft = draft or claim
    documents = {"s": SourceDocument(id="s", content=source)}
    whole = Claim.of(claim, 0, len(draft))
    (candidates,) = SourceIndex(tuple(documents.values())).candidates((whole,))
    reading = read(analyse(claim, "en"), candidates, documents)
    spans = marks.marked(reading, Places(draft, whole), learned, given)
    return [draft[span.start : span.end] for span in spans]


def doubting(claim: str, chances: list[float]) -> EncoderReading:
    """A reading that gives each word of a claim such a chance to lack support."""
    words = zip(re.finditer(r"\S+", claim), chances, strict=True)
    return EncoderReading(logits=(0.0, 0.0, 0.0), words=tuple((*match.span(), chance) for match, chance in words))


def test_beside_a_conflict_only_what_it_is_about_is_marked():
    assert marked("The north gate is open in winter.") == ["closed"]


def test_beside_a_conflict_the_words_the_encoder_marks_are_marked_too():
    assert marked("The north gate is open in winter.", NORTH) == ["north", "closed"]


def test_a_conflict_that_the_encoder_outweighed_is_told_but_not_marked():
    assert marked("The north gate is open in winter.", NORTH, SUPPORTED) == ["north"]
    assert marked("The north gate is open in winter.", None, SUPPORTED) == ["closed"]


def test_a_word_or_two_between_marks_are_marked_too_and_what_is_farther_is_not():
    claim = "Paul Weber of Ghent bought seven old wooden boats."
    learned = doubting(claim, [0.9, 0.9, 0.1, 0.9, 0.1, 0.1, 0.1, 0.1, 0.9])
    assert marked(BAKERY, learned, SUPPORTED, claim=claim) == ["Paul Weber of Ghent", "boats"]


def test_marks_stand_on_the_words_where_the_draft_has_markup_between_them():
    claim = "It holds 3,200 paintings by a banker."
    draft = "It holds *3,200* [paintings](http://x.org/y) by a [1] banker."
    learned = doubting(claim, [0.1, 0.1, 0.9, 0.9, 0.9, 0.1, 0.9])
    assert marked(BAKERY, learned, SUPPORTED, claim=claim, draft=draft) == ["3,200* [paintings", "by a [1] banker"]


def test_a_value_that_a_source_agrees_with_is_not_marked():
    claim = "Adults pay 12 euros."
    learned = doubting(claim, [0.1, 0.1, 0.99, 0.1])
    assert marked("Adults pay 12 euros.", learned, SUPPORTED, claim=claim) == []
    assert marked(BAKERY, learned, SUPPORTED, claim=claim) == ["12"]


def test_where_no_conflict_has_a_name_and_nothing_stands_all_words_are_marked():
    assert marked(BAKERY) == ["north", "gate", "closed", "winter"]


def test_of_a_claim_that_leaves_out_a_condition_only_what_the_encoder_is_sure_of_is_marked():
    claim = "The upload size is 100 MB."
    source = "On the Pro plan the upload size is 100 MB, on the Free plan it is 10 MB."
    unsure = [0.1, 0.3, 0.3, 0.1, 0.1, 0.1]
    assert marked(source, doubting(claim, unsure), claim=claim) == []
    assert marked(source, doubting(claim, [*unsure[:4], 0.7, 0.1]), claim=claim) == ["100"]
