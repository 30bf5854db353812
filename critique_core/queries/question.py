"""What a query asks for: its kind, its parts, and the kind of answer that each part expects."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from critique_core.claims.kinds import classify
from critique_core.models import QueryType
from critique_core.queries.tasks import about_the_sources, order_of
from critique_core.queries.terms import Term, terms_of
from critique_core.text.languages import language_of_query

Answer = Literal["number", "date", "person", "place", "yes_no", "reason", "steps", "definition", "list"]
Dimension = Literal["money", "time", "length", "mass", "speed", "temperature", "share", "count", "frequency"]

_IGNORE = re.IGNORECASE
_MOST_PARTS = 50
_LONGEST_GREETING = 2000  # characters; nothing longer only greets
_POLITE = re.compile(
    r"(?:(?:please|hello|hi|hey|so|well|and|ok|okay)[,!.]?\s+)*(?:(?:can|could|would"
    r"|will) you (?:please )?(?:tell|explain"
    r"|give|show|say|let)(?: (?:me|us|to me))*(?: know)?\s+|(?:i(?:'d| would) like to know|i want to know"
    r"|do you know"
    r"|tell (?:me|us)|i was wondering)\s+)?(?:please\s+)?",
    _IGNORE,
)
_ASKS = (
    r"who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|could|may|must|should|will|would"
    r"|has|have|wer|was|wann|wo|warum|wie|welche\w*|qui|que|quand|où|pourquoi|comment|combien|quel\w*"
    r"|¿?(?:qué|cuál\w*|quién\w*|cuándo|cuánt\w+|dónde|cómo)|chi|che|quando|quant\w+|dove|perché|qual\w?"
    r"|quem|quais|onde|wat|waar|waarom|wanneer|hoeveel|hoe lang|welke?"
)
_ELSEWHERE = re.compile(
    rf"\b(?:{_ASKS}|hoe|wessen|welch\w+|wohin|woher|weshalb|wieso|quoi|cui|onde|waarom|wie)\b", _IGNORE
)
_ELLIPTIC = re.compile(r"(?:und|et|y|e|en|aber|mais|pero|ma|mas|maar)\s", _IGNORE)
"""What shows that a question without a question word at its beginning asks for more than yes or no."""
_CUE = re.compile(
    rf"[¿*-]*\s*(?:(?:at|by|from|in|of|on|since|to|until|with)\s{{1,9}})?(?:{_ASKS})\b"
    r"(?:\s{1,9}(?:deep|far|fast|big|heavy|high|large|long|many|much|old|tall|wide|date|day|time|year|viele?|lange?"
    r"|de temps|tiempo|tempo)\b)?(?:\s{1,9}(?:to|(?:can|could|do|does|should|would)\s{1,9}(?:i|one|we|you))\b)?"
    r"|(?:describe|explain|list|name|tell|write)\b",
    _IGNORE,
)
"""The words with which a question asks; those that it asks about follow."""
_PART_END = re.compile(
    rf"[?？;]|\n|(?<=[a-z]{{3}}[.!])\s(?=[A-Z])"
    rf"|,?\s{{1,9}}(?:and|und|et|or|y|e|en)\s{{1,9}}(?=(?:{_ASKS})\b)|,\s{{1,9}}(?=(?:{_ASKS})\b)",
    _IGNORE,
)
_QUESTION = re.compile(rf"(?:{_ASKS})\b", _IGNORE)
_JOINED = re.compile(
    r"\b([^\W_]{1,40}),?\s{1,3}(?:and|und|et|y|e)\s{1,3}(?:(?:the|a|an|its|their|die|der|das|le|la|les|el)\s{1,3})?"
    r"(?=([^\W_]{1,40}))",
    _IGNORE,
)
_QUANTITY = (
    r"price|cost|fee|charge|rate|limit|height|length|width|depth|weight|size|speed|temperature|population|number"
    r"|amount|dose|dosage|salary|wage|revenue|profit|percentage|share|distance|age|capacity|timeout"
    r"|duration|maximum"
    r"|minimum|total|boiling point|melting point|area|budget|score"
)
_EXPECTED: dict[Answer, str] = {
    "date": (
        r"(?:since |until |by )?when\b|(?:\w+ )?(?:what|which) (?:year|date|day|month|century"
        r"|time)\b|what(?:'s| is| was) (?:the |its |their )?(?:[\w-]+ ){0,2}deadline\b|wann\b"
        r"|quand\b|¿?cuándo\b|quando\b"
    ),
    "person": r"(?:by |from |to |for )?who(?:m|se)?\b|wer\b|wem\b|qui\b(?! est-ce)|¿?quién\w*\b|chi\b",
    "place": (
        r"(?:from )?where\b|(?:\w+ )?(?:what|which) (?:city|country|place|town|state|region)\b"
        r"|wo\b|woher\b"
        r"|où\b|¿?dónde\b|dove\b"
    ),
    "number": (
        r"(?:by |for |in |to )?how (?:many|much|long|old|far|high|tall|deep|wide|big|large|heavy|fast|hot|cold|often"
        r"|soon|late"
        r"|early|thick|loud)\b|(?:at |in |to )?what (?:percentage|temperature|age|speed)\b"
        rf"|what(?:'s| is| was| are| were) (?:the |its |their )?(?:[\w-]+ ){{0,3}}(?:{_QUANTITY})s?\b"
        r"|what (?:do|does|did|will|would) .{1,60} (?:cost|weigh)\b"
        r"|wie ?(?:viele?|lange?|hoch|alt|weit|gro(?:ß|ss)|schwer|oft)\b|combien\b|was kosten?t?\b"
        r"|¿?cuánt[oa]s?\b|quant[oiae]\b"
    ),
    "reason": (
        r"why\b|how come\b|what (?:causes?|caused)\b|(?:what(?:'s| is| are"
        r"| was) )?(?:the )?(?:reasons?|causes?)"
        r" (?:for|of|why)\b|warum\b|weshalb\b|wieso\b|pourquoi\b|¿?por qué\b|perché\b"
    ),
    "steps": (
        r"how (?:do|can|could|should|would|to|does one)\b(?! \w+ (?:work|differ|compare))"
        r"|steps (?:to|for)\b"
        r"|(?:what are the )?(?:steps|instructions) |wie (?:kann|mache?|muss|setze?)\b|comment\b"
        r"|¿?cómo\b"
    ),
    "definition": (
        r"what(?:'s| is| are) (?:an? |the )?[\w-]+(?: [\w-]+)?\s*\Z|define\b"
        r"|(?:what is )?(?:the )?(?:meaning"
        r"|definition) of\b|what does .{1,60} (?:mean|stand for)\b|was (?:ist|bedeutet)\b"
    ),
    "list": (
        r"(?:which|what) (?:[\w-]{1,20} )?\w{2,20}s"
        r" (?:do|does|did|are|were|can|could|must|should|will|would|have|may)\b"
        r"|what are (?:the |some )?(?:[\w-]{1,20} ){0,3}\w{2,20}s\b|(?:list|name) (?:all|the|some|three|five|\d)\b"
    ),
    "yes_no": (
        r"(?:is|are|was|were|do|does|did|can|could|may|must|should|will|would|has|have|had"
        r"|am)(?:n't|n’t)?\b"
    ),
}
_YES_NO = {
    "de": r"(?:ist|sind|war|waren|hat|haben|kann|können|darf|dürfen|muss|müssen|soll|sollen|wird|werden|gibt es)\b",
    "fr": r"(?:est-ce|est|sont|peut-on|peut|puis-je|dois-je|faut-il|y a-t-il|a-t-\w+|ont-\w+)\b",
    "es": r"¿?(?:es|son|está|están|hay|puede|pueden|puedo|se puede|tiene|tienen|debe|deben|debo)\b",
    "it": r"(?:è|sono|ha|hanno|può|posso|possono|si può|c(?:'|’)è|ci sono|deve|devono)\b",
    "pt": r"(?:é|são|há|pode|podem|posso|tem|têm|deve|devem|está|estão)\b",
    "nl": r"(?:is|zijn|was|waren|heeft|hebben|kan|kunnen|mag|mogen|moet|moeten|wordt|worden)\b",
}
_EXPECTED_CJK: dict[Answer, str] = {
    "date": r"几点|几时|何时|什么时[候间]|哪[一]?[年天]|哪个月|几月|几号|いつ|何[時年月日曜]|언제|몇 (?:시|년|월|일)",
    "person": r"谁|誰|だれ|どなた|누구|누가",
    "place": r"哪里|哪儿|哪个(?:国家|城市|地方)|什么地方|どこ|어디",
    "reason": r"为什么|为何|原因|なぜ|どうして|왜",
    "number": (
        r"多少|几[个位岁人次天年米]|多[长高大远久深重快]|いくら|いくつ|何[人回個枚歳本%台]|どのくらい|どれくらい"
        r"|얼마|몇"
    ),
    "yes_no": (
        r"[吗嗎]\s*\Z|是否|(?:です|ます|でした|ました|ません|ない)か\s*\Z(?<!何ですか)(?<!ものですか)"
        r"|(?:니까|나요|습니까|가요)\s*\Z"
    ),
}
_ASKING_BY_TONE = frozenset(("de", "fr", "es", "it", "pt", "nl"))
"""Languages whose list of question words is whole enough that a question without one asks for yes or no."""
_DIMENSIONS: dict[Dimension, str] = {
    "money": (
        r"\b(?:prices?|costs?|fees?|charges?|salary|salaries|wages?|revenue|profits?|budget|paid"
        r"|kosten?t?|gebühr|precio|cuestan?|coûtent?|coûte|prix|costano?|prezzo)\b"
        r"|\bhow much (?:does|do|is|are|did) .{1,80}\bpay\b"
    ),
    "time": r"\bhow (?:long|old|soon)\b|\b(?:timeout|duration|age)\b|\bwie lange?\b",
    "length": (
        r"\bhow (?:far|high|tall|deep|wide|thick)\b|\b(?:height|width|depth|distance)\b"
        r"|\bwie (?:hoch|weit)\b"
    ),
    "mass": r"\bhow heavy\b|\bhow much .{0,80}\bweighs?\b|\bweight\b",
    "speed": r"\bhow fast\b|\b(?:top )?speed\b",
    "temperature": r"\bhow (?:hot|cold)\b|\btemperature\b|\b(?:boiling|melting|freezing) point\b",
    "share": r"\bpercent(?:age)?\b",
    "count": r"\bhow many\b|\bwie viele\b|\bcombien de\b|\bcuánt[oa]s\b|\bquant(?:i|e|os|as)\b|\bhoeveel\b",
    "frequency": r"\bhow often\b|\bwie oft\b",
}
_MEASURED: tuple[tuple[str, Dimension], ...] = (
    (r"\bhow (?:long|soon)\b|\bwie lange?\b", "time"),
    (r"\bhow many\b|\bwie viele\b", "count"),
    (r"\bhow often\b|\bwie oft\b", "frequency"),
)
"""Question words that leave no doubt, whatever else is mentioned: "how long does it take to charge"."""
_TASK = re.compile(
    r"\b(?:write|give|draft|compose|prepare|produce|provide|create|make|generate|offer)\s{1,9}(?:(?:me|us)\s{1,9})?"
    r"(?:(?:a|an|the|one|some)\s{1,9})?(?:[\w-]{1,20}\s{1,9}){0,2}"
    r"(?:overview|summary|description|introduction|paragraph|report|text|blurb|profile|portrait|account|article|outline"
    r"|review|note|abstract|explanation)s?\b(?:\s{1,9}(?:of|about|on|for)\b)?"
    r"|(?:\A|(?<=[.!?:] )|(?<=please )|(?<=you )|(?<=me ))"
    r"(?:summari[sz]e|outline|describe|introduce|paraphrase|sum up)\b"
    r"|\b(?:with)?in (?:about |at most |fewer than |up to |under )?(?:\d{1,5}|one|two|three|four|five|ten)"
    r" (?:words?|sentences?|paragraphs?|lines?)\b"
    r"|\bwhat (?:do|does) (?:the|this|these) (?:text|document|article|source|report|passage)s? (?:say|state|tell us)\b"
    r"|\bin (?:simple|plain|easy|your own) (?:words|terms|language|english)\b"
    r"|\b(?:the\s{1,9}(?:following|provided|given|above)|this|these)\s{1,9}"
    r"(?:text|document|article|passage|source|news)s?\b",
    _IGNORE,
)
"""What an order says of the text to be written and of the text to write from: its form, not its subject."""
_BROAD = re.compile(
    r"\W*(?:please\s{1,9})?(?:(?:can|could|would|will) you\s{1,9}(?:please\s{1,9})?)?"
    r"(?:(?:tell\s{1,9}(?:me|us)\s{1,9})?(?:(?:more|something|everything|a (?:bit|little))\s{1,9})?about"
    r"|give\s{1,9}(?:me|us)\s{1,9}(?:(?:some|more|any|the)\s{1,9})?(?:information|info|details|facts)\s{1,9}"
    r"(?:on|about|of)"
    r"|what\s{1,9}(?:are|is)\s{1,9}(?:the\s{1,9})?(?:key|main|most important|basic|important|essential)\s{1,9}"
    r"(?:facts?|things?|points?|details|information)(?:\s{1,9}to know)?\s{1,9}(?:on|about|of)"
    r"|what\s{1,9}(?:is|are)\s{1,9}(?:important|there|good|useful)(?:\s{1,9}things?)?\s{1,9}to know\s{1,9}(?:on|about)"
    r"|what\s{1,9}(?:should|must|do|can)\s{1,9}(?:i|we|you|one)\s{1,9}(?:need to\s{1,9})?"
    r"(?:know|tell\s{1,9}(?:me|us))\s{1,9}(?:about|before\s{1,9}(?:buying|visiting|booking|using|ordering|going to))"
    r"|write\s{1,9}(?:something\s{1,9})?about|describe|introduce)\b",
    _IGNORE,
)
"""Orders that anything about their subject serves: "Tell me about Etna", "Describe the dishwasher"."""
_READER = re.compile(
    r"\b(explain\b[^.?!\n]{1,200}?)\s(?:to|for|like)"
    r" (?:(?:an?|my|i am|i(?:'|’)m) )?(?:child(?:ren)?|kids?|beginners?|lay\w+|five(?:[- ]year[- ]old)?)\b",
    _IGNORE,
)
"""For whom a thing is to be explained, which is no part of it."""
_LIGHT = {"how": frozenset(("work", "works", "worked")), "what": frozenset(("happen", "happens", "happened"))}
_CONVERSATION = re.compile(
    r"\b(?:how are you|what(?:'s| is) up|who are you|your (?:opinion|view|favou?rite|advice|name)"
    r"|you (?:think|feel|like"
    r"|recommend|suggest|prefer|believe)|do you (?:like|love|enjoy)|tell (?:me|us) (?:a|another) (?:joke|story)"
    r"|let(?:'|’)?s (?:talk|chat)|i(?:'m| am|’m)? (?:feel(?:ing)?|sad|bored|happy|worried|stressed|lonely"
    r"|tired|afraid)"
    r"|should i|any (?:tips|advice|ideas)|can you help me|help me|talk to me|chat with|what should i|was meinst du"
    r"|wie geht)\b",
    _IGNORE,
)


@dataclass(frozen=True, slots=True)
class AskedPart:
    """One thing asked: its words, the kind of answer it expects (``None``: any), and the dimension of a number.

    ``start`` and ``end`` are its place in the query, with its question mark; ``text`` is without the mark, and
    ``text[after_cue:]`` what follows its question word. ``listed`` groups the places in ``terms`` of what "and" joins:
    the limits of the Free and the Pro tier.
    """

    start: int
    end: int
    text: str
    after_cue: int
    expects: Answer | None
    dimension: Dimension | None
    terms: tuple[Term, ...]
    listed: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A query as read: ``text`` is all of it, ``terms`` are the words of all its parts.

    ``about_sources`` marks an order to write about the sources themselves; it has no words of its own. ``broad`` marks
    an order that anything about its subject serves.
    """

    text: str
    kind: QueryType
    language: str
    parts: tuple[AskedPart, ...]
    terms: tuple[Term, ...]
    about_sources: bool = False
    broad: bool = False

    @property
    def subject(self) -> str:
        """The query without what it says of the form of the answer; all of it where nothing else is left."""
        rest = _without_form(self.text)
        return rest if rest.strip(" .?!") else self.text


def read(query: str) -> Question:
    """Read a query. One that is no question has one part that expects no kind of answer.

    What a query states before it asks is no part. One that asks more than 50 things is read as one. Time is linear.
    """
    language = language_of_query(query)
    if about_the_sources(query, language):
        text, start = query.strip(), query.find(query.strip())
        order = AskedPart(start, start + len(text), text, _after_cue(text), None, None, ())
        return Question(query, "factual", language, (order,), (), about_sources=True)
    parts = tuple(_parts(query, language))
    light = frozenset(word for part in parts for word in _light(part.text, language))
    terms = tuple(term for term in terms_of(_without_form(query), language) if term.key not in light)
    text = query.strip()
    whole = (AskedPart(query.find(text), query.find(text) + len(text), text, _after_cue(text), None, None, terms),)
    asking = tuple(part for part in parts if part.expects or _QUESTION.match(part.text)) or parts or whole
    asking = asking if len(asking) <= _MOST_PARTS else whole
    return Question(query, query_type(query), language, asking, terms, broad=len(asking) == 1 and _is_broad(text))


def query_type(query: str) -> QueryType:
    """S2's two kinds: conversational is small talk, feelings, and asking for an opinion or advice; else factual."""
    if _CONVERSATION.search(query):
        return "conversational"
    if len(query) > _LONGEST_GREETING:
        return "factual"
    _, why = classify(query.strip(), language_of_query(query))
    return "conversational" if why == "greeting" else "factual"


def _parts(query: str, language: str) -> Iterator[AskedPart]:
    """The stretches of a query that have words of their own; what follows a question inherits nothing but its place."""
    at = 0
    for end, after in [
        *((match.start(), match.end()) for match in _PART_END.finditer(query)),
        (len(query), len(query)),
    ]:
        text = query[at:end].strip()
        start, at = query.find(text, at), after
        if not text:
            continue
        asked = text[_opening(text) :]
        start += len(text) - len(asked)
        light = _light(asked, language)
        terms = tuple(term for term in terms_of(_without_form(asked), language) if term.key not in light)
        marked = query.startswith(("?", "？", " ?", "\u00a0?", "\u202f?"), start + len(asked))
        expects = _expected(asked, language, asked=marked)
        if terms or expects not in (None, "yes_no"):
            expects = None if _BROAD.match(asked) else expects
            dimension = _dimension(asked) if expects == "number" else None
            yield AskedPart(
                start,
                start + len(asked) + query.startswith(("?", "？"), start + len(asked)),
                asked,
                _after_cue(asked),
                expects,
                dimension,
                terms,
                _listed(asked, terms),
            )


def _without_form(text: str) -> str:
    order = _BROAD.match(text)
    return _READER.sub(r"\1", _TASK.sub(" ", text[order.end() :] if order else text))


def _is_broad(text: str) -> bool:
    """Whether a query orders something about a subject: "Describe how it works" asks for one thing."""
    order = _BROAD.match(text)
    return order is not None and not _ELSEWHERE.search(text, order.end())


def _after_cue(text: str) -> int:
    found = _CUE.match(text)
    return found.end() if found else 0


def _light(text: str, language: str) -> frozenset[str]:
    """Verbs that only fill up a question or give an order: "how does it work", "what happened", "beschreibe"."""
    order = order_of(text, language)
    if order:
        return frozenset((order,))
    opening = re.match(r"\w{1,9}", text)
    return _LIGHT.get(opening[0].casefold(), frozenset()) if opening else frozenset()


def _expected(text: str, language: str, *, asked: bool) -> Answer | None:
    """The kind of answer; what a question mark follows (``asked``) asks for yes or no without a question word."""
    for kind, pattern in _EXPECTED.items():
        # "was" asks for a thing in German
        if (kind != "yes_no" or language == "en") and re.match(pattern, text, _IGNORE):
            return kind
    opening = _YES_NO.get(language)
    if opening and re.match(opening, text, _IGNORE):
        return "yes_no"
    if language in ("zh", "ja", "ko"):
        return next((kind for kind, pattern in _EXPECTED_CJK.items() if re.search(pattern, text)), None)
    if not asked or language not in _ASKING_BY_TONE:
        return None
    return None if _ELSEWHERE.search(text) or _ELLIPTIC.match(text) else "yes_no"


def _opening(text: str) -> int:
    found = _POLITE.match(text)
    return found.end() if found else 0


def _dimension(text: str) -> Dimension | None:
    for cue, kind in _MEASURED:
        if re.search(cue, text, _IGNORE):
            return kind
    return next((kind for kind, pattern in _DIMENSIONS.items() if re.search(pattern, text, _IGNORE)), None)


def _listed(text: str, terms: Sequence[Term]) -> tuple[tuple[int, ...], ...]:
    places = {term.key: index for index, term in enumerate(terms)}
    pairs = ((match[1].casefold(), match[2].casefold()) for match in _JOINED.finditer(text))
    return tuple((places[one], places[two]) for one, two in pairs if one in places and two in places)
