"""What a draft leaves out, put in: the condition a value depends on, a fact the query asks for, the right citation."""

import re
from collections.abc import Sequence

from critique_core.citations.markers import Written, find
from critique_core.language.sentence import analyse
from critique_core.language.statements import is_finite
from critique_core.models import CitationCheck, Finding, Missing, SourceDocument, VerifiedClaim
from critique_core.revision.writing import Correction
from critique_core.text.languages import language_of
from critique_core.text.limit_words import CONDITIONS, ONLY
from critique_core.text.sentences import blocks, sentences
from critique_core.typed_values.rewrite import reworded
from critique_core.verifiers.embedded.records.triples import Triple

_MOST_CASE_WORDS = 5
_CASE = re.compile(r"\s*(?P<name>[^:;]+): (?P<value>[^;]+?)\s*(?:;|\Z)")
_TIER = re.compile(
    r"\b(?:free|basic|starter|standard|plus|pro|premium|business|team|enterprise|personal|student|trial|lite"
    r"|(?:\w+ )?(?:plan|tier|edition))\b",
    re.IGNORECASE,
)
_MARKER = re.compile(r"\[\^?\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\]")
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_PLAIN = {ord(raised): str(digit) for digit, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
_OWN_LIST = re.compile(r"(?m)^[ \t>*-]*\[\^?\d{1,3}\](?::|[ \t])")
_RECORD = re.compile(r'\s*"(?P<key>[^"]+)"\s*:\s*(?P<value>.+?),?\s*\Z', re.DOTALL)
_NESTED = re.compile(r"[{}\[\]]")
_DATA = re.compile(r'[{[]\s*(?:"|\{|\[)|<\w+[ >]')
_ROW = re.compile(r"\S\s*\|\s*\S")
_PREDICATE = re.compile(r"(?<=\w)\s+(?:is|are|was|were)\s+\w+ed\Z", re.IGNORECASE)
_PHRASE = re.compile(r"(?:up|over|under|above|below|aged|from|with|without|between|of|in|on|at)\b", re.IGNORECASE)
_ALWAYS = re.compile(r"\b(?:daily|always|at all times|at any time|every day)\b", re.IGNORECASE)
_EXCEPTION = re.compile(r"(?:except|unless|but not)\b", re.IGNORECASE)
_RELATIVE = re.compile(r"(?:who|whose|which|that)\b", re.IGNORECASE)
_OBJECT = re.compile(r"\s+(?:it|them|him|her|me|us|you|this|these|those|the|an?)\b", re.IGNORECASE)
_LONGEST_FACT = 400  # characters
_END_MARKS = ".!?。！？"


def conditions(
    draft: str, claim: VerifiedClaim, sources: Sequence[SourceDocument], known: Sequence[Triple]
) -> tuple[Correction, ...]:
    """Name every case with its value where the claim gives the value of one: "10 MB on Free and 100 MB on Pro".

    Only cases that are named so in a source: words gathered from all over a sentence would not read, and the fields of
    a record (``known``) are no cases of one thing unless they are named as tiers are.
    """
    findings = claim.verdict.findings if claim.verdict else ()
    named = [f for f in findings if f.kind == "condition" and f.agreement == "omitted" and f.source_value]
    for finding in named:
        if limited := _limited(draft, claim, finding, sources):
            return (limited,)
        cases = _cases(finding, sources)
        if len(cases) < 2 or draft[finding.start : finding.end] != finding.claim_value or _are_fields(cases, known):
            continue
        if sentence := _prose_case(cases, finding, sources):
            return (Correction(claim.start, claim.end, sentence, _depends(cases)),)
        told = _in_a_row([_case_told(name, value) for name, value in cases])
        return (Correction(finding.start, finding.end, told, _depends(cases)),)
    return ()


def _depends(cases: Sequence[tuple[str, str]]) -> str:
    return f"It depends on the case: {'; '.join(f'{name}: {value}' for name, value in cases)}"


def _prose_case(cases: Sequence[tuple[str, str]], finding: Finding, sources: Sequence[SourceDocument]) -> str:
    """The source's own sentence about the claim's case; empty for plans and for the keys of lines, named in a row."""
    content = next((source.content for source in sources if source.id == finding.source_id), "")
    at, folded = finding.source_start or 0, content.casefold()
    if any(_TIER.search(name) or f"{name}:".casefold() in folded for name, _ in cases):
        return ""
    begin, end = content.rfind("\n", 0, at) + 1, content.find("\n", at)
    line = content[begin : end if end >= 0 else None]
    found = next((line[s.start : s.end] for s in sentences(line) if s.start <= at - begin < s.end), "")
    return found if found[:1].isupper() and found.endswith(".") else ""


def _limited(
    draft: str, claim: VerifiedClaim, finding: Finding, sources: Sequence[SourceDocument]
) -> Correction | None:
    """The condition as the source words it, put in where the source has it: behind the words that it follows there.

    At the claim's end where those are not in the draft, or the source opens with it, or it would part a subject from
    its verb or a verb from its object.
    """
    content = next((source.content for source in sources if source.id == finding.source_id), "")
    start, stated = finding.source_start or 0, finding.source_value or ""
    if ": " in stated or " ".join(content[start : finding.source_end].split()) != " ".join(stated.split()):
        return None
    if kind := _kind(draft, claim, stated, content, finding.source_end or 0):
        return kind
    if len(stated.split()) == 1:
        return None  # "forbidden" is no condition
    if _PHRASE.match(stated):
        stated = _PREDICATE.sub("", stated)  # "up to the age of 14" of "children up to the age of 14 are required to"
    before = content[:start].rstrip()
    text = draft[claim.start : claim.end].rstrip(_END_MARKS + " ")
    place = claim.start + len(text)
    word = re.search(r"\w+\Z", before)
    found = list(re.finditer(rf"(?i)\b{re.escape(word[0])}\b", text)) if word else []
    if _ALWAYS.search(text) and not _EXCEPTION.match(stated):
        return None  # "daily" beside "on Mondays": it says otherwise
    of_noun = _RELATIVE.match(stated) is not None
    if of_noun and len(found) != 1:
        return None
    if len(found) == 1 and (of_noun or not _parts(text, found[0].end(), before)):
        place = claim.start + found[0].end()
    opens = not before or before[-1] in _END_MARKS
    words = stated[:1].lower() + stated[1:] if opens else stated
    joint = ", " if _takes_comma(draft, stated, before) else " "
    return Correction(place, place, f"{joint}{words}", f"It holds on a condition: “{stated}”")


def _takes_comma(draft: str, stated: str, before: str) -> bool:
    """Whether a comma parts a condition from what it is said of: as in the source, and before any clause in German."""
    code = language_of(draft)
    opener = stated.casefold().split()[0]
    clause = code == "de" and opener in CONDITIONS["de"] - ONLY["de"]
    return code in CONDITIONS and (clause or before.endswith(","))


def _kind(draft: str, claim: VerifiedClaim, stated: str, content: str, end: int) -> Correction | None:
    """What the source calls the claim's subject before its name, put before it: "Small dogs" for "Dogs"."""
    named = re.compile(r"\w+").match(draft, claim.start, claim.end)
    if named is None or not re.compile(rf"\s+{re.escape(named[0])}\b", re.IGNORECASE).match(content, end):
        return None
    words = f"{stated[:1].upper()}{stated[1:]} {named[0][:1].lower()}{named[0][1:]}"
    return Correction(named.start(), named.end(), words, f"It holds of some alone: “{stated} {named[0].lower()}”")


def _parts(text: str, place: int, before: str) -> bool:
    """Whether a condition at this place of a claim would part what belongs together.

    So it is before a pronoun or an article, which opens an object, and between a subject and its verb where the
    source has it behind the verb: "closed to lorries until further notice" is no "lorries until further notice are".
    """
    own, stated = analyse(text), analyse(before[max(before.rfind(mark) for mark in _END_MARKS) + 1 :])
    following = [at for at, token in enumerate(own.tokens) if token.start >= place]
    if not following:
        return False
    told = any(is_finite(own.tokens, at) for at in range(following[0]))
    said = any(is_finite(stated.tokens, at) for at in range(len(stated.tokens)))
    return _OBJECT.match(text, place) is not None or (said and not told)


def _are_fields(cases: Sequence[tuple[str, str]], known: Sequence[Triple]) -> bool:
    """Whether a case is but the key of a field ("port"), and no tier of a plan."""
    keys = {one.field for one in known if one.forms}
    return any(name.casefold().strip("\"'") in keys and not _TIER.search(name) for name, _ in cases)


def _cases(finding: Finding, sources: Sequence[SourceDocument]) -> list[tuple[str, str]]:
    """Each case with its value, in the order in which the sources name them; none where one is not named so."""
    contents = [source.content.casefold() for source in sources]
    found: list[tuple[tuple[int, int], str, str]] = []
    for match in _CASE.finditer(finding.source_value or ""):
        name = match["name"].strip()
        written = re.compile(rf"(?<!\w){re.escape(name.casefold())}(?!\w)")
        places = [(number, at.start()) for number, text in enumerate(contents) if (at := written.search(text))]
        if len(name.split()) > _MOST_CASE_WORDS or not places:
            return []
        found.append((places[0], name, reworded(finding.claim_value, match["value"], "quantity")))
    return [(name, value) for _, name, value in sorted(found)]


def _case_told(name: str, value: str) -> str:
    """A case with its value, as a sentence says it."""
    return f"{value} on {'the ' if ' ' in name else ''}{name}" if _TIER.fullmatch(name) else f"{value} ({name})"


def _in_a_row(told: Sequence[str]) -> str:
    return f"{', '.join(told[:-1])} and {told[-1]}"


def facts(draft: str, missing: Sequence[Missing], sources: Sequence[SourceDocument]) -> tuple[Correction, ...]:
    """Each missing fact in its source's own sentence at the end of the draft, cited when the draft cites by number."""
    found: list[Correction] = []
    told: set[str] = set()
    known = {source.id for source in sources}
    for fact in missing:
        sentence = _sentence_of(fact, sources) if fact.source_id in known else ""
        if sentence and sentence.casefold() not in told:
            told.add(sentence.casefold())
            text = _cited(sentence, fact.source_id, draft, sources)
            end = len(draft.rstrip())
            found.append(Correction(end, end, _joint(draft) + text, f"Missing: {fact.description}"))
    return tuple(found)


def _sentence_of(fact: Missing, sources: Sequence[SourceDocument]) -> str:
    """The fact in one sentence of its source, on one line; a record's field as "key: value".

    Empty where that is no sentence that a person would add: a record, a table's row, or one line that runs on and on.
    """
    content = next((source.content for source in sources if source.id == fact.source_id), "")
    if record := _RECORD.match(fact.quote):
        return _field_told(record["key"], record["value"].strip().strip('"'))
    before, after = content.rfind("\n", 0, fact.start) + 1, content.find("\n", fact.end)
    line = content[before : after if after >= 0 else len(content)]
    spans = [s for s in sentences(line) if before + s.end > fact.start and before + s.start < fact.end]
    text = line[spans[0].start : spans[0].end] if spans else fact.quote
    text = re.sub(r"\A[-+*•#>|\s]+(?:\d+[.)]\s+)?", "", " ".join(text.split())).rstrip("| ")
    if not text or _DATA.match(text) or _ROW.search(text) or len(text) > _LONGEST_FACT:
        return ""
    return text[:1].upper() + text[1:] + ("" if text[-1] in _END_MARKS else ".")


def _field_told(key: str, value: str) -> str:
    """A record's field as a sentence; empty where it holds a list or another record."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key).replace("_", " ").lower()
    if _NESTED.search(value):
        return ""
    verb = "are" if words.endswith("s") and not words.endswith("ss") else "is"
    if value.lower() in ("true", "false", "null"):
        return f"{words[:1].upper()}{words[1:]}: {value}."
    return f"The {words} {verb} {value}."


def _cited(sentence: str, source_id: str, draft: str, sources: Sequence[SourceDocument]) -> str:
    if not _MARKER.search(draft):
        return sentence
    number = next(place for place, source in enumerate(sources, 1) if source.id == source_id)
    return _with_marker(sentence, number, draft)


def _with_marker(sentence: str, number: int, draft: str) -> str:
    """The marker before or after the full stop, as the draft's first marker stands, and with "^" if that has it."""
    marker = _MARKER.search(draft)
    shown = f"[{'^' if marker and '^' in marker[0] else ''}{number}]"
    after_stop = marker is not None and draft[: marker.start()].rstrip().endswith(tuple(_END_MARKS))
    if after_stop or sentence[-1] not in _END_MARKS:
        return f"{sentence} {shown}"
    return f"{sentence[:-1]} {shown}{sentence[-1]}"


def _joint(draft: str) -> str:
    """What parts an added sentence from the draft's end: a space, a new bullet, or an empty line after other blocks."""
    last = max(blocks(draft), key=lambda block: block.start, default=None)
    if last is None or last.kind == "paragraph":
        return " "
    if last.kind != "list_item":
        return "\n\n"
    bullet = draft[draft.rfind("\n", 0, last.start) + 1 : last.start]
    number = re.search(r"\d+", bullet)
    return "\n" + (bullet.replace(number[0], str(int(number[0]) + 1), 1) if number else bullet)


# --- citations -----------------------------------------------------------------------------------------------------


def citations(draft: str, checks: Sequence[CitationCheck], sources: Sequence[SourceDocument]) -> tuple[Correction, ...]:
    """Wrong numbers made right, a missing one put in; one change a marker.

    The number of no source is changed to the right source's where that is known, else taken out. Where the draft has
    its own list of sources, its numbers are not the request's: then only what names no source is taken out. Links and
    names are left as they are.
    """
    numbers = {} if _OWN_LIST.search(draft) else {source.id: place for place, source in enumerate(sources, 1)}
    by_marker: dict[tuple[int, int], list[CitationCheck]] = {}
    for check in checks:
        marker = None if check.verdict == "missing" else _marker_at(draft, check)
        if marker is not None:
            by_marker.setdefault(marker, []).append(check)
    found = [_renumbered(draft, start, end, together, numbers) for (start, end), together in sorted(by_marker.items())]
    righted = {(claim_id, check.right_source_id) for check in checks if check.verdict in ("wrong_source", "nonexistent")
               for claim_id in check.claim_ids}  # fmt: skip
    found += [
        _supplied(draft, check, numbers)
        for check in checks
        if check.verdict == "missing" and not any((one, check.right_source_id) in righted for one in check.claim_ids)
    ]
    return tuple(change for change in found if change is not None)


def _marker_at(draft: str, check: CitationCheck) -> tuple[int, int] | None:
    """The whole marker, brackets and all, of which the check names the digits."""
    before, after = draft.rfind("\n", 0, check.start) + 1, draft.find("\n", check.end)
    line = draft[before : after if after >= 0 else len(draft)]
    held = [one for one in find(line) if one.start <= check.start - before and check.end - before <= one.end]
    return (before + held[0].start, before + held[0].end) if held and _by_number(held[0]) else None


def _by_number(marker: Written) -> bool:
    return all(part.number is not None and part.name is None for part in marker.parts)


def _supplied(draft: str, check: CitationCheck, numbers: dict[str, int]) -> Correction | None:
    """A marker at the end of the claim, where the draft puts its own."""
    number = numbers.get(check.right_source_id or "")
    if number is None:
        return None
    text = draft[check.start : check.end].rstrip()
    place = _with_marker(text, number, draft)
    mark = text[-1] if place.endswith(text[-1]) and text[-1] in _END_MARKS else ""
    at = check.start + len(text) - len(mark)
    added = place[len(text) - len(mark) : len(place) - len(mark)]
    return Correction(at, at, added, f"No source was cited; source {number} says this")


def _renumbered(
    draft: str, start: int, end: int, checks: Sequence[CitationCheck], numbers: dict[str, int]
) -> Correction | None:
    marker = draft[start:end]
    right: dict[int, int | None] = {}
    for check in checks:
        if check.verdict in ("wrong_source", "nonexistent") and check.right_source_id in numbers:
            right[check.index] = numbers[check.right_source_id]
        elif check.verdict == "nonexistent":
            right.setdefault(check.index, None)
    cited = [part.number for one in find(marker) for part in one.parts if part.number is not None]
    if not right or not cited:
        return None
    kept = list(dict.fromkeys(new for old in cited if (new := right.get(old, old)) is not None))
    moved = ", ".join(f"{old} to {new}" for old, new in right.items() if new is not None)
    gone = ", ".join(str(old) for old, new in right.items() if new is None)
    told = (f"Another source says this: {moved}" if moved else "", f"There is no source {gone}" if gone else "")
    reason = "; ".join(part for part in told if part)
    if kept:
        return Correction(start, end, _rewritten(marker, kept), reason)
    if draft[end : end + 1] in ("", *" .,;:!?)\n"):  # the space before it goes too
        start = len(draft[:start].rstrip(" "))
    return Correction(start, end, "", reason)


def _rewritten(marker: str, numbers: Sequence[int]) -> str:
    """The marker with other numbers in its own dress: brackets, "^", the word "source", raised digits."""
    plain = marker.translate(_PLAIN)
    digits = list(re.finditer(r"\d+", plain))
    told = ", ".join(map(str, numbers))
    if plain != marker:
        told = told.replace(", ", "⸴").translate(_SUPERSCRIPTS)
    return marker[: digits[0].start()] + told + marker[digits[-1].end() :]
