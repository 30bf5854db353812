"""A day of the week that a claim names, where the sources name another or none."""

from collections.abc import Iterator, Sequence

import regex

from critique_core.language.frames import subject_of
from critique_core.language.sentence import Sentence
from critique_core.language.tokens import Token
from critique_core.text.word_classes import EXCEPTION, EXCLUSIVE, NEGATION
from critique_core.typed_values.mentions import Mention
from critique_core.typed_values.weekdays import day_named, weekdays
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.things import segment_at, segments
from critique_core.verifiers.embedded.checks.base import Observation, quoted
from critique_core.verifiers.embedded.checks.directions import tells_of_past

_ALWAYS = regex.compile(
    r"\b(?:every|any|each|all|other) days?\b|\bdaily\b|\b(?:7|seven) days a week|\btäglich|\btous les jours\b"
    r"|\btodos los días\b|\btodos os dias\b|\bogni giorno\b|\btutti i giorni\b|毎日|每天",
    regex.IGNORECASE,
)
_SURE, _HOURS_SURE = 0.8, 0.88
_OPEN = frozenset(
    """open opens geöffnet offen öffnet ouvert ouverte ouvre abierto abierta abre aperto aperta apre aberto aberta
    geopend""".split()
)
_CLOSED = frozenset(
    """closed closes shut geschlossen schliesst fermé fermée ferme cerrado cerrada cierra chiuso chiusa chiude fechado
    fechada gesloten""".split()
)
_REOPEN = frozenset("reopen reopens reopened reopening wiedereröffnet rouvre reabre riapre reabrirá rouvrira".split())
_ENTRY = _OPEN | frozenset(
    """admission entry entrance visit visits visitors tour tours ticket tickets eintritt einlass führung besuch entrée
    visite visites entrada visita visitas ingresso visite visite toegang rondleiding""".split()
)
_UNTIL = frozenset("until till bis jusqu jusque hasta fino até tot".split())
_MOVED = regex.compile(
    r"\b(?:moved|postponed|rescheduled|shifted|brought forward|put (?:off|back|forward))\b[^.;]{0,30}?\b(?:to|until)\b",
    regex.IGNORECASE,
)
_LEAST_MOVED = 0.3
_NAMED, _SUBJECT_ALONE = 0.6, 0.25
_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?"
_STRETCH = regex.compile(
    rf"\b{_DAY}(?:(?:\s?[–—-]\s?|\s(?:to|until|till|through)\s|,\s|,?\sand\s){_DAY})+\b", regex.IGNORECASE
)
_SPOKEN_OF = 0.3  # share of a claim that a list of days has in its sentence
_WORKING = 5  # days; "at weekends" may mean one of the two
_IN_FULL, _FEW = 0.7, 2
_IN_PLACE = 0.5  # share of the claim's words in the unit whose day is the one it should have


def observe(
    claim: Sentence, focus: Alignment, alignments: Sequence[Alignment]
) -> Iterator[tuple[Alignment, Observation]]:
    """The first day of the claim that no source names, in conflict with the one that the focus names, or missing.

    A claim that gives the date as well is compared by that.
    """
    named = [t for t in claim.tokens if day_named(t.text) is not None]
    excepted = any(t.norm in EXCEPTION for t in claim.tokens)  # "daily except Mondays" is "Tuesday to Sunday"
    if excepted or any(m.kind == "date" for m in claim.mentions):
        return
    if not named:
        yield from _on_fewer(claim, focus, alignments)
        return
    yield from _on_the_former(claim, named, alignments)
    told = _of_the_subject(claim, alignments)
    stated = [
        weekdays(s.text)
        for a in told
        for s in (a.scope.sentence, *(s for _, s in a.scope.around if told is alignments))
    ]
    token = next((t for t in named if not any(weekdays(t.text) & days for days in stated)), None)
    if token is None:
        yield from _shut_though_open(claim, named, told)
        return
    if any(_ALWAYS.search(a.scope.sentence.text) for a in alignments):
        return
    if any(word.denied for word in claim.words) or any(t.norm in _CLOSED for t in claim.tokens):
        yield from _left_out(token, told)
        return
    sentence = focus.scope.sentence
    other = next((t for t in sentence.tokens if day_named(t.text) is not None), None)
    place = (other.start, other.end, other.text) if other else (0, 0, "")
    conflicts = (
        other is not None
        and len(weekdays(claim.text)) == 1
        and focus.inside >= _IN_PLACE
        and _before(claim, token)
        == _before(sentence, other)  # "except Monday" and "until Monday" say nothing of Tuesday
    )
    text = f"the source says {place[2]}, the draft says {token.text}" if conflicts else f"no source names {token.text}"
    yield focus, Observation("date", "conflicts" if conflicts else "missing", token.start, token.end, token.text,
                             *place, text, _SURE)  # fmt: skip


def _of_the_subject(claim: Sentence, alignments: Sequence[Alignment]) -> Sequence[Alignment]:
    """The units that open on days what the claim is about: the pool, not the sauna; all where none names it."""
    subject = subject_of(claim, claim.statements[0]) if claim.code == "en" and claim.statements else None
    if subject is None or not subject.words or day_named(subject.words[-1].token.text) is not None:
        return alignments
    head = subject.words[-1].index
    own = [
        a
        for a in alignments
        if _is_open_on(a.scope.sentence, weekdays(a.scope.sentence.text))
        and any(p.claim.index == head and p.strength >= _NAMED for p in a.pairs)
    ]
    return own or alignments


def _shut_though_open(
    claim: Sentence, named: Sequence[Token], alignments: Sequence[Alignment]
) -> Iterator[tuple[Alignment, Observation]]:
    """That something is closed on a day on which the source has it open."""
    shut = next((t for t in claim.tokens if t.norm in _CLOSED), None)
    if shut is None or any(word.denied for word in claim.words) or any(m.kind == "time" for m in claim.mentions):
        return
    for alignment in alignments:
        source = alignment.scope.sentence
        opens = next((t for t in source.tokens if t.norm in _OPEN), None)
        plain = not any(t.norm in _CLOSED | EXCEPTION for t in source.tokens) and not any(
            w.denied for w in source.words
        )
        if opens and plain and alignment.inside >= _SUBJECT_ALONE and weekdays(claim.text) <= weekdays(source.text):
            text = f"the source has it open on {named[0].text}"
            yield alignment, Observation("date", "conflicts", shut.start, shut.end, shut.text,
                                         opens.start, opens.end, opens.text, text, _SURE)  # fmt: skip
            return


def as_days(claim: Sentence, alignment: Alignment) -> list[tuple[int, int, str]]:
    """A claim's "on Fridays" as "Tuesday to Sunday", where one stretch of days that the unit names holds the day.

    The part that is to be replaced, with its start, its end and its new words; none where the claim denies.
    """
    named = [t for t in claim.tokens if day_named(t.text) is not None]
    if len(named) != 1 or any(word.denied for word in claim.words) or any(t.norm in _CLOSED for t in claim.tokens):
        return []
    source, day = alignment.scope.sentence, weekdays(named[0].text)
    held = [match for match in _STRETCH.finditer(source.text) if day <= weekdays(match[0])]
    shut = {segment_at(source, t.start) for t in source.tokens if t.norm in _CLOSED | EXCEPTION}
    if len(held) != 1 or segment_at(source, held[0].start()) in shut:
        return []
    before = next((t for t in reversed(claim.tokens) if t.end <= named[0].start), None)
    start = before.start if before is not None and before.norm == "on" else named[0].start
    return [(start, named[0].end, held[0][0])]


def _left_out(token: Token, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """That something is not on a day which a source's list of days leaves out: "Monday to Saturday" has no Sunday."""
    for alignment in alignments:
        source = alignment.scope.sentence
        first = next((t for t in source.tokens if weekdays(t.text)), None)
        shut = any(t.norm in _CLOSED for t in source.tokens) or any(word.denied for word in source.words)
        if first is not None and len(weekdays(source.text)) > 1 and not shut and alignment.coverage >= _SPOKEN_OF:
            text = f"of the days that the source names none is {token.text}: “{quoted(source.text)}”"
            yield alignment, Observation("date", "agrees", token.start, token.end, token.text,
                                         first.start, first.end, first.text, text, _SURE)  # fmt: skip
            return


def _on_the_former(
    claim: Sentence, named: Sequence[Token], alignments: Sequence[Alignment]
) -> Iterator[tuple[Alignment, Observation]]:
    """The day from which a source says that the thing was moved to another, which the claim does not tell of."""
    if len(named) != 1 or _MOVED.search(claim.text) or tells_of_past(claim):
        return
    for alignment in alignments:
        source = alignment.scope.sentence
        moved = _MOVED.search(source.text)
        days = [t for t in source.tokens if day_named(t.text) is not None]
        if moved is None or len(days) != 2 or not days[0].start < moved.end() <= days[1].start:
            continue
        if weekdays(named[0].text) == weekdays(days[0].text) and alignment.inside >= _LEAST_MOVED:
            token, other = named[0], days[1]
            text = f"the source says that this was moved from {days[0].text} to {other.text}"
            yield alignment, Observation("date", "conflicts", token.start, token.end, token.text,
                                         other.start, other.end, other.text, text, _SURE)  # fmt: skip
            return


def _on_fewer(
    claim: Sentence, focus: Alignment, alignments: Sequence[Alignment]
) -> Iterator[tuple[Alignment, Observation]]:
    """What a claim says of weekdays or every day, next to a source that names some of these days alone."""
    always = _ALWAYS.search(claim.text)
    if always and always[0].casefold().startswith("any"):
        return  # "on any day" leaves out the condition "on weekdays only"
    days = frozenset(range(7)) if always else weekdays(claim.text)
    texts = [s.text for a in alignments for s in (a.scope.sentence, *(s for _, s in a.scope.around))]
    stated = frozenset[int]().union(*map(weekdays, texts))
    source = focus.scope.sentence
    own = weekdays(source.text)
    unlike = any(t.norm in _CLOSED | _OPEN | _UNTIL | EXCEPTION for t in (*claim.tokens, *source.tokens))
    if (
        len(days) < _WORKING
        or not own
        or days <= stated
        or unlike
        or focus.inside < _IN_PLACE
        or any(map(_ALWAYS.search, texts))
    ):
        return
    # "entre semana" names its days by two words, of which neither does
    said = next((t for t in source.tokens if weekdays(t.text)), source.tokens[0])
    mine = next((t for t in claim.tokens if weekdays(t.text)), claim.tokens[0])
    start, end, told = (*always.span(), always[0]) if always else (mine.start, mine.end, mine.text)
    text = f"the draft says “{told}”, the source “{quoted(source.text)}”"
    yield focus, Observation("date", "conflicts", start, end, told, said.start, said.end, said.text, text, _SURE)


def hours_denied(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """A claim that something is closed on a day, next to hours that a source gives for that day."""
    cue = _closing(claim)
    days = weekdays(claim.text)
    if cue is None or not days or any(m.kind in ("time", "date") for m in claim.mentions):
        return
    for alignment in alignments:
        sentence = alignment.scope.sentence
        hours = next((m for m in sentence.mentions if m.kind == "time" and m.is_range), None)
        label = sentence.text[: hours.start] if hours is not None else ""
        if hours is None or not days <= weekdays(label) or not label.rstrip().endswith((":", "|", "=", '"')):
            continue
        text = f"the source gives {hours.text} for that day"
        yield alignment, Observation("negation", "conflicts", cue.start, cue.end, cue.text, hours.start, hours.end,
                                     hours.text, text, _HOURS_SURE)  # fmt: skip
        return


def shut_then(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """What a claim says of coming in on a day, or every day, next to a source that says that it is closed then."""
    days = weekdays(claim.text)
    always = not days and bool(_ALWAYS.search(claim.text))
    coming = next((t for t in claim.tokens if t.norm in _ENTRY), None)
    denying = NEGATION.get(claim.code, frozenset())
    if coming is not None and any(t.norm in EXCEPTION for t in claim.tokens):
        if coming.norm in _OPEN and _ALWAYS.search(claim.text):
            yield from _open_on_some(coming, alignments, days)
        return
    if not (days or always) or coming is None or any(t.norm in _CLOSED | _UNTIL for t in claim.tokens):
        return
    if (always and coming.norm not in _OPEN) or (coming.norm in _OPEN and any(t.norm in denying for t in claim.tokens)):
        return  # "not open" is closed
    for alignment in alignments:
        sentence = alignment.scope.sentence
        shut = next((t for t in sentence.tokens if t.norm in _CLOSED), None)
        others = any(t.norm in _OPEN | _UNTIL | EXCEPTION | EXCLUSIVE for t in sentence.tokens)
        if shut is None or others or any(m.kind == "time" for m in sentence.mentions):
            continue
        if any(o.coverage > alignment.coverage and _is_open_on(o.scope.sentence, days) for o in alignments):
            continue  # another thing is closed then: the library, and not its reading room
        theirs = weekdays(sentence.text)
        dated = any(m.kind == "date" for m in sentence.mentions)  # "closed on Mondays in winter"
        if (theirs and not dated) if always else days <= theirs:
            said = quoted(sentence.text) if always else shut.text
            text = f"the source says “{said}”" + ("" if always else " of that day")
            yield alignment, Observation("date", "conflicts", coming.start, coming.end, coming.text,
                                         shut.start, shut.end, shut.text, text, _SURE, firm=True)  # fmt: skip
            return
    if always and coming.norm in _OPEN:
        yield from _open_on_some(coming, alignments, frozenset())


def open_days(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """That something is open on a day of those that a sentence names, or closed on another, where it has the rest.

    For other languages than English, where no encoder knows that Wednesday is among "dienstags bis samstags".
    """
    days = weekdays(claim.text)
    token = next((t for t in claim.tokens if weekdays(t.text)), None)
    if not days or token is None or _denies_or_excepts(claim):
        return
    shut = any(t.norm in _CLOSED for t in claim.tokens)
    for alignment in alignments:
        source = alignment.scope.sentence
        theirs = weekdays(source.text)
        opens = any(t.norm in _OPEN for t in source.tokens) and not any(t.norm in _CLOSED for t in source.tokens)
        named = _has_the_rest(claim, alignment) and all(_is_hour_of(claim, m, days, source) for m in claim.mentions)
        if not opens or not named or _denies_or_excepts(source) or len(theirs) < _FEW:
            continue
        first = next((t for t in source.tokens if weekdays(t.text)), source.tokens[0])
        if shut and days.isdisjoint(theirs) and not claim.mentions:
            if any(days & weekdays(other.scope.sentence.text) for other in alignments):
                return  # that day has a sentence of its own
            text = f"of the days that the source names none is {token.text}: “{quoted(source.text)}”"
        elif days <= theirs and (claim.mentions or not shut):
            text = f"{token.text} is among the days of the source: “{quoted(source.text)}”"
        else:
            continue
        yield alignment, Observation("date", "agrees", token.start, token.end, token.text,
                                     first.start, first.end, first.text, text, _SURE, firm=True)  # fmt: skip
        return


def _has_the_rest(claim: Sentence, alignment: Alignment) -> bool:
    """Whether a unit, or what is around it, has all words of a claim but its days and "closed"."""
    strengths = zip(claim.words, alignment.cover, strict=True)
    rest = [s for w, s in strengths if not (weekdays(w.token.text) or w.token.norm in _CLOSED)]
    return bool(rest) and min(rest) >= _IN_FULL


def _is_hour_of(claim: Sentence, mention: Mention, days: frozenset[int], source: Sentence) -> bool:
    """Whether an hour is the first, or that of closing the last, of those that a part of the source gives for days."""
    if mention.kind != "time":
        return False
    numbers = segments(source)
    own = {n for t, n in zip(source.tokens, numbers, strict=True) if weekdays(t.text)}
    shut = any(t.norm in _CLOSED for t in claim.tokens)
    for number in own:
        told = [t for t, n in zip(source.tokens, numbers, strict=True) if n == number]
        begin, end = told[0].start, told[-1].end
        if days <= weekdays(source.text[begin:end]):
            hours = [m for m in source.mentions if m.kind == "time" and begin <= m.start < end]
            return any((m.high if shut else m.low) == mention.low for m in hours) and not mention.is_range
    return False


def _denies_or_excepts(sentence: Sentence) -> bool:
    cues = EXCEPTION | EXCLUSIVE
    return any(w.denied for w in sentence.words) or any(t.norm in cues for t in sentence.tokens)


def _is_open_on(sentence: Sentence, days: frozenset[int]) -> bool:
    return bool(days) and days <= weekdays(sentence.text) and any(t.norm in _OPEN for t in sentence.tokens)


def _open_on_some(
    coming: Token, alignments: Sequence[Alignment], excepted: frozenset[int]
) -> Iterator[tuple[Alignment, Observation]]:
    """Something open every day but ``excepted``, next to sources that open it on one of these, or on fewer days."""
    told = [
        (a, days)
        for a in alignments
        if (days := weekdays(a.scope.sentence.text)) and any(t.norm in _OPEN for t in a.scope.sentence.tokens)
    ]
    together = frozenset[int]().union(*(days for _, days in told))
    always = any(_ALWAYS.search(a.scope.sentence.text) for a in alignments)
    if not 1 < len(together) < 7 or always or (excepted and excepted.isdisjoint(together)):
        return
    alignment = told[0][0]
    opened = next(t for t in alignment.scope.sentence.tokens if t.norm in _OPEN)
    text = f"the source says “{quoted(alignment.scope.sentence.text)}”"
    yield alignment, Observation("date", "conflicts", coming.start, coming.end, coming.text,
                                 opened.start, opened.end, opened.text, text, _SURE, firm=True)  # fmt: skip


def reopening(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """A day on which the claim says that something opens again, and a source says that it stays closed until another.

    To stay closed until a day, and to open again on it, are one.
    """
    mine = _opens_again(claim)
    if mine is None:
        return
    for alignment in alignments:
        sentence = alignment.scope.sentence
        theirs = _opens_again(sentence)
        if theirs is None:
            continue
        same = not weekdays(mine.text).isdisjoint(weekdays(theirs.text))
        text = f"the source {'too says' if same else 'says'} {theirs.text}" + (
            "" if same else f", the draft {mine.text}"
        )
        yield alignment, Observation("date", "agrees" if same else "conflicts", mine.start, mine.end, mine.text,
                                     theirs.start, theirs.end, theirs.text, text, _SURE, firm=True)  # fmt: skip
        return


def _opens_again(sentence: Sentence) -> Token | None:
    """The day on which a sentence says that something opens again, or until which it is closed."""
    cue = next((i for i, t in enumerate(sentence.tokens) if t.norm in _REOPEN or t.norm in _CLOSED), None)
    if cue is None:
        cue = next((i for i, t in enumerate(sentence.tokens[:-1]) if t.norm in _OPEN
                    and sentence.tokens[i + 1].norm == "again"), None)  # fmt: skip
    if cue is None:
        return None
    following = sentence.tokens[cue + 1 :]
    day = next((t for t in following if day_named(t.text) is not None), None)
    if day is None or sentence.tokens[cue].norm not in _CLOSED:
        return day
    return day if any(t.norm in _UNTIL and t.start < day.start for t in following) else None


def _closing(claim: Sentence) -> Token | None:
    """The word by which a claim says "closed" or "not open"."""
    denied = any(t.norm in NEGATION.get(claim.code, ()) for t in claim.tokens)
    words = _OPEN if denied else _CLOSED
    return next((t for t in claim.tokens if t.norm in words), None)


def _before(sentence: Sentence, token: Token) -> str:
    """The word before a day: "on", "until", "except"."""
    return next((t.norm for t in reversed(sentence.tokens) if t.end <= token.start), "")
