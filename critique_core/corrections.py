"""A contradicted claim put right: the source's value or wording in the place of the draft's.

Only a conflict with a named cause is corrected: a typed finding whose place in both texts is known, or one name or
number that alone parts the claim from a sentence of a source.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from critique_core import citation_markers, negating, removals
from critique_core.claim_grammar import has_verb
from critique_core.models import Evidence, Finding, FindingKind, Issue, SourceDocument, VerifiedClaim
from critique_core.rewording import reworded
from critique_core.source_wording import Rewrite, borrowed, turned_round
from critique_core.text import sentences

VALUES: frozenset[FindingKind] = frozenset(
    {"number", "quantity", "percentage", "date", "time", "currency", "version", "range", "identifier", "name"}
)
_SWAPPED: frozenset[FindingKind] = frozenset({"antonym", "modality", "quantifier"})
_TURNED: frozenset[FindingKind] = frozenset({"role", "comparison"})
LEAST_FIT = 0.6
"""Evidence below this score only happens to hold a value of the same kind (benchmarks/revision.py)."""
_LEAST_FIT_WHOLE = 0.75
_LEAST_SHARED_WHOLE = 60.0  # of 100: likeness of the two sentences, words sorted (RapidFuzz token sort ratio)
_TELLING = 5  # characters from which a value is not found in a source by chance
_UNIT_SIGNS = frozenset("℉℃°%‰")
_ENDINGS = ("ed", "ing", "est", "er", "s", "ly")
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}
_RECORD = re.compile(r'\s*"[^"]+"\s*:')
_NEGATOR = re.compile(r"\b(?:no|not|nor|never|none|neither|without|cannot|lacks?|doesn|don|isn|aren)\b|n['’]t\b", re.I)
_LISTED = re.compile(r",|\b(?:or|nor|and)\b")
_RANGED: frozenset[FindingKind] = frozenset({"number", "quantity", "percentage", "currency", "range"})
_SUM_BEFORE = re.compile(r"(?:[=×÷]|[\d)%]\s*[+*/]|\+\s+|[\d)%]\s+[-−x])\s*[($€£]*\Z")
_SUM_AFTER = re.compile(r"\s*[)%]*\s*(?:[=×÷]|[+*/]\s*[($€£\d]|[-−x]\s+[($€£\d])")
_TO = r"(?:-|–|—|−|\b(?:to|and|or|bis)\b)"
_RANGE = re.compile(rf"\d\W{{0,3}}{_TO}\W{{0,3}}\d")
_RANGE_BEFORE = re.compile(rf"[\d%°]\s*{_TO}\s*[$€£]?\Z")
_RANGE_AFTER = re.compile(rf"[\s%°]*{_TO}\s*[$€£]?\d")
_NUMERAL = re.compile(r"(?<![\w.,])(?P<number>\d[\d,]*(?:\.\d+)?)\W{0,2}(?P<unit>[^\W\d_]*)")
_UNIT_LETTERS = 4
_BESIDE = 40  # characters beside a value in which its sum, range or unit stands
_REFERENCE = re.compile(r"(?:passage|source|document|section|page|figure|table|step|no\\.|#|\[)\s*\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Correction:
    """``draft[start:end]`` becomes ``replacement``, for ``reason``."""

    start: int
    end: int
    replacement: str
    reason: str


def corrections(draft: str, claim: VerifiedClaim, sources: Sequence[SourceDocument]) -> tuple[Correction, ...]:
    """What puts the claim right, in order and not overlapping; empty when no conflict of it has a named cause."""
    verdict = claim.verdict
    if verdict is None:
        return ()
    contents = {source.id: source for source in sources}
    found: list[Correction] = []
    for finding in verdict.findings:
        source = contents.get(finding.source_id or "")
        if finding.agreement != "conflicts" or source is None or not _trusted(draft, claim, finding, source.content):
            continue
        correction = _corrected(draft, claim, finding, source)
        if correction and not any(correction.start < old.end and old.start < correction.end for old in found):
            found.append(correction)
    if not found and not any(finding.agreement == "conflicts" for finding in verdict.findings):
        found += _one_name(draft, claim, contents)
    return tuple(sorted(found, key=lambda one: one.start))


def updated(
    draft: str, claim: VerifiedClaim, issue: Issue, sources: Sequence[SourceDocument]
) -> tuple[Correction, ...]:
    """What an outdated claim says today: the one thing that parts it from the newer source's passage.

    ``issue`` names the newer source and, in ``related``, its passage. Nothing changes where several things differ.
    """
    source = next((source for source in sources if source.id == issue.source_id), None)
    text = _without_markers(draft, claim)
    for place in issue.related if source else ():
        if source is None or place.source_id != source.id:
            continue
        passage = source.content[place.start : place.end]
        for span in sentences(passage):
            quote = " ".join(passage[span.start : span.end].split())
            rewrite = borrowed(text, quote, [(0, len(text))])
            if rewrite is not None:
                old = _quoted(text[rewrite.start : rewrite.end])
                told = f"The newer source {_quoted(source.name)} says {_quoted(rewrite.replacement)}, not {old}"
                return (Correction(claim.start + rewrite.start, claim.start + rewrite.end, rewrite.replacement, told),)
    return ()


def misread(draft: str, claim: VerifiedClaim) -> bool:
    """Whether a field is held against the claim that says what the claim says: "no valet" and ``"valet": false``."""
    denies = _NEGATOR.search(draft[claim.start : claim.end]) is not None
    findings = claim.verdict.findings if claim.verdict else ()
    truths = (_TRUTHS.get((f.source_value or "").strip().lower()) for f in findings if f.agreement == "conflicts")
    return any(truth is not None and truth == (not denies) for truth in truths)


# --- which findings to trust ---------------------------------------------------------------------------------------


def _trusted(draft: str, claim: VerifiedClaim, finding: Finding, content: str) -> bool:
    """Whether the finding's place is exact in both texts and the passage is about the same thing."""
    if finding.source_start is None or finding.source_end is None or finding.source_value is None:
        return False
    if draft[finding.start : finding.end] != finding.claim_value:
        return False  # the words stand in a lead-in or in another clause
    evidence = _evidence(claim, finding)
    if evidence is None or evidence.score < LEAST_FIT:
        return False
    if finding.kind == "antonym" and _NEGATOR.search(draft[claim.start : claim.end]):
        return False  # "encouraged them not to" says what "discouraged them" says
    if finding.kind in VALUES:
        return _stands_alone(content, finding.source_start, finding.source_end) and not _ambiguous(
            draft, claim, finding, content
        )
    return True


def _evidence(claim: VerifiedClaim, finding: Finding) -> Evidence | None:
    quotes = claim.verdict.evidence if claim.verdict else ()
    at = finding.source_start or 0
    held = [part for part in quotes if part.source_id == finding.source_id and part.start <= at <= part.end]
    return max(held, key=lambda part: part.score, default=None)


def _stands_alone(content: str, start: int, end: int) -> bool:
    """Whether the value is no piece of a longer name: the 403 of "403(b)", the 5 of "5-HT"."""
    before, after = content[max(0, start - 1) : start], content[end : end + 2]
    return not re.match(r"\([a-z]|-[^\W\d_]|[^\W_]", after) and not re.match(r"[^\W_]|[#_]", before)


def _ambiguous(draft: str, claim: VerifiedClaim, finding: Finding, content: str) -> bool:
    """Whether another value of the source may be meant, or the number is a reference ("passage 2").

    So it is when the source also states the draft's value, when the two bear different unit signs, when the value is
    worked out or one end of a range, and when a field stands for one of several: other times in the claim, other
    records with that key.
    """
    if _REFERENCE.search(draft[max(claim.start, finding.start - 12) : finding.start]):
        return True
    if _worked_out(draft, finding) or _stated_too(draft, finding, content):
        return True
    after = content[finding.source_end or 0 :][:1], draft[finding.end : finding.end + 1]
    if after[0] != after[1] and not _UNIT_SIGNS.isdisjoint(after):
        return True
    evidence = _evidence(claim, finding)
    field = _RECORD.match(evidence.quote) if evidence else None
    if field is None or claim.verdict is None:
        return False
    others = {(f.start, f.end) for f in claim.verdict.findings if f.kind in ("time", "range", finding.kind)}
    several = content.count(field[0].strip().rstrip(":").strip()) > 1
    return several or any(end <= finding.start or finding.end <= start for start, end in others)


def _worked_out(draft: str, finding: Finding) -> bool:
    """Whether the value is a term or result of a sum, or belongs to a range for which the source has no range."""
    before = draft[max(0, finding.start - _BESIDE) : finding.start]
    after = draft[finding.end : finding.end + _BESIDE]
    if _SUM_BEFORE.search(before) or _SUM_AFTER.match(after):
        return True
    if finding.kind not in _RANGED:
        return False
    if _RANGE.search(finding.claim_value):
        return not _RANGE.search(finding.source_value or "")
    return _RANGE_BEFORE.search(before) is not None or _RANGE_AFTER.match(after) is not None


def _stated_too(draft: str, finding: Finding, content: str) -> bool:
    """Whether the source states the draft's value as well: the same words, or the same number of the same unit."""
    if len(finding.claim_value) >= _TELLING and finding.claim_value.casefold().rstrip(".") in content.casefold():
        return True
    own = _NUMERAL.search(draft, finding.start) if finding.kind in _RANGED else None
    return own is not None and own.start() < finding.end and _amount(own) in map(_amount, _NUMERAL.finditer(content))


def _amount(numeral: re.Match[str]) -> tuple[str, str]:
    return numeral["number"].replace(",", ""), numeral["unit"][:_UNIT_LETTERS].casefold()


# --- one correction a kind -----------------------------------------------------------------------------------------


def _corrected(draft: str, claim: VerifiedClaim, finding: Finding, source: SourceDocument) -> Correction | None:
    stated, said = finding.claim_value, finding.source_value or ""
    told = f"The source {_quoted(source.name)} says {_quoted(said)}, not {_quoted(stated)}"
    if finding.kind in VALUES:
        written = reworded(stated, said, finding.kind)
        return _with_article(draft, finding.start, finding.end, written, told) if written != stated else None
    truth = _TRUTHS.get(said.strip().lower())
    if truth is not None:
        return _by_record(draft, claim, finding, truth, source)
    if finding.kind in _SWAPPED and _ending(stated) == _ending(said) and stated.lower() != said.lower():
        return _with_article(draft, finding.start, finding.end, reworded(stated, said, finding.kind), told)
    if finding.kind == "negation" and stated[:1].isupper() and finding.start > claim.start:
        return None  # a name is no verb to deny: what the source denies is something else
    if finding.kind == "negation":
        change = _turned_negation(draft, claim, finding)
        if change is not None:
            return Correction(*change, reason=_reason(finding, source))
    return _in_source_wording(draft, claim, finding, source)


def _with_article(draft: str, start: int, end: int, written: str, reason: str) -> Correction:
    """The value in its place; "a" before it becomes "an", or back, where the new value asks for it."""
    article = re.search(r"\b([Aa]n?)(\s+)\Z", draft[max(0, start - 4) : start])
    if article is None or _takes_an(written) == (article[1].lower() == "an"):
        return Correction(start, end, written, reason)
    wanted = article[1][0] + ("n" if _takes_an(written) else "")
    return Correction(start - len(article[0]), end, wanted + article[2] + written, reason)


def _takes_an(text: str) -> bool:
    return re.match(r"[aeiouAEIO]|8|1[18](?!\d)", text) is not None and not re.match(r"(?i)one|uni|eu", text)


def _ending(word: str) -> str:
    return next((ending for ending in _ENDINGS if word.lower().endswith(ending)), "")


def _turned_negation(draft: str, claim: VerifiedClaim, finding: Finding) -> negating.Change | None:
    text, at = draft[claim.start : claim.end], finding.start - claim.start
    denies = _NEGATOR.search(text) is not None
    turn = negating.affirmed if denies else negating.denied
    change = turn(text, at, finding.source_value or "")
    return None if change is None else (claim.start + change[0], claim.start + change[1], change[2])


def _by_record(
    draft: str, claim: VerifiedClaim, finding: Finding, truth: bool, source: SourceDocument
) -> Correction | None:
    """A field that says true or false: the denial is taken out, or the member of a list that the field denies."""
    text = draft[claim.start : claim.end]
    denies = _NEGATOR.search(text) is not None
    if truth == (not denies):
        return None  # the draft already says what the field says: its negation reaches further than was read
    if truth:
        change = None if _LISTED.search(text) else negating.affirmed(text, finding.start - claim.start, "")
        start, end, words = change or (0, 0, "")
        return Correction(claim.start + start, claim.start + end, words, _reason(finding, source)) if change else None
    marks = claim.verdict.marked if claim.verdict else ()
    cut = removals.trimmed(draft, claim, marks)
    return Correction(cut.start, cut.end, cut.replacement, _reason(finding, source)) if cut else None


def _in_source_wording(draft: str, claim: VerifiedClaim, finding: Finding, source: SourceDocument) -> Correction | None:
    evidence = _evidence(claim, finding)
    quote = _sentence_at(evidence, finding.source_start or 0) if evidence else ""
    text = _without_markers(draft, claim)
    if not quote or _RECORD.match(quote):
        return None
    place = (finding.start - claim.start, finding.end - claim.start)
    rewrite = turned_round(text, quote) if finding.kind in _TURNED else None
    rewrite = rewrite or borrowed(text, quote, [place])
    if rewrite is None and evidence and evidence.score >= _LEAST_FIT_WHOLE and finding.kind not in _TURNED:
        rewrite = _whole(draft, claim, quote)
    if rewrite is None or not _settles(finding, text[rewrite.start : rewrite.end], rewrite.replacement):
        return None
    return Correction(claim.start + rewrite.start, claim.start + rewrite.end, rewrite.replacement,
                      _reason(finding, source))  # fmt: skip


def _settles(finding: Finding, old: str, new: str) -> bool:
    """Whether the source's wording takes the conflict away: its own word comes in, or a negation comes or goes."""
    if finding.kind == "negation":
        return (_NEGATOR.search(old) is None) != (_NEGATOR.search(new) is None)
    if finding.kind in _SWAPPED:
        return (finding.source_value or "").casefold() in new.casefold()
    return True


def _sentence_at(evidence: Evidence, at: int) -> str:
    for span in sentences(evidence.quote):
        if evidence.start + span.end >= at:
            return " ".join(evidence.quote[span.start : span.end].split())
    return " ".join(evidence.quote.split())


def _without_markers(draft: str, claim: VerifiedClaim) -> str:
    """The claim at the same length with spaces for its citation markers, which no source's sentence has."""
    text = draft[claim.start : claim.end]
    return citation_markers.blanked(text, citation_markers.find(text))


def _whole(draft: str, claim: VerifiedClaim, quote: str) -> Rewrite | None:
    """The source's whole sentence for the claim's, where the claim is a sentence of about that length."""
    text = draft[claim.start : claim.end]
    ends = text.rstrip('*_"” ').endswith((".", "!"))
    if not ends or not text[:1].isupper() or not has_verb(quote) or len(quote) > 2 * len(text) + 20:
        return None
    marker = re.search(r"(\s*\[[\d,\s^-]+\])+(?=[.!]?\Z)", text)
    if fuzz.token_sort_ratio(text.casefold(), quote.casefold()) < _LEAST_SHARED_WHOLE:
        return None
    body = quote.rstrip(".! ")
    return Rewrite(0, len(text), f"{body[:1].upper()}{body[1:]}{marker[0] if marker else ''}{text[-1]}")


# --- a name or number no finding speaks of -------------------------------------------------------------------------

_NAME = re.compile(r"[^\W\d_]*[A-ZÀ-Þ]")
_FUNCTION = re.compile(r"\b(?:[a-z]{1,3}|with|from|that|this)\b")


def _one_name(draft: str, claim: VerifiedClaim, contents: dict[str, SourceDocument]) -> Iterator[Correction]:
    """A marked name that alone differs from a source's sentence: "born in Munich" against "born in Ulm"."""
    text = _without_markers(draft, claim)
    verdict = claim.verdict
    marks = [(m.start - claim.start, m.end - claim.start) for m in verdict.marked] if verdict else []
    for part in verdict.evidence if verdict else ():
        source = contents.get(part.source_id)
        if source is None or part.match == "not_found" or _RECORD.match(part.quote):
            continue
        for span in sentences(part.quote):
            quote = " ".join(part.quote[span.start : span.end].split())
            rewrite = borrowed(text, quote, marks)
            if rewrite and _both_names(text[rewrite.start : rewrite.end], rewrite.replacement):
                stated = _quoted(text[rewrite.start : rewrite.end])
                said = f"The source {_quoted(source.name)} says {_quoted(rewrite.replacement)}, not {stated}"
                yield Correction(claim.start + rewrite.start, claim.start + rewrite.end, rewrite.replacement, said)
                return


def _both_names(first: str, second: str) -> bool:
    return all(all(_NAME.match(word) for word in _FUNCTION.sub(" ", text).split() if word[0].isalpha())
               and _NAME.match(text) for text in (first, second))  # fmt: skip


def _reason(finding: Finding, source: SourceDocument) -> str:
    told = finding.explanation.strip().rstrip(".")
    return f"{told[:1].upper()}{told[1:]} (source {_quoted(source.name)})"


def _quoted(text: str) -> str:
    return f"“{' '.join(text.split())}”"
