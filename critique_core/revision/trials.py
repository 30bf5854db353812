"""Changes of a wrong claim that are tried before they are offered: a value or name of its evidence, a "not" less.

Where a claim says what a source says in other words, no rule sees that the two differ in one thing alone. The changed
claim is then read as any claim is, and the change is offered if the sources support it (``settled``). A "not" is never
put in: the misreading that turned a right claim down would believe its denial. What a rule changes is read likewise,
and is not offered where the sources do not support it (``doubtful``).
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import fuzz

from critique_core.language.denial import is_denied, main_verb, undone
from critique_core.language.grammar import Syntax
from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import Sentence, Word, analyse
from critique_core.language.similarity import similarity
from critique_core.language.tokens import TITLES, Token
from critique_core.models import Hunk, SourceDocument, Verdict, VerifiedClaim
from critique_core.revision.trusted_findings import NEGATOR, RECORD, another_end, reckoned, says, widened
from critique_core.revision.writing import Correction, kept_whole, quoted, with_article, without_markers
from critique_core.text.languages import language_of
from critique_core.text.sentences import sentences
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.typed_values.rewrite import reworded
from critique_core.typed_values.weekdays import weekdays

MOST_OF_ONE_CLAIM = 5
CHOSEN_WITH = "embedded"
"""The verifier, with all its evidence, that the thresholds below were chosen with."""
LEAST_WITH_VALUE, LEAST_WITHOUT_NOT, LEAST_WITH_OTHER_NAME, LEAST_WITH_NAME = 0.9, 0.75, 0.75, 0.55
"""P(supported) from which a changed claim counts as stated. A value that no source has may follow from several that
they have, and the one that is tried may be of something else; a name that shares a word with a source's, or an
identifier, is most often a slip."""
LEAST_BY_RULE, LEAST_IN_PART = 0.5, 0.4
"""P(supported) that a claim has to have as a rule changes it: the threshold of a supported claim, and near the bound of
one that still leaves out a condition."""
LEAST_OF_DENIED = 0.5
"""By how much P(supported) of a claim without its "not" must lie above that with it."""
LEAST_APART = 0.15
"""By how much P(supported) of the next best change must lie below."""
_READ = 20_000  # characters of a source in which names are looked for
_SPELT_ALIKE, _SPELT_ALIKE_BEHIND = 50.0, 65.0  # of 100 (RapidFuzz ratio), with one first letter and with two
_FIELD = re.compile(r"[^.:\n]{1,60}:\s*\S+(?:\s\S+)?")  # a line of "key: value", which is corrected by its field
_ARTICLES = frozenset({"the", "a", "an"})
_WITH_NOT = frozenset("before yet ever anymore either until till".split())
_TELLING, _TOLD = 0.9, 0.5  # weight of a word of content, and how near one of a source has to be (``similarity``)
_TRUTHS = frozenset({"true", "false", "none", "null"})


@dataclass(frozen=True, slots=True)
class Trial:
    """A change of a claim, and the claim as it would then be read."""

    text: str
    change: Correction
    least: float


class _Place(NamedTuple):
    """A place of the claim, what may stand there, and the P(supported) that it then takes; ``said`` is the source's."""

    start: int
    end: int
    written: str
    said: str
    source: SourceDocument
    least: float


def of(draft: str, claim: VerifiedClaim, sources: Sequence[SourceDocument]) -> tuple[Trial, ...]:
    """The changes that are worth a reading, most likely first; empty where the claim reckons or rests on records.

    Empty, too, where there are more than ``MOST_OF_ONE_CLAIM``: of a choice the right one must be a part.
    """
    if claim.verdict is None or reckoned(claim.text):
        return ()
    own = analyse(without_markers(draft, claim), language_of(draft))
    by_id = {source.id: source for source in sources}
    quotes = [
        (by_id[part.source_id], part.quote)
        for part in claim.verdict.evidence
        if part.match != "not_found" and part.source_id in by_id and not RECORD.match(part.quote)
    ]
    trials: dict[str, Trial] = {}
    for one in (
        *_values(own, claim, quotes, sources),
        *_names(own, claim, quotes, sources),
        *_affirmed(own, claim, quotes, sources),
    ):
        told = (
            f"says {quoted(one.said)}, not {quoted(own.text[one.start : one.end])}"
            if one.said
            else "says what this denies"
        )
        change = kept_whole(draft, with_article(draft, claim.start + one.start, claim.start + one.end, one.written,
                                                f"The source {quoted(one.source.name)} {told}"))  # fmt: skip
        text = _changed(draft, claim, change) if change else None
        if change and text:
            trials.setdefault(text, Trial(text, change, one.least))
    return tuple(trials.values()) if len(trials) <= MOST_OF_ONE_CLAIM else ()


def settled(tried: Sequence[tuple[Trial, Verdict]]) -> Trial | None:
    """The one change of a claim with which the sources support it; ``None`` where there is none, or two are as good."""
    stand = sorted(
        (
            (verdict.probabilities.supported, place)
            for place, (_, verdict) in enumerate(tried)
            if verdict.probabilities and not any(finding.agreement == "conflicts" for finding in verdict.findings)
        ),
        reverse=True,
    )
    if not stand:
        return None
    best, trial = stand[0][0], tried[stand[0][1]][0]
    alone = len(stand) == 1 or best - stand[1][0] >= LEAST_APART
    return trial if best >= trial.least and alone else None


def with_changes(draft: str, claim: VerifiedClaim, hunks: Sequence[Hunk]) -> str | None:
    """The claim as it is read with these changes of it made; ``None`` where its words are not those of the draft.

    So it is, too, where nothing of it is left.
    """
    text, stands = claim.text, claim.text == draft[claim.start : claim.end]
    for hunk in sorted(hunks, key=lambda one: -one.start):
        old, at = draft[hunk.start : hunk.end], hunk.start - claim.start
        if not stands and old.strip() and text.count(old) == 1:
            at = text.index(old)
        elif not stands or at < 0 or hunk.end > claim.end:
            return None
        text = text[:at] + hunk.replacement + text[at + len(old) :]
    return text if any(map(str.isalnum, text)) else None


def doubtful(verdict: Verdict, *, denied: bool = False) -> bool:
    """Whether the sources do not support a claim as a rule changes it, or speak against a part of it.

    ``denied`` says that a "not" was put in: a source that sets a condition then need not deny the whole.
    """
    supported = verdict.probabilities.supported if verdict.probabilities else 0.0
    found = {finding.agreement for finding in verdict.findings}
    in_part = "omitted" in found and not denied
    return "conflicts" in found or supported < (LEAST_IN_PART if in_part else LEAST_BY_RULE)


def denies(draft: str, hunks: Sequence[Hunk]) -> bool:
    """Whether a change puts a "not" into the draft."""
    return any(NEGATOR.search(one.replacement) and not NEGATOR.search(draft[one.start : one.end]) for one in hunks)


def _changed(draft: str, claim: VerifiedClaim, change: Correction) -> str | None:
    """The claim as it is read with the change made; ``None`` where its words are not those of the draft."""
    old = draft[change.start : change.end]
    if claim.text == draft[claim.start : claim.end]:
        at = change.start - claim.start
        return claim.text[:at] + change.replacement + claim.text[at + len(old) :]
    return claim.text.replace(old, change.replacement) if claim.text.count(old) == 1 else None


# --- what may stand in the place ------------------------------------------------------------------------------------


def _values(
    own: Sentence, claim: VerifiedClaim, quotes: Sequence[tuple[SourceDocument, str]], sources: Sequence[SourceDocument]
) -> Iterator[_Place]:
    """Each value of the claim that no source states, as each value of its kind that the best quote states.

    Of a claim that holds in part the value may be right, and a condition left out; its identifiers are not.
    """
    findings = claim.verdict.findings if claim.verdict else ()
    meant = {f.claim_value: f.source_value for f in findings if f.agreement == "conflicts" and f.source_value}
    for source, quote in quotes[:1]:
        said = analyse(quote, own.code)
        for mine in () if _FIELD.fullmatch(quote) else own.mentions:
            named = mine.kind == "identifier"
            if (claim.status == "partially_supported" and not named) or _stated(mine.text, sources):
                continue
            if mine.kind == "date":  # "adopted on" one day reads as well as "in force from" another
                continue
            if any(compare.follows(mine, one) for one in said.mentions):
                continue
            for one in said.mentions:
                beyond = bool(one.bound) and one.bound != mine.bound  # "2.9" is right beside "since 2.8"
                other = meant.get(mine.text, one.text) != one.text
                if beyond or other or not compare.comparable(mine, one) or _repeats(own, one):
                    continue
                if another_end(own.text, mine.start, said.text, one.start):
                    continue
                written = reworded(mine.text, one.text, mine.kind)
                if written != mine.text and not widened(mine.text, written):
                    yield _Place(mine.start, mine.end, written, one.text, source,
                                 LEAST_WITH_NAME if named else LEAST_WITH_VALUE)  # fmt: skip


def _repeats(own: Sentence, value: Mention) -> bool:
    """Whether the claim says this value already, of something else."""
    return any(compare.follows(mine, value) for mine in own.mentions)


def _names(
    own: Sentence, claim: VerifiedClaim, quotes: Sequence[tuple[SourceDocument, str]], sources: Sequence[SourceDocument]
) -> Iterator[_Place]:
    """Each name of the claim that no source has, as the names that may be meant.

    Those are the names of the sources that share a word with it or are spelt like it. Where there is none, and the
    claim is contradicted, those of as many words in the best quote, for a name that no dictionary knows: a source that
    says "Turin" need not say "Italy".
    """
    strange = [run for run in _runs(own) if any(not _stated(t.text, sources) for t in run if t.norm not in TITLES)]
    said = [(source, name) for source in sources for name in _named(source.content[:_READ], own)] if strange else []
    for run in strange:
        written = own.text[run[0].start : run[-1].end]
        known = {token.norm for token in run if _stated(token.text, sources)}
        fitting = [(source, name) for source, name in said if bool(weekdays(name)) == bool(weekdays(written))]
        slip = LEAST_WITH_VALUE if weekdays(written) else LEAST_WITH_NAME
        alike = [(source, name, slip) for source, name in fitting if _may_be(name, written, known)]
        if not alike and not known and claim.status == "contradicted" and _names_one(own, run):
            best = [(source, name) for source, quote in quotes[:1] for name in _named(quote, own)]
            alike = [
                (*one, LEAST_WITH_OTHER_NAME) for one in best if one in fitting and len(one[1].split()) == len(run)
            ]
        for source, name, least in alike:
            yield _Place(run[0].start, run[-1].end, name, name, source, least)


def _names_one(own: Sentence, run: Sequence[Token]) -> bool:
    """Whether a name is no word of the dictionary, and no part of a description: "the Olivetti brothers"."""
    before = next((token.norm for token in reversed(own.tokens) if token.end <= run[0].start), "")
    return before not in _ARTICLES and any(not lexicon().base_forms(token.norm) for token in run)


def _may_be(name: str, written: str, known: Collection[str]) -> bool:
    if known:
        return not set(known).isdisjoint(name.casefold().split())
    return bool(weekdays(name)) or fuzz.ratio(name, written) >= (
        _SPELT_ALIKE if name[0] == written[0] else _SPELT_ALIKE_BEHIND
    )


@lru_cache(maxsize=256)
def _named(text: str, beside: Sentence) -> tuple[str, ...]:
    """The names of a source's text that a claim does not have, each once."""
    found: dict[str, None] = {}
    for span in sentences(text):
        said = analyse(text[span.start : span.end], beside.code)
        names = (said.text[run[0].start : run[-1].end] for run in _runs(said))
        found |= {name: None for name in names if not says(beside.text, name)}
    return tuple(found)


def _runs(sentence: Sentence) -> Iterator[list[Token]]:
    """Names of one or more words, those aside that are part of a date or a number, and an adverb before a name."""
    run: list[Token] = []
    for token in sentence.tokens:
        joined = run and sentence.text[run[-1].end : token.start] == " "
        valued = any(one.start < token.end and token.start < one.end for one in sentence.mentions)
        plain = token.code or valued or token.norm in _TRUTHS or (not token.start and _is_adverb(token.norm))
        if run and (plain or not token.name or not joined):
            yield run
            run = []
        if token.name and not plain:
            run.append(token)
    if run:
        yield run


def _is_adverb(word: str) -> bool:
    return "r" in lexicon().related(word, PARTS)


def _stated(words: str, sources: Sequence[SourceDocument]) -> bool:
    return any(says(source.content, words) for source in sources)


def _affirmed(
    own: Sentence, claim: VerifiedClaim, quotes: Sequence[tuple[SourceDocument, str]], sources: Sequence[SourceDocument]
) -> Iterator[_Place]:
    """A contradicted English claim without its negation, where it has evidence; not with "before", "until" or "yet".

    Where no source has one of its things, in any word, more is asked of it.
    """
    if own.functions & _WITH_NOT:
        return
    syntax = Syntax(own.text, own.text)
    verb = main_verb(own.text, syntax) if own.code == "en" and claim.status == "contradicted" else None
    change = undone(own.text, syntax, verb) if verb is not None and is_denied(syntax, verb) else None
    if change:
        for source, _ in quotes[:1]:
            known = _all_told(own, [one.content[:_READ] for one in sources])
            least = LEAST_WITHOUT_NOT if known else LEAST_WITH_VALUE
            least = max(least, (claim.probability or 0.0) + LEAST_OF_DENIED)
            yield _Place(*change, "", source, least)


def _all_told(own: Sentence, contents: Sequence[str]) -> bool:
    """Whether each thing that a claim names is in a text, or a word near it."""
    told = [
        word
        for content in contents
        for span in sentences(content)
        for word in analyse(content[span.start : span.end], own.code).words
    ]
    wanted = (word for word in own.words if word.weight >= _TELLING and _is_thing(word))
    return all(any(similarity(word, other, own.code) >= _TOLD for other in told) for word in wanted)


def _is_thing(word: Word) -> bool:
    """Whether a word is a noun and can be no verb: "asthma"."""
    parts = frozenset[str]().union(*(lexicon().related(form, PARTS) for form in word.keys))
    return "n" in parts and "v" not in parts
