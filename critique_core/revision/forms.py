"""Whether a claim in which words are exchanged is a sentence still."""

import re
from itertools import pairwise

from critique_core.language.grammar import MODALS
from critique_core.language.sentence import Sentence, analyse
from critique_core.language.statements import is_finite
from critique_core.models import Finding, FindingKind, VerifiedClaim
from critique_core.revision.trusted_findings import VALUES, Said, says, sentence_of
from critique_core.revision.writing import Correction, without_markers
from critique_core.text.languages import language_of
from critique_core.typed_values.mentions import mentions
from critique_core.typed_values.weekdays import weekdays

SWAPPED: frozenset[FindingKind] = frozenset({"antonym", "modality", "quantifier"})
"""What a claim says with another word: the word is exchanged for the source's."""
TURNED: frozenset[FindingKind] = frozenset({"role", "comparison"})
"""What a claim turns round; the whole sentence is needed to put it right."""
_SHARED: frozenset[FindingKind] = frozenset({"quantifier", "comparison"})
_THAN = re.compile(r"\bthan\b", re.IGNORECASE)
_COMPARED = re.compile(r"\b(?:more|less|fewer|rather|other|better|worse|\w{2,}er)\b.*\bthan\b", re.IGNORECASE)
_WITH_DEED = re.compile(r"\b(?:from|to|by)\b", re.IGNORECASE)


def reads_on(draft: str, claim: VerifiedClaim, finding: Finding, change: Correction) -> bool:
    """Whether a claim in which words are exchanged is a sentence still: no "revenue up" for "revenue fell".

    What verbs are is known of English alone; elsewhere a word becomes its opposite, or a whole sentence another.
    """
    text = without_markers(draft, claim)
    at, end = change.start - claim.start, change.end - claim.start
    stated, said = finding.claim_value.casefold(), (finding.source_value or "").casefold()
    if finding.kind == "date" and bool(weekdays(stated)) != bool(weekdays(said)):
        return False  # "daily" and "Mondays"
    valued = finding.kind == "name" or (finding.kind in VALUES and mentions(finding.claim_value, language_of(draft)))
    if valued or (at <= 0 and len(text.rstrip()) <= end):
        return True
    swapped = finding.kind in SWAPPED and change.replacement.casefold() == said
    if finding.kind in _SHARED and mentions(said, language_of(draft)):
        return False  # "80" for "over half of", "40" for "twice as many"
    if swapped and (len({stated, said} & MODALS) == 1 or said == "only"):
        return False  # "may" and "forbidden", "all rooms" and "only rooms upstairs"
    if language_of(draft) != "en":
        return finding.kind == "antonym" and " " not in stated + said
    changed = text[:at] + change.replacement + text[end:]
    quote = sentence_of(claim, finding) if finding.kind in TURNED | SWAPPED else None
    return not _hangs(changed, quote) and _keeps_verbs(text, changed, denied=finding.kind == "negation")


def _keeps_verbs(text: str, changed: str, *, denied: bool) -> bool:
    """Whether there are as many verbs as before; a denial that comes or goes may take one along ("does not hold")."""
    before, after = (_verbs(analyse(one)) for one in (text, changed))
    return bool(after) or not before if denied else after == before


def _verbs(sentence: Sentence) -> int:
    """How many verbs an English sentence has, "is closed" being one."""
    found = [is_finite(sentence.tokens, at) for at in range(len(sentence.tokens))]
    return sum(here and not before for before, here in pairwise([False, *found]))


def _hangs(changed: str, said: Said | None) -> bool:
    """Whether words are left that went with those that were taken: "34 floors than", "sold from" beside "sold to"."""
    compared = _COMPARED.search(changed) is None and _THAN.search(changed) is not None
    return compared or (
        said is not None and any(not says(said.text, match[0]) for match in _WITH_DEED.finditer(changed))
    )
