"""What a sentence permits or forbids: the act and the thing, who may or may not, and in what circumstances.

"Dogs are welcome on a lead", "No dogs", "Hunde dürfen nicht hinein" and "you can't bring a dog" are one act on one
thing, allowed or forbidden. A duty ("must") is a force of its own, and denied it forbids.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from critique_core.language.sentence import Sentence, Word
from critique_core.language.tokens import Token, keys
from critique_core.text import word_classes
from critique_core.text.permission_words import (
    ADVISED,
    AUDIENCE,
    CIRCUMSTANCE,
    CONDITIONAL,
    DUTIES,
    EVERYWHERE,
    FORBIDDING,
    HANDLING,
    MODALS,
    OBJECT_PRONOUNS,
    OBJECTIONS,
    PERMITTING,
    STATES,
    THESE,
    TURNS,
    UNRESERVED,
)

Force = Literal["allowed", "forbidden", "required"]
_ENDS = frozenset(".;:!?()—–")
_JOINS = frozenset(", and or nor und oder et ou y o e en of".split())
_LACKING = frozenset("without sans sin senza sem ohne zonder".split())
_HARMLESS = frozenset("only nur seulement solo solamente soltanto apenas alleen".split())
_IMPERATIVES = frozenset("not n't never".split())
_PASSIVE = frozenset("be been being".split())
_BEFORE_ACT = frozenset("free safe fine ok okay".split())
_SAFE_IN = frozenset("during in while".split())
_CONSUMING = frozenset("eat eaten drink drunk consume consumed".split())
_OPENING = 3
_FORCES = (FORBIDDING, PERMITTING)


@dataclass(frozen=True, slots=True)
class Circumstance:
    """When, where or how something is allowed or forbidden.

    ``exception`` says that it is what is left out, ``lacking`` that its words are what there is none of ("without").
    """

    text: str
    words: tuple[Word, ...]
    exception: bool = False
    lacking: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """One permission or prohibition.

    ``start`` and ``end`` bound its words in the sentence's text, ``cue`` is the index of the token that gives its
    force. ``members`` are the acts and things, one group of words for each member of a list; what is only handling
    ("bring", "use"), or only pointed to ("this medicine"), is in none. ``agents`` are those who may or may not.
    ``refers`` says that a pronoun stands for the thing, ``points`` that it is the topic ("this medicine"),
    ``unreserved`` that the permission is stated without reserve ("safely").
    """

    force: Force
    start: int
    end: int
    cue: int
    members: tuple[tuple[Word, ...], ...]
    agents: tuple[Word, ...]
    circumstances: tuple[Circumstance, ...]
    refers: bool
    points: bool
    unreserved: bool

    @property
    def core(self) -> tuple[Word, ...]:
        """The words of all members."""
        return tuple(word for group in self.members for word in group)

    @property
    def lacked(self) -> tuple[Word, ...]:
        """The words of what there is none of: "flash" in "photos without flash"."""
        return tuple(word for one in self.circumstances if one.lacking for word in one.words)


@lru_cache(maxsize=20_000)
def rules(sentence: Sentence) -> tuple[Rule, ...]:
    """The permissions and prohibitions of a sentence, in order; none in a language without the words for them."""
    if sentence.code not in PERMITTING or sentence.text.rstrip().endswith("?"):
        return ()
    found = (_rule(sentence, part) for part in _parts(sentence))
    return tuple(rule for rule in found if rule is not None)


def gives_force(sentence: Sentence, word: Word) -> bool:
    """Whether a word permits or forbids here; none does in a language without the words for it."""
    return sentence.code in PERMITTING and _gives_force(sentence, word.index)


def _parts(sentence: Sentence) -> Iterator[range]:
    """The stretches that each hold one force: cut at marks and "but", and at "and" between two forces."""
    start = 0
    for position in range(len(sentence.tokens) + 1):
        if position == len(sentence.tokens) or _cuts(sentence, start, position):
            if position > start:
                yield range(start, position)
            start = position + 1 if position < len(sentence.tokens) and _is_mark(sentence, position) else position


def _is_mark(sentence: Sentence, position: int) -> bool:
    return sentence.tokens[position].kind == "mark"


def _cuts(sentence: Sentence, start: int, position: int) -> bool:
    token = sentence.tokens[position]
    if token.text in _ENDS:
        return token.text != ":" or _has_words(sentence, position)
    if token.norm in TURNS[sentence.code]:
        return True
    if token.norm not in _JOINS or token.norm == "of":
        return False
    stop = next((i for i in range(position + 1, len(sentence.tokens)) if _stops(sentence, i)), len(sentence.tokens))
    return any(_gives_force(sentence, i) for i in range(start, position)) and any(
        _gives_force(sentence, i) for i in range(position + 1, stop)
    )


def _stops(sentence: Sentence, position: int) -> bool:
    return sentence.tokens[position].text in _ENDS or sentence.tokens[position].norm in _JOINS


def _has_words(sentence: Sentence, colon: int) -> bool:
    """Whether more than a bare force follows a colon: "Pets: not allowed" is one statement."""
    after = (w for w in sentence.words if w.index > colon)
    return any(not _is_one_of(w.token, _FORCES, sentence.code) for w in after)


def _gives_force(sentence: Sentence, position: int) -> bool:
    token, code = sentence.tokens[position], sentence.code
    if token.norm in MODALS[code] | DUTIES[code]:
        return True
    return token.kind == "word" and _is_one_of(token, _FORCES, code) and not _is_no_force(sentence, position)


def _is_one_of(token: Token, tables: Sequence[dict[str, frozenset[str]]], code: str) -> bool:
    """Whether a word is in one of the tables: in English as it is written, elsewhere by its stem."""
    forms = frozenset((token.norm,)) if code == "en" else token.keys | {token.norm}
    return any(not forms.isdisjoint(_forms(table[code], code)) for table in tables)


@lru_cache(maxsize=128)
def _forms(words: frozenset[str], code: str) -> frozenset[str]:
    return words if code == "en" else frozenset(form for word in words for form in keys(word, code))


def _rule(sentence: Sentence, part: range) -> Rule | None:
    cue, force = _force(sentence, part)
    if force is None:
        return None
    circumstances, taken = _circumstances(sentence, part)
    words = [w for w in sentence.words if w.index in part and w.index not in taken and not _says_force(sentence, w)]
    agents = _agents(sentence, words, part, cue)
    pointed = [w for w in words if w.index and sentence.tokens[w.index - 1].norm in THESE[sentence.code]]
    core = [w for w in words if w not in agents and w not in pointed]
    core = [w for w in core if w.token.norm not in _CONSUMING] or core  # who may not have juice may not drink it
    refers = any(sentence.tokens[i].norm in OBJECT_PRONOUNS[sentence.code] for i in part if i not in taken)
    text = [sentence.tokens[i] for i in part]
    return Rule(
        force, text[0].start, text[-1].end, cue, tuple(_members(sentence, core)), agents, tuple(circumstances), refers,
        bool(pointed),
        any(t.norm in UNRESERVED[sentence.code] | OBJECTIONS[sentence.code] for t in text),
    )  # fmt: skip


def _force(sentence: Sentence, part: range) -> tuple[int, Force | None]:
    """The token that permits or forbids, and which of the two; ``None`` where it is neither or cannot be known."""
    code, tokens = sentence.code, sentence.tokens
    clause = next((i for i in part if i > part.start and tokens[i].norm in CONDITIONAL[code]), part.stop)
    denials = [i for i in part if _denies(sentence, i) and i < clause]
    if len(denials) > 1:
        return 0, None
    objections = [i for i in part if tokens[i].norm in OBJECTIONS[code]]
    if objections:
        return objections[0], "allowed" if denials else None
    unadvised = [i for i in part if tokens[i].norm in ADVISED[code] and denials and denials[0] < i]
    forbids = [i for i in part if _is_one_of(tokens[i], (FORBIDDING,), code)]
    permits = [i for i in part if _is_one_of(tokens[i], (PERMITTING,), code) and not _is_no_force(sentence, i)]
    modal = [i for i in part if tokens[i].norm in MODALS[code] and not _is_no_force(sentence, i)]
    duties = [i for i in part if tokens[i].norm in DUTIES[code]]
    if forbids or unadvised:
        lifted = not unadvised and (denials or (permits and code != "en"))
        return (unadvised or forbids)[0], "allowed" if lifted else "forbidden"
    if duties and not permits:
        return duties[0], "forbidden" if denials else "required"
    if permits or modal:
        return (permits or modal)[0], "forbidden" if denials else "allowed"
    return (denials[0], "forbidden") if denials and _commands(sentence, part, denials[0]) else (0, None)


def _denies(sentence: Sentence, position: int) -> bool:
    norm = sentence.tokens[position].norm
    before = sentence.tokens[position - 1].norm if position else ""
    after = sentence.tokens[position + 1].norm if position + 1 < len(sentence.tokens) else ""
    known = word_classes.NEGATION[sentence.code] - _LACKING
    return norm in known and before != "or" and after not in _HARMLESS and position not in sentence.limiting


def _is_no_force(sentence: Sentence, position: int) -> bool:
    """Whether "can" or "may" is a thing or the month here; "free" and "safe" are no permission but before "to"."""
    before = sentence.tokens[position - 1] if position else None
    if sentence.code != "en":
        return False
    if sentence.tokens[position].norm in _BEFORE_ACT:
        after = sentence.tokens[position + 1].norm if position + 1 < len(sentence.tokens) else ""
        return after != "to" and not (sentence.tokens[position].norm == "safe" and after in _SAFE_IN)
    if before is None:
        return False
    return before.norm in ("a", "an", "the", "in", "of", "this", "each") or before.kind == "number"


def _commands(sentence: Sentence, part: range, cue: int) -> bool:
    """Whether a denial opens a command or a sign: "do not mix", "never mix", "no dogs", "ne pas mélanger"."""
    tokens, code = sentence.tokens, sentence.code
    opening = [tokens[i].norm for i in part[: cue - part.start]]
    if code == "en":
        if tokens[cue].norm == "no":
            spoken = (tokens[i].norm for i in part if i > cue)
            return not opening and not any(norm in ("is", "are", "was", "were", "has", "have") for norm in spoken)
        return tokens[cue].norm in _IMPERATIVES and all(norm in ("please", "do", "and", ",") for norm in opening)
    if code == "fr" and opening[:1] in (["ne"], ["n'"]):
        return True
    return all(norm in ("bitte", "ne", "n'", "n", "por", "favor", "per", "favore") for norm in opening)


def _says_force(sentence: Sentence, word: Word) -> bool:
    code = sentence.code
    if (
        word.token.norm
        in ADVISED[code] | UNRESERVED[code] | OBJECTIONS[code] | EVERYWHERE[code] | MODALS[code] | DUTIES[code]
    ):
        return True
    return _is_one_of(word.token, (*_FORCES, HANDLING), code)


def _circumstances(sentence: Sentence, part: range) -> tuple[list[Circumstance], set[int]]:
    """The stretches that a preposition or "if" opens, and the places of their tokens; none of what holds everywhere."""
    code, tokens = sentence.code, sentence.tokens
    openings = [i for i in part if tokens[i].norm in CIRCUMSTANCE[code] | CONDITIONAL[code]]
    by_index = {w.index: w for w in sentence.words}
    found, taken = list[Circumstance](), set[int]()
    everywhere = any(tokens[i].norm in EVERYWHERE[code] for i in part)
    for opening in openings:
        stop = next(
            (i for i in range(opening + 1, part.stop) if i in openings or _ends_circumstance(sentence, i)), part.stop
        )
        words = tuple(by_index[i] for i in range(opening, stop) if i in by_index)
        words = tuple(w for w in words if not _is_one_of(w.token, _FORCES, code))
        taken |= {w.index for w in words}
        if words and not everywhere:
            text = sentence.text[tokens[opening].start : tokens[stop - 1].end]
            norm = tokens[opening].norm
            found.append(Circumstance(text, words, norm in word_classes.EXCEPTION, norm in _LACKING))
    return found, taken


def _ends_circumstance(sentence: Sentence, position: int) -> bool:
    """Whether a circumstance ends here: at a comma, or before the verb or the force."""
    token = sentence.tokens[position]
    return token.text == "," or token.norm in STATES[sentence.code] or _gives_force(sentence, position)


def _agents(sentence: Sentence, words: Sequence[Word], part: range, cue: int) -> tuple[Word, ...]:
    """Those who may or may not: what precedes the force where an act follows it, and whom rules are for anyhow."""
    code, tokens = sentence.code, sentence.tokens
    audience = tuple(w for w in words if _is_one_of(w.token, (AUDIENCE,), code))
    before = [w for w in words if w.index < cue]
    after = [w for w in words if w.index > cue]
    following = [tokens[i].norm for i in part if cue < i <= cue + _OPENING]
    acted = after or any(tokens[i].norm in OBJECT_PRONOUNS[code] for i in part if i > cue)
    if code != "en" or not acted or _PASSIVE & set(following) or not _is_active(sentence, cue):
        return audience
    return tuple(dict.fromkeys((*before, *audience)))


def _is_active(sentence: Sentence, cue: int) -> bool:
    """Whether an act follows the force: after "may", or after "allowed to"."""
    if sentence.tokens[cue].norm in MODALS["en"] | DUTIES["en"]:
        return True
    return cue + 1 < len(sentence.tokens) and sentence.tokens[cue + 1].norm in ("to", "from")


def _members(sentence: Sentence, core: Sequence[Word]) -> Iterator[tuple[Word, ...]]:
    """The words of each member of a list: "tripods and selfie sticks" makes two."""
    group: list[Word] = []
    for word in core:
        if group and any(sentence.tokens[i].norm in _JOINS - {"of"} for i in range(group[-1].index + 1, word.index)):
            yield tuple(group)
            group = []
        group.append(word)
    if group:
        yield tuple(group)
