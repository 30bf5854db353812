"""Windows whose labels are right by construction, from real passages and records, as shards for ``train.py``.

    python -m training.made --tokenizer BASE/tokenizer.json --data /path/to/data --out SHARDS

- ``passages``: sentences copied from a source are supported. A sentence is not if a word is replaced by one of its kind
  (almonds, peanuts) or a noun by any noun, if a number, date, name or negation is changed, or if it is from another
  source. In part of the windows the source holds the false sentence and the claim is the true one, so that wording does
  not reveal the label.
- ``records``: claims that state a field, and claims with the value of another field or record, or a changed value.
- ``roles``: who did what to whom, see ``training.roles``.
"""

import argparse
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tokenizers import Tokenizer

from critique_core.evidence.units import cut
from critique_core.models import SourceDocument
from critique_core.verifiers.embedded import windows
from training import contrast, records, roles
from training.contrast_text import Edit, Sentence
from training.prepare import SEED, SETS, Labelled, Made, Shard, group_of, held_out, rows, together
from training.records import Record, record_of
from training.siblings import siblings

Passage = tuple[str, list[str]]
"""A source group and the sentences of one of its sources."""

PROSE = ("ragtruth", "vitaminc", "fever", "wice", "summedits", "factcheckgpt")
RECORDS = ("infotabs", "ragtruth")
COUNT = 40_000  # windows of each kind
_CHUNK = 1000
_TAKEN = 4000  # sources for one process
_FEWEST_WORDS, _MOST_WORDS = 5, 50
_WORD = re.compile(r"[^\W\d_]+")
_DETERMINED = re.compile(r"\b(?:the|an?|our|their|its|his|her|this|that|every|each) $", re.IGNORECASE)
_VERB_NEXT = re.compile(r"\b(?:to|can|will|must|may|should|would|could|not|I|we|you|they) $", re.IGNORECASE)
_TURNED = 0.35  # share of windows with the false sentence in the source
_FORMS = ("copy", "copy", "copy", "sibling", "noun", "edit", "edit", "stranger")


def passages(data: Path) -> list[Passage]:
    """The prose sources of the sets that training may use, each once."""
    found: dict[str, Passage] = {}
    for path in (path for name in PROSE for path in SETS[name]):
        for row in rows(data / f"{path}.jsonl.xz"):
            for source in row["sources"] if row.get("task") != "data2txt" else ():
                key = source["content"][:300]
                if key not in found and "\0" not in source["content"]:
                    units = cut(SourceDocument(id="s", content=source["content"]))
                    sentences = [unit.text for unit in units if unit.kind == "prose"]
                    found[key] = (group_of(row), sentences)
    return [passage for passage in found.values() if passage[1]]


def real_records(data: Path) -> list[tuple[str, Record]]:
    """The records of the sets that have some, each once, with their source groups."""
    found: dict[str, tuple[str, Record]] = {}
    for path in (path for name in RECORDS for path in SETS[name]):
        for row in rows(data / f"{path}.jsonl.xz"):
            content = row["sources"][0]["content"]
            if content not in found and (record := record_of(content)):
                found[content] = (group_of(row), record)
    return list(found.values())


def replaced(sentence: str, rng: Random, passage: str, *, alike: bool) -> Edit | None:
    """The sentence with one word replaced by a word that is not in the passage.

    ``alike``: by a word of the same kind; else a noun by any noun. ``None`` if no word can be replaced.
    """
    avoided = frozenset(word.lower() for word in _WORD.findall(passage))
    known = siblings()
    places = list(_WORD.finditer(sentence))
    rng.shuffle(places)
    for place in places:
        word = place.group()
        before = sentence[: place.start()]
        if alike:
            other = None if _VERB_NEXT.search(before) else known.of(word, rng, avoided)
        else:
            other = known.stranger(word, rng, avoided, determined=bool(_DETERMINED.search(before)))
        if other is not None:
            kind = "sibling" if alike else "noun"
            return Sentence(sentence).replaced(kind, "unsupported", *place.span(), other)
    return None


def false_sentence(sentence: str, form: str, rng: Random, passage: str) -> Edit | None:
    """A false form of a sentence; ``None`` if the form does not apply."""
    if form in {"sibling", "noun"}:
        return replaced(sentence, rng, passage, alike=form == "sibling")
    return contrast.one_of(contrast.edits(sentence, rng), rng)


def passage_window(
    sentences: Sequence[str], strangers: Sequence[str], rng: Random
) -> tuple[list[str], list[Labelled]] | None:
    """Up to eight neighbouring sentences, and one to three claims about them; ``None`` if none can be made."""
    first = rng.randrange(len(sentences))
    near = list(dict.fromkeys(sentences[first : first + rng.choice((1, 1, 2, 3, 5, 8))]))
    passage = " ".join(near)
    fit = [place for place, text in enumerate(near) if _FEWEST_WORDS <= len(text.split()) <= _MOST_WORDS]
    rng.shuffle(fit)
    claims: list[Labelled] = []
    for place in fit[: rng.choice((1, 2, 3))]:
        sentence, form = near[place], rng.choice(_FORMS)
        if form == "copy":
            claims.append(Labelled(sentence, "supported", ()))
        elif form == "stranger":
            other = rng.choice(strangers)
            if len(other.split()) >= _FEWEST_WORDS and other not in passage:
                claims.append(Labelled(other, "unsupported", ((0, len(other)),)))
        elif edit := false_sentence(sentence, form, rng, passage):
            others = " ".join(text for at, text in enumerate(near) if at != place)
            if _says(others, edit.text[edit.start : edit.end]):
                continue
            if rng.random() < _TURNED and _both_ways(edit) and not _says(others, _lost(sentence, edit)):
                near[place] = edit.text
                claims.append(Labelled(sentence, edit.label))
            else:
                claims.append(Labelled(edit.text, edit.label, ((edit.start, edit.end),) if edit.end else None))
    return (near, claims) if claims else None


def _says(text: str, words: str) -> bool:
    """Whether a text holds a number, a name or a noun of some words; then it may state what an edit states."""
    telling = {word for word in re.findall(r"\w+", words) if word[0].isupper() or word[0].isdigit() or len(word) > 3}
    return bool(telling & set(re.findall(r"\w+", text)))


def _lost(sentence: str, edit: Edit) -> str:
    """The words of a sentence that its edit removed."""
    return sentence[edit.start : len(sentence) - (len(edit.text) - edit.end)]


def _both_ways(edit: Edit) -> bool:
    """Whether the true sentence is false given the edited one; not if the edit only added something."""
    return edit.label == "contradicted" or edit.kind in {"entity", "sibling", "noun"}


def _passages(job: tuple[str, int, list[Passage], list[str]]) -> list[Made]:
    tokenizer, rng = _tools(job[0], job[1])
    made: list[Made] = []
    while len(made) < _CHUNK:
        group, sentences = rng.choice(job[2])
        if found := passage_window(sentences, job[3], rng):
            made.append((together(tokenizer, [" ".join(found[0])], found[1]), found[1], group))
    return made


def _records(job: tuple[str, int, list[tuple[str, Record]]]) -> list[Made]:
    tokenizer, rng = _tools(job[0], job[1])
    made: list[Made] = []
    while len(made) < _CHUNK:
        group, record = rng.choice(job[2]) if rng.random() < 0.6 else ("made record", records.made(rng))
        others = [other for _, other in rng.sample(job[2], min(len(job[2]), 40))]
        if claims := records.claims(record, others, rng, rng.choice((1, 2, 3))):
            made.append((together(tokenizer, [record.written(rng)], claims), claims, group))
    return made


def _tools(tokenizer: str, number: int) -> tuple[Tokenizer, Random]:
    return windows.tokenizer_of(Path(tokenizer).read_text("utf-8")), Random(SEED * 1000 + number)


@dataclass(frozen=True)
class _Kind:
    """How the windows of one shard are made: the input, and the work of one process on a part of it."""

    read: Callable[[Path], list]
    work: Callable[[tuple], list[Made]]
    more: Callable[[list], tuple] = lambda _: ()


def _strangers(chosen: list[Passage]) -> tuple[list[str]]:
    return ([text for _, sentences in chosen[:400] for text in sentences],)


def _roles(job: tuple[str, int, list]) -> list[Made]:
    tokenizer, rng = _tools(job[0], job[1])
    made: list[Made] = []
    for number in range(_CHUNK):
        told, claims = roles.window(rng)
        made.append((together(tokenizer, [" ".join(told)], claims), claims, f"made roles {job[1]} {number}"))
    return made


KINDS = {
    "roles": _Kind(lambda _: [], _roles),
    "passages": _Kind(passages, _passages, _strangers),
    "records": _Kind(real_records, _records),
}


def shard_of(kind: _Kind, data: Path, tokenizer: str, count: int, pool: ProcessPoolExecutor) -> Shard:
    """The windows of one kind, a tenth of them from held-out sources; no sentence or record is in both parts."""
    shard, rng = Shard(), Random(SEED)
    found = kind.read(data)
    for dev, share in ((True, 1), (False, 9)):
        side = [entry for entry in found if held_out(entry[0]) == dev]
        jobs = []
        for number in range(max(1, count * share // 10 // _CHUNK)):
            chosen = rng.sample(side, min(len(side), _TAKEN))
            jobs.append((tokenizer, 1000 * share + number, chosen, *kind.more(chosen)))
        for made in pool.map(kind.work, jobs):
            for window, claims, group in made:
                shard.add(window, claims, group)
                shard.held[-1] = dev  # a made record has no source group
    return shard


def main() -> None:
    """Write the shards."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=COUNT, help="windows of each kind")
    parser.add_argument("--kinds", nargs="*", choices=list(KINDS), default=list(KINDS))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(2) as pool:
        for name in options.kinds:
            shard = shard_of(KINDS[name], options.data, options.tokenizer, options.count, pool)
            shard.save(options.out / name)
            shard.tell(name)


if __name__ == "__main__":
    main()
