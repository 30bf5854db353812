"""Greetings and refusals in twelve languages and more are nothing to check; statements with the same words are."""

import json
from pathlib import Path

import pytest

from critique_core.claims.extraction import extract, is_abstention
from critique_core.claims.kinds import classify
from tests.makers.rows import each_of

SAID: dict[str, dict[str, list[str]]] = json.loads(
    (Path(__file__).parents[2] / "data" / "everyday" / "not_checkable.json").read_text(encoding="utf-8")
)


def each(kind: str) -> list[tuple[str, str]]:
    return [(language, text) for language, texts in SAID[kind].items() for text in texts]


@each_of(("language", "text"), each("greetings"))
def test_a_greeting_holds_nothing_to_check(language, text):
    assert not [claim for claim in extract(text) if claim.checkable]


@each_of(("language", "text"), each("refusals"))
def test_a_refusal_is_an_abstention(language, text):
    assert is_abstention(text, extract(text))


@each_of(("language", "text"), each("claims"))
def test_a_statement_with_such_words_is_checked(language, text):
    assert classify(text, language)[0] == "fact"


@pytest.mark.parametrize("text", [
    "In den vorliegenden Quellen wird das nicht erwähnt.",
    "Nei documenti non c'è alcuna informazione al riguardo.",
    "В предоставленных документах об этом ничего не сказано.",
    "Kaynaklarda bununla ilgili bir bilgi yok.",
    "لا تذكر المصادر أي شيء عن ذلك.",
    "資料の中に該当する情報は見当たりませんでした。",
    "文件里找不到相关信息。",
    "제공된 문서에는 관련 내용이 없습니다.",
])  # fmt: skip
def test_words_for_sources_saying_and_a_denial_alone_are_a_refusal(text):
    assert is_abstention(text, extract(text))


@pytest.mark.parametrize("text", [
    "Hey there, hope you're doing well!",
    "Guten Abend, schön, dass Sie da sind!",
    "Ravi de vous revoir !",
    "Merhaba, hoş geldiniz!",
    "다시 뵙게 되어 기쁩니다.",
])  # fmt: skip
def test_words_of_welcome_alone_are_a_greeting(text):
    assert not [claim for claim in extract(text) if claim.checkable]


@pytest.mark.parametrize("text", [
    "The answer is no.",
    "The law does not mention bicycles.",
    "Die Bibliothek verleiht keine alten Dokumente.",
    "Dokumenty nie są wysyłane pocztą.",
    "この資料は館外に持ち出せません。",
    "文件不能带出图书馆。",
    "You can see Venus in the evening.",
    "We do not mention 3 documents.",
])  # fmt: skip
def test_a_statement_with_a_word_of_its_own_is_checked(text):
    assert [claim for claim in extract(text) if claim.checkable]


@pytest.mark.parametrize(("draft", "text"), [
    ("No, it opens at nine.", "it opens at nine."),
    ("Yes: dogs are allowed.", "dogs are allowed."),
    ("Ja, der Zug hält dort.", "der Zug hält dort."),
    ("No dogs are allowed.", "No dogs are allowed."),
    ("No.", "No."),
])  # fmt: skip
def test_the_yes_or_no_of_an_answer_is_no_part_of_what_it_states(draft, text):
    [claim] = extract(draft)
    assert (claim.text, draft[claim.start : claim.end]) == (text, draft)
