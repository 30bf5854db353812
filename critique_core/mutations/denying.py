"""Statements turned into their denial and back, in English: "is not" for "is", "supports" for "does not support"."""

from collections.abc import Iterator

from critique_core.language.grammar import (
    ALWAYS_SUBORDINATE,
    AUXILIARIES,
    HAVE,
    MODALS,
    Syntax,
    is_participle,
    verb_form,
)
from critique_core.language.lexicon import PARTS, lexicon
from critique_core.mutations.mutation import Mutation
from critique_core.revision.negation import Change, affirmed, denied

_NOT = frozenset(("not", "n't", "cannot"))
_SCOPED = frozenset("never no none nothing nobody neither nor hardly rarely all every each some any".split())
"""With one of these in the sentence, it would not be sure what a negation put in denies."""
_HAS = {"has": "does not have", "have": "do not have", "had": "did not have"}
_MAY: dict[str, str] = dict.fromkeys(("may", "might"), "cannot")
"""What may be may also not be; so "may" becomes "cannot", of which neither reading allows the other."""
_NO_DENIAL = frozenset("until only just merely simply necessarily later more less fewer all every".split())


def mutated(sentence: str) -> Iterator[Mutation]:
    """The denial of an English sentence's main verb, or the sentence without it; nothing for a question."""
    syntax = Syntax(sentence, sentence)
    verb = _main_verb(syntax)
    if verb is None or sentence.rstrip().endswith("?") or not _SCOPED.isdisjoint(syntax.words):
        return
    following = syntax.words[verb + 1 : verb + 4]
    at = syntax.tokens[verb].start
    if syntax.words[verb] == "cannot" or (following and following[0] in _NOT):
        change = (
            None
            if following[1:2] and following[1] in _NO_DENIAL
            else affirmed(sentence, _denied_verb(syntax, verb), "")
        )
    else:
        change = _special(syntax, verb) or _shifted(denied(sentence[at:], 0, _bare(syntax.words[verb])), at)
    if change:
        start, end, new = change
        yield Mutation("negation", start, end, sentence[start:end], new)


def _main_verb(syntax: Syntax) -> int | None:
    """The main verb; behind the comma where the sentence opens with "if" or the like."""
    start = 0
    if syntax.words and syntax.words[0] in ALWAYS_SUBORDINATE:
        if "," not in syntax.words:
            return None
        start = syntax.words.index(",") + 1
    verb = syntax.main_verb(start, len(syntax.words))
    return None if verb and syntax.words[verb - 1] in ("and", "or") else verb


def _special(syntax: Syntax, verb: int) -> Change | None:
    """What ``revision.negation`` does not do: "does not have" for a "has" that owns something, "cannot" for "may"."""
    token, word = syntax.tokens[verb], syntax.words[verb]
    following = syntax.words[verb + 1] if verb + 1 < len(syntax.words) else ""
    owns = word in HAVE and word in _HAS and not is_participle(following) and not following.endswith("ly")
    new = _MAY.get(word) or (_HAS[word] if owns else None)
    return (token.start, token.end, new) if new else None


def _shifted(change: Change | None, offset: int) -> Change | None:
    return (change[0] + offset, change[1] + offset, change[2]) if change else None


def _denied_verb(syntax: Syntax, verb: int) -> int:
    """Where the word after the negation starts."""
    place = next((i for i in range(verb + 1, len(syntax.words)) if syntax.words[i] not in _NOT), verb)
    return syntax.tokens[place].start


def _bare(verb: str) -> str:
    """The verb that a past form is of; empty where none is known."""
    if verb in AUXILIARIES | MODALS or verb_form(verb) != "past":
        return ""
    book = lexicon()
    bases = [base for base in book.base_forms(verb) if base != verb and "v" in book.related(base, PARTS)]
    return max(bases, key=book.verb_share, default="")
