"""Questions next to texts, and statements next to statements: read from their files, held out together."""

import json
import random
from importlib import resources

import pytest

from critique_core.verifiers.embedded import encoder
from critique_core.verifiers.embedded.windows import tokenizer_of
from training.related import Pair, asked_of, shard, strangers, written


def block(query: str) -> dict:
    return {
        "query": query,
        "passages": [{"text": f"It opens at nine, {query}", "relevant": True}, {"text": "No.", "relevant": False}],
        "answers": [{"text": "At nine.", "useful": True}, {"text": "It is big.", "useful": False}],
    }


def test_every_passage_answer_and_statement_is_a_pair_with_its_label(tmp_path):
    (tmp_path / "questions_1.jsonl").write_text(json.dumps(block("When does it open?")) + "\n")
    pair = {"a": "It is shut on Mondays.", "b": "Come on any day of the week.", "relation": "conflict"}
    (tmp_path / "statements_1.jsonl").write_text(json.dumps(pair) + "\n")
    found = [(one.relation, one.label) for one in written(tmp_path)]
    assert found == [
        ("bears", "supported"), ("bears", "unsupported"), ("answers", "supported"), ("answers", "unsupported"),
        ("excludes", "contradicted"), ("excludes", "contradicted"),
    ]  # fmt: skip
    both = [one for one in written(tmp_path) if one.relation == "excludes"]
    assert (both[0].asked, both[0].text) == (both[1].text, both[1].asked) == (pair["a"], pair["b"])


def test_all_of_a_question_lies_on_one_side(tmp_path):
    lines = [json.dumps(block(f"When does number {n} open?")) for n in range(60)]
    (tmp_path / "questions_1.jsonl").write_text("\n".join(lines))
    sides: dict[str, set[tuple[bool, bool]]] = {}
    for pair in written(tmp_path):
        sides.setdefault(pair.asked, set()).add((pair.held_out, pair.reported_on))
    assert all(len(side) == 1 for side in sides.values())
    assert {side for found in sides.values() for side in found} == {(False, False), (True, False), (True, True)}


def test_a_question_meets_texts_of_others_on_its_own_side(tmp_path):
    lines = [json.dumps(block(f"When does number {n} open?")) for n in range(60)]
    (tmp_path / "questions_1.jsonl").write_text("\n".join(lines))
    own = list(written(tmp_path))
    of_text = {pair.text: pair for pair in own if pair.text.startswith("It opens")}
    made = [pair for pair in strangers(own, random.Random(1)) if pair.text in of_text]
    assert made
    for pair in made:
        other = of_text[pair.text]
        assert other.asked != pair.asked
        assert (other.held_out, other.reported_on) == (pair.held_out, pair.reported_on)
        assert pair.label == "unsupported"


def test_a_pair_is_of_the_kind_that_its_file_is_named_after(tmp_path):
    for name in ("questions_1", "plain_1"):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(block(f"When does it open, {name}?")))
    assert {one.kind for one in written(tmp_path) if "plain" in one.asked} == {"plain"}
    assert {one.kind for one in written(tmp_path) if "questions" in one.asked} == {"hard"}
    (tmp_path / "others_1.jsonl").write_text("")
    with pytest.raises(ValueError, match=r"others_1\.jsonl: its name tells no kind"):
        list(written(tmp_path))


@pytest.mark.parametrize("line", ["{}", '{"query": "a"}', "not JSON", '{"a": "x", "b": "y", "relation": "maybe"}'])
def test_a_broken_line_is_named(tmp_path, line):
    name = "statements_1.jsonl" if '"a"' in line else "questions_1.jsonl"
    (tmp_path / name).write_text(line)
    with pytest.raises(ValueError, match=rf"{name}, line 1"):
        list(written(tmp_path))


def test_a_public_question_meets_the_text_of_the_likest_question_on_its_own_side():
    rows = [
        {"task": "qa", "query": f"how long to boil {food}", "draft": f"Boil {food}.", "source_group": f"g{n}",
         "sources": [{"id": "1", "content": f"{food} takes long."}]}
        for n, food in enumerate(["rice", "eggs", "beans", "corn", "pasta", "lentils", "beets", "yams"])
    ]  # fmt: skip
    pairs = list(asked_of(rows, random.Random(1)))
    assert pairs
    for pair in pairs:
        food = pair.asked.rpartition(" ")[2]
        assert (food in pair.text) == (pair.label == "supported")
        assert pair.group == f"ragtruth:g{[row['query'] for row in rows].index(pair.asked)}"


def test_no_word_of_a_question_counts_as_unsupported():
    text = resources.files(encoder.__package__).joinpath("encoder_files/tokenizer.json").read_text("utf-8")
    made = shard(tokenizer_of(text), [Pair("bears", "When?", "At nine.", "supported", "g", "hard")])
    assert (made.marks[0] == -100).all()
    assert made.labels == [(0, -100, -100)]
