"""What kind of statement a claim is: fact, opinion, inference, or nothing to check, and then why.

Rules are patterns over the claim's plain words: English in full, German, French and Spanish for the most common forms,
greetings and refusals in more languages (``courtesies``, ``refusals``), questions in all; ``opinions`` knows opinions
in seven. A sentence no rule knows is a fact, because a fact is what gets checked.
"""

import re

from critique_core.claims import courtesies, courtesy_words, refusals
from critique_core.claims.opinions import opinion
from critique_core.models import ClaimKind
from critique_core.text.word_classes import QUESTION_MARKS

_IGNORE = re.IGNORECASE
_CITATION = re.compile(r"\[\^?[\w ,;-]{1,20}\]|【[^】]{1,40}】")
_TRAILING = re.compile(r"[\s\"'”’»)\]*_`」』】\U0001F000-\U0001FAFF\u2600-\u27BF\uFE0F]+\Z")
_QUOTED_QUESTION = re.compile(r"\w.*[\"“«„「‘].*[?？؟]")

_GREETING = re.compile(
    r"(?:(?:hello|hi|hey|greetings|good (?:morning|afternoon|evening|day)|dear)\b(?:,? (?:there|all|everyone"
    r"|again|team|sir"
    r"|madam|[^\W\d_]+)){0,2}"
    r"|(?:many )?thanks?(?: you)?(?: so| very)?(?: much)?(?: again| in advance)?(?:,? for .{0,80})?"
    r"|you(?:'|’)?(?:re| are) welcome"
    r"|welcome(?: back)?(?: to [^,.;:\d]{1,60})?|sure(?: thing)?|of course|certainly|absolutely|no problem|my pleasure"
    r"|(?:what a )?(?:great|good|lovely|excellent) question|happy to help|best|goodbye|bye|good luck"
    r"|(?:(?:kind |best |warm )?regards|best wishes|(?:yours )?sincerely|cheers)(?:, [^\W\d_]+(?: [^\W\d_]+)?)?"
    r"|see you(?: soon| later| then| there| again)?|(?:nice|good|great|lovely) to (?:hear from|meet|see) you"
    r"|sorry for the (?:wait|delay|trouble|inconvenience|confusion)"
    r"|have a (?:great|nice|good|lovely) (?:day|one|time|week|weekend)"
    r"|hallo|guten (?:tag|morgen|abend)|moin|servus|danke(?: schön| sehr)?(?: für .{0,60})?|vielen dank(?: für "
    r".{0,60})?"
    r"|gern(?: geschehen)?|gerne|tschüss|auf wiedersehen|mit freundlichen grüßen|viele grüße"
    r"|bonjour|bonsoir|salut|merci(?: beaucoup)?(?: pour .{0,60})?|de rien|avec plaisir|au revoir|cordialement"
    r"|bien sûr"
    r"|hola|buen(?:os|as) (?:días|tardes|noches)|(?:muchas )?gracias(?: por .{0,60})?|de nada|adiós|saludos|claro"
    r"|ciao|buongiorno|grazie|prego|olá|bom dia|obrigad[oa]|hej|hei|merhaba|xin chào"
    r"|привет|здравствуйте|спасибо|добрый день|你好|您好|谢谢|こんにちは|ありがとうございます|안녕하세요|감사합니다"
    r"|مرحبا|شكرا|नमस्ते|שלום|γεια σας)"
    r"[\s,.!。！:)]*\Z",
    _IGNORE,
)

_JOINED = re.compile(r"\s*[,;.!]\s*(?:(?:and|und|et|y)\s+)?|\s+(?:and|und|et|y)\s+", _IGNORE)
"""What stands between two courtesies of one sentence."""

_OPENING = (
    r"(?:(?:unfortunately|sorry|i(?:'|’)?(?: a)?m (?:sorry|afraid)|i apologi[sz]e|however|but|apologies"
    r"|(?:based on|according to|from|in|given) (?:the|these|your) [^,]{1,60})[,;:]?\s+(?:but |that )?)*"
)
_SOURCES = (
    r"(?:the|these|those|this|your|any of the|none of the) (?:(?:provided|given|available|supplied|retrieved"
    r"|cited|above"
    r"|attached|uploaded|search|source|reference)\s)*"
    r"(?:sources?|documents?|context|passages?|texts?|excerpts?|materials?|information|results?|documentation"
    r"|knowledge base|references?|snippets?)(?: (?:you )?(?:provided|given|available|above|supplied))?"
)
_AFTER_OPENING = (
    (
        r"i (?:do not|don(?:'|’)t|did not|didn(?:'|’)t) (?:currently |actually |seem to )?(?:have|see|find"
        r"|know|possess)\b"
        r"(?=.{0,40}\b(?:information|data|details?|context|access|answer|mention|enough|evidence|anything)\b"
        r"|.{0,25}\Z| (?:what|who"
        r"|when|where|how|whether|if|why)\b)"
    ),
    (
        r"(?:i|we) (?:cannot|can not|can(?:'|’)t|could not|couldn(?:'|’)t|am unable to|(?:'|’)m unable to|am "
        r"not able to"
        r"|are unable to) (?:\w+ )?(?:answer|find|determine|verify|confirm|provide|locate|tell|say|help|assist"
        r"|access|give)\b"
    ),
    (
        r"i(?: a|'|’)m (?:unable|not able) to (?:\w+ )?(?:answer|find|determine|verify|confirm|provide|locate"
        r"|tell|say)\b"
    ),
    r"i(?: a|'|’)m not (?:sure|certain|aware)\b",
    r"i have no (?:information|data|details|knowledge|idea|way)\b",
    _SOURCES + r" (?:(?:(?:do|does|did)(?: not|n(?:'|’)t)) (?:\w+ )?(?:mention|say|specify|state|address|discuss|cover"
    r"|indicate|describe|tell|answer|(?:contain|include|provide|give|have|offer)(?: (?:any|enough"
    r"|sufficient|specific|further|more"
    r"|relevant|the|this|that|such|an?|additional)){0,3} (?:information|data|details?|mention|answer"
    r"|evidence|context)\b)"
    r"|(?:only|just) (?:mention|cover|discuss|describe|address|contain|provide|say|talk about)s?\b"
    r"|(?:(?:is|are) silent|make no mention|makes no mention)\b)",
    r"there (?:is|are|was|were) (?:no|not enough|insufficient) (?:\w+ )?(?:information|mention|data"
    r"|details?|evidence)"
    r"(?: available| provided| given)?(?: (?:about|on|of|regarding|concerning|for|to)\b.*)?(?: in "
    + _SOURCES
    + r")?[.!]?\Z",
    (
        r"no (?:\w+ )?(?:information|details?|data|mention|answer)\b.{0,80}\b(?:available|provided|found|given|made"
        r"|mentioned)\b"
    ),
)
_WITHOUT_OPENING = (
    r".{0,120}\b(?:is|are|was|were) not (?:\w+ )?(?:mentioned|specified|stated|provided|covered|found"
    r"|discussed|available"
    r"|given|included|addressed) (?:in|by) " + _SOURCES,
    r".{0,80}\b(?:cannot|can(?:'|’)t|can not|could not) be (?:determined|answered|found|verified|confirmed)"
    r"(?: (?:from|based on|in|using|with) " + _SOURCES + r")?[.!]?\Z",
    r"(?:insufficient|not enough) (?:information|data|context)\b",
    # German, French, Spanish
    (
        r"(?:leider |es tut mir leid, (?:aber )?)?(?:dazu |darüber )?(?:ich )?(?:habe|kenne|finde|kann"
        r"|liegen)\b.{0,60}\b(?:nicht|keine?n?)\b"
        r".{0,40}(?:information|angaben|daten|antwort|beantworten|bestätigen|sagen|gefunden|vor)"
    ),
    (
        r"(?:leider )?(?:das )?wei(?:ß|ss) ich(?: leider)? nicht|(?:leider )?ich wei(?:ß|ss) (?:es |das "
        r")?(?:leider )?nicht"
    ),
    (
        r".{0,60}\b(?:quellen?|dokumente?n?|texte?n?|unterlagen|kontext)\b.{0,40}\b(?:enthalten|enthält|nennen"
        r"|nennt|erwähnen|erwähnt"
        r"|sagen|sagt|machen)\b.{0,40}\b(?:nicht|keine?n?|nichts)\b"
    ),
    (
        r"(?:malheureusement,? |désolée?,? (?:mais )?)?je (?:ne |n(?:'|’))(?:(?:dispose|peux|sais|trouve"
        r"|connais)\b.{0,20}\bpas|ai pas"
        r".{0,20}(?:information|réponse|donnée|trouvé|accès))\b"
    ),
    (
        r"(?:les|ces|le|ce|la|l(?:'|’)) ?(?:sources?|documents?|textes?|contexte|passages?)\b.{0,30}\bne "
        r"(?:mentionne|contien|"
        r"précise|indique|di)\w*\b.{0,10}\bpas\b"
    ),
    (
        r"(?:lamentablemente,? |lo siento,? (?:pero )?|desafortunadamente,? )?no (?:tengo|dispongo|puedo|sé"
        r"|encuentro)\b.{0,60}"
        r"(?:informaci[óo]n|datos|respuesta|responder|confirmar|determinar|\Z)"
    ),
    (
        r"(?:las|los|el|la|estos|estas) (?:fuentes?|documentos?|textos?|contexto)\b.{0,30}\bno (?:mencion"
        r"|contien|indic|dic|especific)"
    ),
)
_ABSTENTION = re.compile("|".join((f"{_OPENING}(?:{'|'.join(_AFTER_OPENING)})", *_WITHOUT_OPENING)), _IGNORE)

_HEDGE = tuple(
    re.compile(pattern, _IGNORE)
    for pattern in (
        r"(?:please )?(?:let me know|feel free|don(?:'|’)t hesitate|do not hesitate|reach out if|ask me)\b",
        r"i (?:hope|trust) (?:this|that|it|these) (?:helps?|answers|clarifies|is helpful|was helpful|information)\b",
        (
            r"(?:if|should) you (?:have|need|want|would like|require|like)\b.{0,80}\b(?:let me know|feel free|just "
            r"ask|ask me|ask away"
            r"|i(?:'|’)?(?:m| am) here|don(?:'|’)t hesitate)\b"
        ),
        r"(?:i(?:'|’)m |i am )?(?:sorry|afraid|unfortunately)(?: for \w+ \w+)?[,.!]?\Z|i apologi[sz]e\b",
        r"i(?:'|’)?(?:d| would| am|(?:'|’)m) (?:be )?(?:happy|glad) to\b",
        (
            r"(?:please )?(?:consult|contact|speak (?:to|with)|seek|check with) (?:\w+ ){0,6}for (?:\w+ "
            r")?(?:personali[sz]ed|medical|legal"
            r"|professional|financial|specific|further|individual|tailored) (?:advice|guidance|help|information)\b"
        ),
        r"as an? (?:ai|artificial|large|language)\b.{0,60}\Z",
        r"(?:this|the|my) (?:answer|response|summary|reply) (?:is|was) (?:based|drawn|taken|derived)\b",
        r"(?:based on|according to|from|given|per|looking at|using) (?:the|these|this|your|my) [^,.]{1,80}[,.:]?\Z",
        r"here(?:(?:'|’)s| is| are) (?:an?|the|my|what|your|some)\b[^.]{0,60}[.:!]?\Z",
        (
            r"(?:in (?:summary|short|conclusion|other words|brief)|to sum(?:marize| up)|overall|that said|to answer "
            r"your question)[,.:]?\Z"
        ),
        r"i(?:'|’)?ll (?:explain|answer|summari[sz]e|do my best|try)\b",
        (
            r"ich hoffe,? (?:das|dies|es) hilft|lassen sie (?:es )?mich wissen|melden sie sich|(?:bei|wenn sie) "
            r"(?:weitere[nr]? )?fragen"
        ),
        r"j(?:'|’)espère que|n(?:'|’)hésitez pas|faites-le[- ]moi savoir|si vous avez d(?:'|’)autres",
        r"espero que (?:esto|te|le|ayude)|no dude en|av[íi]s[ae]me|si tiene(?:s)? (?:más|alguna) ",
    )
)
_BARE_ANSWER = re.compile(
    r"(?:yes|no|yep|nope|okay|ok|right|correct|true|false|ja|nein|oui|non|sí|si)[.!,]?\Z", _IGNORE
)
_REFERENCE = re.compile(
    r"(?:\[\^?[\w-]{1,12}\]:?\s*)?(?:(?:sources?|references?|citations?|quellen?|fuentes?|see|via|link)\s*:\s*)?"
    r"(?:<?https?://\S+>?|(?:\[[\w ,-]{1,20}\][\s,;]*)+)[.;,]?\Z|\[\^?[\w-]{1,12}\]:\s|\[\^?\d{1,4}\] "
    r"[^.!?]{1,100}(?:\.\w{1,5})?\Z",
    _IGNORE,
)

_INFERENCE = re.compile(
    r"\A(?:so,? (?!far\b|that\b|called\b|much\b|many\b)|(?:and )?(?:therefore|thus|hence|consequently"
    r"|accordingly)\b|as a (?:result|consequence)\b"
    r"|it follows\b|this (?:means|implies|suggests|indicates)\b|that (?:means|implies|suggests)\b|which "
    r"(?:means|implies|suggests)\b"
    r"|presumably\b|probably\b|(?:most |very )?likely,)"
    r"|[,;] (?:therefore|thus|hence|consequently|which (?:means|implies|suggests)|so (?!that\b|far\b|as\b"
    r"|called\b))\b"
    r"|\b(?:suggests? that|implies that|imply that|likely because|probably|presumably|it can be (?:inferred"
    r"|concluded)"
    r"|we can (?:infer|conclude)|(?:is|are|can) therefore|must have been|appears? to|seems? to)\b"
    r"|\A(?:daher|deshalb|deswegen|folglich|somit|infolgedessen)\b|\b(?:wahrscheinlich|vermutlich)\b"
    r"|\A(?:donc|par conséquent|ainsi,)|\bprobablement\b|\A(?:por (?:lo )?tanto|por consiguiente|así que|en "
    r"consecuencia)\b"
    r"|\bprobablemente\b|\A(?:因此|所以|したがって|따라서|поэтому|следовательно)",
    _IGNORE,
)


# What a sentence is shows at its beginning; a longer one is not read further for it.
_READ = 800


def classify(words: str, language: str = "en") -> tuple[ClaimKind, str | None]:
    """The kind of a claim from its plain words, and why it is not checked.

    ``why`` is one of question, greeting, abstention, hedge (words about the answer itself), reference, fragment; of an
    opinion view, advice or evaluation; of a fact or an inference ``None``.
    """
    why = _nothing_to_check(words, language)
    if why:
        return "not_checkable", why
    statement = _CITATION.sub("", words[:_READ]).strip()
    found = opinion(statement)
    if found:
        return "opinion", found
    german_also = language == "de" and statement.lower().startswith("also ")
    return ("inference" if german_also or _INFERENCE.search(statement) else "fact"), None


def greets(words: str) -> bool:
    """Whether words only greet, thank or take leave, also several times: "Hello, and thank you for asking!"."""
    bare = _TRAILING.sub("", _CITATION.sub("", words[:_READ]).strip()).lstrip("¡¿\"'“„«(")
    parts = [part for part in _JOINED.split(bare) if part]
    return _is_courtesy(bare) or (len(parts) > 1 and all(map(_is_courtesy, parts)))


def _is_courtesy(bare: str) -> bool:
    return any(pattern.match(bare) for pattern in (_GREETING, courtesies.GREETING)) or courtesy_words.greets(bare)


def is_reference(words: str) -> bool:
    """Whether a line names a source and states nothing: an address, "[1]: …", "Sources: [1], [2]"."""
    return _REFERENCE.match(words[:_READ]) is not None


def _nothing_to_check(words: str, language: str) -> str | None:
    if _is_question(_CITATION.sub("", words[-_READ:]).strip(), language):
        return "question"
    if is_reference(words):
        return "reference"
    statement = _CITATION.sub("", words[:_READ]).strip()
    if not any(character.isalnum() for character in statement):
        return "fragment"
    bare = _TRAILING.sub("", statement).lstrip("¡¿\"'“„«(")
    rules = (
        ("abstention", (_ABSTENTION, *courtesies.REFUSALS, *refusals.REFUSALS), statement),
        ("hedge", _HEDGE, statement),
        ("fragment", (_BARE_ANSWER,), bare),
    )
    why = next((why for why, patterns, read in rules if any(pattern.match(read) for pattern in patterns)), None)
    why = why or ("abstention" if courtesy_words.refuses(bare) else None)
    return "greeting" if why != "abstention" and greets(words) else why


def _is_question(statement: str, language: str) -> bool:
    asked = _TRAILING.sub("", statement)
    if not asked.endswith(QUESTION_MARKS):
        return language == "el" and asked.endswith(";")
    # 'He asked "Why?"' mentions a question and is none.
    return not (asked != statement and _QUOTED_QUESTION.match(asked))
