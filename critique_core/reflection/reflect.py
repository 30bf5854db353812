"""S2's reflection: are the sources relevant (ISREL), is the draft supported (ISSUP), does it answer the query (ISUSE).

Each check gives a score of 0 to 1, a verdict in S2's words and a reason in plain ones; ``None`` where there is nothing
to judge. Offline: by the words, and by ``relate``, which reads a query and a text together where it can.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from critique_core.models import PROBABILITY_PLACES, Evidence, QueryType, Reflection, SourceDocument, VerifiedClaim
from critique_core.queries import answer_types, tasks
from critique_core.queries import question as questions
from critique_core.queries.question import Answer, AskedPart, Question
from critique_core.queries.terms import Matcher, forms, is_function, tokens
from critique_core.reflection import addressed, source_relevance, subjects
from critique_core.reflection.addressed import Base
from critique_core.reflection.quality import source_quality
from critique_core.text.languages import language_of
from critique_core.text.sentences import sentences
from critique_core.text.shortening import one_line, shortened
from critique_core.verifiers.relating import Blend, Relate, log_odds, unknown

__all__ = ["query_type", "relevance", "source_quality", "support", "usefulness"]

RELEVANT_FROM = source_relevance.RELEVANT_FROM
USEFUL_FROM = 0.5
BLEND = Blend(words=0.0, meaning=1.1, bias=-0.86)
_NAMED = ("name", "identifier")
_PARTIAL = 0.5  # S2's computeConfidence counts partial support half
_LENT = 0.9
_SAID, _STATED = 6.0, 4.0  # log odds that a bare yes or no, and a statement that settles the question, gain
_WHOLE = "Read as a whole, the draft {} the query."
_SHOWN_QUERY = 90
_HALF = 0.5
_SHORT_ANSWER = 6  # content words up to which an answer may leave its subject to the question
_SHORT_SUBJECT = 0.5
_SPOKEN_OF = 0.8
_LONG_ANSWER = 25
# In log odds, chosen with tests/data/gate_open.jsonl: what an answer loses besides its words and meaning.
_EVADES, _CIRCLES, _OTHER_KIND, _PASSED_OVER = 5.0, 2.4, 0.8, 9.0
_NEAREST = 0.6  # what a draft gains that rests on the sentence of its sources that speaks most of the query
_NEARER = 0.15  # share of the query's words that another sentence of a source may have more
_LEFT = 0.35  # the same of a statement that settles a yes-or-no question
_SETTLES = 0.5  # share of a yes-or-no question's words that a statement mentions to settle it
_SHOWN_QUOTE = 160
_STRETCH = 3000  # characters of a draft that are read next to the query at once
_MOST_STRETCHES = 4
_MOST_SEARCHED, _SENTENCES_READ = 20_000, 12  # characters of each source searched for an answer; sentences read
_KIND_NAMES: dict[Answer, str] = {
    "number": "a number", "date": "a date or time", "person": "a person or group", "place": "a place",
    "yes_no": "yes or no", "reason": "a reason", "steps": "steps to follow", "definition": "a definition",
    "list": "a list",
}  # fmt: skip


def query_type(query: str) -> QueryType:
    """``factual`` or ``conversational`` (S2), which weigh the three checks differently; ``factual`` in doubt."""
    return questions.query_type(query)


# --- ISREL -----------------------------------------------------------------------------------------------------------


def relevance(
    query: str,
    sources: Sequence[SourceDocument],
    verified: Sequence[VerifiedClaim] = (),
    *,
    relate: Relate = unknown,
) -> Reflection | None:
    """Whether a source mentions what the query asks: the score of the best one, relevant from 0.5.

    A source that is quoted for or against a claim of the draft concerns what that claim mentions: claim and quote
    are read together, because a record or a line of code hardly repeats the words of a question. A claim that a name
    parts from its source gives it nothing. ``relate`` reads the query and a source together where it can. ``None``
    without a query that has words of its own, or without source text. S2 asks it of all documents together; one
    relevant source is enough to answer from, so the best one counts.
    """
    question = questions.read(query)
    if question.about_sources and any(source.content.strip() for source in sources):
        return Reflection(score=1.0, verdict="relevant", reasoning="The query asks for a text about the sources.")
    if not question.terms or not any(source.content.strip() for source in sources):
        return None
    rated = _with_claims(question, source_relevance.by_meaning(question, sources, relate), verified, relate)
    best = max(rated, key=lambda one: one.score)
    return Reflection(
        score=best.score,
        verdict="relevant" if best.score >= RELEVANT_FROM else "irrelevant",
        reasoning=_relevance_reason(best, sum(one.score >= RELEVANT_FROM for one in rated), len(rated)),
    )


def _with_claims(
    question: Question, rated: Sequence[source_relevance.SourceRelevance], verified: Sequence[VerifiedClaim],
    relate: Relate,
) -> list[source_relevance.SourceRelevance]:  # fmt: skip
    """Each source's rating, or the better one of a claim that it bears out or denies, read with the quote.

    Where one source is relevant by itself no claim is read with its quote: one is enough, and reading takes time.
    """
    best = {one.source_id: one for one in rated}
    doubtful = set(best) if all(one.score < RELEVANT_FROM for one in rated) else set[str]()
    places = [(claim, part) for claim in verified for part in _quoted_parts(claim) if part.source_id in doubtful]
    documents = [SourceDocument(id=part.source_id, content=f"{claim.text}\n{part.quote}") for claim, part in places]
    read = source_relevance.by_meaning(question, documents, relate)
    for (_, part), found in zip(places, read, strict=True):
        if found.score > best[part.source_id].score:
            best[part.source_id] = replace(
                best[part.source_id], score=found.score, quote=part.quote, start=part.start, end=part.end,
                missing=found.missing,
            )  # fmt: skip
    return list(best.values())


def _quoted_parts(claim: VerifiedClaim) -> Iterator[Evidence]:
    """What is quoted for or against a claim or states a case that it leaves out, unless another name is in it."""
    verdict = claim.verdict
    if verdict is None or any(f.agreement == "conflicts" and f.kind in _NAMED for f in verdict.findings):
        return
    cases = {f.source_id for f in verdict.findings if f.kind == "condition" and f.agreement == "omitted"}
    for part in verdict.evidence:
        if (part.relation != "context" or part.source_id in cases) and part.match != "not_found":
            yield part


def _relevance_reason(best: source_relevance.SourceRelevance, relevant: int, count: int) -> str:
    if not best.quote and best.score >= RELEVANT_FROM:
        return f"“{best.name}” bears on the query, though in other words than the query's."
    if not best.quote:
        return "No source speaks of any word of the query."
    quote = shortened(best.quote.rstrip("."), _SHOWN_QUOTE)
    missing = f" It does not speak of {_listed(best.missing)}." if best.missing else ""
    speak = "speaks" if relevant == 1 else "speak"
    lead = f"{relevant} of {count} sources {speak} of the query" if relevant else "No source speaks enough of the query"
    return f"{lead}; the nearest passage is in “{best.name}”: “{quote}”.{missing}"


# --- ISSUP -----------------------------------------------------------------------------------------------------------


def support(verified: Sequence[VerifiedClaim]) -> Reflection | None:
    """Whether the sources support the draft: full, partial or none (S2), from the statuses of its claims.

    The score is the share of checked claims that are supported, a partially supported one counting half. Support is
    full only when every checkable claim is supported, so an unverified one bars it; none when no claim is supported
    even partly. ``None`` when no claim was checked.
    """
    counts = {status: sum(claim.status == status for claim in verified) for status in
              ("supported", "partially_supported", "unsupported", "contradicted", "unverified")}  # fmt: skip
    checked = sum(counts.values()) - counts["unverified"]
    if not checked:
        return None
    earned = counts["supported"] + _PARTIAL * counts["partially_supported"]
    full = counts["supported"] == checked and not counts["unverified"]
    checkable = checked + counts["unverified"]
    told = [f"{number} {status.replace('_', ' ')}" for status, number in counts.items() if number]
    return Reflection(
        score=round(earned / checked, PROBABILITY_PLACES),
        verdict="full" if full else "partial" if earned else "none",
        reasoning=f"Of {checkable} checkable {'claim' if checkable == 1 else 'claims'}: {', '.join(told)}.",
    )


# --- ISUSE -----------------------------------------------------------------------------------------------------------


def usefulness(
    query: str,
    draft: str,
    verified: Sequence[VerifiedClaim],
    *,
    abstained: bool = False,
    relevance: Reflection | None = None,
    sources: Sequence[SourceDocument] = (),
    relate: Relate = unknown,
) -> Reflection | None:
    """Whether the draft answers the query: useful from 0.5. ``None`` without a query that asks anything.

    Each part asked is looked for: the kind of answer it expects, its subject (in the draft, or in the quotes that the
    draft's claims rest on), and something that the query does not say itself. The score is the mean of the parts and
    the weakest one, so that a part left out shows; ``relate`` reads the query and the draft together where it can. A
    draft loses by putting the answer off, by saying the query again, and where a sentence of ``sources`` that it does
    not rest on speaks more of the query. The reason names one cause. A refusal serves the reader as far as no sentence
    of the sources answers the query, which ``relate`` reads; where it cannot, as far as the sources are irrelevant:
    1 - ISREL, from ``relevance``, and 0.5 when that was not judged either. A refusal is never an issue.
    """
    question = questions.read(query)
    if abstained:
        return _refusal(relevance, question, sources, relate)
    base = addressed.base_of(draft, question.language, verified, sources)
    if question.about_sources:
        return _of_task(query, draft, verified, base)
    if not question.terms and all(part.expects is None for part in question.parts):
        return None
    quotes = "\n".join((*_quotes(verified), *base.rested_on))
    read = subjects.with_subjects(draft, verified) if question.language == "en" else draft
    judged = [_judged(part, question, _Draft(draft, read, quotes), verified) for part in question.parts]
    scores = [score for score, _ in judged]
    score = (sum(scores) / len(scores) + min(scores)) / 2
    weakest = min(judged, key=lambda one: one[0])[1]
    settled = score >= USEFUL_FROM and (_says_yes_or_no(question, draft) or _is_about(question, read))
    meant = None if settled or question.language != "en" else _meant(question.subject, read, relate)
    if meant is not None:
        score = BLEND(score, meant)
    sign = _sign(question, draft, read, base, by_meaning=meant is not None)
    score = 1 / (1 + math.exp(-log_odds(score) - sign.gain))
    useful = score >= USEFUL_FROM
    if not useful:
        reason = sign.reason or (weakest if min(scores) < USEFUL_FROM else _WHOLE.format("does not answer"))
    elif min(scores) < USEFUL_FROM:
        reason = _WHOLE.format("answers")
    else:
        reason = " ".join(dict.fromkeys(reason for _, reason in judged))
    return Reflection(
        score=round(score, PROBABILITY_PLACES), verdict="useful" if useful else "not_useful", reasoning=reason
    )


@dataclass(frozen=True, slots=True)
class _Draft:
    """A draft, how it reads with the subjects that it leaves to pronouns, and the quotes that it rests on."""

    text: str
    read: str
    quotes: str


@dataclass(frozen=True, slots=True)
class _Sign:
    """What shows besides words and meaning: ``gain`` in log odds, and the ``reason`` where it speaks against."""

    gain: float = 0.0
    reason: str = ""


def _sign(question: Question, draft: str, read: str, base: Base, *, by_meaning: bool) -> _Sign:
    """The gravest sign against a draft, or that it settles a question by a statement.

    ``read`` is the draft with the subjects that it leaves to pronouns.
    """
    asked = f"“{_asked(question.text)}”"
    if addressed.evades(question.text, draft):
        return _Sign(-_EVADES, f"To {asked} the draft gives no answer of its own.")
    yes_or_no = all(part.expects == "yes_no" for part in question.parts)
    if yes_or_no and answer_types.says_yes_or_no(draft, question.text):
        return _Sign(_SAID if addressed.is_bare(draft) else 0.0)
    nearer = addressed.passed_over(question, read, base)
    if yes_or_no and nearer <= _LEFT and any(base.used) and _speaks_of(question, draft) >= _SETTLES:
        return _Sign(_STATED)
    if by_meaning:
        return _besides_meaning(question, draft, base, nearer, circular=not yes_or_no)
    if nearer <= _NEARER:
        return _Sign()
    reason = f"The sources speak of what {asked} asks, and the draft of something else."
    return _Sign(-_PASSED_OVER * (nearer - _NEARER), reason)


def _besides_meaning(question: Question, draft: str, base: Base, nearer: float, *, circular: bool) -> _Sign:
    """What the encoder overlooks: the query said again, another kind of answer, and the sentence it rests on."""
    if circular and addressed.circles(question, draft):
        asked = f"“{_asked(question.text)}”"
        return _Sign(-_CIRCLES, f"To {asked} the draft says nothing that the query does not say itself.")
    if _other_kind(question, draft):
        return _Sign(-_OTHER_KIND)
    rests_on_it = nearer == 0 and _speaks_of(question, "\n".join(base.rested_on)) >= _SPOKEN_OF
    return _Sign(_NEAREST if rests_on_it else 0.0)


def _other_kind(question: Question, draft: str) -> bool:
    """Whether a part asks for a number, a date, a person or a place, and the draft gives none."""
    concrete = (part for part in question.parts if part.expects in answer_types.CONCRETE)
    return any(answer_types.holds(part, draft, question.language) is False for part in concrete)


def _speaks_of(question: Question, text: str) -> float:
    """The share of the query's words that a text mentions."""
    matcher = Matcher(question.terms, question.language)
    return matcher.share(matcher.cover(text))


def _asked(query: str) -> str:
    return shortened(one_line(query).rstrip("?？ "), _SHOWN_QUERY)


def _says_yes_or_no(question: Question, draft: str) -> bool:
    """Whether a draft begins with the yes or no that is asked for and mentions what it is about."""
    return all(
        part.expects == "yes_no"
        and answer_types.holds(part, draft, question.language)
        and max(Matcher(part.terms, question.language).cover(draft), default=0.0) >= _SPOKEN_OF
        for part in question.parts
    )


def _is_about(question: Question, read: str) -> bool:
    """Whether a draft speaks of the subject of an order that anything about it serves."""
    return question.broad and _speaks_of(question, read) >= _SPOKEN_OF


def _of_task(query: str, draft: str, verified: Sequence[VerifiedClaim], base: Base) -> Reflection | None:
    """How far a text about the sources says what they say; ``None`` where nothing of it was checked.

    A summary answers where it speaks of one sentence of the sources in three; whether it is right is another question.
    """
    rests = support(verified)
    if rests is not None and base.texts and tasks.asks_for_a_summary(query):
        covered = addressed.summarised(draft, language_of(draft), base)
        score = max(USEFUL_FROM, rests.score) if covered == 1 else rests.score * covered
        told = "covers" if score >= USEFUL_FROM else "covers little of"
        reason = f"The query asks for a summary, and the draft {told} what the sources say."
        verdict = "useful" if score >= USEFUL_FROM else "not_useful"
        return Reflection(score=round(score, PROBABILITY_PLACES), verdict=verdict, reasoning=reason)
    if rests is not None:
        useful = rests.score >= USEFUL_FROM
        said = "says what the sources say" if useful else "says little of what the sources say"
        reason = f"The query asks for a text about the sources, and the draft {said}."
        return Reflection(score=rests.score, verdict="useful" if useful else "not_useful", reasoning=reason)
    if any(claim.checkable for claim in verified):
        return None
    return Reflection(
        score=0.0, verdict="not_useful",
        reasoning="The query asks for a text about the sources, and the draft states nothing.",
    )  # fmt: skip


def _meant(query: str, draft: str, relate: Relate) -> float | None:
    """How far the draft answers by meaning: its best stretch. ``None`` for one too long to be read to its end."""
    count = max(1, math.ceil(len(draft) / _STRETCH))
    if count > _MOST_STRETCHES:
        return None
    starts = [(len(draft) - _STRETCH) * place // max(1, count - 1) if place else 0 for place in range(count)]
    read = (relate("answers", query, draft[start : start + _STRETCH]) for start in starts)
    return max((meant for meant in read if meant is not None), default=None)


def _refusal(
    relevance: Reflection | None, question: Question, sources: Sequence[SourceDocument], relate: Relate
) -> Reflection:
    answer = _answer_in(question, sources, relate)
    if answer is not None:
        held, name, sentence = answer
        score = round(1 - BLEND(0.5, held), PROBABILITY_PLACES)
        if score >= USEFUL_FROM:
            reason = "The draft declines to answer, and no source holds the answer."
            return Reflection(score=score, verdict="useful", reasoning=reason)
        reason = (
            f"The draft declines to answer, though “{name}” holds the answer: “{shortened(sentence, _SHOWN_QUOTE)}”"
        )
        return Reflection(score=score, verdict="not_useful", reasoning=reason)
    score = 0.5 if relevance is None else round(1 - relevance.score, PROBABILITY_PLACES)
    if relevance is None:
        reason = "The draft declines to answer."
    elif relevance.score >= RELEVANT_FROM:
        reason = "The draft declines to answer, though a source speaks of the query."
    else:
        reason = "The draft declines to answer, and no source speaks of the query."
    verdict = "useful" if score >= USEFUL_FROM else "not_useful"
    return Reflection(score=score, verdict=verdict, reasoning=reason)


def _answer_in(question: Question, sources: Sequence[SourceDocument], relate: Relate) -> tuple[float, str, str] | None:
    """How far the best sentence of the sources answers the query, its source's name, and itself.

    The sentences whose words promise most are read. ``None`` where ``relate`` cannot tell of any.
    """
    if question.language != "en":
        return None
    matcher = Matcher(question.terms, question.language)
    found = [
        (source.name, source.content[span.start : span.end])
        for source in sources
        for span in sentences(source.content[:_MOST_SEARCHED])
    ]
    found.sort(key=lambda one: -matcher.share(matcher.cover(one[1])))
    read = ((relate("answers", question.subject, text), name, text) for name, text in found[:_SENTENCES_READ])
    known = [(held, name, text) for held, name, text in read if held is not None]
    return max(known, key=lambda one: one[0], default=None)


def _quotes(verified: Sequence[VerifiedClaim]) -> Iterator[str]:
    for claim in verified:
        for part in claim.verdict.evidence if claim.verdict else ():
            if part.relation != "context" and part.match != "not_found":
                yield part.quote


def _judged(
    part: AskedPart, question: Question, drafted: _Draft, verified: Sequence[VerifiedClaim]
) -> tuple[float, str]:
    """The score of one part asked, and why."""
    draft, matcher = drafted.text, Matcher(part.terms, question.language)
    own = matcher.cover(drafted.read)
    lent = tuple(max(mine, _LENT * theirs) for mine, theirs in zip(own, matcher.cover(drafted.quotes), strict=True))
    held = answer_types.holds(part, draft, question.language)
    new = _new_words(question, draft)
    left_out = _left_out(part, drafted.read, question.language, own, lent)
    states_nothing = not any(claim.checkable for claim in verified)
    says_nothing = (not new and held is not True) or states_nothing
    short = len(new) <= _SHORT_ANSWER
    # A long answer of no particular kind must mention the subject itself: its quotes may be about anything.
    subject = matcher.share(
        lent if held or short else [max(mine, theirs * _HALF) for mine, theirs in zip(own, lent, strict=True)]
    )
    # "Yes, you can return it" mentions the question's subject, however long it goes on.
    says_so = held is True and part.expects == "yes_no" and max(own, default=0.0) >= _SPOKEN_OF
    if (held and short) or says_so or not part.terms:
        subject = max(subject, _SHORT_SUBJECT)
    if len(new) > _LONG_ANSWER and not says_so:
        total = _of_long(part, question, draft, matcher.share(own)) - 2.6 * (held is False)
    else:
        total = -1.7 + 3.2 * subject + (0.0 if held is None else 1.5 if held else -2.6)
    total -= 3.0 * bool(left_out) + 4.0 * (says_nothing and question.kind == "factual")
    score = 1 / (1 + math.exp(-total))
    if states_nothing and question.kind == "factual":
        return score, f"To “{part.text}” the draft states nothing that could answer it."
    return score, _use_reason(part, held, left_out, says_nothing=says_nothing, useful=score >= USEFUL_FROM)


def _of_long(part: AskedPart, question: Question, draft: str, own: float) -> float:
    """How far a long draft is about a part: it holds most kinds of answer somewhere, so it is read as a source is.

    Fitted to RAGTruth's training questions with their own answers and with those to questions of similar words.
    """
    asked = replace(question, parts=(part,), terms=part.terms)
    read_as_source = source_relevance.rate(asked, (SourceDocument(id="draft", content=draft),))[0].score
    return -3.5 + 1.9 * own + 5.2 * read_as_source


def _new_words(question: Question, draft: str) -> set[str]:
    """Content words of the draft that the query does not hold."""
    asked = frozenset(form for term in question.terms for form in forms(term.key, question.language))
    return {
        word
        for word in {token.key for token in tokens(draft)}
        if not is_function(word, question.language) and forms(word, question.language).isdisjoint(asked)
    }


def _left_out(
    part: AskedPart, draft: str, language: str, own: Sequence[float], lent: Sequence[float]
) -> tuple[str, ...]:
    """Members of "A and B" left out while another is mentioned, and names that give way to others in the draft."""
    missing: list[str] = []
    for group in part.listed:
        if any(own[index] >= _LENT for index in group):
            missing += [
                part.terms[index].text
                for index in group
                if not own[index] and (part.terms[index].name or not lent[index])
            ]
    denied = part.expects == "yes_no" and answer_types.denies(draft)  # "No, in the south" need not name the north
    if part.expects not in ("person", "place") and not denied and answer_types.names_another(part, draft, language):
        missing += [term.text for term, strength in zip(part.terms, own, strict=True) if term.name and not strength]
    return tuple(dict.fromkeys(missing))


def _use_reason(
    part: AskedPart, held: bool | None, left_out: Sequence[str], *, says_nothing: bool, useful: bool
) -> str:
    asked = f"“{part.text}”"
    if says_nothing:
        return f"To {asked} the draft says nothing that the query does not say itself."
    if held is False and part.expects:
        return f"{asked} expects {_KIND_NAMES[part.expects]}, and the draft gives none."
    if left_out:
        return f"To {asked} the draft says nothing of {_listed(left_out)}."
    if not useful:
        given = f"gives {_KIND_NAMES[part.expects]}, but " if part.expects and held else ""
        return f"The draft {given}hardly speaks of what {asked} asks."
    return f"{asked} is answered" + (f" with {_KIND_NAMES[part.expects]}." if part.expects and held else ".")


def _listed(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words[:5]) + (f" and {len(words) - 5} more" if len(words) > 5 else "")
