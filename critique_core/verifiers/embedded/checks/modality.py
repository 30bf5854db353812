"""What must, may, need not or might be: the force of a rule or a report, compared on the same statement."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from critique_core.language.sentence import Sentence
from critique_core.language.similarity import covered, similarity
from critique_core.language.tokens import Token
from critique_core.text import word_classes
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between
from critique_core.verifiers.embedded.checks.counterparts import other_subject
from critique_core.verifiers.embedded.checks.polarity import side

Force = Literal["must", "should", "may", "optional", "certain", "planned"]
_LEAST_FIT = 0.55
_OPTIONAL = frozenset(
    "optional optionally voluntary voluntarily freiwillig facultatif facultative opcional facoltativo".split()
)
_OBLIGING = frozenset("obligation have has".split())
_CERTAIN = frozenset("certain certainly definitely guaranteed guarantees inevitably undoubtedly".split())
_OMITTING = frozenset("omit exclude skip dispense forgo waive".split())
_PLANS = frozenset(
    """considering considers plans planning planned intends intend intended hopes hoping proposes proposed aims aiming
    expected scheduled due weighing""".split()
)
_PLAN_NOUNS = frozenset("plan proposal proposals intention candidate propose consider hope aim expects expect".split())
_SOLD = frozenset("plan plans".split())
_CLASH: dict[tuple[Force, Force], float] = {
    ("must", "optional"): 0.75, ("must", "may"): 0.5, ("must", "should"): 0.6, ("optional", "must"): 0.75,
    ("certain", "may"): 0.7, ("certain", "planned"): 0.65, ("should", "optional"): 0.6,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Modal:
    """One word of force and the statement it governs."""

    force: Force
    token: Token
    statement: int


def modality(claim: Sentence, alignment: Alignment) -> list[Observation]:
    """Clashes of force between the claim and the unit's statement of the same thing."""
    if other_subject(claim, alignment):
        return []
    return [seen for mine in _modals(claim) for seen in _clash(claim, mine, alignment)][:1]


def _modals(sentence: Sentence) -> list[Modal]:
    """The modal words of a sentence with their force; prohibitions are left to negation."""
    found: list[Modal] = []
    dated = [m for m in sentence.mentions if m.kind == "date"]
    for position, token in enumerate(sentence.tokens):
        if any(m.start <= token.start < m.end for m in dated):
            continue  # the month of "31 May"
        force = _force(sentence, position)
        if force is not None:
            found.append(Modal(force, token, sentence.statements[position]))
    return found


def _force(sentence: Sentence, position: int) -> Force | None:
    token = sentence.tokens[position]
    denied = _denied(sentence, position)
    after = sentence.tokens[position + 1].norm if position + 1 < len(sentence.tokens) else ""
    before = sentence.tokens[position - 1].norm if position else ""
    if token.norm in ("have", "has", "had") and after != "to":
        return None
    if token.norm in ("need", "needs") and before in ("the", "a", "any", "their"):
        return None
    if token.norm in _OPTIONAL:
        return "must" if denied else "optional"
    if token.norm in word_classes.NECESSITY | _OBLIGING:
        return _necessity(token, denied=denied)
    if token.norm in word_classes.PERMISSION and any(w.keys & _OMITTING for w in sentence.words):
        return None if denied else "optional"
    return None if denied else _softer(token)


def _necessity(token: Token, *, denied: bool) -> Force | None:
    """Must; denied, "need not"; but "must not" forbids, and the noun "obligation" says something only when denied."""
    if denied:
        return None if token.norm in ("must", "shall") else "optional"
    return None if token.norm == "obligation" else "must"


def _softer(token: Token) -> Force | None:
    if token.norm in _CERTAIN:
        return "certain"
    if token.norm in word_classes.ADVICE:
        return "should"
    return "may" if token.norm in word_classes.PERMISSION | word_classes.POSSIBILITY else None


def _denied(sentence: Sentence, position: int) -> bool:
    """Whether a negation is within two tokens, in the same statement."""
    known = word_classes.NEGATION.get(sentence.code, frozenset())
    near = range(max(0, position - 2), min(len(sentence.tokens), position + 2))
    home = sentence.statements[position]
    return any(sentence.tokens[i].norm in known and sentence.statements[i] == home and i != position for i in near)


def _told(sentence: Sentence, modal: Modal) -> str:
    """A word of necessity or permission with the denial right before it: "not required"."""
    position = _at(sentence, modal)
    known = word_classes.NEGATION.get(sentence.code, frozenset())
    first = next((i for i in range(max(0, position - 2), position) if sentence.tokens[i].norm in known), position)
    return sentence.text[sentence.tokens[first].start : modal.token.end]


def _clash(claim: Sentence, mine: Modal, alignment: Alignment) -> Iterator[Observation]:
    source = alignment.scope.sentence
    theirs = _modals(source)
    if claim.words and "but" in claim.functions and claim.words[-1].denied != any(w.denied for w in claim.words[:2]):
        return  # "in the sports pool, but not in the family pool": it says both, of two cases
    for other in theirs:
        sureness = _CLASH.get((mine.force, other.force))
        same = [m for m in theirs if m.force == mine.force and abs(m.statement - other.statement) <= 1]
        # "compulsory on the red track and recommended on the blue one": the words around them distinguish the cases
        apart = len(same) == 1 and side(claim, _at(claim, mine), source, (_at(source, same[0]), _at(source, other))) < 0
        homes = {other.statement, *(m.statement for m in same if apart)}
        if sureness is None or (same and not apart) or fit(claim, source, homes) < _LEAST_FIT:
            continue
        text = f"the draft says “{_told(claim, mine)}”, the source says “{_told(source, other)}”"
        yield between("modality", "conflicts", mine.token, other.token, text, sureness)
        return


def _at(sentence: Sentence, modal: Modal) -> int:
    return sentence.tokens.index(modal.token)


def fit(claim: Sentence, source: Sentence, homes: set[int]) -> float:
    """Share of the claim's words, the modal words apart, that are in these statements of the source."""
    forces = word_classes.NECESSITY | word_classes.PERMISSION | word_classes.ADVICE | _OPTIONAL | _CERTAIN
    wanted = [w for w in claim.words if w.token.norm not in forces and not w.keys & _OMITTING]
    homes = homes | {_hanging(source, statement) for statement in homes}
    there = [w for w in source.words if source.statements[w.index] in homes]
    share = covered(wanted, there, claim.code)
    named = [o for o in there if o.token.norm not in forces]
    if named and all(any(similarity(w, o, claim.code) >= 0.8 for w in wanted) for o in named):
        return max(_LEAST_FIT, share)  # "a reference letter is optional" says no more
    return share


def _hanging(source: Sentence, statement: int) -> int:
    """The relative clause that follows a statement, which says whom it is about; the statement itself if none does."""
    opening = next((t for t, n in zip(source.tokens, source.statements, strict=True) if n == statement + 1), None)
    return statement + 1 if opening is not None and opening.norm in ("who", "which", "whose", "whom") else statement


def is_plan(sentence: Sentence) -> bool:
    """Whether a sentence mentions what is planned or proposed only; "the annual plan", which is sold, plans nothing."""
    norms = [t.norm for t in sentence.tokens]
    return any(
        norm in _PLANS | _PLAN_NOUNS and (norm not in _SOLD or "to" in norms[at + 1 : at + 4])
        for at, norm in enumerate(norms)
    )
