"""False edits of words: opposites, negation, quantifiers, modality, comparison, time order, conditions, details."""

import re
from collections.abc import Iterator
from random import Random

from training.contrast_opposites import FIXED_AFTER, FIXED_BEFORE, NOUNS, PLAIN, VERBS, entries
from training.contrast_rules import LABELLED
from training.contrast_text import CONTRADICTED, UNSUPPORTED, Edit, Sentence
from training.contrast_verbs import IRREGULAR, forms, participle, past, plural, third
from training.contrast_wordlists import INSERTED, NOUN_AFTER, TRAILING, VERB_BASES

_DETERMINERS = frozenset(
    "two three four five six seven eight nine ten a an the this that these those his her its their our my your no each "
    "every any some".split()
)
_TO = frozenset(
    "to will would can could may might must shall should did does do not didn't doesn't don't cannot can't won't "
    "couldn't they we you i who never always also".split()
)
_FINITE_BEFORE = frozenset("he she it who which that also never always often then and she".split())
_AUXILIARY = frozenset("is are was were be been being has have had having get got gets".split())
_MONTHLIKE = frozenset(("may", "march"))


def verb_table(pairs: list[tuple[str, str]]) -> dict[str, list[tuple[str, str, str]]]:
    """Inflected form -> (name of the form, base, the other verb's form), for each pair of verb phrases."""
    table: dict[str, list[tuple[str, str, str]]] = {}
    for one, other in pairs:
        theirs = forms(other)
        for name, form in forms(one).items():
            table.setdefault(form, []).append((name, one, theirs[name]))
    return table


def fits(sentence: Sentence, index: int, form: str) -> bool:
    """Whether the index-th word can be this form of a verb here (base and -s forms are often nouns)."""
    before = sentence.before(index)
    if form == "base":
        return before in _TO
    if form == "third":
        return before in _FINITE_BEFORE or (
            before not in _DETERMINERS and sentence.after(index) in _DETERMINERS and before != "" and before not in _TO
        )
    if form == "past":
        return (
            before not in _AUXILIARY
            and before not in _DETERMINERS
            and not before.endswith("'s")
            and sentence.after(index) != "by"
        )
    if form == "participle":
        return before in _AUXILIARY or sentence.after(index) == "by"
    return True


def _both(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return pairs + [(other, one) for one, other in pairs]


_OPPOSITE_VERBS = verb_table(_both(entries(VERBS)))
_OPPOSITE_WORDS: dict[str, list[str]] = {}
for _one, _other in _both(entries(PLAIN)):
    _OPPOSITE_WORDS.setdefault(_one, []).append(_other)
_OPPOSITE_NOUNS: dict[str, list[str]] = {}
for _one, _other in _both(entries(NOUNS)):
    _OPPOSITE_NOUNS.setdefault(_one, []).append(_other)
    _OPPOSITE_NOUNS.setdefault(plural(_one), []).append(plural(_other))
_FIXED_AFTER = {word: frozenset(after.split()) for word, after in FIXED_AFTER.items()}
_FIXED_BEFORE = {word: frozenset(before.split()) for word, before in FIXED_BEFORE.items()}


def opposites(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """A word replaced by its opposite in the same form."""
    for index, word in enumerate(sentence.words):
        lower = word.lower
        if word.text != lower and (sentence.text[: word.start].strip(" `'\"") or sentence.names_follow(index)):
            continue
        if lower in _MONTHLIKE or sentence.after(index) in _FIXED_AFTER.get(lower, ()):
            continue
        if sentence.before(index) in _FIXED_BEFORE.get(lower, ()):
            continue
        verbs = [other for form, _, other in _OPPOSITE_VERBS.get(lower, ()) if fits(sentence, index, form)]
        nouns = _OPPOSITE_NOUNS.get(lower, []) if _noun_here(sentence, index) else []
        options = [o for o in (*verbs, *nouns, *_OPPOSITE_WORDS.get(lower, ())) if o not in sentence.lowers]
        if options:
            yield sentence.replaced("opposite", CONTRADICTED, word.start, word.end, rng.choice(options))


def _noun_here(sentence: Sentence, index: int) -> bool:
    """Whether the word looks like a noun: no word before it requires a verb, a function word or punctuation follows."""
    after = sentence.after(index)
    return sentence.before(index) not in _TO and (after == "" or after in NOUN_AFTER)


_BE = r"is|are|was|were"
_ADD_NOT = re.compile(
    rf"\b(?P<aux>{_BE}|will|would|can|could|should|must|may|might|does|did|(?:has|have|had)(?= "
    rf"(?:been|\w+ed|{'|'.join(sorted({p for _, p in IRREGULAR.values()}))})\b))"
    r" (?!not\b|no\b|never\b|n't|only\b|also\b|neither\b|nor\b|none\b|nothing\b|still\b|yet\b|"
    r"both\b|either\b|hardly\b|barely\b|and\b|or\b|to\b|the most\b|so\b|as well\b)(?=[a-z0-9])"
)
_REMOVE_NOT = re.compile(
    rf"\b(?:(?P<aux>{_BE}|has|have|had|will|would|should|must|may|might|could|does|do|did|can)"
    rf"(?P<gap> not| ?n['’]t)|(?P<cannot>cannot|can not))"
    r"(?! (?:only|just|until|merely|simply|necessarily|all|every|one|a single|even|yet|any|be "
    r"confused|alone|least|always|much)\b)(?= \w)"
)
_WEAK_SUBJECT = re.compile(
    r"\b(?:[Ss]ome|[Mm]any|[Mm]ost|[Ss]everal|[Ff]ew|[Ss]ometimes|[Oo]ften|[Uu]sually|"
    r"[Gg]enerally|[Nn]ot|[Nn]o|n't|[Ii]f|[Uu]nless)\b"
)
_POSITIVE_VERB = re.compile(
    r"^(?P<subject>(?:He|She|It|They|We|I|(?:The|This|His|Her|Their|Its) [a-z]+|[A-Z]\w+(?: "
    r"[A-Z]\w+)?)) (?P<verb>[a-z]+)(?= [a-zA-Z0-9$€£])"
)
_PHRASES = (
    (
        re.compile(r"\b(fail(?:s|ed|ing)?) to\b"),
        lambda m: {"fails": "manages", "failed": "managed", "failing": "managing"}.get(m[1], "manage") + " to",
    ),
    (
        re.compile(r"\b(manag(?:e|es|ed|ing)) to\b"),
        lambda m: {"manages": "fails", "managed": "failed", "managing": "failing"}.get(m[1], "fail") + " to",
    ),
    (re.compile(r"\b(refus(?:es|ed)) to\b"), lambda m: "agrees to" if m[1] == "refuses" else "agreed to"),
    (re.compile(r"\b(agree[sd]) to\b"), lambda m: "refuses to" if m[1] == "agrees" else "refused to"),
    (re.compile(r"\bno longer\b"), lambda _: "still"),
    (
        re.compile(r"(?<=[a-z] )still(?= [a-z])(?! (?:not|no|life|image|frame|photo|be|has|have|had|to)\b)"),
        lambda _: "no longer",
    ),
    (re.compile(r"\b(?:has|have) yet to ([a-z]+)\b"), lambda m: m[0].split()[0] + " already " + participle(m[1])),
    (re.compile(r"\b(?:has|have) already ([a-z]+)\b(?= \w)"), lambda m: m[0].split()[0] + " not yet " + m[1]),
    (re.compile(r"(?<=[a-z] )without(?= [a-z])(?! (?:a doubt|question|any|ever))"), lambda _: "with"),
    (
        re.compile(r"\bthere (was|is) no(?= [a-z])(?! (?:longer|one|doubt|other|more|such))"),
        lambda m: f"there {m[1]} some",
    ),
    (
        re.compile(r"\bthere (were|are) no(?= [a-z])(?! (?:longer|one|doubt|other|more|such))"),
        lambda m: f"there {m[1]} many",
    ),
    (re.compile(r"\bbut not\b(?! (?:limited|only|necessarily|always|all))"), lambda _: "and also"),
    (re.compile(r"\bneither (\w+) nor\b"), lambda m: f"both {m[1]} and"),
    (re.compile(r"\bboth (\w+) and\b"), lambda m: f"neither {m[1]} nor"),
)


def negations(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """Add or remove the negation of the clause."""
    if sentence.text.rstrip(" '\"”").endswith("?"):
        return
    yield from _negated(sentence, rng)
    yield from _affirmed(sentence, rng)
    yield from _denied_verbs(sentence, rng)
    for pattern, new in _PHRASES:
        for match in pattern.finditer(sentence.text):
            yield sentence.replaced("negation_phrase", CONTRADICTED, *match.span(), new(match))


_NOUN_LIKE = ("the ", "a ", "his ", "her ", "'s ", " I ", "that ")


def _negated(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """Put "not" or "never" after an auxiliary. With "some" or "may" both can be true, so the label is unsupported."""
    for match in _ADD_NOT.finditer(sentence.text):
        aux, before = match["aux"], sentence.text[max(0, match.start() - 40) : match.start()]
        if aux in ("can", "will", "must", "might", "may") and before.endswith(_NOUN_LIKE):
            continue
        weak = aux in ("may", "might", "could") or _WEAK_SUBJECT.search(before)
        follower = sentence.text[match.end() :].split(" ", 1)[0]
        never = not weak and aux in ("was", "were", "has", "have", "had") and follower.endswith("ed")
        new = "never " if never and rng.random() < 0.4 else "not "
        edit = sentence.replaced("negation_added", UNSUPPORTED if weak else CONTRADICTED, match.end(), match.end(), new)
        yield Edit(edit.kind, edit.text, match.start(), match.end() + len(new) - 1, edit.label)


def _affirmed(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """Remove "not" or "never"; if a "did" goes with it, inflect the verb."""
    text = sentence.text
    for match in re.finditer(r"(?<=[a-z] )never (?=[a-z])", text):
        new = "always" if rng.random() < 0.4 else "once"
        yield sentence.replaced("negation_removed", CONTRADICTED, match.start(), match.end() - 1, new)
    if not sentence.lowers.isdisjoint(("until", "but")):
        return
    for match in _REMOVE_NOT.finditer(text):
        if re.search(r"\bwhether\b|\bif\b", text[max(0, match.start() - 40) : match.start()]):
            continue
        new, end = match["aux"] or "can", match.end()
        if new in ("did", "do", "does"):
            verb = _NEXT_WORD.match(text, end)
            if not verb or verb[1] not in VERB_BASES:
                continue
            new = {"did": past, "do": str, "does": third}[new](verb[1])
            end = verb.end()
        yield sentence.replaced("negation_removed", CONTRADICTED, match.start(), end, new)


_NEXT_WORD = re.compile(r" ([a-z]+)\b")


def _denied_verbs(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """Deny the main verb in the simple past: "won" -> "did not win", "failed to win", "has yet to win"."""
    match = _POSITIVE_VERB.match(sentence.text)
    base = PASTS.get(match["verb"]) if match else None
    if not match or not base or sentence.text.startswith(" by ", match.end()):
        return
    if match["subject"] not in ("He", "She", "It", "They", "We", "I") and re.search(
        rf"\b(?:{_BE}|has|had)\b", sentence.text
    ):
        return  # "The film directed by ... was": a participle
    new = rng.choice(("did not {}", "never {}", "failed to {}", "did not {}", "refused to {}"))
    new = new.format(match["verb"] if new.startswith("never") else base)
    yield sentence.replaced("negation_added", CONTRADICTED, *match.span("verb"), new)


PASTS = {past(base): base for base in VERB_BASES if past(base) != base}


def phrases(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """Quantifiers, modality, comparison, time order and conditions, by rules on phrases."""
    for kind, rules in LABELLED:
        for pattern, new, label in rules:
            for match in pattern.finditer(sentence.text):
                yield sentence.replaced(kind, label, *match.span(), new)
    yield from _fulfilled(sentence)


_INTENDED = re.compile(
    r"\b(?:(is|are|was|were) (?:expected|scheduled|planned|due|set|slated|supposed|about|"
    r"going) to|(plans?|intends?|hopes?|wants?) to) (be )?([a-z]+)\b"
)


def _fulfilled(sentence: Sentence) -> Iterator[Edit]:
    """State a plan as done."""
    for match in _INTENDED.finditer(sentence.text):
        if (
            match[4] == "be"
            or match[4].endswith("ly")
            or match[4] in ("have", "not", "a", "the")
            or sentence.before(0) == "to"
        ):
            continue
        plural_subject = match[1] in ("are", "were") or match[2] in ("plan", "intend", "hope", "want")
        if match[3]:
            new = f"{'were' if plural_subject else 'was'} {match[4]}"
        elif match[4] in VERB_BASES:
            new = f"{'have' if plural_subject else 'has'} {participle(match[4])}" if match[2] else past(match[4])
        else:
            continue
        yield sentence.replaced("modality", UNSUPPORTED, *match.span(), new)


_TRAILING_CONDITION = re.compile(
    r" ?,? (?:only )?(?:if|unless|except|except for|provided that|provided|as long as|so long "
    r"as|on condition that|only for|only when|only in|subject to)"
    r" (?!not\b|any\b|necessary)[^,;:.()]{4,80}$"
)


def dropped_conditions(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """Drop a trailing condition or exception; the span is the rest of the claim."""
    end = sentence.body_end
    match = _TRAILING_CONDITION.search(sentence.text, 0, end)
    if (
        match
        and match.start() > 25
        and not re.search(r"\b(?:as|even|what|see|asked?s?|wonder\w*|know)$", sentence.text[: match.start()])
    ):
        text = sentence.text[: match.start()] + sentence.text[end:]
        yield Edit("condition_dropped", text, 0, match.start(), UNSUPPORTED)


_HEDGES = re.compile(
    r"(?<=[a-z] )(?:allegedly|reportedly|supposedly|almost|nearly|partially|partly|sometimes|"
    r"occasionally) (?=[a-z]+(?:ed|en)\b|all\b|every\b|always\b|never\b)|^Some (?=[a-z]+s "
    r"(?:are|were|have|can|will)\b)|\b(?:some|many|most) of (?=(?:the|its|his|her|their) "
    r"[a-z]+s\b)"
)


def dropped_hedges(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """Drop a word that narrows the claim; the span is the word that it narrowed."""
    for match in _HEDGES.finditer(sentence.text):
        follower = re.compile(r"\w+(?: [a-z]+)?").match(sentence.text, match.end())
        if follower:
            edit = sentence.replaced("scope", UNSUPPORTED, match.start(), follower.end(), follower[0])
            yield edit


_SUBJECT_NOUN = re.compile(
    r"\b([Tt]he|[Aa]|[Hh]is|[Hh]er|[Ii]ts) (?=(?!same|first|second|third|only|most|late|best|"
    r"least|fact|number|number-)[b-df-hj-np-tv-z][a-z]{3,} )"
)
_ONLY_PLACE = re.compile(r"(?<=[a-z]{3} )(?=(?:in|on|by|for|at) (?:[A-Z][a-z]+|the|a)\b)")


def added_details(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """Add a plausible detail that no source gives, at the end or before a noun."""
    text, end = sentence.text, sentence.body_end
    if (
        end < len(text)
        and text[end:].strip() == "."
        and text[end - 1].isalnum()
        and not text.startswith(("*", "-", "``", "|"))
        and end > 25
    ):
        options = [detail for detail in TRAILING if not sentence.lowers.intersection(detail.split()[-2:])]
        if options:
            edit = sentence.replaced("detail_added", UNSUPPORTED, end, end, " " + rng.choice(options))
            yield Edit(edit.kind, edit.text, edit.start + 1, edit.end, edit.label)
    found = list(_SUBJECT_NOUN.finditer(text))
    if found:
        match, word = rng.choice(found), rng.choice(INSERTED)
        if word not in sentence.lowers:
            edit = sentence.replaced("detail_added", UNSUPPORTED, match.end(), match.end(), word + " ")
            yield Edit(edit.kind, edit.text, edit.start, edit.end - 1, edit.label)
    places = list(_ONLY_PLACE.finditer(text))
    if places and "only" not in sentence.lowers:
        match = rng.choice(places)
        if re.search(r"(?:ed|s|wn|ld) $", text[: match.start()]):
            edit = sentence.replaced("scope", UNSUPPORTED, match.start(), match.start(), "only ")
            yield Edit(edit.kind, edit.text, edit.start, edit.end - 1, edit.label)


MAKERS = (opposites, negations, phrases, dropped_conditions, dropped_hedges, added_details)
