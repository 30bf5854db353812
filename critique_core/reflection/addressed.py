"""Signs that a draft passes over its query: a sentence of a source that speaks of it more, or words that say nothing.

They work in every language, since they compare the draft with its own sources, and they ask no model.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from critique_core.models import Evidence, SourceDocument, VerifiedClaim
from critique_core.queries.question import Question
from critique_core.queries.terms import Matcher, Term, forms, is_function, tokens
from critique_core.text.sentences import sentences

_IGNORE = re.IGNORECASE
_MOST_READ = 20_000  # characters of each source
_FROM = 0.5  # share of a draft's words from which a sentence of a source counts as what it says
_SUMMARY_SHARE = 3  # one sentence in three is enough for a summary
_SUMMARY_MOST = 3
_SPOKEN_OF = 1 / 3  # share of a sentence's words from which a summary speaks of it
_EVASION_WORDS = 25
_BARE_WORDS = 3
_KANA = re.compile(r"[\u3040-\u30ff]")
_CLAUSE_END = re.compile("[，；]")
_ASKING = frozenset("谁誰什么怎哪何几幾多少吗呢款这那此请是很有")
_EVASION = re.compile(
    r"(?:(?:that|this|it) (?:all |really |very much )?(?:depends|varies|differs|can vary|may vary)\b"
    r"|(?:this|that|\w+(?: \w+){0,2}) (?:can|may) (?:vary|differ|be different)\b"
    r"|there (?:is|are|can be|may be) (?:a lot|lots|many|several|various|a number|different|countless)\b.{0,80}"
    r"\b(?:reasons?|factors?|ways?|things?|aspects?|opinions?|views?|answers?|possibilit\w+|to say|to be said)\b"
    r"|(?:you (?:asked|ask|are asking|want to know|would like to know|are wondering)|the question is"
    r"|your question (?:is|asks))\b"
    r"|(?:whether|if|who|what|when|where|why|how)\b.{1,120}\b(?:is|are) (?:a|an|the|something|what|hard|difficult"
    r"|another) (?:\w+ )?(?:question|matter|thing|issue|topic|to say|that)\b"
    r"|das (?:kommt (?:ganz )?(?:darauf|drauf) an|hängt (?:davon|von .{1,60}) ab|ist (?:ganz )?(?:unterschiedlich"
    r"|verschieden))|es (?:kommt (?:ganz )?(?:darauf|drauf) an|hängt (?:davon|von .{1,60}) ab)"
    r"|da gibt es (?:viele|verschiedene|mehrere)\b"
    r"|(?:cela|ça|tout) (?:en )?(?:dépend|varie)\b|il y a (?:beaucoup|plusieurs|de nombreu\w+) (?:de |d'|d’)?(?:choses"
    r"|façons|raisons|facteurs|réponses)\b"
    r"|(?:eso |esto |todo )?(?:depende|varía)\b|hay (?:muchas|varias|diversas) (?:cosas|formas|razones|maneras"
    r"|respuestas)\b"
    r"|(?:questo |ciò |tutto )?dipende\b|ci sono (?:molte|diverse|vari[ei]) (?:cose|ragioni|modi)\b"
    r"|(?:isso |isto |tudo )?depende\b|há (?:muitas|várias) (?:coisas|razões|formas)\b"
    r"|(?:dat|het) (?:hangt ervan af|hangt af van|verschilt|ligt eraan)\b"
    r"|(?:这|那)?(?:要看|得看|取决于|视).{0,12}(?:情况|而定)|因(?:人|情况)而异"
    r"|(?:それは|これは)?(?:場合|状況|人)に(?:より|よって)(?:ます|異なります|違います)?"
    r"|(?:상황|경우)에 따라 (?:다릅니다|달라요|다르다))",
    _IGNORE,
)
"""The beginning of a sentence that puts an answer off or says the question again."""
_DEPENDS = re.compile(r"\bdepend|\bvar(?:y|ies)|hängt|dépend|dipende|hangt|取决|によ|따라", _IGNORE)
_FILLERS = frozenset(
    """thing things certain way ways question questions answer matter important something anything question need needs
    needed necessary possible different happen happens number contains findings""".split()
)


@dataclass(frozen=True, slots=True)
class Base:
    """Where a draft comes from: ``texts`` are the sentences of its sources, ``used`` says which of them it rests on."""

    texts: tuple[str, ...]
    used: tuple[bool, ...]

    @property
    def rested_on(self) -> tuple[str, ...]:
        """The sentences that the draft rests on."""
        return tuple(text for text, used in zip(self.texts, self.used, strict=True) if used)


def base_of(draft: str, language: str, verified: Sequence[VerifiedClaim], sources: Sequence[SourceDocument]) -> Base:
    """The sentences of the sources, and which a draft quotes or shares half the words of a sentence with."""
    quoted = list(_quoted(verified))
    texts: list[str] = []
    used: list[bool] = []
    for source in sources:
        at = [one for one in quoted if one.source_id == source.id]
        for start, end in _units(source.content[:_MOST_READ]):
            texts.append(source.content[start:end])
            used.append(any(one.start < end and start < one.end for one in at))
    held = [_content(text, language) for text in texts]
    for span in sentences(draft):
        said = _content(draft[span.start : span.end], language)
        shared = [_share(said, words) for words in held]
        most = max(shared, default=0.0)
        used = [known or (most >= _FROM and one == most) for known, one in zip(used, shared, strict=True)]
    return Base(tuple(texts), tuple(used))


def passed_over(question: Question, draft: str, base: Base) -> float:
    """How much more of the query one sentence of a source speaks of than the draft and what it rests on, 0 to 1.

    By the weighted share of the query's words; 0 where nothing the sources say is nearer to the query.
    """
    terms = tuple(term for term in question.terms if _tells(term, question.language))
    matcher = Matcher(terms, question.language)
    here = matcher.cover(draft)
    for text, used in zip(base.texts, base.used, strict=True):
        if used:
            here = tuple(max(pair) for pair in zip(here, matcher.cover(text), strict=True))
    nearer = (
        matcher.share([max(0.0, there - own) for there, own in zip(matcher.cover(text), here, strict=True)])
        for text, used in zip(base.texts, base.used, strict=True)
        if not used
    )
    return max(nearer, default=0.0)


def evades(query: str, draft: str) -> bool:
    """Whether a draft only puts the answer off ("It depends on the situation.") or says the question again."""
    if len(draft.split()) > _EVASION_WORDS or any(map(str.isdigit, draft)) or _DEPENDS.search(query):
        return False
    spans = [draft[span.start : span.end].strip() for span in sentences(draft)]
    return bool(spans) and all(_EVASION.match(text) for text in spans)


def is_bare(draft: str) -> bool:
    """Whether a draft is a yes or no alone, or with a word or two."""
    return len(tokens(draft)) <= _BARE_WORDS


def circles(question: Question, draft: str) -> bool:
    """Whether a draft has no word of its own beyond those of the query."""
    asked = frozenset(form for term in question.terms for form in forms(term.key, question.language))
    words = _words(draft, question.language)
    own = (word for word in words if word not in _FILLERS and forms(word, question.language).isdisjoint(asked))
    return bool(words) and next(own, None) is None


def summarised(draft: str, language: str, base: Base) -> float:
    """How far a draft covers its sources, 0 to 1: it speaks of one sentence in three, and three at most are asked."""
    said = _content(draft, language)
    needed = min(_SUMMARY_MOST, -(-len(base.texts) // _SUMMARY_SHARE))
    spoken_of = sum(_share(_content(text, language), said) >= _SPOKEN_OF for text in base.texts)
    return min(1.0, spoken_of / needed) if needed else 0.0


def _units(text: str) -> Iterator[tuple[int, int]]:
    """The sentences of a text, and of Chinese the clauses that a full comma ends."""
    for span in sentences(text):
        start = span.start
        for comma in _CLAUSE_END.finditer(text, span.start, span.end):
            yield start, comma.end()
            start = comma.end()
        if start < span.end:
            yield start, span.end


def _share(of: frozenset[str], held: frozenset[str]) -> float:
    return len(of & held) / len(of) if of else 0.0


def _tells(term: Term, language: str) -> bool:
    """Whether a term says what is asked: of Japanese and Chinese not the letters and words that only ask."""
    if language not in ("zh", "ja"):
        return len(term.key) > 1 or term.key.isdigit()
    return not _KANA.match(term.key) and term.key not in _ASKING


def _quoted(verified: Sequence[VerifiedClaim]) -> Iterator[Evidence]:
    for claim in verified:
        for part in claim.verdict.evidence if claim.verdict else ():
            if part.relation != "context" and part.match != "not_found":
                yield part


def _words(text: str, language: str) -> list[str]:
    found = dict.fromkeys(token.key for token in tokens(text))
    return [word for word in found if not is_function(word, language) and not _KANA.fullmatch(word)]


def _content(text: str, language: str) -> frozenset[str]:
    """The stems of a text's content words."""
    return frozenset(min(forms(word, language)) for word in _words(text, language))
