"""What a source states is checked, whatever form it has in the draft: advice, praise, headings, words of refusal."""

import re
from collections.abc import Sequence

from rapidfuzz.distance import LCSseq

from critique_core.claims import courtesy_words
from critique_core.claims.opinions import advised
from critique_core.evidence.index import SourceIndex
from critique_core.language.grammar import has_verb
from critique_core.models import Claim

_ALSO_READ = frozenset(("heading", "hedge", "fragment"))
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_FEWEST_WORDS = 3
_LEAST_SHARED = 0.8
_STRETCH = 2  # how many times as long as the claim the stretch of a source may be that holds its words


def with_stated(claims: Sequence[Claim], index: SourceIndex) -> tuple[Claim, ...]:
    """The claims, with the kind fact for an opinion, or a line with an English verb, that a source states.

    So is a refusal that names its subject: "No information is available about the fees" is a claim where a source says
    so, or says the opposite in the same words. A claim is stated where a stretch of one sentence, at most twice as
    long, holds four in five of its words in their order; it has three words at least. A negation or a number may
    differ, and the verifier then sees that it does. Of advice, what it is to do is enough: "you should take it with
    milk" is checked against "do not take it with milk".
    """
    asked = [claim for claim in claims if _may_be_stated(claim)]
    if not asked:
        return tuple(claims)
    units = {(passage.source_id, unit.start): unit for passage in index.passages for unit in passage.units}
    read = [(words, frozenset(words)) for words in (_words(unit.text) for unit in units.values())]
    stated = {claim.id for claim in asked if any(_is_stated(text, read) for text in {claim.text, advised(claim.text)})}
    return tuple(
        claim.model_copy(update={"kind": "fact", "why": None}) if claim.id in stated else claim for claim in claims
    )


def _may_be_stated(claim: Claim) -> bool:
    if claim.why == "abstention":
        return not courtesy_words.refuses(claim.text)
    return claim.kind == "opinion" or (claim.why in _ALSO_READ and has_verb(claim.text))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _is_stated(text: str, read: Sequence[tuple[list[str], frozenset[str]]]) -> bool:
    said = _words(text)
    wanted, stretch, least = frozenset(said), _STRETCH * len(said), _LEAST_SHARED * len(said)
    if len(said) < _FEWEST_WORDS:
        return False
    for words, known in read:
        if len(wanted & known) < _LEAST_SHARED * len(wanted):
            continue
        if any(LCSseq.similarity(said, words[at : at + stretch]) >= least for at in range(0, len(words), len(said))):
            return True
    return False
