"""A contradicted claim put right: the source's value or wording in the place of the draft's.

Only a conflict with a named cause is corrected: a typed finding whose place in both texts is known, or one name or
number that alone parts the claim from a sentence of a source.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rapidfuzz import fuzz

from critique_core.language import denial
from critique_core.language.grammar import has_verb, is_past
from critique_core.models import Evidence, Finding, Issue, SourceDocument, VerifiedClaim
from critique_core.revision import by_field, removals
from critique_core.revision.forms import SWAPPED, TURNED, reads_on
from critique_core.revision.source_wording import ARTICLE, Rewrite, borrowed, exchanged, turned_round
from critique_core.revision.trusted_findings import (
    NEGATOR,
    RECORD,
    VALUES,
    evidence_of,
    reckoned,
    same_statement,
    says,
    sentence_of,
    trusted,
    widened,
)
from critique_core.revision.writing import Correction, kept_whole, quoted, with_article, without_markers
from critique_core.text.languages import language_of
from critique_core.text.sentences import sentences
from critique_core.typed_values.rewrite import reworded
from critique_core.verifiers.embedded.records.triples import Paired, Triple, paired, triples

_LEAST_FIT_WHOLE = 0.75
_LEAST_SHARED_WHOLE = 60.0  # of 100: likeness of the two sentences, words sorted (RapidFuzz token sort ratio)
_ENDINGS = ("ed", "ing", "est", "er", "s", "ly")
_POINTING = re.compile(r"the|an?|its?|this|that|these|those|their|they|his|her|he|she|our|your|my", re.IGNORECASE)
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}
_HAS_NOT = re.compile(r"(?P<has>has|have|had) not", re.IGNORECASE)
_OWNED = re.compile(r"\s+(?:an?\s+|any\s+)?(?P<next>[^\W\d_]+)")
_UNTIL = re.compile(r"\b(?:until|till)\b", re.IGNORECASE)
_LISTED = re.compile(r",|\b(?:or|nor|and)\b")


def corrections(
    draft: str, claim: VerifiedClaim, sources: Sequence[SourceDocument], known: Sequence[Triple] | None = None
) -> tuple[Correction, ...]:
    """What puts the claim right, in order and not overlapping; empty when no conflict of it has a named cause.

    What records, tables and tiers state is corrected field by field alone; ``known`` are their triples, read from the
    sources unless given. No two changes of a claim take one value of a source.
    """
    verdict = claim.verdict
    if verdict is None:
        return ()
    contents = {source.id: source for source in sources}
    stated = stated_in(draft, sources) if known is None else known
    pairs = paired(without_markers(draft, claim), draft, stated, language_of(draft))
    found = [change for one in _by_field(draft, claim, pairs, contents) if (change := kept_whole(draft, one))]
    told = [(claim.start + pair.start, claim.start + pair.end) for pair in pairs]
    denied = False
    for finding, source in _unpaired(draft, claim, stated, told, contents):
        correction = _corrected(draft, claim, finding, source)
        correction = correction and kept_whole(draft, correction)
        if correction and not reads_on(draft, claim, finding, correction):
            continue
        if correction and not _overlap(correction, [*found, *told]):
            found.append(correction)
            denied |= finding.kind == "negation"
    if denied and len(found) > 1:
        return ()  # "may accept 75 euros" beside "over 40 must not be accepted": to change both turns it twice
    if not found and not pairs and not any(finding.agreement == "conflicts" for finding in verdict.findings):
        found += _one_name(draft, claim, contents)
    if not pairs:
        found += [other for other in _all_differing(draft, claim, contents) if not _overlap(other, found)]
    return tuple(sorted(found, key=lambda one: one.start))


def stated_in(draft: str, sources: Sequence[SourceDocument]) -> tuple[Triple, ...]:
    """The triples of the sources, read in the draft's language."""
    return triples(sources, language_of(draft))


def of_fields(draft: str, claim: VerifiedClaim, known: Sequence[Triple]) -> bool:
    """Whether the claim gives values to fields of records, rows or tiers: what puts these right is certain."""
    return bool(paired(without_markers(draft, claim), draft, known, language_of(draft)))


def borne_out(draft: str, claim: VerifiedClaim, known: Sequence[Triple]) -> bool:
    """Whether every value that the claim gives to a field is that field's, whatever else was found."""
    text = without_markers(draft, claim)
    pairs = paired(text, draft, known, language_of(draft))
    return bool(pairs) and all(pair.triple.agrees(text[pair.start : pair.end]) for pair in pairs)


def _overlap(change: Correction, others: Iterable[Correction | tuple[int, int]]) -> bool:
    spans = [one if isinstance(one, tuple) else (one.start, one.end) for one in others]
    return any(change.start < end and start < change.end for start, end in spans)


def _by_field(
    draft: str, claim: VerifiedClaim, pairs: Sequence[Paired], contents: Mapping[str, SourceDocument]
) -> Iterator[Correction]:
    """Each value of the claim that its field, row or tier of a source states otherwise."""
    for pair, written in by_field.differing(without_markers(draft, claim), pairs):
        start, end = claim.start + pair.start, claim.start + pair.end
        name = contents[pair.triple.source_id].name
        told = f"The source {quoted(name)} says {quoted(written)}, not {quoted(draft[start:end])}"
        yield with_article(draft, start, end, written, told)


def _unpaired(
    draft: str,
    claim: VerifiedClaim,
    known: Sequence[Triple],
    told: Sequence[tuple[int, int]],
    contents: Mapping[str, SourceDocument],
) -> Iterator[tuple[Finding, SourceDocument]]:
    """The conflicts with prose that can be trusted, each with its source, and those with what is true or false.

    Left out are values that a field has settled, and those of which two would take one value of a source.
    """
    findings = claim.verdict.findings if claim.verdict else ()
    conflicts = [finding for finding in findings if finding.agreement == "conflicts"]
    swaps = {(f.source_id, f.source_start, f.start) for f in conflicts if f.kind in VALUES}  # a Friday is a name, too
    places = Counter((source_id, at) for source_id, at, _ in swaps)
    told_of = [sentence_of(claim, finding) for finding in conflicts if finding.kind in VALUES - {"name"}]
    valued = " ".join(said.text for said in told_of if said)
    for finding in conflicts:
        source = contents.get(finding.source_id or "")
        if finding.kind in TURNED | {"name"} and says(valued, finding.claim_value):
            continue  # "staff 500 pages, students 200": with its own value the claim is right of whom it names
        if source is None or any(finding.start < end and start < finding.end for start, end in told):
            continue
        truth = (finding.source_value or "").strip().lower() in _TRUTHS
        if not truth and _of_field(claim, finding, known):
            continue
        if finding.kind in VALUES and places[finding.source_id, finding.source_start] > 1:
            continue
        if trusted(draft, claim, finding, source.content) and (truth or _of_one_statement(draft, claim, finding)):
            yield finding, source


def _of_one_statement(draft: str, claim: VerifiedClaim, finding: Finding) -> bool:
    """Whether the claim and the sentence of its evidence differ in nothing else than what was found."""
    span, at = sentence_of(claim, finding), finding.source_start or 0
    if span is None:
        return False
    place = (at - span.start, (finding.source_end or at) - span.start) if finding.kind in VALUES else None
    own = (finding.start - claim.start, finding.end - claim.start)
    named = finding.kind == "name" or finding.kind in TURNED
    return same_statement(without_markers(draft, claim), own, span.text, place, named=named)


def _of_field(claim: VerifiedClaim, finding: Finding, known: Sequence[Triple]) -> bool:
    """Whether a finding compares the claim with a record or a row, which is corrected by its field alone."""
    evidence = evidence_of(claim, finding)
    if evidence is None:
        return False
    held = (one for one in known if one.forms and one.source_id == evidence.source_id)
    return any(evidence.start <= one.start and one.end <= evidence.end for one in held)


def updated(
    draft: str, claim: VerifiedClaim, issue: Issue, sources: Sequence[SourceDocument]
) -> tuple[Correction, ...]:
    """What an outdated claim says today: the one thing that parts it from the newer source's passage.

    ``issue`` names the newer source and, in ``related``, its passage. Nothing changes where several things differ.
    """
    source = next((source for source in sources if source.id == issue.source_id), None)
    text = without_markers(draft, claim)
    for place in issue.related if source else ():
        if source is None or place.source_id != source.id:
            continue
        passage = source.content[place.start : place.end]
        for span in sentences(passage):
            quote = " ".join(passage[span.start : span.end].split())
            rewrite = borrowed(text, quote, [(0, len(text))])
            if rewrite is not None:
                old = quoted(text[rewrite.start : rewrite.end])
                told = f"The newer source {quoted(source.name)} says {quoted(rewrite.replacement)}, not {old}"
                change = Correction(claim.start + rewrite.start, claim.start + rewrite.end, rewrite.replacement, told)
                kept = kept_whole(draft, change)
                return (kept,) if kept else ()
    return ()


def misread(draft: str, claim: VerifiedClaim) -> bool:
    """Whether a verdict shows as a misreading, so that the claim does not go whole.

    A field is held against the claim that says what the claim says ("no valet" and ``"valet": false``), or a value is
    held against one that follows from several, or that was worked out and agrees.
    """
    findings = claim.verdict.findings if claim.verdict else ()
    if any(f.kind == "sum" and f.agreement == "agrees" for f in findings):
        return True
    if any(f.agreement == "conflicts" for f in findings) and reckoned(draft[claim.start : claim.end]):
        return True
    denies = NEGATOR.search(draft[claim.start : claim.end]) is not None
    truths = (_TRUTHS.get((f.source_value or "").strip().lower()) for f in findings if f.agreement == "conflicts")
    return any(truth is not None and truth == (not denies) for truth in truths)


# --- one correction a kind -----------------------------------------------------------------------------------------


def _corrected(draft: str, claim: VerifiedClaim, finding: Finding, source: SourceDocument) -> Correction | None:
    stated, said = finding.claim_value, finding.source_value or ""
    told = f"The source {quoted(source.name)} says {quoted(said)}, not {quoted(stated)}"
    if finding.kind in VALUES:
        written = reworded(stated, said, finding.kind)
        kept = written == stated or widened(stated, written)
        return None if kept else with_article(draft, finding.start, finding.end, written, told)
    truth = _TRUTHS.get(said.strip().lower())
    if truth is not None:
        return _by_record(draft, claim, finding, truth, source)
    if finding.kind in SWAPPED and _ending(stated) == _ending(said) and stated.lower() != said.lower():
        return with_article(draft, finding.start, finding.end, reworded(stated, said, finding.kind), told)
    if finding.kind == "negation" and stated[:1].isupper() and finding.start > claim.start:
        return None  # a name is no verb to deny: what the source denies is something else
    if finding.kind == "negation":
        change = _turned_negation(draft, claim, finding)
        if change is not None:
            return Correction(*change, reason=_reason(finding, source))
    return _in_source_wording(draft, claim, finding, source)


def _ending(word: str) -> str:
    return next((ending for ending in _ENDINGS if word.lower().endswith(ending)), "")


def _turned_negation(draft: str, claim: VerifiedClaim, finding: Finding) -> denial.Change | None:
    text, at = draft[claim.start : claim.end], finding.start - claim.start
    denies = NEGATOR.search(text) is not None
    if denies and _UNTIL.search(text):
        return None  # "does not open until nine" opens from nine on
    turn = denial.affirmed if denies else denial.denied
    change = turn(text, at, finding.source_value or "")
    if change is None:
        return None
    start, end, written = change
    if (
        (had := _HAS_NOT.fullmatch(written))
        and (owned := _OWNED.match(text, end))
        and not is_past(owned["next"].lower())
    ):
        end, written = owned.start("next"), f"{had['has']} no "  # "has no car", not "has not a car"
    if not start and text[:1].isupper():
        written = written[:1].upper() + written[1:]
    return claim.start + start, claim.start + end, written


def _by_record(
    draft: str, claim: VerifiedClaim, finding: Finding, truth: bool, source: SourceDocument
) -> Correction | None:
    """A field that says true or false: the denial is taken out, or the member of a list that the field denies."""
    text = draft[claim.start : claim.end]
    denies = NEGATOR.search(text) is not None
    if truth == (not denies):
        return None  # the draft already says what the field says: its negation reaches further than was read
    if truth:
        change = None if _LISTED.search(text) else denial.affirmed(text, finding.start - claim.start, "")
        start, end, words = change or (0, 0, "")
        return Correction(claim.start + start, claim.start + end, words, _reason(finding, source)) if change else None
    marks = claim.verdict.marked if claim.verdict else ()
    cut = removals.trimmed(draft, claim, marks)
    return Correction(cut.start, cut.end, cut.replacement, _reason(finding, source)) if cut else None


def _in_source_wording(draft: str, claim: VerifiedClaim, finding: Finding, source: SourceDocument) -> Correction | None:
    evidence = evidence_of(claim, finding)
    quote = _sentence_at(evidence, finding.source_start or 0) if evidence else ""
    text = without_markers(draft, claim)
    if not quote or RECORD.match(quote):
        return None
    place = (finding.start - claim.start, finding.end - claim.start)
    rewrite = turned_round(text, quote) if finding.kind in TURNED else None
    rewrite = rewrite or borrowed(text, quote, [place])
    if rewrite is None and evidence and evidence.score >= _LEAST_FIT_WHOLE and finding.kind not in TURNED:
        rewrite = _whole(draft, claim, quote)
    if rewrite is None or not _settles(finding, text[rewrite.start : rewrite.end], rewrite.replacement):
        return None
    return Correction(claim.start + rewrite.start, claim.start + rewrite.end, rewrite.replacement,
                      _reason(finding, source))  # fmt: skip


def _settles(finding: Finding, old: str, new: str) -> bool:
    """Whether the source's wording takes the conflict away: its own word comes in, or a negation comes or goes."""
    if finding.kind == "negation":
        return (NEGATOR.search(old) is None) != (NEGATOR.search(new) is None)
    if finding.kind in SWAPPED:
        return (finding.source_value or "").casefold() in new.casefold()
    return True


def _sentence_at(evidence: Evidence, at: int) -> str:
    for span in sentences(evidence.quote):
        if evidence.start + span.end >= at:
            return " ".join(evidence.quote[span.start : span.end].split())
    return " ".join(evidence.quote.split())


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


# --- a name or number no finding mentions -------------------------------------------------------------------------

_NAME = re.compile(r"[^\W\d_]*[A-ZÀ-Þ]")
_NAMED = re.compile(r"(?<!\w)[A-ZÀ-Þ][\w'’-]*\w")
_QUANTITIES = frozenset("all only every each some no many most both none few several any".split())
_FUNCTION = re.compile(r"\b(?:[a-z]{1,3}|with|from|that|this)\b")


def _one_name(draft: str, claim: VerifiedClaim, contents: dict[str, SourceDocument]) -> Iterator[Correction]:
    """A marked name that alone differs from a source's sentence: "born in Munich" against "born in Ulm"."""
    text = without_markers(draft, claim)
    verdict = claim.verdict
    marks = [(m.start - claim.start, m.end - claim.start) for m in verdict.marked] if verdict else []
    marks += _names_nowhere(text, contents.values())
    for source, quote in _quoted_sentences(claim, contents):
        rewrite = borrowed(text, quote, marks)
        turned = turned_round(text, quote) if rewrite and _exchanges(text, quote, rewrite) else None
        if rewrite and _exchanges(text, quote, rewrite) and turned is None:
            return
        rewrite = turned or rewrite
        if rewrite and not same_statement(text, (rewrite.start, rewrite.end), quote, named=True):
            continue
        if rewrite and (turned or _both_names(text[rewrite.start : rewrite.end], rewrite.replacement)):
            change = kept_whole(draft, _said(claim, text, rewrite, source))
            yield from (change,) if change else ()
            return


def _exchanges(text: str, quote: str, rewrite: Rewrite) -> bool:
    """Whether both names are in both sentences, so that the claim has them the wrong way round."""
    rest = text[: rewrite.start] + " " + text[rewrite.end :]
    return says(rest, rewrite.replacement) and says(quote, text[rewrite.start : rewrite.end])


def _all_differing(draft: str, claim: VerifiedClaim, contents: dict[str, SourceDocument]) -> Iterator[Correction]:
    """Every name and number that differs from a source's sentence which else says the same; more than one thing does.

    What the source states elsewhere too may be meant by the draft, so then nothing is known to be wrong.
    """
    text = without_markers(draft, claim)
    for source, quote in _quoted_sentences(claim, contents):
        rewrites = exchanged(text, quote)
        apart = [one for one in rewrites if not _points(text[one.start : one.end], one.replacement)]
        several = len(rewrites) > 1 and any(_is_name(one.replacement) for one in apart)
        if several and not any(says(source.content, text[one.start : one.end]) for one in apart):
            changes = (kept_whole(draft, _said(claim, text, one, source)) for one in apart)
            yield from (change for change in changes if change is not None)
            return


def _points(*words: str) -> bool:
    """Whether each only points to what another sentence names: "Its mayor" is no error beside "The mayor"."""
    return all(_POINTING.fullmatch(word) for word in words)


def _quoted_sentences(
    claim: VerifiedClaim, contents: dict[str, SourceDocument]
) -> Iterator[tuple[SourceDocument, str]]:
    """The sentences of the claim's evidence on one line, with their sources; records have none."""
    for part in claim.verdict.evidence if claim.verdict else ():
        source = contents.get(part.source_id)
        if source is not None and part.match != "not_found" and not RECORD.match(part.quote):
            for span in sentences(part.quote):
                yield source, " ".join(part.quote[span.start : span.end].split())


def _said(claim: VerifiedClaim, text: str, rewrite: Rewrite, source: SourceDocument) -> Correction:
    stated = quoted(text[rewrite.start : rewrite.end])
    told = f"The source {quoted(source.name)} says {quoted(rewrite.replacement)}, not {stated}"
    return Correction(claim.start + rewrite.start, claim.start + rewrite.end, rewrite.replacement, told)


def _names_nowhere(text: str, sources: Iterable[SourceDocument]) -> list[tuple[int, int]]:
    """The names inside a claim that no source has: an encoder that reads whole sentences marks no word."""
    contents = [source.content for source in sources]
    inside = (match for match in _NAMED.finditer(text) if match.start())
    return [match.span() for match in inside if not any(says(content, match[0]) for content in contents)]


def _both_names(first: str, second: str) -> bool:
    return all(map(_is_name, (first, second)))


def _is_name(text: str) -> bool:
    """Whether a text is a name, with or without its article."""
    bare = ARTICLE.sub("", text)
    if bare.casefold() in _QUANTITIES:
        return False  # it opens the sentence
    words = _FUNCTION.sub(" ", bare).split()
    return _NAME.match(bare) is not None and all(_NAME.match(word) for word in words if word[0].isalpha())


def _reason(finding: Finding, source: SourceDocument) -> str:
    told = finding.explanation.strip().rstrip(".")
    return f"{told[:1].upper()}{told[1:]} (source {quoted(source.name)})"
