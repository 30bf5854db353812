"""Changes of a wrong claim that are tried before they are offered: a value or name of its evidence, a "not" less.

Where a claim says what a source says in other words, no rule sees that the two differ in one thing alone. The changed
claim is then read as any claim is, and the change is offered if the sources support it (``settled``). A "not" is never
put in: the misreading that turned a right claim down would believe its denial.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from critique_core.language.denial import is_denied, main_verb, undone
from critique_core.language.grammar import Syntax
from critique_core.language.sentence import Sentence, analyse
from critique_core.language.tokens import Token
from critique_core.models import SourceDocument, Span, Verdict, VerifiedClaim
from critique_core.revision.corrections import Correction, kept_whole, quoted, with_article, without_markers
from critique_core.revision.trusted_findings import RECORD, reckoned, says
from critique_core.text.languages import language_of
from critique_core.text.sentences import sentences
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.typed_values.rewrite import reworded
from critique_core.typed_values.weekdays import weekdays

MOST_OF_ONE_CLAIM = 5
CHOSEN_WITH = "embedded"
"""The verifier, with all its evidence, that the thresholds below were chosen with."""
LEAST_WITH_VALUE, LEAST_WITH_NAME = 0.75, 0.55
"""P(supported) from which a changed claim counts as stated. A value that no source has may follow from several that
they have; a name or an identifier that none has is wrong."""
LEAST_APART = 0.15
"""By how much P(supported) of the next best change must lie below."""
_QUOTES = 3
_READ = 20_000  # characters of a source in which names are looked for
_MOST_ALIKE = 2  # names of the sources for one that none has
_FIELD = re.compile(r"[^.:\n]{1,60}:\s*\S+(?:\s\S+)?")  # a line of "key: value", which is corrected by its field
_TRUTHS = frozenset({"true", "false", "none", "null"})


@dataclass(frozen=True, slots=True)
class Trial:
    """A change of a claim, and the claim as it would then be read."""

    text: str
    change: Correction
    least: float


def of(draft: str, claim: VerifiedClaim, sources: Sequence[SourceDocument]) -> tuple[Trial, ...]:
    """The changes that are worth a reading, most likely first; empty where the claim reckons or rests on records."""
    if claim.verdict is None or reckoned(claim.text):
        return ()
    code = language_of(draft)
    own = analyse(without_markers(draft, claim), code)
    trials: dict[str, Trial] = {}
    for least, source, start, end, written in (*_places(own, claim, sources), *_affirmed(own, claim, sources)):
        told = f"The source {quoted(source.name)} says {quoted(written)}, not {quoted(own.text[start:end])}"
        if not says(source.content, written):
            told = f"The source {quoted(source.name)} says what this denies"
        change = kept_whole(draft, with_article(draft, claim.start + start, claim.start + end, written, told))
        text = _changed(draft, claim, change) if change else None
        if change and text:
            trials.setdefault(text, Trial(text, change, least))
    return tuple(trials.values())[:MOST_OF_ONE_CLAIM]


def _places(
    own: Sentence, claim: VerifiedClaim, sources: Sequence[SourceDocument]
) -> Iterator[tuple[float, SourceDocument, int, int, str]]:
    """Where a value or name of the claim could be another one, and which, with the source that has it."""
    by_id = {source.id: source for source in sources}
    contents = [source.content for source in sources]
    conflicts = (f for f in (claim.verdict.findings if claim.verdict else ()) if f.agreement == "conflicts")
    meant = {finding.claim_value: finding.source_value for finding in conflicts if finding.source_value}
    in_part = claim.status == "partially_supported"  # then its value may be right, and a condition left out
    for part in claim.verdict.evidence[:_QUOTES] if claim.verdict else ():
        if (
            part.match != "not_found"
            and part.source_id in by_id
            and not RECORD.match(part.quote)
            and not _FIELD.fullmatch(part.quote)
        ):
            said = analyse(part.quote, own.code)
            for mine, one in _values(own, said, contents):
                named = mine.kind == "identifier"
                written = reworded(mine.text, one.text, mine.kind)
                if (named or not in_part) and written != mine.text and meant.get(mine.text, one.text) == one.text:
                    least = LEAST_WITH_NAME if named else LEAST_WITH_VALUE
                    yield least, by_id[part.source_id], mine.start, mine.end, written
    strange = [(run, odd) for run in _runs(own) if (odd := [t for t in run if not _stated(t.text, contents)])]
    for source in sources if strange else ():
        said = [name for span in sentences(source.content[:_READ]) for name in _names(source.content, span, own.code)]
        for run, odd in strange:
            for written in _instead(run, odd, [name for name in said if not says(own.text, name)]):
                yield LEAST_WITH_NAME, source, run[0].start, run[-1].end, written


def _affirmed(
    own: Sentence, claim: VerifiedClaim, sources: Sequence[SourceDocument]
) -> Iterator[tuple[float, SourceDocument, int, int, str]]:
    """An English claim without its negation, where its evidence is a source's."""
    syntax = Syntax(own.text, own.text)
    verb = main_verb(own.text, syntax) if own.code == "en" and claim.status == "contradicted" else None
    change = undone(own.text, syntax, verb) if verb is not None and is_denied(syntax, verb) else None
    best = claim.verdict.evidence[0].source_id if claim.verdict and claim.verdict.evidence else ""
    for source in sources:
        if change and source.id == best:
            yield LEAST_WITH_VALUE, source, change[0], change[1], change[2]


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


def _changed(draft: str, claim: VerifiedClaim, change: Correction) -> str | None:
    """The claim as it is read with the change made; ``None`` where its words are not those of the draft."""
    old = draft[change.start : change.end]
    if claim.text == draft[claim.start : claim.end]:
        at = change.start - claim.start
        return claim.text[:at] + change.replacement + claim.text[at + len(old) :]
    return claim.text.replace(old, change.replacement) if claim.text.count(old) == 1 else None


# --- what may stand in the place ------------------------------------------------------------------------------------


def _values(own: Sentence, said: Sentence, contents: Sequence[str]) -> Iterator[tuple[Mention, Mention]]:
    """Each value of the claim that no source states, with each value of its kind that the quote states."""
    for mine in own.mentions:
        if any(compare.follows(mine, one) for one in said.mentions) or _stated(mine.text, contents):
            continue
        for one in _alike(mine, said.mentions):
            beyond = bool(one.bound) and one.bound != mine.bound  # "2.9" is right beside "since 2.8"
            if compare.comparable(mine, one) and not beyond and not _repeats(own, one):
                yield mine, one


def _alike(mine: Mention, others: Sequence[Mention]) -> Sequence[Mention]:
    """All values, but of identifiers those that are spelt most like the claim's."""
    if mine.kind != "identifier":
        return others
    of_kind = (one for one in others if one.kind == "identifier")
    return sorted(of_kind, key=lambda one: -fuzz.ratio(one.text, mine.text))[:_MOST_ALIKE]


def _repeats(own: Sentence, value: Mention) -> bool:
    """Whether the claim says this value already, of something else."""
    return any(compare.follows(mine, value) for mine in own.mentions)


def _instead(run: Sequence[Token], strange: Sequence[Token], names: Sequence[str]) -> list[str]:
    """The names that share a word with one of the claim, or are spelt most like it where no source has any of it."""
    known = {token.norm for token in run} - {token.norm for token in strange}
    own = " ".join(token.text for token in run)
    of_a_kind = [name for name in dict.fromkeys(names) if bool(weekdays(name)) == bool(weekdays(own))]
    if known:
        return [name for name in of_a_kind if known & set(name.casefold().split())]
    return sorted(of_a_kind, key=lambda name: -fuzz.ratio(name, own))[:_MOST_ALIKE]


def _names(content: str, span: Span, code: str) -> list[str]:
    sentence = analyse(content[span.start : span.end], code)
    return [sentence.text[run[0].start : run[-1].end] for run in _runs(sentence)]


def _runs(sentence: Sentence) -> Iterator[list[Token]]:
    """Names of one or more words, those aside that are part of a date or a number."""
    run: list[Token] = []
    for token in sentence.tokens:
        joined = run and sentence.text[run[-1].end : token.start] == " "
        valued = any(one.start < token.end and token.start < one.end for one in sentence.mentions)
        if token.name and not token.code and not valued and token.norm not in _TRUTHS:
            if run and not joined:
                yield run
                run = []
            run.append(token)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _stated(words: str, contents: Sequence[str]) -> bool:
    return any(says(content, words) for content in contents)
