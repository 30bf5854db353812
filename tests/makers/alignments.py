"""A claim laid over the units of its sources, as the verifier reads them."""

from critique_core.evidence.index import SourceIndex
from critique_core.language.sentence import Sentence, analyse
from critique_core.models import Claim, SourceDocument
from critique_core.verifiers.embedded.alignment.align import Alignment, align
from critique_core.verifiers.embedded.reading import scopes


def laid(claim: str, *sources: str) -> tuple[Sentence, list[Alignment]]:
    """The claim's analysis, and its alignments with every unit of the sources, closest first."""
    documents = {f"s{i}": SourceDocument(id=f"s{i}", content=content) for i, content in enumerate(sources)}
    (candidates,) = SourceIndex(tuple(documents.values())).candidates((Claim.of(claim, 0, len(claim)),))
    sentence = analyse(claim, "en")
    found = [align(sentence, scope) for scope in scopes(candidates, documents, "en")]
    return sentence, sorted(found, key=lambda a: (-a.coverage - 0.4 * a.inside, a.scope.rank))
