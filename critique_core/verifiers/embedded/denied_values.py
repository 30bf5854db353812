"""Values that a claim denies: "not at 3 pm" beside "at 4 pm" is no conflict of two times."""

import regex

from critique_core.language.sentence import Sentence
from critique_core.text.word_classes import NEGATION
from critique_core.typed_values.mentions import Mention

_REACH = 7
_YEAR = regex.compile(r"\d{4}")
_PAIRS = (("no", "longer"), ("instead", "of"), ("rather", "than"))
_NOUN_DENIALS = frozenset("no none kein keine keinen keinem keiner nessun nessuna nenhum nenhuma geen".split())
# what turns a denied value into a limit, or denies only a part of it
_OTHERWISE = frozenset(
    """more less fewer later earlier before until till only all every everyone just exactly even exceed exceeds above
    below over under least most than after beyond within because if when unless mehr weniger später früher vor bis nur
    alle über unter plus moins avant seulement tous más menos antes sólo todos più meno prima solo tutti mais apenas
    meer minder voor alleen but sondern sino mais ma mas maar""".split()
)


def denies(claim: Sentence, mention: Mention) -> bool:
    """Whether a claim denies a value ("not", "rather than")."""
    inside = [at for at, token in enumerate(claim.tokens) if token.start < mention.end and mention.start < token.end]
    if not inside or mention.bound or mention.limit or (mention.is_range and not _YEAR.fullmatch(mention.text)):
        return False
    tokens, first = claim.tokens, inside[0]
    denying = (NEGATION.get(claim.code, frozenset()) | {"n't", "not"}) - _NOUN_DENIALS
    for at in range(first - 1, max(-1, first - _REACH - 1), -1):
        token = tokens[at]
        if token.norm in _OTHERWISE and (tokens[at - 1].norm if at else "", token.norm) not in _PAIRS:
            return False
        if token.kind == "mark" and token.text in ",;:.!?":
            return False
        if at and (tokens[at - 1].norm, token.norm) in _PAIRS:
            return True
        if token.norm in denying and at not in claim.limiting:
            return True
    return False
