"""Keeping edits of words: synonyms, contractions, details left out, clauses moved, broader terms."""

import re
from collections.abc import Iterator
from random import Random
from typing import TypeGuard

from training.contrast_synonyms import HYPERNYMS, NOUNS, PLAIN, VERBS, pairs
from training.contrast_text import MONTHS, NOT_NAMES, SUPPORTED, Edit, Sentence, upper_first
from training.contrast_verbs import plural
from training.contrast_wordlists import NOUN_AFTER
from training.contrast_words import fits, verb_table

_VERBS = verb_table(pairs(VERBS))
_NOUNS: dict[str, list[str]] = {}
for _one, _other in pairs(NOUNS):
    _NOUNS.setdefault(_one, []).append(_other)
    _NOUNS.setdefault(plural(_one), []).append(plural(_other))
_PHRASES: dict[str, list[tuple[str, str]]] = {}
for _entry in PLAIN.strip().replace("\n", "|").split("|"):
    _old, _new = _entry.split("/")
    _PHRASES.setdefault(re.split(r"[ .]", _old.lower())[0], []).append((_old, _new))
_BROADER: dict[str, str] = {}
for _entry in HYPERNYMS.strip().replace("\n", "|").split("|"):
    _one, _other = _entry.replace("-", " ").split(" ", 1)
    _BROADER[_one] = _other
    _BROADER[plural(_one)] = plural(_other) if _other != "piece of furniture" else "pieces of furniture"
_IN_NAME = re.compile(r"[A-Z][\w.]* \0|\0 (?:[A-Z]|of )")
_PRONOUNS = frozenset("it him her them me us you".split())
_BEFORE_NOUN = re.compile(
    r"(?:a|an|the|this|that|his|her|its|their|our|my|your|s|of|in|by|for|with|and|or|from|as|"
    r"no|any|\w+(?:al|ive|ful|ous|ent|an|ish|ic|er|est|y|ed|se))$"
)


def synonyms(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """One word or phrase replaced by another of the same meaning, inflected alike."""
    for index, word in enumerate(sentence.words):
        starts = not sentence.text[: word.start].strip(" `'\"")
        if word.lower in _PHRASES:
            yield from _phrases(sentence, index, starts)
        if word.text != word.lower and not starts:
            continue
        for form, _, new in _VERBS.get(word.lower, ()):
            if _verb_here(sentence, index, form, new):
                yield sentence.replaced("synonym", SUPPORTED, word.start, word.end, new)
        after = sentence.after(index)
        if word.lower in _NOUNS and (after == "" or after in NOUN_AFTER) and _BEFORE_NOUN.match(sentence.before(index)):
            yield sentence.replaced("synonym", SUPPORTED, word.start, word.end, rng.choice(_NOUNS[word.lower]))


def _phrases(sentence: Sentence, index: int, starts: bool) -> Iterator[Edit]:
    """The phrases that begin with the index-th word."""
    word = sentence.words[index]
    if sentence.before(index) in ("even", "as", "so", "no", "far") and word.lower != "in":
        return
    for old, new in _PHRASES[word.lower]:
        end = word.start + len(old)
        here = sentence.text[word.start : end]
        if (here != old and not (starts and here.lower() == old)) or _GOES_ON.match(sentence.text, end):
            continue
        if old[0].isupper() and _IN_NAME.search(f"{sentence.text[: word.start]}\0{sentence.text[end:]}"):
            continue
        after = _AFTER.match(sentence.text, end)
        if word.lower == "worldwide" and after and after[1] not in NOUN_AFTER:
            continue
        if not (new.startswith("lack") and sentence.text.startswith((" to ", " been "), end)):
            yield sentence.replaced("synonym", SUPPORTED, word.start, end, new)


_AFTER = re.compile(r" ([a-z]+)")
_GOES_ON = re.compile(r"[\w'’-]")
_PARTICLES = frozenset("to out up off down away back over for against".split())
_BEFORE_ING = frozenset("by of is are was were been while after before for".split())


def _verb_here(sentence: Sentence, index: int, form: str, new: str) -> bool:
    """Whether the verb has no particle, no pronoun that would split the new phrase, and stands as a verb."""
    after = sentence.after(index)
    if after in _PARTICLES or (" " in new and after in _PRONOUNS) or not fits(sentence, index, form):
        return False
    return form != "ing" or sentence.before(index) in _BEFORE_ING


_CONTRACTED = re.compile(r"\b(is|are|was|were|do|does|did|has|have|had|would|could|should) not\b(?= [a-z])")
_EXPANDED = re.compile(r"\b(is|are|was|were|do|does|did|has|have|had|would|could|should)(?: ?n['’]t)\b")
_IRREGULAR_CONTRACTIONS = (
    (re.compile(r"\b(?:can ?not)\b(?= [a-z])"), "can't"), (re.compile(r"\bwill not\b(?= [a-z])"), "won't"),
    (re.compile(r"\bcan['’]t\b|\bca n['’]t\b"), "cannot"), (re.compile(r"\bwon['’]t\b|\bwo n['’]t\b"), "will not"),
    (re.compile(r"\b(?<=[Ii])t is\b(?= [a-z])"), "t's"), (re.compile(r"\b[Tt]hey are\b(?= [a-z])"), "they're"),
)  # fmt: skip


def contractions(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """Contract "is not" to "isn't", and the other way round."""
    for match in _CONTRACTED.finditer(sentence.text):
        yield sentence.replaced("contraction", SUPPORTED, *match.span(), f"{match[1]}n't")
    for match in _EXPANDED.finditer(sentence.text):
        yield sentence.replaced("contraction", SUPPORTED, *match.span(), f"{match[1]} not")
    for pattern, new in _IRREGULAR_CONTRACTIONS:
        for match in pattern.finditer(sentence.text):
            yield sentence.replaced("contraction", SUPPORTED, *match.span(), new)


_DOUBLE = (
    (re.compile(r"\b(is|are|was|were) (possible|legal)\b"), r"\1 not {}"),
    (re.compile(r"\b(is|are|was|were) (impossible|illegal)\b"), r"\1 not {}"),
)
_OPPOSITE = {"possible": "impossible", "legal": "illegal"}
_OPPOSITE |= {other: one for one, other in _OPPOSITE.items()}
_STILL = (
    (re.compile(r"\bremained open\b"), "did not close"), (re.compile(r"\bremained closed\b"), "did not open"),
    (re.compile(r"\bremains closed\b"), "is still not open"),
    (re.compile(r"\bremained unchanged\b"), "did not change"),
    (re.compile(r"\b(?:was|were) absent from\b"), "did not attend"),
    (re.compile(r"\bdid not attend\b"), "stayed away from"), (re.compile(r"\bdid not succeed\b"), "failed"),
    (re.compile(r"\bdid not win\b"), "failed to win"), (re.compile(r"\bforgot to\b"), "did not remember to"),
    (re.compile(r"\bnever returned\b"), "did not return at any point"),
    (re.compile(r"\bis still alive\b"), "is not dead"), (re.compile(r"\bhas not yet been\b"), "is yet to be"),
    (re.compile(r"\bhas yet to\b(?= [a-z]+)"), "is still to"),
    (re.compile(r"\bhas failed to (?=[a-z]+)"), "did not "),
    (re.compile(r"(?<!has )(?<!have )(?<!had )(?<!having )\bfailed to (?=[a-z]+)"), "did not "),
    (re.compile(r"\bis free of\b"), "does not contain"),
)  # fmt: skip


def double_negations(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """The same said by denying the opposite."""
    for pattern, _ in _DOUBLE:
        for match in pattern.finditer(sentence.text):
            if match[2] in _OPPOSITE:
                yield sentence.replaced(
                    "double_negation", SUPPORTED, *match.span(), f"{match[1]} not {_OPPOSITE[match[2]]}"
                )
    for pattern, new in _STILL:
        for match in pattern.finditer(sentence.text):
            yield sentence.replaced("double_negation", SUPPORTED, *match.span(), new)


_PARENTHESIS = re.compile(r" ?\((?![^()]{0,2}\))[^()]{1,80}\)(?= ?[\w,.;])")
_NARROWING = re.compile(
    r"\b(?:except|excluding|not|only|if|unless|minus|alleged\w*|fictional|formerly|without|no|disputed)\b"
)
_RELATIVE = re.compile(r" ?, (?:which|who|whose|where) [^,;:()]{5,120}(?: ?,(?= [a-z])| ?(?=\.\s*$))")
_PARTICIPIAL = re.compile(
    r" ?, (?:\w+ing|based|directed|written|produced|starring|known|located|named|along with|"
    r"together with|as well as|including|followed by|according to) [^,;:()]{5,120}(?= ?\.\s*$)"
)
_APPOSITION = re.compile(
    r"^(?P<name>[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,3}) ?, (?P<what>(?:a|an|the|his|her|its) "
    r"[^,;:()]{4,60}?) ?, (?P<verb>(?:is|was|has|had|will|[a-z]+ed|[a-z]+s|became|won|made|"
    r"led|wrote|took|began|said|told|gave|found|left) .*)$"
)
_OPENING = re.compile(
    rf"^(?:In|On|During) (?:(?:(?:early|late|mid|the|spring|summer|autumn|fall|winter|of) "
    rf")*(?:(?:{'|'.join(MONTHS)})\b ?|\d{{1,4}}s?\b ?)+(?: ?, (?=\d{{4}})\d{{4}} ?)?) ?, "
    rf"(?=[\w`\"$€£])"
)
_FILLER = re.compile(
    r"^(?:However|Additionally|Moreover|Furthermore|Meanwhile|Notably|In addition|Also|Thus|"
    r"Therefore|Nevertheless|Similarly|Then|Later|Finally|Subsequently|Eventually) ?, "
    r"(?=[\w`\"])"
)
_ADVERB = re.compile(
    r"(?<=[a-z] )(?:quickly|notably|officially|eventually|subsequently|immediately|recently|"
    r"quietly|suddenly|rapidly|famously|publicly|frequently|originally|initially|currently|"
    r"successfully|finally|later|also|widely|heavily|strongly|briefly|formally|jointly|"
    r"directly|slightly|significantly|sharply|dramatically|steadily|very|highly|extremely|"
    r"particularly) (?=[a-z])"
)
_PLACE_OR_TIME = re.compile(
    r"(?P<lead>\b(?:was|were|has been|have been) (?:\w+ly )?(?:released|published|founded|"
    r"established|opened|built|completed|launched|announced|introduced|filmed|shot|recorded|"
    r"elected|appointed|arrested|killed|born|cancelled|canceled|premiered|sold|bought|"
    r"acquired|closed|demolished|renamed|awarded|signed|promoted|discovered|buried|ratified|"
    r"approved|rejected)|\b(?:died|premiered|debuted|retired|resigned|graduated|opened|closed)"
    r")"
    r" (?P<tail>(?:in|on|at) (?:[A-Z0-9][\w–-]*|the)(?:,? (?:[A-Z0-9][\w–-]*|of|the))*)(?= ?\.\s*$)"
)


def left_out(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """A parenthesis, relative clause, adverb, opening or closing detail left out, where what is left still follows."""
    text = sentence.text
    if filler := _FILLER.match(text):
        yield sentence.dropped("left_out", 0, filler.end())
    for match in _PARENTHESIS.finditer(text):
        if match.start() > 10 and not _NARROWING.search(match[0]):
            yield sentence.dropped("left_out", *match.span())
    if not sentence.fragile:
        yield from _appositions(sentence)
        yield from _details(sentence)


def _appositions(sentence: Sentence) -> Iterator[Edit]:
    """Tell "Kimura, a farmer, won" without the apposition, or with its halves exchanged."""
    match = _APPOSITION.match(sentence.text)
    if match and match["name"].split(" ")[0] not in NOT_NAMES:
        what, name, verb = match["what"], match["name"], match["verb"]
        yield Edit("left_out", f"{name} {verb}", 0, 0, SUPPORTED)
        if sentence.text.count(",") == 2:
            yield Edit("moved", f"{upper_first(what)}{sentence.comma}{name}{sentence.comma}{verb}", 0, 0, SUPPORTED)


def _details(sentence: Sentence) -> Iterator[Edit]:
    """What a sentence without negation, "only", "all" or superlative can do without."""
    text = sentence.text
    spans = [match.span() for match in _RELATIVE.finditer(text) if match.start() > 8]
    if text.count(",") == 1:
        spans += [match.span() for match in _PARTICIPIAL.finditer(text) if match.start() > 25]
    if (opening := _OPENING.match(text)) and _EVENT_VERB.search(text, opening.end()):
        spans.append(opening.span())
    for match in _ADVERB.finditer(text):
        if text[: match.start()].rstrip().rsplit(" ", 1)[-1] not in _HOLDS_ADVERB:
            spans.append(match.span())
    if text.count(",") < 2:
        spans += [match.span("tail") for match in _PLACE_OR_TIME.finditer(text)]
    for start, end in spans:
        yield sentence.dropped("left_out", start, end)


_EVENT_VERB = re.compile(r"\b(?:[a-z]{3,}ed|won|became|began|made|took|led|wrote|left|met)\b")
_HOLDS_ADVERB = frozenset("as so how very too years days months weeks year month day".split())


_SECOND_SENTENCE = re.compile(r"[a-z0-9)]\. ?[A-Z]")
_CONJUNCTIONS = r"When|After|Before|Although|Though|Because|While|As soon as|If|Unless|Once|Even though|Whenever"
_FIRST_CLAUSE = re.compile(rf"^(?P<when>(?:{_CONJUNCTIONS}) [^,;:.()]+?) ?, (?P<main>[^,;:()]+?)(?P<stop> ?\.\s*)$")
_LATER_CLAUSE = re.compile(
    r"^(?P<main>[A-Z][^,;:()]{10,120}?) (?P<when>(?:when|because|although|even though|after|"
    r"before|while|as soon as|once|if|unless) (?:he|she|it|they|the|a|an|his|her|its|their|"
    r"[A-Z]\w+) [^,;:()]{4,100}?)(?P<stop> ?\.\s*)$"
)
_LATER_TIME = re.compile(
    rf"^(?P<main>[A-Z][^,;:()]{{15,140}}?) (?P<when>(?:in|on|during) (?:(?:early|late|mid|the|"
    rf"spring|summer|autumn|fall|winter) )*(?:(?:{'|'.join(MONTHS)}|\d{{1,4}}s?)\b ?)+)"
    rf"(?P<stop> ?\.\s*)$"
)
_FIRST_TIME = re.compile(
    rf"^(?P<when>(?:In|On|During) (?:(?:early|late|mid|the|spring|summer|autumn|fall|winter) "
    rf")*(?:(?:{'|'.join(MONTHS)}|\d{{1,4}}s?)\b ?)+) ?, (?P<main>[^,;:()]+?)(?P<stop> ?\.\s*)$"
)
_NESTED = re.compile(
    r"\b(?:that|which|who|said|whom|whose|where|when|because|after|before|while|although|and|"
    r"but|or|if|unless|until|since)\b",
    re.IGNORECASE,
)
# Nouns that a date after them may belong to: "the war in 1914".
_EVENT = re.compile(
    r"\b(?:starting|beginning|ending|born|held|dated|due|from|since|until|effective|war|revolution|elections?|crisis|season|championships?|earthquake|attacks?|events|"
    r"coup|riots?|invasion|protests?|tournament|massacre|census|games|Olympics|Cup|debut|"
    r"edition|series)$"
)
_LOWERED = frozenset(
    "The A An He She It They We This These Those There His Her Its Their Some Many Several "
    "Most All No Two Three Four Five Both Each Every".split()
)


def moved_clauses(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """Tell "When X, Y" as "Y when X", and the other way round, where neither holds another clause."""
    if _SECOND_SENTENCE.search(sentence.text):
        return
    match = _FIRST_CLAUSE.match(sentence.text)
    if match and not _NESTED.search(match["main"]) and not _NESTED.search(match["when"], 8):
        main = match["main"]
        if main.split(" ")[0].lower() not in _REFERRING and main.count(" ") > 1:
            yield _put(f"{upper_first(main)} {_lower_first(match['when'])}{match['stop']}")
    match = _LATER_CLAUSE.match(sentence.text)
    if not match or _NESTED.search(match["main"]) or _NESTED.search(match["when"], 9):
        return
    # "two months after", "shortly before": the time belongs to the clause; "not because" denies the cause
    if match["main"].rsplit(" ", 1)[-1] in _MEASURES or ("not" in sentence.lowers and "because" in match["when"]):
        return
    if match["main"].split(" ")[0] in _LOWERED or _named(sentence):
        yield _put(f"{upper_first(match['when'])}{sentence.comma}{_lowered(match['main'])}{match['stop']}")


def moved_dates(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """A date from the end to the front, or from the front to the end."""
    if _SECOND_SENTENCE.search(sentence.text) or not sentence.lowers.isdisjoint(("not", "only")):
        return
    match = _LATER_TIME.match(sentence.text)
    if _whole(match) and (match["main"].split(" ")[0] in _LOWERED or _named(sentence)):
        when = upper_first(match["when"].rstrip())
        yield _put(f"{when}{sentence.comma}{_lowered(match['main'])}{match['stop']}")
    match = _FIRST_TIME.match(sentence.text)
    if _whole(match) and not match["main"][0].isdigit() and not _TIGHT_END.search(match["main"][-12:]):
        yield _put(f"{upper_first(match['main'])} {_lower_first(match['when'].rstrip())}{match['stop']}")


def _whole(match: re.Match[str] | None) -> TypeGuard[re.Match[str]]:
    """Whether the main clause holds no other clause and no event noun that the date could belong to."""
    return match is not None and not _NESTED.search(match["main"]) and not _EVENT.search(match["main"])


_REFERRING = frozenset("he she it they his her their its this".split())
_MEASURES = frozenset(
    "years year months month weeks week days day hours hour minutes shortly soon just even long immediately right only "
    "not ever again".split()
)
_TIGHT_END = re.compile(r"\d|\b(?:from|between|of)\b")


def _put(text: str) -> Edit:
    return Edit("moved", text, 0, 0, SUPPORTED)


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def _named(sentence: Sentence) -> bool:
    """Whether the first word keeps its capital inside a sentence because a name begins there."""
    return (bool(sentence.names) and sentence.names[0][0] == 0) or bool(re.match(r"[A-Z][\w'’]+ [A-Z]", sentence.text))


def _lowered(main: str) -> str:
    return main[0].lower() + main[1:] if main.split(" ", maxsplit=1)[0] in _LOWERED else main


def broader(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """A kind in place of the thing: "a violin" as "an instrument", where nothing in the sentence turns that false."""
    if sentence.fragile:
        return
    for index, word in enumerate(sentence.words):
        new = _BROADER.get(word.lower) if word.text == word.lower else None
        after = sentence.after(index)
        if (
            new
            and (
                (after == "" and sentence.text[word.end : word.end + 2].strip()[:1] in (".", ","))
                or after in NOUN_AFTER
            )
            and after != "of"
            and sentence.before(index) in ("a", "an", "his", "her", "the", "two", "three")
        ):
            yield sentence.replaced("broader", SUPPORTED, word.start, word.end, new)


MAKERS = (synonyms, contractions, double_negations, left_out, moved_clauses, moved_dates, broader)
