"""Which English words can be finite verbs, and in which form: enough to see that both halves of a compound are clauses.

A closed list of common verbs, not a tagger: a verb it does not know only means that a compound stays whole, and a wrong
split is worse than none.
"""

from typing import Literal


def word_set(words: str) -> frozenset[str]:
    """The words of a list written as one string."""
    return frozenset(words.split())


VerbForm = Literal["auxiliary", "modal", "third", "past", "base"]

MODALS = word_set("can could will would may might must shall should cannot can't won't couldn't wouldn't shouldn't")
BE = word_set("is are was were am isn't aren't wasn't weren't")
HAVE = word_set("has have had hasn't haven't hadn't")
AUXILIARIES = BE | HAVE | word_set("does do did doesn't don't didn't")
NEGATIONS = word_set("not never no neither nor nobody none nothing cannot without hardly rarely")

_VERBS = (
    "accept achieve acquire activate adapt add adopt advise allow announce apply appoint approve arrange arrive "
    "assemble "
    "assign attend attract authenticate authorize avoid award ban become begin belong bind block borrow break "
    "bring build "
    "buy cache calculate cancel carry catch cause celebrate change charge check choose close collect combine "
    "come commit "
    "compare compile compete complete comprise compute conclude conduct configure confirm connect consist construct "
    "consume contain continue contribute control convert cook cost cover create cut decide declare decline decrease "
    "decrypt define delete deliver demand deny depend deploy deprecate describe deserve design destroy detect "
    "determine "
    "develop die differ direct disable discover display distribute divide donate double download draw drink "
    "drive drop "
    "earn eat elect eliminate emit employ enable encode encourage encrypt end enforce enjoy enrol ensure enter "
    "establish "
    "estimate evaluate examine exceed exclude execute exist expand expect expire export expose extend face fail "
    "fall feature "
    "fetch fight fill find finish fit fix fly follow forbid force form forward found fund generate get give go "
    "govern grant "
    "grow guarantee handle happen hash hate have head hear help hire hit hold host hunt identify ignore "
    "illustrate implement "
    "import improve include increase indicate inform inherit inhibit injure insert inspect install integrate "
    "interrupt "
    "introduce invalidate invent invest invite invoke involve issue join jump keep kill know lack last launch "
    "lay lead leak "
    "learn leave lend let lie like limit link list listen live load lock log look lose love lower maintain make "
    "manage "
    "manufacture map mark marry match matter mean measure meet merge migrate miss modify monitor mount move "
    "name need "
    "normalize notify observe obtain occupy occur offer open operate oppose order own parse participate pass "
    "pay perform permit "
    "persist pick place plan play poll possess post predict prefer prepare present preserve prevent print "
    "process produce "
    "prohibit promise promote propose protect prove provide publish pull purchase push put qualify quit raise "
    "range rank "
    "reach read rebuild receive recognize recommend record recover redirect reduce refer reflect refresh refund "
    "refuse "
    "register reject release rely remain remember remove rename render renew rent repair repeat replace reply report "
    "represent request require reset resign resolve respond restart restore restrict result retain retire retry "
    "return "
    "revoke rise rotate round route rule run save scan schedule score search secure see seek select sell send "
    "separate serve "
    "set settle share shift ship show shrink shut sign sing sit skip slow solve sort speak specify spend split "
    "sponsor spread "
    "stand start state stay steal stop store stretch strengthen strike study submit succeed suffer supply "
    "support surround "
    "survive suspend switch take talk target teach tell terminate test throw total touch track trade train transfer "
    "transform translate transmit travel treat trigger trim triple try turn understand update upgrade upload "
    "use validate "
    "argue assume believe claim doubt explain feel hope insist mention note reopen say suggest think "
    "value vary verify visit vote wait walk want warn wash watch wear weigh welcome win wipe withdraw work wrap "
    "write yield"
)
# Verbs whose plain or -s form is as often a noun.
_ALSO_NOUNS = (
    "claim doubt hope note accept award ban block break cache cause change charge check close commit control "
    "cost cover cut decline decrease "
    "demand design direct display double download draw drink drive drop end estimate export face fall feature "
    "fight fill "
    "find fit fix force form forward fund grant guarantee handle hash hate head help hire hit hold host hunt "
    "import increase "
    "insert issue join jump kill lack last launch lay lead leak lie like limit link list live load lock log "
    "look love lower "
    "map mark match matter mean measure mount move name need offer open order own pass pay pick place plan play "
    "poll post "
    "present print process produce promise pull purchase push range rank read record redirect refund register "
    "reject release "
    "rent repair repeat reply report request reset result retry return rise round route rule run save scan "
    "schedule score "
    "search secure separate set shift ship show sign slow sort split spread stand start state stay stop store "
    "stretch strike "
    "study supply support surround switch talk target test throw total touch track trade train transfer "
    "transform travel "
    "treat trigger trim triple try turn update upgrade upload use value visit vote wait walk want wash watch "
    "wear welcome "
    "win work wrap yield"
)
# base, past, participle where they are not -ed.
_IRREGULAR = (
    "become became become|begin began begun|break broke broken|bring brought brought|build built built|buy "
    "bought bought|"
    "catch caught caught|choose chose chosen|come came come|cost cost cost|cut cut cut|draw drew drawn|drink "
    "drank drunk|"
    "drive drove driven|eat ate eaten|fall fell fallen|fight fought fought|find found found|fly flew flown|"
    "forbid forbade forbidden|get got got|give gave given|go went gone|grow grew grown|hear heard heard|hit hit hit|"
    "hold held held|keep kept kept|know knew known|lay laid laid|lead led led|leave left left|lend lent lent"
    "|let let let|"
    "lose lost lost|make made made|mean meant meant|meet met met|pay paid paid|put put put|quit quit quit|read "
    "read read|"
    "rebuild rebuilt rebuilt|rise rose risen|run ran run|see saw seen|seek sought sought|sell sold sold|send "
    "sent sent|"
    "set set set|shrink shrank shrunk|shut shut shut|sing sang sung|sit sat sat|speak spoke spoken|spend spent spent|"
    "split split split|spread spread spread|stand stood stood|steal stole stolen|strike struck struck|take took "
    "taken|"
    "teach taught taught|tell told told|throw threw thrown|understand understood understood|wear wore worn|win "
    "won won|"
    "withdraw withdrew withdrawn|write wrote written|bind bound bound|fit fit fit|"
    "say said said|think thought thought|feel felt felt"
)


def _third(base: str) -> str:
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return {"have": "has"}.get(base, base + ("es" if base.endswith(("s", "sh", "ch", "x", "z", "o")) else "s"))


def _regular_pasts(base: str) -> set[str]:
    if base.endswith("e"):
        return {base + "d"}
    if base.endswith("y") and base[-2] not in "aeiou":
        return {base[:-1] + "ied"}
    # Doubling follows stress, which spelling does not tell: both spellings are known, one of them is never written.
    doubled = base[-1] not in "wxyhs" and base[-2] in "aeiou" and base[-3:-2] not in set("aeiou")
    return {base + "ed"} | ({base + base[-1] + "ed"} if doubled else set())


NOUNS_TOO = frozenset(_ALSO_NOUNS.split())
_ROWS = {base: (past, participle) for base, past, participle in (row.split() for row in _IRREGULAR.split("|"))}
BASES = frozenset(_VERBS.split())
THIRDS = {_third(base): base for base in BASES}
PASTS = {past for base in BASES - set(_ROWS) for past in _regular_pasts(base)} | {past for past, _ in _ROWS.values()}
PARTICIPLES = {past for base in BASES - set(_ROWS) for past in _regular_pasts(base)} | {
    participle for _, participle in _ROWS.values()
}
# Past forms that cannot be participles, so that "wrote" is the verb of its clause wherever it stands.
ONLY_PAST = frozenset(past for past, participle in _ROWS.values() if past != participle) - {"saw"}
# After these, what follows is reported, not stated.
REPORTING = word_set(
    "say says said believe believes believed think thinks thought claim claims claimed suggest suggests suggested "
    "argue argues argued know knows knew hope hopes hoped doubt doubts doubted assume assumes assumed report reports "
    "reported state states stated show shows showed find finds found mean means meant mention mentions "
    "mentioned note "
    "notes noted indicate indicates indicated announce announces announced confirm confirms confirmed explain "
    "explains "
    "explained estimate estimates estimated expect expects expected ensure ensures ensured imagine imagines predict "
    "predicts predicted promise promises promised feel feels felt insist insists insisted deny denies denied"
)


def verb_form(word: str) -> VerbForm | None:
    """The finite form a lower-case word can be, or ``None`` for a word not known as a finite verb."""
    if word in MODALS:
        return "modal"
    if word in AUXILIARIES:
        return "auxiliary"
    if word in THIRDS:
        return "third"
    if word in PASTS:
        return "past"
    return "base" if word in BASES else None


def maybe_noun(word: str) -> bool:
    """Whether a lower-case verb form is as often a noun ("returns", "plan")."""
    return THIRDS.get(word, word) in NOUNS_TOO
