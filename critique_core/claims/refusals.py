"""Refusals that name what is not known: "Das Alter des Bürgermeisters wird in den Quellen nicht genannt".

Each language has closed lists of words: for the texts, for saying that they do not say a thing, and for whoever speaks
not knowing or finding it. What is not known goes between them, without a comma or a digit, so that a sentence with a
second statement is none. Words for giving and holding are left out where a text may be a spring or a paper to carry.
Every language is tried on every sentence.
"""

import re
from dataclasses import dataclass

from critique_core.claims.courtesies import SORRY

_IGNORE = re.IGNORECASE
_SUBJECT = r"[^,;:.!?\d]{0,80}"
_SHORT = r"[^,;:.!?\d]{0,30}"
_END = r"\s*[.!]?\s*\Z"
_ASKED = (
    r"(?:(?:wie|wer|wann|wo|warum|ob|was|welche\w*|wanneer|waarom|hoe|wat|welke|of|jak|kiedy|ile|czy|kto|gdzie|как"
    r"|когда"
    r"|сколько|кто|где|почему)\b[^,;:.!?\d]{1,80}, )?"
)
"""What is not known, as a question that a comma closes: "Wie alt er ist, geht aus den Texten nicht hervor"."""
_NONE_SAYS = (
    r"(?:none of (?:the|these|this|your) (?:\w+ )?(?:sources?|documents?|texts?|files?)"
    r"|keine?[rs]? (?:der|dieser|ihrer) (?:quellen|dokumente|texte|unterlagen)|aucune? (?:(?:des"
    r"|de ces) )?(?:sources?"
    r"|documents?|textes?)|ning(?:un[ao]|ún) (?:de (?:l[ao]s|est[ao]s) )?(?:fuentes?|documentos?|textos?)|nessun[ao]?"
    r" (?:(?:delle|dei|di \w+) )?(?:font[ei]|document[oi]|test[oi])|nenhuma? (?:d\w+ )?(?:fontes?|documentos?|textos?)"
    r"|geen (?:van de(?:ze)? |enkele? )(?:bron(?:nen)?|document(?:en)?|tekst(?:en)?)|żad(?:ne|en) (?:ze? )?(?:tych )?"
    r"(?:źród\w+|dokument\w*|tekst\w*)|ни один (?:из )?(?:источник\w*|документ\w*|текст\w*)|(?:kaynak|belge|metin)"
    r"(?:lerin|ların) hiçbiri\w*|hiçbir (?:kaynak|belge|metin)\w*|ing(?:en|et) a[vf] (?:källorna|dokumenten|texterna"
    r"|kilderne|kildene|dokumenterne|dokumentene))\s"
    rf"{_SHORT}(?<!\w)(?:mention|state|sa(?:y|id)|nenn|erwähn|gib|geb|sag|(?:ne |n(?:'|’))(?:mentionn|préci|indiqu"
    r"|parl|di)|mencion|menzion"
    r"|habla"
    r"|parla|fala|di[zct]|indica|noem|vermeld|zeg|(?:nie )?(?:podaj|wspomina|mówi)|не (?:упомина|называ|говор|сообща"
    r"|указыва)|nämn|nevn|nævn|säg|sig|si[ei]r|bahset|belirt)\w*"
)


@dataclass(frozen=True, slots=True)
class _Words:
    """What one language says, each an alternation.

    ``inside`` is "in the sources" and ``unsaid`` "is not mentioned" or "cannot be found"; ``texts`` are the sources as
    a subject and ``unsaying`` "do not mention"; ``speaker`` is "I found nothing about". ``alone`` is what says without
    a source that a subject led by one of the ``articles`` is not mentioned.
    """

    inside: str
    unsaid: str
    texts: str
    unsaying: str
    speaker: str
    articles: str = ""
    alone: str = ""

    def pattern(self) -> str:
        """The whole of a refusal in this language."""
        forms = [
            rf"(?:{self.inside})\b{_SUBJECT}(?<!\w)(?:{self.unsaid})\b{_SUBJECT}{_END}",
            rf"{_SUBJECT}(?<!\w)(?:{self.inside})\b{_SHORT}(?<!\w)(?:{self.unsaid}){_END}",
            rf"{_SUBJECT}(?<!\w)(?:{self.unsaid})\b{_SHORT}(?<!\w)(?:{self.inside}){_END}",
            rf"(?:{self.texts})\s{_SHORT}(?<!\w)(?:{self.unsaying})(?!\w){_SUBJECT}{_END}",
            rf"(?:{self.speaker})(?!\w){_SUBJECT}{_END}",
        ]
        if self.alone:
            forms.append(rf"(?:{self.articles}){_SUBJECT}(?<!\w)(?:{self.alone}){_END}")
        return "|".join(forms)


_ENGLISH = _Words(
    inside=(
        r"(?:in|from|by|on the basis of|based on) (?:the|these|this|your|any of the) (?:\w+ )?"
        r"(?:sources?|documents?|texts?|files?|excerpts?|passages?)"
    ),
    unsaid=(
        r"(?:is|are|was) (?:not|nowhere) (?:mentioned|stated|specified|named|said|indicated)"
        r"|(?:do|does)(?: not|n(?:'|’)t) (?:appear|come up)"
    ),
    texts=r"(?:the|these|this|your|my) (?:\w+ )?(?:sources?|documents?|texts?|files?|excerpts?|passages?)",
    unsaying=(
        r"(?:do|does|did)(?: not|n(?:'|’)t) (?:\w+ )?(?:mention|say|state|specify|name|tell|reveal|answer"
        r"|(?:allow|permit|enable|let) (?:me|us|one) to (?:answer|say|tell|determine|know))"
        r"|makes? no (?:mention|reference)|says? nothing|gives? no (?:answer|information|details)"
    ),
    speaker=(
        r"i (?:was|am|(?:'|’)m) (?:unable|not able) to (?:find|tell|say|locate|answer)|i (?:found"
        r"|have found) (?:nothing"
        r"|no (?:information|mention|answer|details))|nothing in (?:the|these|this|your) (?:sources?|documents?|texts?"
        r"|files?) (?:mentions?|tells?|says?|states?|answers?|indicates?)"
    ),
)
_GERMAN_UNSAID = (
    r"(?:wird|werden|wurden?|ist|sind) (?:leider |dazu |darüber )*(?:nicht|nirgends|nirgendwo) (?:erwähnt|genannt"
    r"|angegeben|vermerkt|aufgeführt|beantwortet)"
)
_GERMAN_NOTHING = r"(?:nichts|keine? (?:nähere[nrs]? )?(?:angaben?|informationen?|hinweise?|auskunft|antwort))"
_GERMAN_INSIDE = (
    r"(?:in|aus|anhand|auf (?:der )?grundlage|mit(?:hilfe)?) (?:de[nrs]|diese[nrms]|ihren|euren|keine[rnm]) (?:\w+ )?"
    r"(?:quellen?|dokumente?n?s?|unterlagen?|texte?n?s?|dateien|auszügen?)|(?:im|aus dem|in dem) (?:\w+ )?"
    r"(?:text|dokument|auszug)"
)
_GERMAN = _Words(
    inside=_GERMAN_INSIDE,
    unsaid=(
        _GERMAN_UNSAID + r"|(?:nicht|nirgends|nirgendwo) (?:erwähnt|genannt|angegeben|vermerkt|aufgeführt|beantwortet"
        r"|beantworten|hervor|zu (?:finden|entnehmen|lesen|beantworten)|entnehmen|ersichtlich|sagen)(?: (?:wird|werden"
        rf"|ist|sind))?|(?:steht|stehen|findet sich|finden sich|finde ich|gibt es) (?:\w+ )?{_GERMAN_NOTHING}"
        r"|nichts (?:gesagt|erwähnt|zu (?:finden|lesen))"
    ),
    texts=r"(?:die|diese|ihre|der|das|dieses?) (?:\w+ )?(?:quellen?|dokumente?|unterlagen|texte?|dateien|auszüge?)",
    unsaying=r"(?:nenn|erwähn|sag|verrat|verrät|beantwort)\w*\b[^,;:.!?\d]{0,60}\b(?:nicht|nichts|keine?n?)",
    speaker=(
        r"(?:zu[rm]?|über|für) [^,;:.!?\d]{1,60} (?:liegen mir|habe ich|finde ich|konnte ich|weiß ich|kann ich)"
        rf" (?:\w+ )?(?:nichts|keine|nicht)|ich (?:habe|finde|konnte|kann) (?:leider )?{_GERMAN_NOTHING}"
        r" (?:zu[rm]?|über|dazu|darüber)|mir (?:liegen (?:\w+ )*keine|fehlen (?:dazu |hierzu )?(?:die )?(?:angaben"
        r"|informationen))|(?:dazu|hierzu|dafür|darüber) fehlen mir|(?:das|dies|es) steht (?:da|dort"
        r"|hier) (?:leider )?nicht"
        rf"|(?:zu[rm]?|über|von) [^,;:.!?\d]{{1,60}} (?:steht|stehen|findet sich|finden sich|sagen|sagt)"
        rf" (?:{_GERMAN_INSIDE}|die \w+) (?:\w+ )?{_GERMAN_NOTHING}"
    ),
    articles=r"(?:der|die|das) (?!.*\b(?:in|im|auf|bei|beim|vom|an|am)\b)",
    alone=_GERMAN_UNSAID,
)
_FRENCH_UNSAID = (
    r"n(?:'|’)(?:est|était) (?:pas|nulle part) (?:mentionn|précis|indiqu|nomm|spécifi)ée?"
    r"|ne (?:sont|seraient) (?:pas|nulle part) (?:mentionn|précis|indiqu|nomm|spécifi)ée?s"
)
_FRENCH_NOTHING = r"(?:rien|aucune? (?:information|mention|donnée|réponse|indication|précision|trace))"
_FRENCH_KNOW = r"(?:répondre|savoir|dire|déterminer|connaître|conclure|confirmer|trancher)"
_FRENCH = _Words(
    inside=(
        r"(?:dans|avec|selon|d(?:'|’)après|à partir|sur la base|parmi) (?:de(?:s)? ?|d(?:'|’))?(?:les? |ces? |cet "
        r"|vos |la"
        r" |l(?:'|’))?(?:sources?|documents?|textes?|extraits?|passages?|fichiers?|contexte)"
        r"(?: (?:fournie?s?|disponibles?))?"
    ),
    unsaid=(
        rf"{_FRENCH_UNSAID}|n(?:'|’)apparaît (?:pas|nulle part)|n(?:'|’)apparaissent (?:pas|nulle part)"
        r"|ne (?:figurent?|se trouve(?:nt)?) (?:pas|nulle part)"
        rf"|(?:il n(?:'|’)y a|(?:on|je) ne trouve|je n(?:'|’)ai trouvé) {_FRENCH_NOTHING}"
        rf"|(?:on|je) ne peux?t? pas (?:y )?{_FRENCH_KNOW}|(?:il est )?impossible de {_FRENCH_KNOW}"
        rf"|il n(?:'|’)est pas possible de {_FRENCH_KNOW}"
    ),
    texts=(
        r"(?:les?|ces?|cet|vos|la|l(?:'|’)|aucun(?:e)? (?:des?|de ces)) ?(?:sources?|documents?|textes?|extraits?"
        r"|fichiers?)"
    ),
    unsaying=(
        r"(?:ne |n(?:'|’))(?:\w+ |m(?:'|’)|l(?:'|’))?(?:mentionne(?:nt)?|précise(?:nt)?|indique(?:nt)?|di(?:t|sent)"
        r"|nomme(?:nt)?|évoque(?:nt)?|révèle(?:nt)?) (?:pas|rien|aucune?)"
        r"|(?:sont|est|restent|reste) (?:muet|silencieu)\w+"
        rf"|ne (?:me |nous )?permet(?:tent)? pas (?:de |d(?:'|’)y |d(?:'|’)en ){_FRENCH_KNOW}"
    ),
    speaker=(
        rf"je n(?:'|’)ai (?:(?:malheureusement |hélas )?(?:rien trouvé|(?:pu )?trouv(?:é|er) {_FRENCH_NOTHING})"
        rf"|pas (?:pu )?trouv(?:é|er))|je ne trouve (?:{_FRENCH_NOTHING}|pas)|j(?:'|’)ignore"
        r"|je ne (?:connais|sais) pas"
    ),
    articles=r"(?:l(?:'|’)|(?:les?|la) )",
    alone=_FRENCH_UNSAID,
)
_SPANISH_UNSAID = (
    r"no se (?:menciona|indica|especifica|precisa|nombra)n?|no (?:está|están) (?:mencionad|indicad|especificad)[oa]s?"
)
_SPANISH_NOTHING = r"(?:nada|(?:ningun[ao] )?(?:información|mención|datos?|respuesta|referencia))"
_SPANISH_KNOW = r"(?:responder|contestar|saber|decir|determinar|conocer|concluir|confirmar)(?:lo|la)?"
_SPANISH = _Words(
    inside=(
        r"(?:en|según|a partir de|con|entre) (?:las?|los|el|est[aeo]s?|ningun[ao] de l[ao]s) (?:\w+ )?(?:fuentes?"
        r"|documentos?|textos?|archivos?|pasajes?|contexto|información)(?: (?:proporcionad|facilitad|disponible)\w*)?"
    ),
    unsaid=(
        rf"{_SPANISH_UNSAID}|no (?:figura|aparece|consta|se encuentra)n?|no se (?:dice|habla) (?:nada|de)"
        rf"|no (?:hay|encuentro|he encontrado|aparece) {_SPANISH_NOTHING}|no (?:puedo|se puede"
        rf"|es posible) {_SPANISH_KNOW}"
    ),
    texts=(
        r"(?:las?|los|el|est[aeo]s?|ningun[ao] de l[ao]s) (?:fuentes?|documentos?|textos?|archivos?|pasajes?|contexto)"
    ),
    unsaying=(
        r"no (?:me |nos |lo |la )?(?:menciona|indica|especifica|precisa|dice|nombra|aclara|revela)n?"
        rf"|no (?:me |nos )?permite[n]? {_SPANISH_KNOW}"
    ),
    speaker=(
        rf"no (?:he (?:encontrado|podido encontrar|hallado)|encontré|encuentro|tengo|dispongo de) {_SPANISH_NOTHING}"
        r"|(?:yo )?desconozco|no conozco|me faltan? (?:los )?(?:datos|información)"
    ),
    articles=r"(?:el|la|los|las) (?!.*\b(?:en|por)\b)",
    alone=_SPANISH_UNSAID,
)
_ITALIAN_UNSAID = (
    r"non (?:è|sono|viene|vengono) (?:mai )?(?:menzionat|indicat|specificat|precisat|riportat|nominat|citat)[oaie]"
)
_ITALIAN_NOTHING = r"(?:nulla|niente|(?:(?:alcuna|nessuna) )?(?:informazion[ei]|menzione|risposta|traccia)|dati)"
_ITALIAN_KNOW = r"(?:rispondere|sapere|dire|dirlo|saperlo|determinare|stabilire|conoscere|concludere|confermare)"
_ITALIAN = _Words(
    inside=(
        r"(?:(?:ne|da|su|a)(?:l|i|gli|lle|lla|llo|ll(?:'|’))|in|con|in base a\w*|sulla base de\w*) ?"
        r"(?:quest[aeio] |nessun[ao]? d\w+ )?(?:font[ie]|document[oi]|test[oi]|file|bran[oi]|contesto)"
        r"(?: (?:fornit|disponibil)\w*)?"
    ),
    unsaid=(
        rf"{_ITALIAN_UNSAID}|non (?:compare|compaiono|figura|figurano|si trova|emerge|risulta)"
        rf"|non (?:c(?:'|’)è|ci sono|ho trovato|trovo|si dice) {_ITALIAN_NOTHING}|non (?:si può|posso|è possibile)"
        rf" {_ITALIAN_KNOW}"
    ),
    texts=r"(?:le|i|gli|il|la|quest[aeio]|nessun[ao]? d\w+) (?:font[ie]|document[oi]|test[oi]|file|bran[oi]|contesto)",
    unsaying=(
        r"non (?:\w+ )?(?:menzion\w+|indic\w+|specific\w+|precis\w+|dic\w+|riport\w+|rivel\w+|nomin\w+)"
        rf"|non (?:mi |ci )?(?:permett\w+|consent\w+) di {_ITALIAN_KNOW}"
    ),
    speaker=(rf"non (?:ho trovato|trovo|sono riuscit[oa] a trovare|ho) {_ITALIAN_NOTHING}|non conosco|(?:io )?ignoro"),
    articles=r"(?:l(?:'|’)|(?:il|lo|la|i|gli|le) )(?!.*\b(?:in|su|da|nel\w*|sul\w*|dal\w*)\b)",
    alone=_ITALIAN_UNSAID,
)
_PORTUGUESE_UNSAID = (
    r"não (?:é|são|foi|foram|está|estão) (?:mencionad|indicad|especificad|informad|citad|referid)[oa]s?"
    r"|não se (?:menciona|indica|especifica)m?"
)
_PORTUGUESE_NOTHING = r"(?:nada|(?:nenhuma )?(?:informaç\w+|menção|resposta|referência)|dados)"
_PORTUGUESE_KNOW = r"(?:responder|saber|dizer|determinar|conhecer|concluir|confirmar)"
_PORTUGUESE = _Words(
    inside=(
        r"(?:n[ao]s?|em|com ess[ae]s?|com est[ae]s?|nest[ae]s?|com base n[ao]s?|segundo [ao]s?"
        r"|a partir d[ao]s?) ?(?:nenhuma? d[ao]s )?"
        r"(?:fontes?|documentos?|textos?|arquivos?|ficheiros?|trechos?|contexto)(?: (?:fornecid|disponíve)\w*)?"
    ),
    unsaid=(
        rf"{_PORTUGUESE_UNSAID}|não (?:aparece|consta|figura|se encontra)m?|não se (?:diz|fala) (?:nada|de)"
        rf"|não (?:há|encontrei|encontro) {_PORTUGUESE_NOTHING}|não (?:posso|consigo|se pode"
        rf"|é possível) {_PORTUGUESE_KNOW}"
    ),
    texts=(
        r"(?:as?|os?|est[ae]s?|nenhuma? d[ao]s) (?:fontes?|documentos?|textos?|arquivos?|ficheiros?|trechos?|contexto)"
    ),
    unsaying=(
        r"não (?:me |nos |o |a )?(?:menciona|indica|especifica|informa|cita|revela)m?|não (?:o )?(?:diz|dizem)"
        rf"|não (?:me |nos )?permitem? {_PORTUGUESE_KNOW}"
    ),
    speaker=(
        r"não (?:encontrei|encontro|achei|consegui encontrar|pude encontrar|tenho|disponho de)"
        rf" {_PORTUGUESE_NOTHING}|não conheço|(?:eu )?desconheço"
    ),
    articles=r"[oa]s? (?!.*\b(?:em|por|n[ao]s?|pel[ao]s?)\b)",
    alone=_PORTUGUESE_UNSAID,
)
_DUTCH_UNSAID = (
    r"(?:wordt|worden|werd|is|zijn) (?:helaas |er )*(?:niet|nergens) (?:vermeld|genoemd|aangegeven|opgegeven)"
)
_DUTCH_NOTHING = r"(?:niets|geen (?:informatie|gegevens|antwoord))"
_DUTCH = _Words(
    inside=(
        r"(?:in|uit|op basis van|aan de hand van) (?:de|het|deze|dit|uw|je|geen van de) (?:\w+ )?(?:bron(?:nen)?"
        r"|document(?:en)?|tekst(?:en)?|bestand(?:en)?|fragment(?:en)?|context)"
    ),
    unsaid=(
        rf"{_DUTCH_UNSAID}|(?:niet|nergens) (?:te (?:vinden|beantwoorden|zeggen)|op te maken|zeggen|beantwoorden|vinden"
        r"|afleiden|vermeld|genoemd)(?: worden)?"
        r"|(?:staat|staan|kon|kan|vind|vond|wordt|is) (?:ik |hier |hierover |daarover |er |helaas "
        r"|over [^,;:.!?\d]{1,40}"
        rf" )*{_DUTCH_NOTHING}(?: (?:over|vermeld|gezegd|vinden|terugvinden|te vinden))*"
    ),
    texts=r"(?:de|het|deze|dit|uw) (?:bron(?:nen)?|document(?:en)?|tekst(?:en)?|bestand(?:en)?|context)",
    unsaying=(
        r"(?:noem|vermeld|zeg|beantwoord)\w*\b[^,;:.!?\d]{0,60}\b(?:niets?|geen|nergens)|zwijg\w* (?:\w+ )?(?:hierover"
        r"|daarover|over)"
    ),
    speaker=(
        r"(?:ik (?:kan|kon|heb|vind|vond)|(?:daar|hier|daarover|hierover|(?:over|van) [^,;:.!?\d]{1,60})"
        r" (?:kan|kon|heb|vind|vond) ik) (?:er |hier "
        rf"|daar |hierover |helaas |in [^,;:.!?\d]{{3,40}} )*{_DUTCH_NOTHING}"
    ),
    articles=r"(?:de|het) (?!.*\b(?:in|op|bij|door|aan)\b)",
    alone=_DUTCH_UNSAID,
)
_POLISH_NOTHING = r"(?:nic|niczego|(?:żadn\w+ )?(?:informacji|danych|odpowiedzi|wzmianki)|mowy)"
_POLISH_KNOW = r"(?:odpowiedzie\w*|ustali\w*|stwierdzi\w*|określi\w*|powiedzie\w*|znale\w*)"
_POLISH = _Words(
    inside=(
        r"(?:w|we|z|ze|na podstawie) (?:(?:tych|tym|tego|podanych|dostępnych|dostarczonych|żadnym z) )?(?:źród[łe]\w*"
        r"|dokument\w+|tekst\w+|plik\w+)"
    ),
    unsaid=(
        r"nie (?:podano|wspomniano|wymieniono|określono|wskazano|jest podan\w+|są podane|został\w* podan\w+"
        rf"|pojawia się|wynika)|nie (?:ma|napisano|znalaz\w+) {_POLISH_NOTHING}|nie (?:da się|można|mogę"
        r"|jestem w stanie)"
        rf" {_POLISH_KNOW}|brak (?:informacji|danych|wzmianki)"
    ),
    texts=r"(?:(?:te|ten|podane|dostępne) )?(?:źródł[ao]|dokumenty?|teksty?|pliki?)",
    unsaying=(
        r"nie (?:\w+ )?(?:podaj\w+|wspomina\w*|wymienia\w*|mówi\w*|określa\w*)|milcz\w+"
        rf"|nie pozwala\w* (?:na to )?{_POLISH_KNOW}"
    ),
    speaker=(
        rf"nie (?:znalaz\w+|znajduję|udało mi się znaleźć|mam) {_POLISH_NOTHING}|(?:nic|niczego) nie (?:znalazłem"
        r"|znalazłam|znajduję|wiem)|nie znam"
    ),
)
_RUSSIAN_NOTHING = r"(?:ничего|(?:никак\w+ )?(?:информации|сведений|данных|ответа|упоминани\w+))"
_RUSSIAN_KNOW = r"(?:ответить|определить|узнать|установить|сказать|понять)"
_RUSSIAN = _Words(
    inside=(
        r"(?:в|во|из|на основани\w+|на основе|по) (?:(?:этих|этом|этого|этим|данных|данном|предоставленных|имеющихся"
        r"|ваших) )?(?:источник\w+|документ\w+|текст\w*|файл\w+)"
    ),
    unsaid=(
        r"не (?:указан|упомянут|назван|приведен|приведён|сказан)[аоы]?|не (?:упоминается|упоминаются|указывается"
        rf"|указываются|говорится|сообщается|называется)|не (?:нашёл|нашел|нашла) {_RUSSIAN_NOTHING}"
        rf"|{_RUSSIAN_KNOW} (?:нельзя|невозможно)|(?:нельзя|невозможно|не могу) {_RUSSIAN_KNOW}"
        r"|нет (?:никак\w+ )?(?:информации|сведений|данных|ответа|упоминани\w+)|ничего не (?:говорится|сказано|указано)"
    ),
    texts=r"(?:(?:эти|этот|данные|предоставленные|ваши) )?(?:источники?|документы?|тексты?|файлы?)",
    unsaying=(
        r"не (?:\w+ )?(?:упоминают?|указывают?|называют?|сообщают?|говорят?)|молчат"
        rf"|не (?:позволя\w+|дают возможности) {_RUSSIAN_KNOW}"
    ),
    speaker=(
        r"(?:я )?(?:ничего )?не (?:нашёл|нашел|нашла|нахожу|смог найти|смогла найти)|мне не удалось найти"
        rf"|мне (?:ничего )?не известн\w+|(?:я )?не (?:вижу|располагаю) {_RUSSIAN_NOTHING}"
    ),
)
# "belirtilmiyor", "belirtilmemiş" and "belirtilmez" deny; "belirtilmiş" and "belirtilmektedir" do not.
_TURKISH_NOT = r"m(?:[ıiuü]yor|[ae](?!kt[ae]|k\b))\w*"
_TURKISH_NONE = (
    rf"(?:bilgi|bilgiye|yanıt|cevap|veri) (?:yok\w*|bulun{_TURKISH_NOT}|bulama\w+"
    rf"|rastla{_TURKISH_NOT}|veril{_TURKISH_NOT})"
)
_TURKISH = _Words(
    inside=(
        r"(?:(?:bu|verilen|sunulan|sağlanan|mevcut) )?(?:kaynak|belge|metin|doküman|dosya)(?:lar|ler)?(?:ın|in)?"
        r"(?:da|de|ta|te|dan|den)"
    ),
    unsaid=(
        rf"(?:belirtil|bahsedil|söz edil|geç|yer al|anlaşıl|yaz){_TURKISH_NOT}|{_TURKISH_NONE}"
        r"|(?:bulama|göreme)(?:dım|dık|m)"
    ),
    texts=r"(?:(?:bu|verilen|sunulan|mevcut) )?(?:kaynak|belge|metin|doküman|dosya)(?:lar|ler)?",
    unsaying=rf"(?:belirt|bahset|söz et|değin|yanıtla|cevapla){_TURKISH_NOT}",
    speaker=(
        r"(?:[^,;:.!?\d]{0,60}(?<!\w))?(?:bilmiyorum|bilemiyorum|bilgim yok|bilgi bulama(?:dım|dık)|bilgiye (?:sahip"
        r" değilim|ulaşamadım)|(?:yanıt|cevap) (?:veremiyorum|veremem))"
    ),
)
_ARABIC = _Words(
    inside=(
        r"(?:في|من) (?:هذه |هذا |أي من )?(?:المصادر|المصدر|المستندات|المستند|الوثائق|الوثيقة|النص|النصوص|الملفات)"
        r"(?: (?:المقدمة|المتاحة|المتوفرة))?"
    ),
    unsaid=r"(?:لم|لا) (?:يذكر|يُذكر|تذكر|تُذكر|يرد|ترد|يتم ذكر|أجد|يمكنني|أستطيع)|غير (?:مذكور|مذكورة|محدد|محددة)",
    texts=(
        r"(?:هذه |هذا )?(?:المصادر|المصدر|المستندات|المستند|الوثائق|الوثيقة|النص|النصوص|الملفات)(?: المقدمة| المتاحة)?"
    ),
    unsaying=r"(?:لا|لم) (?:تذكر|يذكر|تشير|يشير|تتحدث|يتحدث|تحدد|يحدد|توضح|يوضح|تجيب|يجيب)",
    speaker=(
        r"(?:أنا )?(?:لا|لم|لن) (?:أعرف|أعلم|أدري|أجد|(?:أستطيع|يمكنني|أتمكن من) (?:الإجابة|الرد|المساعدة|تحديد|العثور"
        r"|تأكيد|مساعدتك))|(?:لا|لم) (?:تذكر|تشير|تتحدث|توضح|تحدد) (?:هذه )?(?:المصادر|المستندات|الوثائق|النصوص)"
        r"|(?:لا|لم) (?:يذكر|يشير|يتحدث|يوضح|يحدد) (?:هذا )?(?:النص|المصدر|المستند)"
        r"|ليس(?:ت)? (?:لدي|عندي) (?:أي )?(?:معلومات|معلومة|بيانات|إجابة|فكرة)"
    ),
)
_SWEDISH_NOTHING = r"(?:inte|ingenting|inget|ej|(?:inga|ingen) (?:uppgift(?:er)?|information))"
_SWEDISH = _Words(
    inside=(
        r"(?:i|av|ur|från|utifrån) (?:de |dessa |den |det )?(?:\w+ )?(?:källor(?:na)?|källan|dokument(?:en|et)?"
        r"|text(?:en|erna)?|underlaget)"
    ),
    unsaid=(
        rf"(?:nämns|anges|framgår|omnämns|nämndes|står) (?:det )?(?:tyvärr )?{_SWEDISH_NOTHING}"
        r"|(?:finns|hittar jag) (?:det )?(?:inga|ingen) (?:uppgift(?:er)?|information)|går (?:det )?inte att (?:svara"
        r"|säga|avgöra|utläsa)"
    ),
    texts=r"(?:de |dessa )?(?:källorna|källan|dokumenten|dokumentet|texten|texterna)",
    unsaying=r"(?:nämner|säger|anger|berättar|besvarar) (?:\w+ ){0,4}?(?:inte|ingenting|inget|inga|ingen)",
    speaker=(
        rf"jag (?:hittar|hittade) (?:tyvärr )?{_SWEDISH_NOTHING}|jag har (?:tyvärr )?(?:inga uppgifter"
        r"|ingen information)"
        r"|(?:jag vet|det vet jag) (?:tyvärr )?inte|(?:jag kan|det kan jag) (?:tyvärr )?inte (?:svara|hjälpa|säga"
        r"|hitta)"
    ),
)
_DANISH_NOTHING = r"(?:ikke|intet|ingenting|(?:ingen|nogen) (?:oplysninger|opplysninger|information|informasjon))"
_DANISH_SORRY = r"(?:desværre |dessverre )?"
_DANISH = _Words(
    inside=(
        r"(?:i|af|fra|ud fra) (?:de |disse |den |det )?(?:\w+ )?(?:kilder(?:ne)?|kildene|kilden|dokument(?:er|erne|ene"
        r"|et)?|tekst(?:en|erne|ene)?)"
    ),
    unsaid=(
        rf"(?:fremgår|nævnes|nevnes|angives|oppgis|fremkommer|står) (?:det |der )?{_DANISH_SORRY}{_DANISH_NOTHING}"
        rf"|(?:er|bliver|blir) {_DANISH_SORRY}ikke (?:nævnt|angivet|oppgitt|nevnt|omtalt|oplyst)"
        r"|(?:findes|finnes|finder jeg|finner jeg) (?:der |det )?ingen (?:oplysninger|opplysninger|information"
        r"|informasjon)"
    ),
    texts=r"(?:de |disse )?(?:kilderne|kildene|kilden|dokumenterne|dokumentene|dokumentet|teksten|teksterne|tekstene)",
    unsaying=(
        r"(?:nævner|siger|nevner|sier|angiver|oppgir|besvarer|fortæller|forteller) (?:\w+ ){0,4}?(?:ikke|intet"
        r"|ingenting|ingen)"
    ),
    speaker=(
        rf"jeg (?:kan|kunne) {_DANISH_SORRY}ikke (?:finde|finne|svare|hjælpe|hjelpe|si|sige)"
        rf"|jeg (?:finder|fandt|finner|fant) {_DANISH_SORRY}{_DANISH_NOTHING}"
        rf"|jeg har {_DANISH_SORRY}ingen (?:oplysninger"
        rf"|opplysninger|information|informasjon)|(?:jeg (?:ved|vet)(?: det)?|det (?:ved|vet) jeg) {_DANISH_SORRY}ikke"
        rf"|det kan jeg {_DANISH_SORRY}ikke (?:svare|hjælpe|hjelpe|si|sige|finde|finne)"
    ),
)
_LANGUAGES = (
    _ENGLISH, _GERMAN, _FRENCH, _SPANISH, _ITALIAN, _PORTUGUESE, _DUTCH, _POLISH, _RUSSIAN, _TURKISH, _ARABIC,
    _SWEDISH, _DANISH,
)  # fmt: skip
# Japanese and Chinese put no space between words; a topic of its own ("警察は") would be somebody who found nothing.
_FAR = r"[^、，,;；。.!！?？\d]{0,40}"
_NO_TOPIC = r"[^はが、，,;；。.!！?？\d]{0,40}"
_TEXTS_JA = r"(?:資料|情報源|文書|出典|ソース|テキスト|本文|記事|文章|ファイル)"
_TEXTS_ZH = r"(?:资料|文件|文档|来源|文本|原文)"
_KNOW_ZH = r"(?:回答|确定|判断|得知|知道|确认|得出|了解|看出)"
_TEXTS_KO = r"(?:자료|출처|문서|본문|텍스트)(?:들)?"
_EAST = (
    (
        r"(?:申し訳(?:ありません|ございません)(?:が)?[、。]?|すみませんが[、。]?)?(?:その|この|該当する)?(?:情報"
        r"|回答|答え)(?:は|を)"
        r"持(?:って|ち合わせて)(?:い|おり)ません。?\Z"
    ),
    (
        rf"(?:很?抱歉[，,]?)?我(?:无法|不能|没法|没能)从(?:这些|所?提供的|现有的?)?{_TEXTS_ZH}(?:中"
        rf"|里)?{_KNOW_ZH}{_FAR}。?\Z"
    ),
    rf"(?:这些|所?提供的)?{_TEXTS_ZH}(?:中|里)?(?:都|均|也)(?:没有|未|没)(?:提到|提及|说明|写明|给出|涉及){_FAR}。?\Z",
    (
        rf"(?:(?:이|제공된|주어진) )?{_TEXTS_KO} 어디에도 {_FAR}(?:나와 있지|언급되어 있지|언급되지|적혀 있지|나오지)"
        r" (?:않습니다|않아요)[.]?\Z"
    ),
    (
        rf"{_FAR}{_TEXTS_JA}(?:の中)?(?:に|で)(?:は|も)?{_FAR}(?:記載|言及|説明|明記)?(?:されて|書かれて|載って"
        r"|触れられて"
        r"|示されて|含まれて)(?:い|おり)ません。?\Z"
    ),
    (
        rf"{_FAR}{_TEXTS_JA}(?:の中)?(?:から|で|だけで)は{_FAR}(?:答えられ|わかり|分かり|判断でき|読み取れ|回答でき"
        r"|確認でき|特定でき)ません。?\Z"
    ),
    (
        rf"{_NO_TOPIC}(?:についての?|に関する|に関して)(?:は)?(?:情報|記述|記載|内容)?(?:は|が|を)?(?:見つかりません"
        r"|見当たりません|見つけられません|確認できません|わかりません|分かりません|お答えできません)(?:でした)?。?\Z"
    ),
    (
        rf"(?:根据|基于|从)(?:这些|所?提供的|现有的?|上述|给定的)?{_TEXTS_ZH}(?:中|来看)?[，,]?(?:我)?(?:无法|不能"
        r"|没法)"
        rf"{_KNOW_ZH}{_FAR}。?\Z"
    ),
    rf"我(?:没有|没|未|未能|无法)(?:能)?(?:找到|查到|看到|发现)(?:任何)?(?:有关|关于|与|相关){_FAR}。?\Z",
    rf"{_FAR}(?:在)?{_TEXTS_ZH}(?:中|里)?(?:并)?(?:没有|未|没)(?:被)?(?:提到|提及|说明|写明|给出)。?\Z",
    (
        rf"{_FAR}{_TEXTS_KO}(?:에|에는|에서|에서는)? ?(?:나와 있지|언급되어 있지|언급되지|명시되어 있지|적혀 있지"
        r"|나오지|포함되어 있지) (?:않습니다|않았습니다|않아요)[.]?\Z"
    ),
    (
        rf"(?:(?:이|제공된|주어진|해당) )?{_TEXTS_KO}(?:로는|만으로는|에서는|으로는) {_FAR}(?:답변할|답할|대답할|알"
        r"|확인할"
        r"|판단할|파악할) 수 (?:없습니다|없어요)[.]?\Z"
    ),
    (
        r"(?:(?![^\s]*[은는이가]\s)[^\s,.!?\d]+ ){0,6}[^\s,.!?\d]+(?:에 대한|에 관한) (?:\S+ )?(?:정보|내용"
        r"|언급)(?:를|을|는|은|가|이)?"
        r" (?:찾지 못했습니다|찾을 수 없(?:습니다|었습니다)|없습니다|확인할 수 없습니다)[.]?\Z"
    ),
)
REFUSALS = (
    re.compile(f"{SORRY}{_ASKED}(?:{'|'.join(words.pattern() for words in _LANGUAGES)})", _IGNORE),
    re.compile(f"{SORRY}{_NONE_SAYS}{_SUBJECT}{_END}", _IGNORE),
    re.compile("|".join(_EAST)),
)
"""The whole of a sentence that says that the sources, or whoever speaks, do not know a thing that it names."""
