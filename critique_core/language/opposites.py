"""Words that deny each other: WordNet's antonyms, and the pairs of rules and reports that it lacks."""

from functools import lru_cache
from itertools import product

from critique_core.language.lexicon import ANTONYM, DERIVED, PARTS, lexicon
from critique_core.language.tokens import keys as keys_of

# each line: what one side says, what the other says; WordNet holds adjectives well, but few verbs of rules and events
_SIDES = (
    ("include cover contain comprise encompass inclusive", "exclude omit except exclusive"),
    (
        "allow permit authorise authorize let entitle legal lawful",
        "forbid prohibit ban bar outlaw disallow illegal unlawful contraindicate",
    ),
    (
        "support back favour favor endorse approve accept adopt pass ratify welcome for approval",
        "oppose reject refuse veto dismiss condemn rejection",
    ),
    (
        "support keep maintain retain continue preserve",
        "drop discontinue remove abandon scrap abolish cease stop end axe withdraw",
    ),
    ("enable activate", "disable deactivate"),
    (
        "rise increase grow climb raise expand surge soar growth improve",
        "fall drop decrease decline shrink lower reduce cut sink plunge slump reduction worsen",
    ),
    ("open", "close shut"),
    ("start begin launch commence", "end stop finish conclude"),
    ("win victory", "lose"),
    ("hire appoint recruit", "dismiss fire sack"),
    ("mandatory compulsory obligatory", "optional voluntary"),
    ("succeed pass", "fail"),
    ("survive persist", "die kill perish lose"),
    ("convict guilty", "acquit innocent"),
    ("confirm admit acknowledge", "deny"),
    ("arrive", "depart leave"),
    ("join", "leave quit"),
    ("stay remain", "leave resign quit"),
    ("build erect", "demolish"),
    ("safe", "dangerous unsafe hazardous"),
    ("hot warm", "cold cool"),
    ("present", "absent"),
    ("public", "private confidential"),
    ("majority", "minority"),
    ("profit surplus", "loss deficit"),
    ("strengthen", "weaken"),
    ("extend lengthen prolong", "shorten curtail"),
    ("accelerate", "slow decelerate"),
    ("widen", "narrow"),
    ("praise", "criticise criticize blame scorn condemn"),
    ("often frequently", "rarely seldom"),
    ("early", "late"),
    ("cheap inexpensive", "expensive costly dear pricey"),
    ("free", "chargeable"),
    ("import", "export"),
    ("positive", "negative"),
    ("maximum", "minimum"),
    ("encrypt", "decrypt unencrypted"),
    ("synchronous", "asynchronous"),
    ("first", "last"),
    (
        "uphold sustain affirm reaffirm confirm stand",
        "overturn quash annul revoke repeal overrule rescind reverse lift scrap",
    ),
    ("grant approve", "refuse deny reject withhold"),
    ("tight", "loose"),
    ("mild", "cold severe harsh"),
    ("rare", "common frequent"),
    ("north northern", "south southern"),
    ("east eastern", "west western"),
    ("male man", "female woman"),
    ("agree consent", "refuse decline differ"),
    ("earn gain", "lose"),
    ("preserve protect", "ruin damage destroy"),
    ("benefit help", "harm hurt"),
    ("love like", "hate dislike"),
    ("welcome", "regret"),
    ("advance", "retreat"),
    ("attend compete", "miss skip"),
    ("heed", "ignore"),
    ("double", "halve"),
    ("real genuine authentic", "fake dummy forged artificial"),
    ("temporary provisional", "permanent final"),
    ("accidental", "intended deliberate intentional"),
    ("serious grave major", "slight minor trifling"),
    ("strict stringent", "lax lenient"),
    ("upper", "lower"),
    ("top", "bottom"),
    ("sooner", "later"),
    ("easy", "hard difficult"),
    ("summer", "winter"),
    ("spring", "autumn"),
    ("morning", "evening afternoon"),
    ("noon", "midnight"),
    ("online", "offline"),
)
# the same for a few words of opening hours, rules and reports in other languages, matched by their stems
_SIDES_BY_LANGUAGE: dict[str, tuple[tuple[str, str], ...]] = {
    "de": (
        ("geöffnet offen öffnet", "geschlossen schliesst"),
        ("gestiegen steigt stieg erhöht zugenommen", "gesunken sinkt sank gesenkt abgenommen gefallen"),
        ("erlaubt gestattet zulässig", "verboten untersagt unzulässig"),
        ("gewann gewonnen siegte", "verlor verloren unterlag"),
        ("kostenlos gratis", "kostenpflichtig"),
        ("angenommen zugestimmt", "abgelehnt"),
        ("aktiviert", "deaktiviert"),
    ),
    "fr": (
        ("ouvert ouvre ouvrir", "fermé ferme fermer"),
        ("augmenté augmente hausse", "diminué diminue baissé baisse"),
        ("autorisé permis", "interdit"),
        ("gagné remporté", "perdu"),
        ("gratuit", "payant"),
        ("adopté approuvé accepté", "rejeté refusé"),
        ("activé", "désactivé"),
        ("obligatoire", "facultatif"),
    ),
    "es": (
        ("abierto abre abrir", "cerrado cierra cerrar"),
        ("subió aumentó aumento", "bajó disminuyó redujo descenso"),
        ("permitido autorizado", "prohibido"),
        ("ganó venció", "perdió"),
        ("gratuito gratis", "pago"),
        ("aprobó aprobado aceptó", "rechazó rechazado"),
        ("obligatorio", "opcional voluntario"),
    ),
    "it": (
        ("aperto apre", "chiuso chiude"),
        ("aumentato salito aumenta", "diminuito sceso cala"),
        ("permesso consentito", "vietato"),
        ("vinto", "perso"),
        ("gratuito", "pagamento"),
        ("approvato accettato", "respinto rifiutato"),
        ("obbligatorio", "facoltativo"),
    ),
    "pt": (
        ("aberto abre", "fechado fecha"),
        ("subiu aumentou", "caiu diminuiu reduziu"),
        ("permitido", "proibido"),
        ("venceu ganhou", "perdeu"),
        ("aprovou aprovado", "rejeitou rejeitado"),
        ("obrigatório", "facultativo opcional"),
    ),
    "nl": (
        ("open geopend", "gesloten dicht"),
        ("gestegen stijgt", "gedaald daalt"),
        ("toegestaan", "verboten verboden"),
        ("gewonnen won", "verloren verloor"),
        ("aangenomen goedgekeurd", "verworpen afgewezen"),
        ("verplicht", "vrijwillig optioneel"),
    ),
}
# one event seen from its two ends, no denial: who does what decides
_CONVERSE = frozenset(
    frozenset(pair)
    for pair in (
        ("buy", "sell"),
        ("lend", "borrow"),
        ("precede", "follow"),
        ("precede", "succeed"),
        ("give", "take"),
        ("teach", "learn"),
        ("come", "go"),
        ("parent", "child"),
        ("employer", "employee"),
    )
)
_DENYING_VERBS = frozenset(
    """exclude omit forbid prohibit ban refuse reject deny decline lack miss absent disable disallow prevent avoid fail
    drop discontinue remove abolish free exempt cease stop end withdraw refusal failure absence""".split()
)
_NOT_LACKING = frozenset("unless regardless countless priceless doubtless timeless endless reckless ruthless".split())
_NOT_PREFIXED = frozenset("inside intense immediate invaluable infamous inflammable inland".split())
_PREFIXES = ("un", "non", "in", "im", "ir", "il", "dis")


@lru_cache(maxsize=16)
def _pairs(code: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for left, right in _SIDES if code == "en" else _SIDES_BY_LANGUAGE.get(code, ()):
        for first, second in product(_forms(left, code), _forms(right, code)):
            found.setdefault(first, set()).add(second)
            found.setdefault(second, set()).add(first)
    return {word: frozenset(others) for word, others in found.items()}


def _forms(listed: str, code: str) -> set[str]:
    if code == "en":
        return set(listed.split())
    return {form for word in listed.split() for form in keys_of(word, code)}


@lru_cache(maxsize=100_000)
def opposites(keys: frozenset[str], code: str = "en") -> frozenset[str]:
    """The lemmas that deny a word with these keys (its text and base forms, in lower case)."""
    book, found = lexicon(), set[str]()
    forms = {form for key in keys for form in _kin(key)} if code == "en" else keys
    for key in forms:
        found |= _pairs(code).get(key, frozenset())
        if code != "en":
            continue
        # WordNet shares the antonyms of a head adjective with its satellites; only mutual ones are true opposites
        mutual = {other for other in book.related(key, ANTONYM) if key in book.related(other, ANTONYM)}
        found |= {other for other in mutual if frozenset((key, other)) not in _CONVERSE}
        found |= _prefixed(key) | _lacking(key)
    if code == "en":
        found |= {form for other in found for form in _kin(other)}
    return frozenset(found - keys)


@lru_cache(maxsize=50_000)
def _kin(key: str) -> frozenset[str]:
    """A word with the adjective, adverb and verb made of it: hard, harden; loose, loosely, loosen."""
    book, adjective = lexicon(), "a" in lexicon().related(key, PARTS)
    bases = {key[:-2], key[:-1]} if key.endswith("en") else {key[:-2]} if key.endswith("ly") else set[str]()
    made = {key + "en", key + "n", key + "ly"} if adjective and len(key) > 3 else set[str]()
    verbs = {form for form in made if form[-1] == "n" and "v" in book.related(form, PARTS)}
    adverbs = {form for form in made if form[-1] == "y" and form in book}
    return frozenset({key} | verbs | adverbs | {b for b in bases if "a" in book.related(b, PARTS) and len(b) > 3})


def kindred(first: frozenset[str], second: frozenset[str]) -> bool:
    """Whether two English words share a base form, or one is made of the other: soft, softens; loose, loosely."""
    return bool({k for key in first for k in _kin(key)} & {k for key in second for k in _kin(key)})


def _lacking(key: str) -> set[str]:
    """What an adjective in "-less" says is not there: wingless, wing; flightless, flight and fly."""
    base, book = key.removesuffix("less"), lexicon()
    if base == key or key in _NOT_LACKING or "n" not in book.related(base, PARTS):
        return set()
    return {base} | set(book.related(base, DERIVED))


def _prefixed(key: str) -> set[str]:
    """Adjectives made opposite by a prefix: paid and unpaid, but not cover and discover."""
    book, found = lexicon(), set[str]()
    if "a" in book.related(key, PARTS) and len(key) > 3:
        made = {prefix + key for prefix in _PREFIXES} - _NOT_PREFIXED
        found |= {other for other in made if "a" in book.related(other, PARTS)}
    for prefix in _PREFIXES:
        base = key.removeprefix(prefix)
        if (
            base != key
            and key not in _NOT_PREFIXED
            and len(base) > 3
            and (base in book or book.base_forms(base))
            and "a" in book.related(key, PARTS)
        ):
            found.add(base)
    if key.startswith("un") and len(key) > 6 and key.endswith("ed") and book.base_forms(key[2:]):
        found.add(key[2:])
    return found


def says_no(keys: frozenset[str]) -> bool:
    """Whether a word denies by itself: an adjective such as "unissued", a verb such as "refuse" or "lack"."""
    for key in keys:
        if key in _DENYING_VERBS:
            return True
        base = next((key.removeprefix(p) for p in _PREFIXES[:2] if key.startswith(p)), "")
        if len(base) > 3 and (base in lexicon() or lexicon().base_forms(base)):
            return True
        if len(base) == 3 and "a" in lexicon().related(base, PARTS) and "a" in lexicon().related(key, PARTS):
            return True  # unfit, unwed
    return False


def opposed(first: frozenset[str], second: frozenset[str], code: str = "en") -> bool:
    """Whether words with these keys deny each other, neither being a form or synonym of the other."""
    return not first & second and bool(opposites(first, code) & second or opposites(second, code) & first)
