"""Lines are labelled with the question that they answer, with who speaks, and with the side of the list they are on."""

from critique_core.evidence.units import cut
from critique_core.models import SourceDocument


def labelled(content: str) -> list[tuple[str, str, str]]:
    return [(unit.kind, unit.label, unit.text) for unit in cut(SourceDocument(id="s1", content=content))]


def test_an_answer_has_its_question_as_label_until_the_next_question_or_a_blank_line():
    found = labelled("Can I bring my dog?\n\nNo. Only assistance dogs.\n\nWe open at ten.\n\nIs it free?\nYes.\n")
    assert [(label, text) for _, label, text in found] == [
        ("", "Can I bring my dog?"),
        ("Can I bring my dog?", "No."),
        ("Can I bring my dog?", "Only assistance dogs."),
        ("", "We open at ten."),
        ("", "Is it free?"),
        ("Is it free?", "Yes."),
    ]


def test_a_question_inside_a_paragraph_is_answered_by_nothing():
    found = labelled("Who would not like that? The hall was full. It closed at ten.")
    assert {label for _, label, _ in found} == {""}


def test_each_line_of_a_chat_is_its_speakers_though_none_ends_with_a_mark():
    chat = (
        "[10:02] mira: the windows job fails once more after the update of the compiler\n"
        "[10:04] jonas: I can look at it after lunch. Is it urgent for anybody in the team today\n"
        "[10:05] mira: not at all, tomorrow is early enough for me and for the others\n"
        "[10:06] jonas: good, then I do it tomorrow\n"
    )
    assert [(label, text[8:14]) for _, label, text in labelled(chat)] == [
        ("mira:", "mira: "),
        ("jonas:", "jonas:"),
        ("jonas:", "gent f"),
        ("mira:", "mira: "),
        ("jonas:", "jonas:"),
    ]


def test_fields_that_recur_are_no_speakers():
    found = labelled("Name: Alpina\nPrice: 120\n\nName: Seehof\nPrice: 95\n")
    assert found == [
        ("record", "", "Name: Alpina"),
        ("record", "", "Price: 120"),
        ("record", "", "Name: Seehof"),
        ("record", "", "Price: 95"),
    ]


def test_the_head_of_a_letter_is_no_record_of_what_the_letter_speaks_of():
    found = labelled("From: Nadia\nTo: Ivo\nDate: 21 Nov\nThe desk comes on 28 November.\n")
    assert [kind for kind, _, _ in found] == ["prose"] * 4
    assert labelled("Place: town hall\nDate: 21 Nov\n")[1][0] == "record"


def test_a_line_over_a_list_labels_its_items_and_a_box_stays_with_its_item():
    found = labelled("Not included\n- lunch\n- dinner\n\nTo do\n- [ ] pack\n- [x] book the van\n")
    assert [(label, text) for _, label, text in found] == [
        ("", "Not included"),
        ("Not included", "lunch"),
        ("Not included", "dinner"),
        ("", "To do"),
        ("To do", "[ ] pack"),
        ("To do", "[x] book the van"),
    ]


def test_what_is_struck_out_is_not_said():
    assert [text for *_, text in labelled("~~Pumpkin soup 6.50~~\nLeek soup 7.00\n")] == ["Leek soup 7.00"]
