"""Statements turned into their denial and back, in English: "is not" for "is", "supports" for "does not support"."""

from collections.abc import Iterator

from critique_core.language.denial import Change, denied, is_denied, main_verb, undone
from critique_core.language.grammar import AUXILIARIES, HAVE, MODALS, Syntax, is_participle, verb_form
from critique_core.language.lexicon import PARTS, lexicon
from critique_core.mutations.mutation import Mutation

_HAS = {"has": "does not have", "have": "do not have", "had": "did not have"}
_MAY: dict[str, str] = dict.fromkeys(("may", "might"), "cannot")
"""What may be may also not be; so "may" becomes "cannot", of which neither reading allows the other."""


def mutated(sentence: str) -> Iterator[Mutation]:
    """The denial of an English sentence's main verb, or the sentence without it; nothing for a question."""
    syntax = Syntax(sentence, sentence)
    verb = main_verb(sentence, syntax)
    if verb is None:
        return
    at = syntax.tokens[verb].start
    if is_denied(syntax, verb):
        change = undone(sentence, syntax, verb)
    else:
        change = _special(syntax, verb) or _shifted(denied(sentence[at:], 0, _bare(syntax.words[verb])), at)
    if change:
        start, end, new = change
        yield Mutation("negation", start, end, sentence[start:end], new)


def _special(syntax: Syntax, verb: int) -> Change | None:
    """What ``language.denial`` does not do: "does not have" for a "has" that owns something, "cannot" for "may"."""
    token, word = syntax.tokens[verb], syntax.words[verb]
    following = syntax.words[verb + 1] if verb + 1 < len(syntax.words) else ""
    owns = word in HAVE and word in _HAS and not is_participle(following) and not following.endswith("ly")
    new = _MAY.get(word) or (_HAS[word] if owns else None)
    return (token.start, token.end, new) if new else None


def _shifted(change: Change | None, offset: int) -> Change | None:
    return (change[0] + offset, change[1] + offset, change[2]) if change else None


def _bare(verb: str) -> str:
    """The verb that a past form is of; empty where none is known."""
    if verb in AUXILIARIES | MODALS or verb_form(verb) != "past":
        return ""
    book = lexicon()
    bases = [base for base in book.base_forms(verb) if base != verb and "v" in book.related(base, PARTS)]
    return max(bases, key=book.verb_share, default="")
