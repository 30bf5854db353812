"""The years of a life behind a name: "Ada Wintour (1884–1957)" gives that of her birth and that of her death."""

from dataclasses import replace

from critique_core.language.sentence import Sentence
from critique_core.typed_values.dates import days_of
from critique_core.typed_values.mentions import Mention

BIRTH, DEATH = frozenset("born birth bear birthday".split()), frozenset("die died dead death".split())


def is_life(source: Sentence, years: Mention) -> bool:
    """Whether a span of years stands in brackets behind a name."""
    if years.kind != "date" or len(years.alternatives) != 2 or source.text[years.end :][:1] != ")":
        return False
    before = [token for token in source.tokens if token.end <= years.start][-2:]
    return len(before) == 2 and before[0].name and before[1].text == "("


def year_told(claim: Sentence, years: Mention) -> Mention:
    """The year of a life that the claim speaks of; both years where it tells birth and death, or neither."""
    told = claim.functions.union(*(word.keys for word in claim.words))
    born, died = not told.isdisjoint(BIRTH), not told.isdisjoint(DEATH)
    chosen = years.alternatives[:1] if born else years.alternatives[1:]
    days = days_of(chosen[0][0])
    return years if born == died or days is None else replace(years, low=days[0], high=days[1], alternatives=chosen)
