"""A claim laid over the units of its sources, as the verifier reads them."""

from critique_core.evidence.index import SourceIndex
from critique_core.language.sentence import Sentence, analyse
from critique_core.models import Claim, SourceDocument
from critique_core.verifiers.embedded.alignment.align import Alignment, align
from critique_core.verifiers.embedded.reading import Reading, read
from critique_core.verifiers.embedded.scopes import scopes


def laid(claim: str, *sources: str) -> tuple[Sentence, list[Alignment]]:
    """The claim's analysis, and its alignments with every unit of the sources, closest first."""
    documents = {f"s{i}": SourceDocument(id=f"s{i}", content=content) for i, content in enumerate(sources)}
    (candidates,) = SourceIndex(tuple(documents.values())).candidates((Claim.of(claim, 0, len(claim)),))
    sentence = analyse(claim, "en")
    found = [align(sentence, scope) for scope in scopes(candidates, documents, "en")]
    return sentence, sorted(found, key=lambda a: (-a.coverage - 0.4 * a.inside, a.scope.rank))


def reading(claim: str, *sources: str, code: str = "en") -> Reading:
    """The claim, in one language, read against sources s0, s1, ..."""
    documents = tuple(SourceDocument(id=f"s{i}", content=text) for i, text in enumerate(sources))
    candidates = SourceIndex(documents).candidates((Claim.of(claim, 0, len(claim)),))
    return read(analyse(claim, code), candidates[0], {d.id: d for d in documents})


def outcomes(claim: str, *sources: str) -> list[str]:
    """What the sources say to each value of the claim, in order; identifiers left out."""
    return [v.outcome for v in reading(claim, *sources).values if v.mention.kind != "identifier"]
