"""What costs something and what is free: "return shipping is free" beside "the customer pays for return shipping".

A statement says of a thing, and for whom, that it is free or paid for. Two that say the opposite of the same thing for
the same people exclude each other; two that say the same in other words ("do not pay", "free") agree.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from critique_core.language.frames import acts, subject_of
from critique_core.language.grammar import BE
from critique_core.language.lexicon import lexicon
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.text.word_classes import NEGATION
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Seen, between, quoted

_SURE = 0.8
_SAME = 0.8
_MOSTLY = 0.7  # of a word's uses, as a verb
_NEAR = 4  # tokens before a verb in which its negation stands
_FREE = frozenset(
    """free gratis kostenlos kostenfrei umsonst gratuit gratuite gratuits gratuites gratuitement gratuito gratuita
    gratuitos gratuitas gratuitamente gratuiti kosteloos""".split()
)
_PAYS = frozenset(
    """pay pays paid paying zahlt zahlen bezahlt bezahlen paie paient payent payer paga pagan pagar pagam pagano
    betaalt betalen""".split()
)
_COSTS = frozenset("cost costs kostet kosten coûte coûtent cuesta cuestan costa costano custa custam kost".split())
_FOR = frozenset("for für pour para per voor".split())
_ANYBODY = frozenset(
    """customer client buyer user person people everyone everybody anyone you we kunde kunden cliente clientes klant all
    alle todos tutti tous""".split()
)
_LIGHT = frozenset(
    """use get take carry transport visit enter offer provide charge fee price extra separately additional always
    completely today""".split()
)
_TIMES = frozenset(
    """day hour week month year night tag stunde woche monat jahr nacht jour heure mois día hora mes giorno ora
    mese""".split()
)
_EXCEPT = frozenset("except unless ausser sauf excepto salvo tranne eccetto exceto behalve when if".split())


@dataclass(frozen=True, slots=True)
class _Charge:
    """One statement about money: its cue, whether it is free, of what, for whom, and what it makes an exception of."""

    cue: int
    free: bool
    thing: tuple[Word, ...]
    people: tuple[Word, ...]
    excepted: tuple[Word, ...]


def charges(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """The first source that says of the claim's thing, for its people, that it is free or that it is paid for."""
    own = list(_charges(claim))
    if len(own) != 1:
        return
    mine = own[0]
    met = [
        (alignment, theirs)
        for alignment in alignments
        if alignment.scope.unit.kind == "prose"
        for theirs in _charges(alignment.scope.sentence)
        if _of_one(mine, theirs, claim.code)
    ]
    same = next(((a, t) for a, t in met if t.free == mine.free), None)
    found = same or next(((a, t) for a, t in met if not _both(a.scope.sentence, t)), None)
    if found is None:
        return
    alignment, theirs = found
    source = alignment.scope.sentence
    cue, other = claim.tokens[mine.cue], source.tokens[theirs.cue]
    if same and (cue.norm in _FREE) == (other.norm in _FREE):
        return  # in the same words, which may mean no money: "a fat free milk", "the marginal cost"
    said = "is free" if theirs.free else "is paid for"
    text = f"the source {'too ' if same else ''}says that this {said}: “{quoted(source.text)}”"
    seen = between("currency", "agrees" if same else "conflicts", cue, other, text, _SURE)
    yield alignment, replace(seen, firm=not same)


def _both(source: Sentence, theirs: _Charge) -> bool:
    """Whether a sentence tells of times or cases in which the same thing is free, and others in which it is not."""
    others = [
        one for one in _charges(source) if one.free != theirs.free and _held(one.thing, theirs.thing, source.code)
    ]
    return any(not (one.people and theirs.people) for one in others)


def _charges(sentence: Sentence) -> Iterator[_Charge]:
    denying = NEGATION.get(sentence.code, frozenset()) | {"nothing", "nichts", "rien", "nada", "niente", "niets"}
    before: tuple[Word, ...] = ()
    for at, token in enumerate(sentence.tokens):
        free = token.norm in _FREE
        if not free and token.norm not in _PAYS | _COSTS:
            continue
        home = sentence.statements[at]
        near = [t for t, n in zip(sentence.tokens, sentence.statements, strict=True) if n == home]
        beside = [t for t in near if abs(sentence.tokens.index(t) - at) <= _NEAR]
        denied = any(t.norm in denying for t in beside)
        words = [w for w in sentence.words if sentence.statements[w.index] == home and w.index != at]
        words = [w for w in words if w.index != _used_so(sentence, at)]
        words = [w for w in words if not (w.keys & _LIGHT or w.token.norm in denying | _FREE | _PAYS | _COSTS)]
        thing, people = _split(sentence, at, words)
        excepted = tuple(w for w in sentence.words if _behind_exception(sentence, w, home))
        charge = _Charge(at, free != denied, thing or before, people, excepted)
        before = charge.thing  # "the pool is free for guests; visitors pay 15 euros" is of one pool
        yield charge


def _used_so(sentence: Sentence, cue: int) -> int | None:
    """Where the verb is that "free" or "for free" follows: bikes that "travel free" are free, whatever they do."""
    verb = cue - 2 if cue > 1 and sentence.tokens[cue - 1].norm == "for" else cue - 1
    if verb < 1 or sentence.tokens[cue].norm not in _FREE:
        return None
    shares = [lexicon().verb_share(form) for form in sentence.tokens[verb].keys]
    return verb if max(shares, default=0.0) >= _MOSTLY else None


def _split(sentence: Sentence, cue: int, words: Sequence[Word]) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """The thing and the people of a statement: who pays stands before the verb, for whom it is free behind "for".

    Who uses a thing "for free" stands before the verb, too.
    """
    pays = sentence.tokens[cue].norm in _PAYS
    if not pays and sentence.tokens[cue - 1].norm == "for" and cue:
        users, used = _user(sentence, cue), [w for w in words if not acts(sentence, w)]
        if users and any(w not in users for w in used):
            words, pays = used, True
            cue = max(w.index for w in users) + 1
    thing: list[Word] = []
    people: list[Word] = []
    for word in words:
        opened = next((i for i in range(word.index - 1, -1, -1) if sentence.tokens[i].norm in _FOR), None)
        behind = opened is not None and all(
            sentence.tokens[i].kind != "mark" and i != cue for i in range(opened, word.index)
        )
        if pays:
            (people if word.index < cue else thing).append(word)
        else:
            (people if behind else thing).append(word)
    named = [w for w in people if not w.keys & _ANYBODY and w.token.norm not in _ANYBODY]
    return tuple(w for w in thing if not w.keys & _TIMES), tuple(named)  # "10 euros a day"


def _user(sentence: Sentence, cue: int) -> tuple[Word, ...]:
    """The subject of a statement that says what somebody does: "members can use the pool", not "it can be used"."""
    home = sentence.statements[cue]
    passive = any(
        t.norm in BE or t.norm == "be" for t, n in zip(sentence.tokens, sentence.statements, strict=True) if n == home
    )
    subject = None if passive else subject_of(sentence, home)
    return subject.words if subject else ()


def _behind_exception(sentence: Sentence, word: Word, home: int) -> bool:
    return sentence.statements[word.index] >= home and any(
        t.norm in _EXCEPT for i, t in enumerate(sentence.tokens) if i < word.index
    )


def _of_one(mine: _Charge, theirs: _Charge, code: str) -> bool:
    """Whether two are of one thing and the same people, so far as both name any, and neither is an exception."""
    own = [w for w in mine.thing if w not in mine.excepted]
    other = [w for w in theirs.thing if w not in theirs.excepted]
    if bool(own) != bool(other) or not (_held(own, other, code) and _held(other, own, code)):
        return False
    if any(_held([w], theirs.excepted, code) for w in (*mine.people, *mine.excepted)):
        return False
    people = [w for w in mine.people if w not in mine.excepted]
    theirs_too = [w for w in theirs.people if w not in theirs.excepted]
    if people and theirs_too:
        return _held(people, theirs_too, code) and _held(theirs_too, people, code)
    return not theirs_too and bool(own)  # "guests pay 5 euros" is of guests alone


def _held(words: Sequence[Word], by: Sequence[Word], code: str) -> bool:
    return all(any(w.keys & o.keys or similarity(w, o, code) >= _SAME for o in by) for w in words)
