"""The report as one HTML file: no script, nothing loaded from elsewhere, light, dark and on A4."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from itertools import pairwise

from critique_core.models import Recommendation, SourceDocument
from critique_core.reports.changes import HunkText, reading
from critique_core.reports.content import (
    PROPOSAL,
    Quote,
    Report,
    ReportedClaim,
    ReportedIssues,
    change_words,
    decision_words,
    note_of,
    signed,
)
from critique_core.reports.looks import DECISION_ICONS, RELATION_STYLES, STATUS_STYLES, StatusStyle, decided_as
from critique_core.reports.words import place
from critique_core.text.harmless import visible
from critique_core.text.languages import language_of
from critique_core.text.segments import NamedSpan, Segment, segments

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_VERDICT_LOOKS: dict[Recommendation, tuple[str, str]] = {
    "accept": ("supported", "✓"), "retry": ("partially_supported", "↻"), "reject": ("contradicted", "✗"),
}  # fmt: skip
_NOT_JUDGED = ("not_checkable", "–")
_LACKS = "lacks"


def html_report(told: Report) -> str:
    """The whole file. Its texts from outside are escaped; characters that hide or reorder text are spelt out."""
    body = (
        *_head(told),
        *_draft(told),
        *_section("corrected", "Corrected answer", [_text(told.corrected, "box")] if told.corrected else []),
        *_section("claims", "Claims", [_claim(claim, told) for claim in told.claims]),
        *_section("issues", "Issues", [_issue(issue) for issue in told.issues]),
        *_section("changes", "Proposed changes", _changes(told)),
        *_section("decisions", "Decisions", _decisions(told)),
        *_section("sources", "Sources", list(_sources(told))),
        *_section("provenance", "Provenance", [_rows(told.provenance)]),
    )
    return "\n".join((
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">',
        f"<title>Review: {_safe(told.title)}</title>\n<style>\n{_css()}</style>\n</head>\n<body>\n<main>",
        *body,
        "</main>\n</body>\n</html>\n",
    ))  # fmt: skip


def _safe(text: str) -> str:
    return escape(visible(text), quote=True)


def _own(text: str) -> str:
    """Text from outside inside a sentence of ours: its direction stays its own."""
    return f"<bdi>{_safe(text)}</bdi>"


@cache
def _css() -> str:
    rules = [files("critique_core.reports").joinpath("report.css").read_text("utf-8")]
    looks: tuple[tuple[str, str, dict[str, StatusStyle]], ...] = (
        ("data-status", "", {**STATUS_STYLES}),
        ("data-outer", "outer-", {**STATUS_STYLES}),
        ("data-relation", "", {**RELATION_STYLES}),
    )
    dark: list[str] = []
    for attribute, prefix, styles in looks:
        for name, style in styles.items():
            selector = f'[{attribute}="{name}"]'
            rules.append(f"{selector} {{ --{prefix}ink: {style.light_ink}; --{prefix}line: {style.underline}; }}")
            dark.append(f"{selector} {{ --{prefix}ink: {style.dark_ink}; }}")
    rules.append("@media screen and (prefers-color-scheme: dark) {\n" + "\n".join(dark) + "\n}\n")
    return "\n".join(rules)


def _section(name: str, title: str, parts: Sequence[str]) -> Iterator[str]:
    """A section with its heading; nothing where there is nothing to say."""
    if parts:
        yield f'<section aria-labelledby="{name}">\n<h2 id="{name}">{title}</h2>'
        yield from parts
        yield "</section>"


def _rows(rows: Iterable[tuple[str, str]]) -> str:
    return "<dl>" + "".join(f"<dt>{_safe(name)}</dt><dd>{_own(value)}</dd>" for name, value in rows) + "</dl>"


def _text(text: str, kind: str = "", language: str = "") -> str:
    """A block of text from outside, in its own language and direction, with its line breaks."""
    return f'<div class="text {kind}" lang="{language or language_of(text)}" dir="auto">{_safe(text)}</div>'


def _head(told: Report) -> Iterator[str]:
    yield f'<p class="kicker">Review by Claimlens</p>\n<h1>{_own(told.title)}</h1>'
    for advised, words in told.verdicts:
        status, icon = _VERDICT_LOOKS[advised] if advised is not None else _NOT_JUDGED
        yield f'<p class="verdict" data-status="{status}"><span aria-hidden="true">{icon}</span> {_safe(words)}</p>'
    yield _rows(told.summary)
    if told.question.strip():
        yield from _section("question", "Question", [_text(told.question, "box")])


def _draft(told: Report) -> Iterator[str]:
    counts = Counter(claim.review.status for claim in told.claims)
    legend = "".join(
        f'<li data-status="{status}"><span>{style.icon} {style.word}</span>: {counts[status]}</li>'
        for status, style in STATUS_STYLES.items()
        if counts[status]
    )
    draft = told.critique.request.draft
    spans = [NamedSpan(str(one.number), one.review.claim.start, one.review.claim.end) for one in told.claims]
    verdicts = [one.review.claim.verdict for one in told.claims]
    spans += [NamedSpan(_LACKS, part.start, part.end) for verdict in verdicts if verdict for part in verdict.marked]
    by_name = {str(claim.number): claim for claim in told.claims}
    inner = "".join(_draft_piece(piece, last, by_name) for piece, last in _with_last(segments(draft, spans)))
    yield from _section("draft", "Draft", [
        f'<ul class="legend">{legend}</ul>' if legend else "",
        f'<div class="text box draft" lang="{language_of(draft)}" dir="auto">{inner}</div>',
    ])  # fmt: skip


def _with_last(cut: Sequence[Segment]) -> Iterator[tuple[Segment, tuple[str, ...]]]:
    """Each segment with the ids of the spans that end with it."""
    for piece, after in pairwise([*cut, Segment("", ())]):
        yield piece, tuple(name for name in piece.ids if name not in after.ids)


def _draft_piece(piece: Segment, last: tuple[str, ...], claims: dict[str, ReportedClaim]) -> str:
    """A piece of the draft: a link to its smallest claim, ruled for the one around it, then the ends of claims."""
    covering = [claims[name] for name in piece.ids if name in claims]
    words = _safe(piece.text)
    if _LACKS in piece.ids:
        words = f'<span class="lacks">{words}</span>'
    if covering:
        outer = f' data-outer="{covering[1].review.status}"' if len(covering) > 1 else ""
        own = covering[0]
        words = f'<a class="claim" href="#claim-{own.number}" data-status="{own.review.status}"{outer}>{words}</a>'
    return words + "".join(_tag(claims[name]) for name in last if name in claims)


def _tag(claim: ReportedClaim) -> str:
    """Number, icon and word at the end of a claim; the word is for those who hear the page, the legend has it too."""
    style, decision = STATUS_STYLES[claim.review.status], claim.review.decision
    mark = f" {DECISION_ICONS[decided_as(decision)]}" if decision else ""
    return (
        f'<sup class="tag" data-status="{claim.review.status}" dir="ltr" lang="en">'
        f"{style.icon}\u00a0{claim.number}{mark}"
        f'<span class="hidden"> {style.word}</span></sup>'
    )


def _claim(claim: ReportedClaim, told: Report) -> str:
    review = claim.review
    parts = [f'<article class="entry" id="claim-{claim.number}" data-status="{review.status}">']
    parts.append(f"<h3>Claim {claim.number} · {_safe(claim.status)}</h3>")
    parts.append(_text(claim.text))
    for word in claim.words:
        note = f": {_own(note_of(word))}" if note_of(word) else ""
        what = f"{_own(decision_words(word))}, {_own(signed(word))}"
        parts.append(f"<p><strong>Reviewer:</strong> {what}{note}</p>")
    if claim.machine:
        parts.append(f'<p class="soft">Machine: {_safe(claim.machine)}</p>')
    if review.edited_text:
        parts.append(f"<p><strong>Reworded:</strong> {_own(review.edited_text)}</p>")
    parts += [f"<p><strong>Note:</strong> {_own(note_of(one))} ({_own(signed(one))})</p>" for one in review.notes]
    if claim.reason:
        parts.append(f"<p>{_own(claim.reason)}</p>")
    parts += [_quote(quote, told) for quote in claim.quotes]
    return "\n".join([*parts, "</article>"])


def _quote(quote: Quote, told: Report) -> str:
    """A quote with its link to the place in the source, whose number is printed at both ends."""
    heading = f"{RELATION_STYLES[quote.evidence.relation].icon} {_own(quote.heading)}"
    language = ""
    if quote.source is not None:
        language = language_of(told.critique.request.sources[quote.source - 1].content)
        heading += f' · <a href="#quote-{quote.number}">quote {quote.number} in source {quote.source}</a>'
    return (
        f'<blockquote data-relation="{quote.evidence.relation}"><p class="from">{heading}</p>'
        f"{_text(quote.evidence.quote, language=language)}</blockquote>"
    )


def _issue(issue: ReportedIssues) -> str:
    about = f'<a href="#claim-{issue.claim}">claim {issue.claim}</a>' if issue.claim else "the answer"
    said = f"<p>{_own(' '.join(issue.statements))}</p>"
    advice = "".join(f"<p><strong>Suggestion:</strong> {_own(one)}</p>" for one in issue.suggestions)
    return f'<article class="entry"><h3>{_safe(issue.heading)} · {about}</h3>\n{said}{advice}</article>'


def _changes(told: Report) -> list[str]:
    draft = told.critique.request.draft
    parts = [
        f'<article class="entry"><h3>Change {change.number} · {_own(change_words(change))}</h3>\n'
        f"{_changed(reading(draft, change.hunk, longest=None))}<p>{_own(change.hunk.reason)}</p></article>"
        for change in told.changes
    ]
    if told.proposal:
        parts += [f"<h3>{PROPOSAL}</h3>", _text(told.proposal, "box")]
    return parts


def _changed(text: HunkText) -> str:
    removed = f"<del>{_safe(text.removed)}</del>" if text.removed else ""
    inserted = f"<ins>{_safe(text.inserted)}</ins>" if text.inserted else ""
    between = " " if removed and inserted else ""
    before, after = (f'<span class="soft">{_safe(part)}</span>' for part in (text.before, text.after))
    return f'<p class="text" dir="auto">{before}{removed}{between}{inserted}{after}</p>'


def _decisions(told: Report) -> list[str]:
    lacking = [f"<p>{told.no_events}</p>"] if told.no_events else []
    if not told.events:
        return lacking
    rows = "".join(
        f"<tr><td>{_safe(event.when)}</td><td>{_own(event.who)}</td><td>{_own(event.what)}"
        + (f' · <a href="#claim-{event.claim}">claim {event.claim}</a>' if event.claim else "")
        + (f"<br>{_own(event.note)}" if event.note else "")
        + "</td></tr>"
        for event in told.events
    )
    heads = "".join(f'<th scope="col">{name}</th>' for name in ("When", "Who", "What"))
    return [*lacking, f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"]


def _sources(told: Report) -> Iterator[str]:
    quoted: dict[int, list[tuple[ReportedClaim, Quote]]] = {}
    for claim, quote in told.quotes:
        if quote.source is not None:
            quoted.setdefault(quote.source, []).append((claim, quote))
    for number, source in enumerate(told.critique.request.sources, 1):
        yield f'<article id="source-{number}"><h3>Source {number}: {_own(place(source, source.id))}</h3>'
        yield f'<p class="from">{_about(source)}</p>'
        yield _source_text(source, quoted.get(number, []))
        yield "</article>"


def _about(source: SourceDocument) -> str:
    parts = [f"id {_own(source.id)}", _own(source.type)]
    if source.path and source.path != source.name:
        parts.append(_own(source.path))
    if source.published:
        parts.append(f"published {source.published}")
    if source.url:
        web = source.url.lower().startswith(("https://", "http://"))
        shown = _own(source.url)
        parts.append(f'<a href="{_safe(source.url)}" rel="noopener noreferrer">{shown}</a>' if web else shown)
    return " · ".join(parts)


def _source_text(source: SourceDocument, quoted: Sequence[tuple[ReportedClaim, Quote]]) -> str:
    """The whole text with the evidence marked; each quote has an anchor where it begins and its claim where it ends."""
    found = {str(quote.number): (claim, quote) for claim, quote in quoted}
    spans = [NamedSpan(name, quote.evidence.start, quote.evidence.end) for name, (_, quote) in found.items()]
    parts: list[str] = []
    begun: set[str] = set()
    for piece, last in _with_last(segments(source.content, spans)):
        parts += [f'<a id="quote-{name}"></a>' for name in piece.ids if name not in begun]
        begun.update(piece.ids)
        words = _safe(piece.text)
        if piece.ids:
            words = f'<mark data-relation="{found[piece.ids[0]][1].evidence.relation}">{words}</mark>'
        parts.append(words + "".join(_back(*found[name]) for name in last))
    return f'<div class="text source" lang="{language_of(source.content)}" dir="auto">{"".join(parts)}</div>'


def _back(claim: ReportedClaim, quote: Quote) -> str:
    style = RELATION_STYLES[quote.evidence.relation]
    return (
        f'<sup class="tag" data-relation="{quote.evidence.relation}" dir="ltr" lang="en">'
        f"{style.icon}\u00a0q{quote.number}"
        f' <span class="hidden">{style.word} </span><a href="#claim-{claim.number}">claim {claim.number}</a></sup>'
    )
