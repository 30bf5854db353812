"""Drafts with claims, evidence and sources that look like real ones, for the claim map's browser tests."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from components.claim_map import MapEvent
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import (
    Claim,
    Decision,
    Evidence,
    Probabilities,
    Relation,
    Shown,
    SourceDocument,
    Span,
    Status,
    Verdict,
    VerifiedClaim,
)
from tests.makers.texts import MARKUP_ATTACKS

_PROBABILITIES = {
    "supported": Probabilities(supported=0.94, unsupported=0.04, contradicted=0.02),
    "contradicted": Probabilities(supported=0.03, unsupported=0.07, contradicted=0.9),
}
_UNSURE = Probabilities(supported=0.3, unsupported=0.6, contradicted=0.1)


@dataclass(frozen=True)
class Case:
    """What one page shows."""

    draft: str
    sources: tuple[SourceDocument, ...]
    claims: tuple[VerifiedClaim, ...]
    blind: bool = False


@dataclass
class _Writer:
    """Builds claims from quoted words, so that no case counts characters."""

    draft: str
    sources: tuple[SourceDocument, ...]
    claims: list[VerifiedClaim] = field(default_factory=list)

    def claim(
        self, words: str, status: Status, *quotes: tuple[str, str, Relation], marked: str = "", nth: int = 0
    ) -> None:
        start = -1
        for _ in range(nth + 1):
            start = self.draft.index(words, start + 1)
        claim = Claim.of(self.draft, start, start + len(words))
        spans = ()
        if marked:
            at = self.draft.index(marked, start)
            spans = (Span(start=at, end=at + len(marked)),)
        verdict = Verdict(
            claim_id=claim.id,
            probabilities=_PROBABILITIES.get(status, _UNSURE),
            marked=spans,
            evidence=tuple(self._evidence(*quote) for quote in quotes),
            reasoning="as the source says",
            method="typed_comparison",
        )
        self.claims.append(VerifiedClaim(**claim.model_dump(), status=status, probability=0.5, verdict=verdict))

    def _evidence(self, source_id: str, quote: str, relation: Relation) -> Evidence:
        content = next(source.content for source in self.sources if source.id == source_id)
        start = content.index(quote)
        return Evidence(source_id=source_id, start=start, end=start + len(quote), quote=quote, relation=relation)

    def case(self, *, blind: bool = False) -> Case:
        return Case(self.draft, self.sources, tuple(self.claims), blind)


def standing(acts: Sequence[MapEvent]) -> list[MapEvent]:
    """The decisions that stand, oldest first: an undo takes back the last one."""
    found: list[MapEvent] = []
    for act in acts:
        if act.kind == "undo" and found:
            found.pop()
        elif act.kind in ("accept", "reject", "relabel"):
            found.append(act)
    return found


def decided(case: Case, acts: Sequence[MapEvent]) -> list[ReviewedClaim]:
    """Fold the acts into decisions as the store would."""
    last = {act.claim_id: act for act in standing(acts)}
    return [_reviewed(claim, last.get(claim.id), blind=case.blind) for claim in case.claims]


def _reviewed(claim: VerifiedClaim, act: MapEvent | None, *, blind: bool) -> ReviewedClaim:
    if act is None:
        return ReviewedClaim(claim=claim, status=claim.status)
    decision = Decision(
        id=str(act.serial), sequence=act.serial, created_at=datetime(2025, 1, 1, tzinfo=UTC), item_id="item",
        action=act.kind, reviewer="Ada", claim_id=claim.id, status=act.status,
        shown=None if blind else Shown(status=claim.status, probability=claim.probability),
    )  # fmt: skip
    return ReviewedClaim(claim=claim, decision=decision, status=act.status or claim.status)


def release(*, blind: bool = False) -> Case:
    """An answer about a service's limits, with every status and a nested claim."""
    draft = (
        "Thanks for asking! Here is what the release notes say.\n\n"
        "The gateway times out after 30 seconds. Uploads may be up to 100 MB on the Pro plan, "
        "and every upload is scanned for viruses before it is stored in three regions.\n\n"
        "- Sessions last 24 hours, and they are renewed on each request.\n"
        "- The API is the fastest in its class.\n"
        "- Deployments run on Kubernetes 1.29.\n\n"
        "Support answers within one business day 👩🏽‍💻."
    )
    notes = (
        "Release notes 4.2\n\nThe gateway closes idle connections after 60 seconds. Free accounts may upload files "
        "up to 10 MB; Pro accounts up to 100 MB.\nEach upload is scanned before it is stored.\n\n"
        + "Other changes in this release concern the dashboard and the billing pages.\n" * 24
        + "\nSupport replies within one business day on all plans."
    )
    config = '{\n  "session": {\n    "ttl_hours": 24,\n    "renew": "on_request"\n  },\n  "cluster": "kubernetes"\n}\n'
    sources = (
        SourceDocument(id="notes", content=notes, title="Release notes 4.2", path="docs/release-4.2.md", page=3,
                       url="https://example.com/docs/release-4.2"),
        SourceDocument(id="config", content=config, type="json", path="deploy/session.json"),
    )  # fmt: skip
    writer = _Writer(draft, sources)
    writer.claim("Thanks for asking!", "not_checkable")
    writer.claim(
        "The gateway times out after 30 seconds.", "contradicted",
        ("notes", "The gateway closes idle connections after 60 seconds.", "contradicts"), marked="30 seconds",
    )  # fmt: skip
    writer.claim(
        "Uploads may be up to 100 MB on the Pro plan", "supported",
        ("notes", "Pro accounts up to 100 MB.", "supports"),
        ("notes", "Free accounts may upload files up to 10 MB", "context"),
    )  # fmt: skip
    writer.claim(
        "every upload is scanned for viruses before it is stored in three regions.", "partially_supported",
        ("notes", "Each upload is scanned before it is stored.", "supports"), marked="in three regions",
    )  # fmt: skip
    writer.claim("stored in three regions", "unsupported", marked="three regions")
    writer.claim("Sessions last 24 hours", "supported", ("config", '"ttl_hours": 24', "supports"))
    writer.claim("they are renewed on each request.", "supported", ("config", '"renew": "on_request"', "supports"))
    writer.claim("The API is the fastest in its class.", "unsupported", marked="fastest in its class")
    writer.claim("Deployments run on Kubernetes 1.29.", "unverified", ("config", '"cluster": "kubernetes"', "context"))
    writer.claim(
        "Support answers within one business day 👩🏽‍💻.", "supported",
        ("notes", "Support replies within one business day on all plans.", "supports"),
    )  # fmt: skip
    return writer.case(blind=blind)


def hostile() -> Case:
    """Text that tries to become markup, script or another order of words."""
    draft = (
        "<script>window.pwned = 1</script> is harmless. "
        '<img src=x onerror="window.pwned = 2"> too.\n'
        '<svg onload="window.pwned = 3"></svg> and data:text/html,<script>window.pwned=4</script> stay text.\n'
        "Account \u202e0001\u202c and \u2067abc\u2069 end.\n"
        '"><button autofocus onfocus="window.pwned = 5">'
    )
    sources = (
        SourceDocument(
            id='"><img src=x onerror="window.pwned = 6">', content="<iframe srcdoc='<script>parent.pwned=7</script>'>",
            title="<b onmouseover=\"window.pwned = 8\">title</b> \u202eeltit", url="javascript:window.pwned=9",
            path="data:text/html,<script>window.pwned=10</script>", section="</div><script>window.pwned = 11</script>",
        ),
    )  # fmt: skip
    writer = _Writer(draft, sources)
    writer.claim("<script>window.pwned = 1</script> is harmless.", "contradicted",
                 (sources[0].id, "<iframe srcdoc=", "contradicts"), marked="<script>")  # fmt: skip
    writer.claim("Account \u202e0001\u202c and \u2067abc\u2069 end.", "unsupported")
    return writer.case()


def attacks() -> Case:
    """A claim and its evidence for each of the texts that try to be markup."""
    draft = "\n".join(MARKUP_ATTACKS)
    writer = _Writer(draft, (SourceDocument(id="1", content=draft, title=MARKUP_ATTACKS[0]),))
    for text in MARKUP_ATTACKS:
        writer.claim(text, "contradicted", ("1", text, "contradicts"), marked=text)
    return writer.case()


def languages() -> Case:
    """Right-to-left, CJK and mixed paragraphs."""
    draft = (
        "يفتح المتحف أبوابه في الساعة 9:00 صباحًا، ويغلق في الساعة 17:00.\n"
        "המוזיאון סגור בימי שני (Monday).\n"
        "博物館は1998年に開館しました。入場料は500円です。\n"
        "The museum, المتحف, is free on Sundays."
    )
    sources = (SourceDocument(id="ar", content="أوقات العمل: 9:00 – 17:00 كل يوم ما عدا الاثنين.", title="المتحف"),)
    writer = _Writer(draft, sources)
    writer.claim("يفتح المتحف أبوابه في الساعة 9:00 صباحًا", "supported", ("ar", "9:00 – 17:00", "supports"))
    writer.claim("ويغلق في الساعة 17:00.", "supported", ("ar", "9:00 – 17:00", "supports"))
    writer.claim("המוזיאון סגור בימי שני (Monday).", "partially_supported", ("ar", "ما عدا الاثنين", "supports"))
    writer.claim("博物館は1998年に開館しました。", "unsupported", marked="1998年")
    writer.claim("The museum, المتحف, is free on Sundays.", "unverified")
    return writer.case()


def empty() -> Case:
    """A refusal without sources: nothing to verify."""
    return Case("I'm sorry, but I cannot answer that from what I was given.", (), ())


def large() -> Case:
    """The size that must stay usable: 20,000 characters, 200 claims, 50 sources of 20,000 characters."""
    sentences = [
        f"Depot {i:03d} holds {i * 7 % 91} pallets of item {i * 13 % 997} and opens at {i % 12} o'clock on most "
        "working days."
        for i in range(200)
    ]
    draft = "".join(f"{sentence} " if (i + 1) % 5 else f"{sentence}\n\n" for i, sentence in enumerate(sentences))
    draft += "Nothing else was counted in this year's stock-taking. " * ((20_000 - len(draft)) // 54)
    contents: list[list[str]] = [[] for _ in range(50)]
    for i, sentence in enumerate(sentences):
        filler = " ".join(f"Row {i}.{j} of the ledger lists crate {j * 31 % 577} in bay {j % 17}." for j in range(110))
        contents[i % 50].append(f"{sentence}\n{filler[:4890]}\n")
    sources = tuple(
        SourceDocument(id=f"s{n}", content="".join(parts), title=f"Ledger {n}", path=f"ledgers/{n:02d}.txt")
        for n, parts in enumerate(contents)
    )
    statuses: tuple[Status, ...] = ("supported", "contradicted", "unsupported", "partially_supported")
    relations: tuple[Relation, ...] = ("supports", "contradicts", "context", "supports")
    writer = _Writer(draft, sources)
    for i, sentence in enumerate(sentences):
        writer.claim(sentence, statuses[i % 4], (f"s{i % 50}", sentence, relations[i % 4]))
    return writer.case()


def long_lines() -> Case:
    """Sources of long paragraphs, the evidence in the last of each, and more sources than a pane has room for."""
    filler = "\n\n".join(f"Row {row} of the ledger. " + "Crates are counted at noon. " * 14 for row in range(24))
    sources = tuple(
        SourceDocument(id=f"s{number}", content=f"{filler}\n\nDepot {number} opens at noon.", title=f"Ledger {number}")
        for number in range(1, 41)
    )
    depots = (25, 5, 33)
    writer = _Writer(" ".join(f"Depot {number} opens at 12." for number in depots), sources)
    for number in depots:
        writer.claim(f"Depot {number} opens at 12.", "supported",
                     (f"s{number}", f"Depot {number} opens at noon.", "supports"))  # fmt: skip
    return writer.case()


def shared() -> Case:
    """A hundred claims that rest on the same passage."""
    sources = (SourceDocument(id="all", content="All depots open at noon.", title="Depots"),)
    writer = _Writer(" ".join(f"Depot {number:03d} opens at 12." for number in range(100)), sources)
    for number in range(100):
        writer.claim(f"Depot {number:03d} opens at 12.", "supported", ("all", "All depots open at noon.", "supports"))
    return writer.case()


def mixed() -> Case:
    """One passage that contradicts a claim and is no more than context of another."""
    writer = _Writer("Entry costs 9 euros. Parking is free.", (SourceDocument(id="s", content="Entry costs 5 euros."),))
    writer.claim("Entry costs 9 euros.", "contradicted", ("s", "Entry costs 5 euros.", "contradicts"))
    writer.claim("Parking is free.", "unsupported", ("s", "Entry costs 5 euros.", "context"))
    return writer.case()


def minutes(count: int, length: int, *, blind: bool = True, quoted: bool = False) -> Case:
    """A claim about each of ``count`` sources of some ``length``; quoted, the last one's quote is the best."""
    filler = "The harbour was discussed, and the minutes record every objection that was raised. "
    sources = tuple(
        SourceDocument(id=f"s{n}", title=f"Minutes {n}", content=f"{(filler * length)[:length]}\nPier {n} has a crane.")
        for n in range(1, count + 1)
    )
    writer = _Writer("The piers have cranes.", sources)
    quotes: list[tuple[str, str, Relation]] = [
        (source.id, source.content.splitlines()[-1], "supports") for source in reversed(sources)
    ]
    writer.claim("The piers have cranes.", "supported", *(quotes if quoted else ()))
    return writer.case(blind=blind)


CASES: dict[str, Callable[[], Case]] = {
    "release": release,
    "blind": lambda: release(blind=True),
    "hostile": hostile,
    "attacks": attacks,
    "languages": languages,
    "empty": empty,
    "large": large,
    "long_lines": long_lines,
    "shared": shared,
    "mixed": mixed,
    "blind_one": lambda: minutes(1, 9_000),
    "blind_three": lambda: minutes(3, 9_000),
    "blind_thirty": lambda: minutes(30, 3_000),
    "blind_thirty_short": lambda: minutes(30, 200),
    "open_three": lambda: minutes(3, 9_000, blind=False),
}
