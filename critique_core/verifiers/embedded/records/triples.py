"""What records, tables and tiers state, as (field, subject, value) triples, and which of them a text speaks of.

A text is paired with a triple only where it names the field itself and its value stands next to that name; what is
named twice, denied, bounded or about a subject that the source does not know is left unpaired.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import regex

from critique_core.evidence.units import cut
from critique_core.language.frames import subject_of
from critique_core.language.sentence import Sentence, analyse
from critique_core.models import SourceDocument
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention, mentions
from critique_core.verifiers.embedded.alignment.align import Alignment, scope_of
from critique_core.verifiers.embedded.alignment.numbered import name_of
from critique_core.verifiers.embedded.records.fields import Field, fields_of, in_words
from critique_core.verifiers.embedded.records.match import telling_words

_LONGEST_VALUE = 60  # characters
_MOST_WORDS = 4
_LONGEST_LIST = 300
_CONTEXT = 2  # after the words behind a field's name, and the text
_FIGURE = regex.compile(r"\d+")
_CODED = regex.compile(r"[{}\[\]\n|<>]")
_UNSURE = regex.compile(
    r"\b(?:no|not|nor|never|none|neither|without|cannot|if|unless|until|previously|formerly|used to|instead|rather than"
    r"|or|may|might|could|should)\b|n['’]t\b|\?",
    regex.IGNORECASE,
)
_LEADING = frozenset(
    """use uses using used run runs running have has having with need needs require requires get gets offer offers
    number count value current set sets setting make makes allow allows it service""".split()
)
_LINK = r"(?P<link>:|=|\bis\s+set\s+to\b|\bset\s+to\b|\bis\b|\bare\b|\bof\b|\bat\b)"
_WHO = r"\s+(?:of|for|in|on)\s+(?:the\s+)?(?P<who>[\w.-]+(?:\s[\w.-]+){0,2}?)"
_AFTER = (regex.compile(rf"\s*{_LINK}\s*"), regex.compile(rf"{_WHO}\s*{_LINK}\s*"), regex.compile(r"\s+"))
_RUN = regex.compile(r"(?P<value>[^,;\n]+?)\s*(?=[,;\n]|\Z|\s(?:and|but|while)\s|[.!?](?:\s|\Z))")
_LABEL = regex.compile(r"(?<!\w)\p{Lu}[\w-]*")
_TIER_JOINT = regex.compile(
    r"\W*(?:(?:on|for|in|with|to|the|an?|get|gets|have|has|is|are|and|plans?|tiers?|users?|accounts?|it)\W*)*",
    regex.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Triple:
    """``value`` of ``field`` of ``subject``, at ``start`` to ``end`` of a source; names are in small letters."""

    source_id: str
    field: str
    subject: frozenset[str]
    value: str
    start: int
    end: int
    typed: tuple[Mention, ...]
    forms: tuple[tuple[str, ...], ...] = ()

    def agrees(self, words: str) -> bool:
        """Whether ``words`` give the value: the same words, or a typed value that equals it."""
        if bare(words).casefold() == self.value.casefold():
            return True
        return any(compare.follows(one, other) for one in mentions(words) for other in self.typed)


@dataclass(frozen=True, slots=True)
class Paired:
    """``text[start:end]`` is the value that a text gives a triple's field."""

    triple: Triple
    start: int
    end: int


def bare(words: str) -> str:
    """A value without the quotes and marks around it."""
    return words.strip(" \t\"'`*_").rstrip(".")


def triples(sources: Sequence[SourceDocument], code: str = "en") -> tuple[Triple, ...]:
    """Every field of the sources' records and tables, and every tier that a sentence gives a value."""
    found: list[Triple] = []
    for source in sources:
        for unit in cut(source):
            if unit.kind in ("record", "table") or _may_list(unit.text):
                scope = scope_of(source.id, unit, before=(), after=(), title="", code=code, rank=0)
                unlaid = Alignment(scope, (), (), 0.0, 0.0)
                found += [one for item in fields_of([unlaid], code) if (one := of_field(item))]
                found += of_tiers(unlaid) if unit.kind == "prose" else ()
    return tuple(found)


def paired(text: str, context: str, known: Sequence[Triple], code: str = "en") -> tuple[Paired, ...]:
    """The values that ``text`` gives to fields of ``known``, where field, subject and value are certain.

    ``context`` is the whole that the text is part of: it may name the subject.
    """
    if _UNSURE.search(text):
        return ()
    sentence = analyse(text, code)
    named = _named_fields(text, [one for one in known if one.forms])
    values = {one.value.casefold() for one in known}
    found = list(_tiered(sentence, known))
    for place, (start, end, group) in enumerate(named):
        limit = named[place + 1][0] if place + 1 < len(named) else len(text)
        if not _opens(sentence, start, group):
            continue
        read = _value_after(sentence, end, limit, values) or _value_before(sentence, start)
        triple = _of_subject(group, known, text, context, read[2]) if read else None
        if read and triple:
            found.append(Paired(triple, read[0], read[1]))
    spans = [(one.start, one.end) for one in found]
    return tuple(one for one in found if sum(one.start < end and start < one.end for start, end in spans) == 1)


# --- what the sources state ----------------------------------------------------------------------------------------


def of_field(item: Field) -> Triple | None:
    """The triple of a record's field or a table's cell; ``None`` where it holds nothing, or more than a plain value."""
    value, unit = bare(item.value), item.alignment.scope.unit
    if item.empty or not value or len(value) > _LONGEST_VALUE or _CODED.search(value):
        return None
    subject = _row(item) if item.kind == "cell" else frozenset(word.token.norm for word in item.owner)
    return Triple(item.source_id, item.key_text.casefold(), subject, value, unit.start + item.start,
                  unit.start + item.end, item.mentions(), _forms(item))  # fmt: skip


def _row(item: Field) -> frozenset[str]:
    """The words that name what a cell is of; none for a cell that names a thing itself."""
    return frozenset(in_words(item.thing).casefold().split())


def _forms(item: Field) -> tuple[tuple[str, ...], ...]:
    """The ways in which a text may name a field: its key in words, and that without its unit or "version"."""
    words = tuple(in_words(item.key_text).casefold().split())
    telling = tuple(word.token.norm for word in telling_words(item))
    short = tuple(word for word in telling if word != "version")
    return tuple(dict.fromkeys(form for form in (words, telling, short) if form))


def of_tiers(alignment: Alignment) -> list[Triple]:
    """The tiers that a sentence gives values, each with its own."""
    source_id, unit, sentence = alignment.scope.source_id, alignment.scope.unit, alignment.scope.sentence
    field = _rest(sentence) if _may_list(unit.text) else ""
    return [
        Triple(source_id, field, frozenset((label.casefold(),)), mention.text, unit.start + mention.start,
               unit.start + mention.end, (mention,))
        for label, mention in (_labelled(sentence) if field else ())
    ]  # fmt: skip


def _may_list(text: str) -> bool:
    """Whether a text may give several tiers their values: it has as many figures and capital letters, and is short."""
    return len(text) <= _LONGEST_LIST and len(_FIGURE.findall(text)) > 1 and len(_LABEL.findall(text)) > 1


def _labelled(sentence: Sentence) -> list[tuple[str, Mention]]:
    """Each of two or more tiers with its value, where names and values of one kind take turns in a list."""
    values = [mention for mention in sentence.mentions if mention.kind not in ("identifier", "version")]
    if len(values) < 2 or len({one.kind for one in values}) > 1:
        return []
    spans = [(one.start, one.end) for one in values]
    names = [m for m in _LABEL.finditer(sentence.text) if not any(a < m.end() and m.start() < b for a, b in spans)]
    for offset in (0, 1):  # "The limit is ..." opens with a capital letter that is no name
        labels = names[offset:]
        if len(labels) != len(values) or len({label[0].casefold() for label in labels}) < len(labels):
            continue
        after = all(value.end <= label.start() for value, label in zip(values, labels, strict=True))
        before = all(label.end() <= value.start for value, label in zip(values, labels, strict=True))
        if (after or before) and _in_turn(sentence.text, values, labels):
            return [(label[0], value) for label, value in zip(labels, values, strict=True)]
    return []


def _in_turn(text: str, values: Sequence[Mention], labels: Sequence["regex.Match[str]"]) -> bool:
    spans = sorted([(one.start, one.end, "value") for one in values] + [(*one.span(), "label") for one in labels])
    for (_, end, kind), (start, _, other) in pairwise(spans):
        if kind == other or not _TIER_JOINT.fullmatch(text[end:start]):
            return False
    return True


def _rest(sentence: Sentence) -> str:
    """What a sentence with tiers is about: its content words but for tiers and values."""
    tiers = {name.casefold() for name, _ in _labelled(sentence)}
    words = [w.token.norm for w in sentence.words if w.token.content and w.token.norm not in tiers]
    return " ".join(word for word in words if not _TIER_JOINT.fullmatch(word))


# --- what a text says of them --------------------------------------------------------------------------------------


def _named_fields(text: str, known: Sequence[Triple]) -> list[tuple[int, int, list[Triple]]]:
    """Where a text names a field, in order, the longest name first; a name that two fields share names none."""
    groups: dict[tuple[str, ...], list[Triple]] = {}
    for one in known:
        for form in one.forms:
            groups.setdefault(form, []).append(one)
    found: list[tuple[int, int, list[Triple]]] = []
    for form in sorted(groups, key=lambda form: -len(" ".join(form))):
        for match in _pattern(form).finditer(text):
            start, end = match.span()
            if not any(start < other_end and other < end for other, other_end, _ in found):
                found.append((start, end, groups[form]))
    found.sort(key=lambda one: one[0])
    fields = [{triple.field for triple in group} for _, _, group in found]
    return [
        one
        for one, own in zip(found, fields, strict=True)
        if len(own) == 1 and sum(own == other for other in fields) == 1
    ]


@cache
def _pattern(form: tuple[str, ...]) -> "regex.Pattern[str]":
    """A field's name in a text, in either number, with "max" or "maximum"."""
    words = [regex.escape(word) for word in form]
    last = form[-1]
    stem = regex.escape(last.removesuffix("s"))
    words[-1] = f"{regex.escape(last[:-3])}(?:y|ies)" if last.endswith("ies") else f"{stem}s?"
    words = [{"max": "max(?:imum)?", "min": "min(?:imum)?"}.get(word, word) for word in words]
    return regex.compile(r"(?<![\w-])" + r"[\s_-]+".join(words) + r"(?![\w-])", regex.IGNORECASE)


def _opens(sentence: Sentence, start: int, group: Sequence[Triple]) -> bool:
    """Whether no word before a field's name makes it another field: the "admin" of "admin port"."""
    before = [token for token in sentence.tokens if token.end <= start]
    if not before or any(mention.end == before[-1].end for mention in sentence.mentions):
        return True
    word = before[-1]
    subjects = {norm for one in group for norm in one.subject}
    return word.kind == "mark" or word.function or word.norm in _LEADING or word.norm.removesuffix("'s") in subjects


def _value_after(sentence: Sentence, at: int, limit: int, values: Collection[str]) -> tuple[int, int, str] | None:
    """The value behind a field's name, with the subject between them; ``values`` are all that the sources state."""
    text = sentence.text
    for pattern in _AFTER:
        match = pattern.match(text, at, limit)
        if match is None:
            continue
        groups = match.groupdict()
        link, who = groups.get("link") or "", groups.get("who") or ""
        typed = _typed_at(sentence, match.end(), limit)
        if typed is not None:
            return (*typed, who)
        run = _RUN.match(text, match.end(), limit) if link not in ("", "of", "at") else None
        if run and _is_value(run["value"], link, values):
            return run.start("value"), run.end("value"), who
    return None


def _is_value(run: str, link: str, values: Collection[str]) -> bool:
    """Whether some words are a value: one that the sources state, one word, a name, or what follows a colon."""
    words = run.split()
    if not 0 < len(words) <= _MOST_WORDS or _TIER_JOINT.fullmatch(run):
        return False
    named = all(word[:1].isupper() or not word.isalpha() for word in words)
    return link in (":", "=") or bare(run).casefold() in values or len(words) == 1 or named


def _typed_at(sentence: Sentence, at: int, limit: int) -> tuple[int, int] | None:
    text = sentence.text
    for mention in sentence.mentions:
        if mention.start == at and mention.end <= limit:
            return None if mention.bound or mention.approximate or mention.is_range else _without_stop(text, mention)
    return None


def _without_stop(text: str, mention: Mention) -> tuple[int, int]:
    return mention.start, mention.start + len(text[mention.start : mention.end].rstrip(" .,"))


def _value_before(sentence: Sentence, start: int) -> tuple[int, int, str] | None:
    """The number right before the name of what it counts: "5 retries"."""
    for mention in sentence.mentions:
        if name_of(sentence, mention):
            continue
        unsure = mention.bound or mention.approximate or mention.ordinal or mention.is_range
        beside = mention.end <= start and not sentence.text[mention.end : start].strip(" -")
        if mention.kind == "number" and beside and not unsure:
            return (*_without_stop(sentence.text, mention), "")
    return None


def _of_subject(group: Sequence[Triple], known: Sequence[Triple], text: str, context: str, who: str) -> Triple | None:
    """The one triple of a field that a text means, by the subject it names; ``None`` where another may be meant."""
    shared = frozenset[str].intersection(*(one.subject for one in group)) if len(group) > 1 else frozenset[str]()
    for place, said in enumerate((who, text, context)):
        if place == _CONTEXT and _is_of_another_thing(text, group, known):
            return None
        words = _words(said)
        named = [one for one in group if one.subject - shared and one.subject - shared <= words]
        if named:
            return _sole(named)
        if said == who and who and not _known_as(words, group, known):
            return None
    others = {word for one in known for word in one.subject if one.forms} - {w for one in group for w in one.subject}
    return None if others & _words(text) else _sole(group)


def _is_of_another_thing(text: str, group: Sequence[Triple], known: Sequence[Triple]) -> bool:
    """Whether a text has a subject that the group's sources do not know: "Room 3 has 35 seats" is of no van."""
    sentence = analyse(text)
    subject = subject_of(sentence, sentence.statements[0]) if sentence.statements else None
    words = frozenset(word.token.norm for word in subject.words) - _LEADING if subject else frozenset[str]()
    sources = {one.source_id for one in group}
    told = {word for one in known if one.source_id in sources for word in _words(f"{one.value} {one.field}")}
    told |= {word for one in known if one.source_id in sources for word in one.subject}
    return bool(words) and words.isdisjoint({form for word in told for form in (word, f"{word}s", word.rstrip("s"))})


def _known_as(words: frozenset[str], group: Sequence[Triple], known: Sequence[Triple]) -> bool:
    """Whether the sources have what a text calls the subject: as the records' owner, or as a value of the record."""
    sources = {one.source_id for one in group}
    values = {word for one in known if one.source_id in sources for word in _words(f"{one.value} {one.field}")}
    return bool(words) and words <= values | {word for one in group for word in one.subject}


def _words(text: str) -> frozenset[str]:
    return frozenset(regex.findall(r"\w+", in_words(text).casefold()))


def _sole(group: Iterable[Triple]) -> Triple | None:
    """The triple of a group in which all have one value."""
    found = list(group)
    return found[0] if found and len({one.value.casefold() for one in found}) == 1 else None


def _tiered(sentence: Sentence, known: Sequence[Triple]) -> Iterator[Paired]:
    """The value of each tier, where a source's sentence about the same has that tier, or a record a field for it."""
    about = frozenset(_rest(sentence).split())
    for label, mention in _labelled(sentence):
        tier = label.casefold()
        in_prose = [
            one
            for one in known
            if not one.forms and one.subject == frozenset((tier,)) and frozenset(one.field.split()) >= about
        ]
        triple = _sole(in_prose or [one for one in known if (tier,) in one.forms]) if about else None
        if triple is not None:
            yield Paired(triple, *_without_stop(sentence.text, mention))
