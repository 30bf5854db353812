"""A quote to copy is whole: what its sentence, row or field says of number, denial and condition is in it."""

from hypothesis import given
from hypothesis import strategies as st

from critique_core.evidence.whole_quotes import LONGEST_QUOTE, whole_quote
from critique_core.models import SourceDocument
from tests.makers.rows import each_of

TABLE = "# Plans\n\n| Plan | Storage | Price |\n|---|---|---|\n| Free | 5 GB | 0 EUR |\n| Pro | 100 GB | 9 EUR |\n"
RUNNING = (
    "the tenant, who has paid the rent of every month since the beginning of the lease without any delay, and " * 12
)
LONG = f"Plans are refunded to {'each member of the club and ' * 30}all others."
LONG_CHINESE = "年票可以退款，" + "如果" * 600 + "没有激活席位。"
OPENINGS = ("Annual plans can be refunded", "Guests may bring one dog", "The lift works", "Le parking est gratuit")
ENDINGS = (
    "if fewer than 5 seats have been activated", "unless the gate is locked", "but not on Sundays",
    "only from 8 to 10", "sauf le lundi", "for at most 3 nights", f"provided that {RUNNING}never was late",
)  # fmt: skip


@each_of(("content", "part", "whole"), [
    ("We refund plans within 14 days if fewer than 5 seats are active. Ask us.", "refund plans within 14 days",
     "We refund plans within 14 days if fewer than 5 seats are active."),
    (TABLE, "100 GB", "Pro | 100 GB | 9 EUR"),
    ("name,city,age\nAnna,Oslo,31\nBen,Rome,28\n", "Oslo", "Anna,Oslo,31"),
    ('{"port": 8080, "tls": "1.3"}', "8080", '"port": 8080'),
    ("server:\n  port: 8080\n  tls: 1.3\n", "8080", "port: 8080"),
    ("年票可在购买后14天内退款，但激活的席位不得超过5个。月票不可退款。", "14天内退款",
     "年票可在购买后14天内退款，但激活的席位不得超过5个。"),
    ("図書館は月曜日は休館です。開館は9時から5時までで、祝日は利用できません。", "9時から5時まで",
     "開館は9時から5時までで、祝日は利用できません。"),
    (f"{LONG_CHINESE}月票不可退款。", "退款", LONG_CHINESE),
    (f"{LONG} {LONG}", "Plans", LONG),
    ("Do not open it. Call us.", "open it. Call", "Do not open it. Call us."),
])  # fmt: skip
def test_a_part_is_made_whole(content, part, whole):
    start = content.index(part)
    found = whole_quote(SourceDocument(id="a", content=content), start, start + len(part))
    assert found is not None
    assert found.text == whole


def test_a_row_and_a_field_say_what_their_values_are():
    row = whole_quote(SourceDocument(id="a", content=TABLE), TABLE.index("100"), TABLE.index("100") + 3)
    assert row is not None
    assert (row.kind, row.label) == ("table", "Plan | Storage | Price")


def test_what_never_ends_is_not_quoted():
    content = "no full stop anywhere " * (LONGEST_QUOTE // 10)
    assert whole_quote(SourceDocument(id="a", content=content), 5000 - 4000, 1010) is None
    assert whole_quote(SourceDocument(id="a", content="Words."), 6, 6) is None


@given(
    stated=st.lists(st.tuples(st.sampled_from(OPENINGS), st.sampled_from(ENDINGS)), min_size=1, max_size=5),
    where=st.floats(0, 1), length=st.integers(1, 60),
)  # fmt: skip
def test_every_part_is_quoted_with_what_its_sentence_depends_on(stated, where, length):
    sentences = [f"{opening} {ending}." for opening, ending in stated]
    content = " ".join(sentences)
    start = min(int(where * len(content)), len(content) - 1)
    end = min(start + length, len(content))
    found = whole_quote(SourceDocument(id="a", content=content), start, end)
    touched: list[str] = []
    at = 0
    for sentence in sentences:
        if at < end and start < at + len(sentence):
            touched.append(sentence)
        at += len(sentence) + 1
    if found is None:
        assert not touched or len(" ".join(touched)) > LONGEST_QUOTE
    else:
        assert (found.text, content[found.start : found.end]) == (" ".join(touched), found.text)
