"""Who does what to whom: order, passive, converse verbs, relative clauses and titles."""

import pytest

from critique_core.language.frames import Chunk, acts, frame
from critique_core.language.sentence import analyse
from tests.makers.observations import conflicts


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "The landlord sued the tenants over the unpaid repairs.",
            "The tenants sued their landlord after he failed to pay for repairs.",
        ),
        ("Palmgren Foods was bought out by its rival Ostara.", "Palmgren Foods has acquired its rival Ostara."),
        ("Brightwater was acquired by Lumen Bay in 2020.", "In 2020 Brightwater acquired its smaller rival Lumen Bay."),
        (
            "The hospital was sued by its supplier over late deliveries.",
            "The hospital has sued its supplier over late deliveries.",
        ),
        ("Lena Orre beat Mika Tal.", "Lena Orre lost to Mika Tal in the final."),
        ("Halden sold the mill to Verity Marsh.", "Halden bought the mill from Verity Marsh."),
        ("Ann Pell lent the boat to Joe Rusk.", "Ann Pell borrowed the boat from Joe Rusk."),
        ("Queen Odile succeeded King Bram.", "King Bram succeeded Queen Odile."),
        ("Dana Fry taught Omar Lunt.", "Dana Fry learned from Omar Lunt."),
        ("Osric Vane was interviewed by Thea Moll.", "Osric Vane interviewed Thea Moll for the paper."),
        ("Norland invaded Esk.", "Norland was invaded by Esk in 1402."),
        ("Quill was Rask's instructor.", "Quill learned the craft from Edda Rask."),
        ("Shrews are eaten by beetles.", "Shrews feed on beetles."),
        ("Corvin Ltd sued Pell Glass.", "Corvin Ltd was taken to court by its landlord, Pell Glass, over the rent."),
        ("The relay receives frames from the sensor.", "The relay forwards each frame to the sensor."),
        ("Benning lent Carver money.", "Benning owes Carver 3,000 crowns."),
    ],
)
def test_turned_round(claim: str, source: str):
    assert conflicts(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "Jonas Reik left the club after the cup defeat.",
            "Coach Alan Brode and captain Jonas Reik fell out. After the defeat in the cup the coach left the club.",
        ),
        (
            "Deputy mayor Oyelaran resigned on Thursday.",
            "Mayor Castellan and deputy mayor Oyelaran had been at odds. On Thursday the mayor stepped down.",
        ),
        ("The film was directed by Otto Beil.", "The film was directed by Amara Finch."),
    ],
)
def test_somebody_else_did_it(claim: str, source: str):
    assert conflicts(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "The suspect was arrested by border police at the airport.",
            "Border police arrested the suspect at the airport on Sunday.",
        ),
        ("Lena Orre lost the semi-final.", "In the first semi-final Mika Tal beat Lena Orre 6-4, 7-5."),
        ("Mika Tal beat Lena Orre.", "Lena Orre lost to Mika Tal."),
        ("Verity Marsh bought the mill from Halden.", "Halden sold the mill to Verity Marsh."),
        ("Mara Venn succeeded Paul Idle.", "Paul Idle was succeeded by Mara Venn."),
        ("It was Teixeira who set up Halloran's goal.", "Halloran made it 2-0, tapping in a cross from Teixeira."),
        ("The minister was criticised by the audit office.", "The audit office criticised the minister for the delay."),
        ("Gitta Holm opened the pool.", "In front of about 400 guests, mayor Gitta Holm opened the new pool."),
        (
            "The Lister vaccine was developed by Amara Finch.",
            "Dr Amara Finch developed the Lister vaccine. It was tested by Dr Otto Beil.",
        ),
        ("Aurora reigned for five years.", "In the five years since King Stefan's death, Aurora reigned as queen."),
        ("Dr Haldane founded the clinic.", "The clinic was founded by Dr Haldane, who ran it until 2015."),
        ("The album sold well.", "Certified by the RIAA, the album sold well."),
    ],
)
def test_the_same_roles_in_another_form(claim: str, source: str):
    assert not conflicts(claim, source)


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


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Edda Rask was Quill's instructor.", "Quill learned the craft from Edda Rask."),
        ("Beetles are eaten by shrews.", "Shrews feed on beetles."),
        ("Pell Glass sued Corvin Ltd.", "Corvin Ltd was taken to court by its landlord, Pell Glass, over the rent."),
        ("The sensor receives frames from the relay.", "The relay forwards each frame to the sensor."),
        ("Carver lent Benning money.", "Benning owes Carver 3,000 crowns."),
        ("Ferro was beaten by Amsel in the final.", "In the final Ferro, who had beaten Amsel before, lost to her."),
    ],
)
def test_the_same_deed_in_other_words(claim: str, source: str):
    assert not conflicts(claim, source)
