"""Opinions: what someone thinks, advises or finds good, in English and the six languages of ``opinion_words``.

Advice or praise with a number, and praise that someone else is said to have given, is a statement that can be checked.
"""

import re
from typing import Literal

from critique_core.claims import opinion_words
from critique_core.claims.opinion_words import MILD, NOUNS, PURE_TASTE, TASTE
from critique_core.typed_values.mentions import mentions

_IGNORE = re.IGNORECASE
_ADVERBS = (
    r"(?:(?:really|very|so|quite|truly|absolutely|simply|just|rather|pretty|incredibly|extremely|also|an?|the"
    r"|such|both) )*"
)
_VIEWS = re.compile(
    r"(?:\A|[,;] |\b(?:and|but|so|however,?) )(?:personally,? )?(?:(?:i|we) (?:(?:really|strongly|personally|would|do"
    r"|also|highly) )*(?:think|believe|feel|prefer|doubt)|i (?:(?:really|personally|do|also) )*(?:like|love|hate|find"
    r"))\b"
    r"|\bi(?:'|’)d (?:\w+ )?(?:say|argue|prefer|go with)\b"
    r"|\b(?:in my (?:opinion|view|experience)|to my mind|personally|imo|imho|if you ask me)\b"
    r"|\A(?:ich (?:denke|glaube|finde|meine)|meiner meinung nach|meines erachtens)\b"
    r"|\A(?:je (?:pense|crois|trouve)|à mon avis|selon moi)\b"
    r"|\A(?:(?:yo )?(?:creo|pienso|opino)|en mi opinión|a mi juicio)\b"
    r"|\A(?:(?:io )?(?:penso|credo|trovo) che|secondo me|a mio (?:avviso|parere))\b"
    r"|\A(?:(?:eu )?(?:acho|penso|acredito|creio) que|na minha opinião|a meu ver)\b"
    r"|\A(?:ik (?:vind|denk|geloof|meen)|volgens mij|naar mijn (?:mening|idee|smaak)|mijns inziens)\b",
    _IGNORE,
)
_OWN_ADVICE = re.compile(
    r"(?:\A|[,;] |\b(?:and|but|so|however,?) )(?:personally,? )?(?:i|we) (?:(?:really|strongly|personally|would|do|also"
    r"|highly) )*(?:recommend|suggest|advise)\b|\bi(?:'|’)d (?:\w+ )?(?:recommend|suggest|advise)\b",
    _IGNORE,
)
_ADVICE = re.compile(
    rf"\A(?:\w+, )?[¡\"“«]?(?:{opinion_words.ADVICE})|{opinion_words.ADVICE_INSIDE}"
    r"|\A(?:\w+, )?you (?:\w+ly )?should\b(?!:| (?:have|see|feel|notice|hear|receive|get|now|be able)\b)"
    r"|\byou(?:'|’)d better\b|\byou(?: might| may|(?:'|’)ll) want to\b"
    r"|\b(?:should|might want to|may want to|could) (?:definitely |really |also )?consider\b"
    r"|\b(?:is|are) (?:definitely |well |really |not )?worth (?:a |the |it\b|your |visiting|trying|seeing|considering"
    r"|reading|checking)"
    r"|\A(?:\w+, )?(?:it is|it(?:'|’)s|it would be) (?:\w+ )?(?:best|better|advisable|wise|a good idea"
    r"|recommended) to\b"
    r"|\A(?:(?:please )?make sure (?:to|you|that)|be sure to|(?:don(?:'|’)t|do not|never) forget to|remember to"
    r"|(?:consider|avoid) (?:\w+ing|an?|the)|try (?:the|an?|our|to|using))\b"
    # German
    r"|\b(?:sie sollten|du solltest|ihr solltet|man sollte|sollten sie|solltest du|sollte man|es empfiehlt sich"
    r"|ich (?:empfehle|rate)|wir empfehlen|es lohnt sich|achten sie darauf|vergessen sie nicht|denken sie daran"
    r"|es ist (?:ratsam|empfehlenswert|besser|am besten|sinnvoll))\b"
    # French
    r"|\b(?:vous devriez|tu devrais|il vaut mieux|mieux vaut|n(?:'|’)oubliez pas de|assurez-vous|veillez à"
    r"|il (?:est|serait) (?:conseillé|recommandé|préférable|judicieux)"
    r"|(?:je|nous) (?:te |vous )?(?:conseill|recommand)(?:e|ons))\b"
    # Spanish
    r"|\b(?:deberías|deberíais|usted debería|(?:te |le |os |les )?(?:recomiendo|recomendamos|aconsejo|aconsejamos)"
    r"|se recomienda|es (?:mejor|recomendable|aconsejable|preferible) \w+r|conviene \w+r|asegúrate|asegúrese"
    r"|no olvides?|vale la pena)\b"
    # Italian
    r"|\b(?:dovresti|dovreste|(?:ti|vi|le) consiglio|consigliamo|si consiglia|consiglio di"
    r"|(?:è|sarebbe) (?:meglio|consigliabile|preferibile|opportuno) \w+re|conviene \w+re|assicurati|assicuratevi"
    r"|non dimenticare|vale la pena)\b"
    # Portuguese
    r"|\b(?:você (?:deveria|devia)|deverias|recomendo|recomendamos|aconselho|aconselhamos|recomenda-se"
    r"|é (?:melhor|recomendável|aconselhável|preferível) \w+r|convém \w+r|certifique-se|não se esqueça"
    r"|vale a pena)\b",
    _IGNORE,
)
_EVALUATION = re.compile(
    rf"\b(?:is|are|was|were|(?:has|have) been|look(?:s|ed)?|seem(?:s|ed)?|feels?|felt|tastes?d?|sound(?:s|ed)?|smells?"
    rf"|smelled|(?:it|that|this|there)(?:'|’)s)(?: not)? {_ADVERBS}(?:{TASTE}(?![-\w])(?! (?:practices?|before|until"
    r"|effort|selling|known|friday|news|standing|britain|interests?|for (?:one|two|use|children|kids|groups|breakfast"
    rf"|lunch|dinner|up)))|(?:\w+(?:,| and| but) )?{_ADVERBS}(?:{MILD})(?:(?:,|,? and|,? but) {_ADVERBS}\w+)*\W*\Z"
    rf"|(?:\w+ and )?{NOUNS}(?=\W*\Z| (?:to|in)\b))"
    rf"|\b(?:ha(?:s|ve|d)|offer(?:s|ed)?) {_ADVERBS}(?:{PURE_TASTE}) \w+\W*\Z"
    rf"|\A(?:what )?(?:an?|such an?) {_ADVERBS}(?:{PURE_TASTE})(?: \w+){{1,3}}\W*\Z"
    r"|\bleaves? (?:a lot|much|something) to be desired\b",
    _IGNORE,
)
# "Two payments are outstanding" says that they are due.
_DUE = re.compile(
    r"\b(?:payments?|debts?|invoices?|balance|amounts?|fees?|loans?|bills?|claims?|issues?|orders?|warrants?|tasks?"
    r"|questions?|points?)\b.*\boutstanding\W*\Z",
    _IGNORE,
)
# In other languages the judgement ends its sentence, or stands before the noun that does.
_GAP = r"\b[^,;:.!?\d]{0,60}?(?<!\w)"


def _judging(words: opinion_words.Words) -> str:
    """What judges in a language: after a verb, in an exclamation without one, or by a phrase."""
    very = rf"(?:(?:{opinion_words.VERY}) )*"
    second = rf"(?:,? (?:{opinion_words.AND}) {very}(?:{words.told}|\w+)| \w+)?"
    return (
        rf"(?<!\w)(?:{words.verbs}){_GAP}(?:(?:{words.taste}){second}|{words.told})\W*\Z"
        rf"|\A\W*{words.opening}(?:[^\W\d_]+ )?{very}(?:{words.taste})(?: [^\W\d_]+)?\W*\Z"
        rf"|\A\W*{very}(?:{words.taste}|{words.told})\W*\Z"
        rf"|(?<!\w)(?:laiss|dej|lasci|deix|laat|liet|ließ|lässt|lass)\w*{_GAP}(?:{words.told})\W*\Z"
    )


_ELSEWHERE = re.compile("|".join(_judging(words) for words in opinion_words.OTHERS), _IGNORE)
_REPORTED = re.compile(
    r"\b(?:said|says|wrote|writes|called|calls|reports?|reported|mentions?|mentioned|notes|noted|prais(?:e[ds]?|ing)"
    r"|highlights?|highlighted|reviews?|reviewers?|rave|according to|laut|sagte|nannte|selon|según|dijo"
    r"|secondo|disse|segundo|volgens|zei|noemde)\b",
    _IGNORE,
)
# A longer sentence says more than what it praises.
_LONGEST_EVALUATION = 30
_NUMBER = re.compile(r"\d")
_LATEST_OPENING = 12  # characters: "Generally, you should"


def opinion(statement: str) -> Literal["view", "advice", "evaluation"] | None:
    """What kind of opinion a sentence is, in plain words: a personal view, advice or an evaluation; else ``None``."""
    if _VIEWS.search(statement):
        return "view"
    if _OWN_ADVICE.search(statement):
        return "advice"
    if _NUMBER.search(statement):
        return None
    if _ADVICE.search(statement):
        return None if mentions(statement) else "advice"  # "eight weeks before" is a number, too
    return "evaluation" if _evaluates(statement) else None


def _evaluates(statement: str) -> bool:
    if len(statement.split()) > _LONGEST_EVALUATION or _DUE.search(statement) or _REPORTED.search(statement):
        return False
    return bool(_EVALUATION.search(statement) or _ELSEWHERE.search(statement))


def advised(statement: str) -> str:
    """What an advice is to do, without the words that make it one ("you should"); the whole if none open it."""
    found = _ADVICE.search(statement)
    return statement[found.end() :] if found is not None and found.start() <= _LATEST_OPENING else statement
