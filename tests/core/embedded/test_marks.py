"""Which words of a claim are marked: where a conflict has a name, what it is about, and not all the rest."""

from critique_core.evidence import SourceIndex
from critique_core.models import Claim, SourceDocument
from critique_core.verifiers.embedded import explain
from critique_core.verifiers.embedded.analysis import analyse
from critique_core.verifiers.embedded.encoder import EncoderReading
from critique_core.verifiers.embedded.reading import read

CLAIM = "The north gate is closed in winter."


def marked(source: str, learned: EncoderReading | None = None) -> list[str]:
    documents = {"s": SourceDocument(id="s", content=source)}
    claim = Claim.of(CLAIM, 0, len(CLAIM))
    (candidates,) = SourceIndex(tuple(documents.values())).candidates((claim,))
    reading = read(analyse(CLAIM, "en"), candidates, documents)
    spans = explain.marked(reading, explain.Places(CLAIM, claim), learned, supported=False)
    return [CLAIM[span.start : span.end] for span in spans]


def test_beside_a_conflict_only_what_it_is_about_is_marked():
    assert marked("The north gate is open in winter.") == ["closed"]


def test_beside_a_conflict_the_words_the_encoder_marks_are_marked_too():
    learned = EncoderReading(logits=(0.0, 0.0, 1.0), words=((0, 3, 0.1), (4, 9, 0.9), (10, 14, 0.1)))
    assert marked("The north gate is open in winter.", learned) == ["north", "closed"]


def test_where_no_conflict_has_a_name_and_nothing_stands_all_words_are_marked():
    assert marked("The bakery sells bread.") == ["north", "gate", "closed", "winter"]
