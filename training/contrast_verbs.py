"""Inflection of verbs, nouns and adjectives for contrast edits."""

import re

# irregular verbs: base past participle
_IRREGULAR = """
be was been|beat beat beaten|become became become|begin began begun|break broke broken|bring brought brought
build built built|buy bought bought|catch caught caught|choose chose chosen|come came come|cost cost cost|cut cut cut
deal dealt dealt|do did done|draw drew drawn|drive drove driven|eat ate eaten|fall fell fallen|feed fed fed
feel felt felt|fight fought fought|find found found|fly flew flown|forbid forbade forbidden|forget forgot forgotten
freeze froze frozen|get got got|give gave given|go went gone|grow grew grown|have had had|hear heard heard
hide hid hidden|hit hit hit|hold held held|keep kept kept|know knew known|lead led led|leave left left|lend lent lent
let let let|lose lost lost|make made made|mean meant meant|meet met met|overcome overcame overcome|pay paid paid
put put put|read read read|rebuild rebuilt rebuilt|ride rode ridden|ring rang rung|rise rose risen|run ran run
say said said|see saw seen|seek sought sought|sell sold sold|send sent sent|set set set|shoot shot shot
show showed shown|shrink shrank shrunk|shut shut shut|sing sang sung|sink sank sunk|sit sat sat|sleep slept slept
speak spoke spoken|spend spent spent|stand stood stood|steal stole stolen|strike struck struck|swim swam swum
take took taken|teach taught taught|tell told told|think thought thought|throw threw thrown
undergo underwent undergone|understand understood understood|undertake undertook undertaken|upset upset upset
wear wore worn|win won won|withdraw withdrew withdrawn|write wrote written|overthrow overthrew overthrown
outrun outran outrun|outsell outsold outsold|overtake overtook overtaken|fire fired fired
"""
IRREGULAR = {
    base: (past, participle)
    for entry in _IRREGULAR.replace("\n", "|").split("|")
    if entry.strip()
    for base, past, participle in [entry.split()]
}
# regular verbs that double the last consonant
_DOUBLING = frozenset(
    "admit ban bar beg commit control defer drop equip grab hug omit permit plan prefer plot plug propel refer regret "
    "rob ship slip star step stop submit transfer transmit trap trim wed wrap occur expel patrol rebut".split()
)
_S_ENDING = re.compile(r"(?:s|x|z|ch|sh|o)$")
_Y_ENDING = re.compile(r"[^aeiou]y$")


def past(base: str) -> str:
    """The simple past: "won", "started"."""
    return IRREGULAR[base][0] if base in IRREGULAR else _regular(base)


def participle(base: str) -> str:
    """The past participle: "beaten", "started"."""
    return IRREGULAR[base][1] if base in IRREGULAR else _regular(base)


def third(base: str) -> str:
    """The third person singular, or the plural of a noun: "wins", "carries"."""
    if base in ("be", "have"):
        return {"be": "is", "have": "has"}[base]
    if _Y_ENDING.search(base):
        return base[:-1] + "ies"
    return base + ("es" if _S_ENDING.search(base) else "s")


def ing(base: str) -> str:
    """The present participle: "winning", "starting"."""
    if base in _DOUBLING or base in _ING_DOUBLING:
        return base + base[-1] + "ing"
    if base.endswith("ie"):
        return base[:-2] + "ying"
    return (
        base[:-1] if base.endswith("e") and not base.endswith(("ee", "oe", "ye")) and base != "be" else base
    ) + "ing"


_ING_DOUBLING = frozenset("begin cut forbid forget get hit let put rob run set shut sit swim win upset outrun".split())


def _regular(base: str) -> str:
    if base in _DOUBLING:
        return base + base[-1] + "ed"
    if base.endswith("e"):
        return base + "d"
    return base[:-1] + "ied" if _Y_ENDING.search(base) else base + "ed"


def forms(phrase: str) -> dict[str, str]:
    """The forms of a verb phrase whose first word is inflected: base, third, past, participle, ing."""
    head, _, rest = phrase.partition(" ")
    tail = f" {rest}" if rest else ""
    makers = {"base": str, "third": third, "past": past, "participle": participle, "ing": ing}
    return {name: make(head) + tail for name, make in makers.items()}


_IRREGULAR_PLURALS = {
    "man": "men", "woman": "women", "child": "children", "person": "people", "wife": "wives", "life": "lives",
    "half": "halves", "knife": "knives", "shelf": "shelves", "wolf": "wolves", "scarf": "scarves", "mouse": "mice",
    "foot": "feet", "kilo": "kilos", "photo": "photos", "piano": "pianos", "cello": "cellos", "salmon": "salmon",
    "sheep": "sheep",
}  # fmt: skip


def plural(noun: str) -> str:
    """The plural of a noun phrase whose last word is inflected."""
    head, _, last = noun.rpartition(" ")
    last = _IRREGULAR_PLURALS.get(last, third(last))
    return f"{head} {last}" if head else last
