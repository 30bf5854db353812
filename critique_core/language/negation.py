"""What a negation negates: its cue words, how far each reaches and the word it denies."""

from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.statements import AUXILIARY
from critique_core.language.tokens import Token
from critique_core.text import word_classes

FALSE_VALUES = frozenset("false no off none null disabled never 0".split())
_JOINS = frozenset("and or und y et e ou oder en nor".split())
_STOPS = frozenset(
    "but although because when while unless until if sondern sino mais mas maar weil wenn falls si".split()
)
_NOUN_CUES = frozenset("no neither none nobody nothing lack lacks lacked lacking without".split())
_SUBJECT_CUES = frozenset("no neither none nobody nothing".split())
_TO_CUES = frozenset(
    """fail fails failed failing refuse refuses refused refusing refusal failure inability unable decline declined
    declines neglect neglects neglected forget forgets forgot omit omits omitted""".split()
)
_FROM_CUES = frozenset("refrain refrains refrained refraining abstain abstains abstained abstaining desist".split())
_HARMLESS = frozenset(
    """- ‑ only just merely simply solely later more less fewer earlier . doubt matter necessarily all every everyone
    everything always each""".split()
)
_PASSED = frozenset(
    "need have able allow permit require oblige possible yet ever any get currently also even necessary".split()
)
_BACK = frozenset(
    """advised advisable recommended allowed permitted possible accepted acceptable offered available necessary needed
    required compulsory mandatory obligatory""".split()
)
_SPENT = frozenset("is are was were be been run runs ran running".split())
_OUT_OF_PLACE = frozenset("order date control place the his her their reach sight town tune work bed".split())
_BEFORE_VERBS = {
    "es": frozenset("no nunca jamás ningún ninguna ninguno nadie nada sin ni".split()),
    "it": frozenset("non mai nessun nessuno nessuna senza né".split()),
    "pt": frozenset("não nunca jamais nenhum nenhuma ninguém sem nem".split()),
    "fr": frozenset("aucun aucune sans ni".split()),
    "ru": frozenset("не нет ни без".split()),
}
"""Words that stand before what they deny, and deny nothing before them: "el albergue no tiene ascensor"."""
_REACH = 7
_DENIED_BACK = 2
_BESIDE, _INSTEAD = 3, 4


def cues(tokens: tuple[Token, ...], code: str, kind: str) -> list[int]:
    """The positions of the words that negate; in records also the values that say no."""
    known = word_classes.NEGATION.get(code, frozenset()) | word_classes.DENYING.get(code, frozenset())
    found = [i for i, t in enumerate(tokens) if t.norm in known and not (code == "en" and _harmless(tokens, i))]
    if code == "en":
        found += [i for i, t in enumerate(tokens) if t.norm in _TO_CUES and _norm(tokens, i + 1) == "to"]
        found += [i for i, t in enumerate(tokens) if t.norm in _FROM_CUES and _norm(tokens, i + 1) == "from"]
        found += [i for i in range(2, len(tokens)) if _is_out_of(tokens, i)]
        found += [i for i, t in enumerate(tokens[:-1]) if _is_prefix(t, tokens[i + 1])]
        found = [i for i in found if not _is_reply(tokens, i)]
        found = _without_needed(tokens, found)
    if kind in ("record", "code", "table"):
        found += [i for i, t in enumerate(tokens) if t.norm in FALSE_VALUES and i not in found and not t.text.isdigit()]
    return found


def _is_prefix(token: Token, following: Token) -> bool:
    """Whether "non-" opens a word that it denies: "non-refundable"."""
    return token.norm == "non" and following.start == token.end + 1


def _is_reply(tokens: tuple[Token, ...], position: int) -> bool:
    """Whether "No," answers a question before the sentence: "No, he sends an invoice." denies no invoice.

    Nor does it in a chat: "jonas: no, the build fails".
    """
    opens = position == 0 or tokens[position - 1].text == ":"
    behind = tokens[position + 1].text if position + 1 < len(tokens) else ""
    return opens and tokens[position].norm == "no" and behind in (",", ".", "-", "–")


def _is_out_of(tokens: tuple[Token, ...], position: int) -> bool:
    """Whether "is out of" or "has run out of" ends here: what follows is there no more."""
    before = [t.norm for t in tokens[position - 2 : position + 1]]
    following = _norm(tokens, position + 1)
    return before[1:] == ["out", "of"] and before[0] in _SPENT and following not in _OUT_OF_PLACE


def _without_needed(tokens: tuple[Token, ...], found: list[int]) -> list[int]:
    """The cues but those of "not ... without X" or "without X ... no", which together say that X is needed."""
    for cue in found:
        if tokens[cue].norm != "without":
            continue
        marks = (i for i in range(cue) if tokens[i].kind == "mark" and tokens[i].text not in "$€£¥")
        stop = max(marks, default=-1)
        first = next((i for i in found if stop < i < cue), None)
        if first is None and not any(t.content for t in tokens[:cue]):
            first = next((i for i in found if i > cue), None)
        if first is not None:
            return [i for i in found if i not in (first, cue)]
    return found


def is_cue(token: Token, code: str) -> bool:
    """Whether a word only negates and says nothing of its own."""
    return token.norm in word_classes.NEGATION.get(code, ())


def is_no_longer(tokens: tuple[Token, ...], position: int) -> bool:
    """Whether a word is the second of "no longer", which negates like "not"."""
    return tokens[position].norm == "longer" and _norm(tokens, position - 1) == "no"


def _norm(tokens: tuple[Token, ...], position: int) -> str:
    return tokens[position].norm if 0 <= position < len(tokens) else ""


def _harmless(tokens: tuple[Token, ...], position: int) -> bool:
    """Tell "not only", "no later than", "not all", "whether or not", "No. 5", "not 560": they deny no statement."""
    norm, after, before = tokens[position].norm, _norm(tokens, position + 1), _norm(tokens, position - 1)
    if norm in ("no", "not", "n't") and after in _HARMLESS:
        return not (after in ("all", "every", "each") and norm == "n't")
    if norm == "not" and (before in ("or", "if", "why") or _sets_number_aside(tokens, position)):
        return True
    return norm == "nothing" and after == "but"


def _sets_number_aside(tokens: tuple[Token, ...], position: int) -> bool:
    """Whether "not" only corrects a number: "540, not 560", "540 rooms not 560", "not 560 but 540"."""
    before, after = tokens[max(0, position - _BESIDE) : position], tokens[position + 1 : position + 1 + _INSTEAD]
    if not before or not after or after[0].kind != "number":
        return False
    told = before[-1].norm not in AUXILIARY and any(t.kind == "number" for t in before)
    return told or before[-1].kind == "mark" or any(t.norm == "but" for t in after)


def reach(tokens: tuple[Token, ...], clauses: tuple[int, ...], cue: int, code: str, kind: str) -> dict[int, int]:
    """Which tokens a negation reaches, with their distance from it in content words."""
    if kind in ("record", "table") and tokens[cue].norm in FALSE_VALUES:
        return {i: 1 for i, t in enumerate(tokens) if t.content and i < cue}
    reached: dict[int, int] = {}
    distance = 0
    for i in range(cue + 1, len(tokens)):
        fresh = clauses[i] > clauses[cue] + 2 and tokens[i].norm not in _JOINS and tokens[i].kind != "mark"
        if tokens[i].text in ".;:!?。；" or tokens[i].norm in _STOPS or fresh:
            break
        if tokens[i].content or tokens[i].code:
            distance += 1
            reached[i] = distance
        if distance >= (1 if tokens[cue].norm == "non" else _REACH):
            break
    denies_back = tokens[cue].norm in word_classes.DENYING.get(code, ())
    ahead = tokens[cue].norm in _BEFORE_VERBS.get(code, ()) and any(i > cue for i in reached)
    if (code != "en" and not ahead) or tokens[cue].norm in ("nothing", "nobody", "none", "never", "neither"):
        _reach_back(tokens, clauses, cue, 6 if denies_back else 3, reached)
    return reached


def _reach_back(
    tokens: tuple[Token, ...], clauses: tuple[int, ...], cue: int, most: int, reached: dict[int, int]
) -> None:
    """Languages that negate after the verb: "gilt nicht", "non è ammesso", "está prohibido"."""
    distance = 0
    for i in range(cue - 1, -1, -1):
        if clauses[i] != clauses[cue] or distance >= most:
            return
        if tokens[i].content:
            distance += 1
            reached.setdefault(i, distance + 1)


def denied(tokens: tuple[Token, ...], cue: int, reached: dict[int, int], code: str) -> set[int]:
    """The words whose statement the negation turns round: in English the next verb or noun, else the nearest words."""
    ordered = sorted((distance, i) for i, distance in reached.items())
    if code != "en" or (cue and not any(i > cue for i in reached)):
        return {
            i
            for distance, i in ordered
            if distance <= _DENIED_BACK or tokens[cue].norm in word_classes.DENYING.get(code, ())
        }
    found: set[int] = set()
    for distance, i in ordered:
        if i < cue:
            continue
        token = tokens[i]
        if is_no_longer(tokens, i):
            continue
        found.add(i)
        if tokens[cue].norm in _NOUN_CUES and _norm(tokens, cue + 1) != "longer":
            onward = _norm(tokens, i + 1)
            phrase = i + 1 in reached or (tokens[cue].norm in _SUBJECT_CUES and onward in AUXILIARY | {"of", "one"})
            if not phrase or token.norm.endswith(("ed", "en", "ing")) or distance >= 4:
                break
        elif not (token.keys & _PASSED or _is_modifier(token)):
            break
    if any(tokens[i].norm in _BACK for i in found):
        found |= _subject_of(tokens, cue)
    return found


def _subject_of(tokens: tuple[Token, ...], cue: int) -> set[int]:
    """The words before "is not allowed" and the like, which the verdict is about."""
    found: set[int] = set()
    for i in range(cue - 1, max(-1, cue - 6), -1):
        if tokens[i].kind == "mark" or tokens[i].norm in _STOPS | _JOINS:
            break
        if tokens[i].content:
            found.add(i)
    return found


def _is_modifier(token: Token) -> bool:
    """An adverb or a plain adjective, which passes the negation on to the word it goes with."""
    if token.norm.endswith("ly"):
        return True
    parts = frozenset[str]().union(*(lexicon().related(form, PARTS) for form in token.keys if form in lexicon()))
    return bool(parts) and parts <= {"a", "r"}
