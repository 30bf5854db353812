"""The examples are requests that show something."""

from critique_core.examples import load_examples

WANTED_DOMAINS = {"Basics", "Policy", "Code", "Record", "Medical", "News", "Finance", "Multilingual", "Long source"}


def test_every_domain_has_an_example() -> None:
    assert {example.domain for example in load_examples()} == WANTED_DOMAINS


def test_names_and_titles_tell_examples_apart() -> None:
    examples = load_examples()
    assert len({example.name for example in examples}) == len({example.title for example in examples}) == len(examples)
    assert len(examples) >= 12


def test_the_seeds_timeout_is_asked_both_ways() -> None:
    drafts = {example.request.draft for example in load_examples()}
    assert {"The timeout is 30 seconds.", "The timeout is 60 seconds."} <= drafts


def test_source_ids_are_unique_and_sources_hold_text() -> None:
    for example in load_examples():
        assert all(source.content.strip() for source in example.request.sources)
