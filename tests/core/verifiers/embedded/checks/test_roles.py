"""Who does what to whom: order, passive, converse verbs, relative clauses and titles."""

import pytest

from critique_core.language.frames import Chunk, acts, frame
from critique_core.language.sentence import analyse


def named(chunk: Chunk | None) -> str:
    return " ".join(word.token.text for word in chunk.words) if chunk else ""


@pytest.mark.parametrize(
    ("text", "verb", "doer", "receiver"),
    [
        ("The tenants sued the landlord.", "sued", "tenants", "landlord"),
        ("The landlord was sued by the tenants in May.", "sued", "tenants", "landlord"),
        ("In 2020 Brightwater acquired its rival Lumen Bay.", "acquired", "Brightwater", "rival Lumen Bay"),
        ("Ostara, which acquired Palmgren, is based in Oslo.", "acquired", "Ostara", "Palmgren"),
        ("It is a film directed by Tim Hill.", "directed", "Tim Hill", ""),
        ("Haldane founded the clinic and ran the hospital.", "ran", "Haldane", "hospital"),
    ],
)
def test_the_arguments_of_a_verb(text: str, verb: str, doer: str, receiver: str):
    sentence = analyse(text, "en")
    word = next(w for w in sentence.words if w.token.text == verb)
    found = frame(sentence, word)
    assert acts(sentence, word)
    assert named(found.doer) == doer
    assert not receiver or named(found.receiver) == receiver
