"""Words typed into claims' fields lie in memory by review and reviewer, of a bounded number of reviews."""

from components.work.unsaved_words import UnsavedWords, Words

NOTE = Words("c", "note", "note_c", "why")


def test_words_come_back_to_their_review_and_reviewer_only() -> None:
    held = UnsavedWords()
    held.put(("item", "Ada"), "c", "note", NOTE)
    assert held.get(("item", "Ada")) == (NOTE,)
    assert held.get(("item", "Bob")) == ()
    held.put(("item", "Ada"), "c", "note", None)
    assert held.get(("item", "Ada")) == ()


def test_the_reviews_least_recently_typed_in_are_forgotten_first() -> None:
    held = UnsavedWords()
    for number in range(200):
        held.put((str(number), "Ada"), "c", "note", NOTE)
    held.put(("0", "Ada"), "c", "note", NOTE)
    held.put(("one more", "Ada"), "c", "note", NOTE)
    assert held.get(("1", "Ada")) == ()
    assert held.get(("0", "Ada")) == (NOTE,)
