"""What the embedded verifier's checks of meaning see when a claim is read against sources."""

from critique_core.evidence.index import SourceIndex
from critique_core.language.sentence import analyse
from critique_core.models import Claim, SourceDocument
from critique_core.verifiers.embedded.alignment.align import align
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.checks.registry import CHECKS, ClaimCheck, Laid, of_claim
from critique_core.verifiers.embedded.reading import read
from critique_core.verifiers.embedded.scopes import scopes

MEANING = frozenset(("negation", "antonym", "quantifier", "modality", "role", "list", "condition", "name", "detail"))


def observations(claim: str, *sources: str, code: str = "en") -> list[Observation]:
    """The observations of meaning on a claim, whatever unit they were made on."""
    documents = {f"s{i}": SourceDocument(id=f"s{i}", content=content) for i, content in enumerate(sources)}
    (candidates,) = SourceIndex(tuple(documents.values())).candidates((Claim.of(claim, 0, len(claim)),))
    reading = read(analyse(claim, code), candidates, documents)
    return [seen for _, seen in reading.observations if seen.kind in MEANING]


def agreements(claim: str, *sources: str, code: str = "en") -> set[str]:
    """The agreements among them: conflicts, agrees, missing."""
    return {seen.agreement for seen in observations(claim, *sources, code=code)}


def conflicts(claim: str, *sources: str, code: str = "en") -> bool:
    """Whether any of them is a conflict."""
    return "conflicts" in agreements(claim, *sources, code=code)


def seen_across(claim: str, *sources: str) -> list[str]:
    """What the sentences of the sources together say about a claim's order of events or comparison."""
    documents = {f"s{i}": SourceDocument(id=f"s{i}", content=content) for i, content in enumerate(sources)}
    (candidates,) = SourceIndex(tuple(documents.values())).candidates((Claim.of(claim, 0, len(claim)),))
    analysed = analyse(claim)
    aligned = [align(analysed, scope) for scope in scopes(candidates, documents, "en")]
    joining = [check for check in CHECKS if isinstance(check, ClaimCheck) and check.name == "order"]
    return [seen.agreement for _, seen in of_claim(Laid(analysed, aligned, aligned[0]), [], joining)]
