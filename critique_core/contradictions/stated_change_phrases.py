"""The turns of phrase that report a change: what was before, what has come in its place, and what is only meant."""

import regex

MONTH = (
    "Jan(?:uary)?|Feb(?:ruary)?|March|April|May|June|July|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?"
    "|Dec(?:ember)?"
)
DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?"
CALENDAR = regex.compile(f"{MONTH}|{DAY}")
CHANGE = regex.compile(
    r"\b(?:rais|ris(?:e|es|ing)\b|rose\b|increas|go(?:es|ing)? (?:up|down)|went (?:up|down)|put(?:s|ting)? up|lift|cut"
    r"|reduc|lower|drop|fall|fell\b|shorten|lengthen|extend|chang|mov(?:e|ing)|grow|grew\b|expand|adjust|switch|bump"
    r"|doubl|tripl|halv|shift|adapt|redefin|amend|revis|updat)\w*",
    regex.IGNORECASE,
)
"""Verbs of change before "from 30 to 120"."""
FROM = regex.compile(r"\bfrom (?:about |around |just |the |a )*[$€£¥]?\s*\Z", regex.IGNORECASE)
UP_FROM = regex.compile(r"\b(?:up|down) from [$€£¥]?\s*\Z", regex.IGNORECASE)
TO_FROM = regex.compile(r"\bto [$€£¥]?\s?[\d.,]+ ?\p{L}* from [$€£¥]?\s*\Z", regex.IGNORECASE)
GOAL = regex.compile(r"[^.;]{0,25}?\bto\b")
BEFORE = regex.compile(
    r"(?:\b(?:(?:formerly|previously|before that|until (?:now|then|recently)|hitherto)(?:,? [\p{L}’']+){0,4}"
    r"|(?:up|down) from|instead of|rather than|in place of|used to be|replac(?:es?|ed|ing)"
    r"|(?:former|previous|old|earlier|prior)(?: \p{L}+){1,3} (?:of|was)"
    r"|bisher|früher|statt|anstelle von|zuvor|auparavant|au lieu de)|[(,] ?(?:was|were))"
    r" ?(?:about |around |just |only |the |a |an )*[$€£¥]?\s*\Z",
    regex.IGNORECASE,
)
"""What directly precedes a former value."""
INTENDED = regex.compile(
    r"\b(?:plan(?:s|ned|ning)?|propos\w*|consider\w*|would|could|may|might|should|suggest\w*|call\w* for|wants?"
    r"|wanted|intend\w*|seeks?|hopes?|if|whether|reject\w*|abandon\w*|demand\w*|debat\w*|discuss\w*|never|not|n't"
    r"|refus\w*|den(?:y|ies|ied)|rumou?r\w*|expect\w*)\b",
    regex.IGNORECASE,
)
"""A change that is only meant, talked of or denied."""
REPLACED = (
    r"(?:replac(?:es|ed|ing)|succeed(?:s|ed|ing)|t(?:akes?|ook|aken|aking) over from|in place of|successor (?:of|to))"
)
GONE = (
    r"(?:,? who)? (?:(?:has|have|had|was|were|has been|is being|is) )?"
    r"(?:(?:replaced|succeeded) by|stepped down|resigned)"
)
"""What comes before and after the name of one who held an office."""
THING = regex.compile(
    r"\b(?:in place of|instead of|replac(?:es|ed|ing)|tak(?:es|ing) the place of) (?:the |a |an |its )?"
    r"(?P<what>[^,.;:()]+)",
    regex.IGNORECASE,
)
ENDS_THING = regex.compile(
    r"(?<!\A)\b(?:ones|and|or|from|since|for|in|on|at|by|with|as|which|that|has|have|is|are|was)\b.*", regex.DOTALL
)
_REST = r"(?P<what>[^,.;:()]+)"
_PRECEDES = (
    r"(?:instead of|rather than|in place of|replac(?:es|ed|ing)|supersed(?:es|ed|ing)|did away with|done away with"
    r"|g[ai]ven? up|dropped(?: support for)?|defeated|succeed(?:s|ed|ing)|t(?:ook|aken) over from|abolished"
    r"|(?:has|have) left|renamed|(?:formerly|previously)(?: called| known as| named)?)"
)
_MOVES = r"(?:moved|changed|switched|migrated|transferred|relocated)"
FORMER = (
    regex.compile(rf"\b{_PRECEDES} (?!by\b)(?:the |a |an |its |their )?{_REST}", regex.IGNORECASE),
    regex.compile(
        rf"\b{_MOVES}\b[^.;]{{0,40}}? from (?:the |a )?(?P<what>[^,.;:()]+?)(?= to |[,.;:()]|\Z)",
        regex.IGNORECASE,
    ),
    regex.compile(rf"\bbroke {_REST}['’]s? (?:\w+ )?record", regex.IGNORECASE),
)
"""What was before and is no more, up to the word that ends it."""
NO_LONGER = regex.compile(
    r"\b(?:no longer|used to) (?:be )?(?P<what>[^,.;:()]+?)(?=[,.;:()]|\Z| (?:but|and|since)\b)"
    r"|\b(?:stopped|ceased) (?P<what>[^,.;:()]+?)(?=[,.;:()]|\Z| (?:but|and|since)\b)"
    r"|\bnot (?P<what>[^,.;:()]+?) any ?more\b",
    regex.IGNORECASE,
)
"""What is no more, with all that is said of it."""
PASSED = regex.compile(
    r"(?:\A|[.;:] |, (?=\p{Lu}))(?:In \w+ |Since [^,]+, )?(?:the |a |an )?(?P<what>[^,.;:()]+?)"
    r" (?:(?:(?:has|have|had) (?:now |since )?been |was |were |is |are )(?:now |since )?"
    r"(?:replaced|renamed|succeeded|deprecated|abolished|discontinued|removed|withdrawn|superseded|scrapped"
    r"|no longer (?:supported|available|offered|sold|used|in use|valid))"
    r"|(?:(?:has|have|had) (?:now |since )?)?"
    r"(?:(?:sold|handed) (?:over|the|its|his|her|their)|retired|resigned|stepped down))\b",
    regex.IGNORECASE,
)
"""Who or what was before, as the subject of what ended it."""
_CHANGED = (
    "raised|increased|put up|lifted|cut|reduced|lowered|dropped|shortened|lengthened|extended|changed|moved|grown"
    "|expanded|adjusted|doubled|tripled|halved|amended|revised|updated|risen|fallen|brought down"
)
REPORTED = regex.compile(
    r"\b(?:now|no longer|any ?more|since|as of|instead of|rather than|in place of|formerly|previously|used to"
    r"|(?<!\bbe )replac\w+|succe(?:ed|ssor)\w*|renamed|switched|t(?:ook|aken) over|stopped|deprecated|abolished"
    r"|discontinued|withdrawn"
    r"|supersed\w+|(?:has|have|was|were) (?:been )?(?:moved|raised|lowered|increased|reduced|cut|extended|shut|changed"
    r"|grown|closed|opened|dropped|banned)|moved)\b"
    rf"|\b(?:{_CHANGED}|rose|fell|grew|climbed)\b[^.;,]{{0,45}}? to [$€£¥]?\s?\d",
    regex.IGNORECASE,
)
"""Words of a sentence that reports how things are by now."""
CHANGED_TO = regex.compile(
    rf"(?:\b(?:has|have|was|were|been|is|are|now)(?: \w+ly| now| been)* (?:{_CHANGED})"
    r"|\b(?:rose|fell|went (?:up|down)|grew|climbed|dropped))"
    r"\b[^.;,]{0,45}? to (?:about |around |just |a maximum of |at least |up to )*[$€£¥]?\s*\Z",
    regex.IGNORECASE,
)
MOVED = regex.compile(
    r"\b(?:moved|relocated|transferred|shifted)\b[^.;]{0,40} from (?P<old>\p{Lu}[\p{L}-]+) to (?P<new>\p{Lu}[\p{L}-]+)"
)
STOPPED = regex.compile(
    r"\b(?:has|have|was|were) (?:now |since |been |finally )*(?:abolished|discontinued|scrapped|repealed|withdrawn"
    r"|expired|phased out|ceased|axed|dissolved|wound up|shut down|closed (?:down|for good|permanently|to new))\b",
    regex.IGNORECASE,
)
SUPPOSED = regex.compile(
    r"\b(?:when(?:ever)?|if|once|after|until|unless|as soon as|in case)\b[^.;,]*\Z", regex.IGNORECASE
)
NAME = regex.compile(r"\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]+)+")
_TELLS = regex.compile(
    r"\b(?:from|formerly|previously|before that|until|hitherto|instead|rather than|in place|replac|succe|took over"
    r"|tak\w+ over|taken? the place|former|previous|old|earlier|prior|used to|stepped|resigned|bisher|früher|statt"
    r"|anstelle|zuvor|auparavant|au lieu|rose|fell|went|grew|climbed|moved|relocated|transferred|shifted)"
    rf"|\b(?:{_CHANGED})\b|\b(?:abolished|discontinued|scrapped|repealed|withdrawn|expired|phased|ceased|axed|dissolved"
    r"|wound|shut|closed|deprecated|retired|supersed\w*|removed|renamed|sold|handed|broke|defeated|dropped|stopped"
    r"|no longer|any ?more|left|g[ai]ven? up|d[io]\w+ away|switched|migrated|changed)\b"
    r"|[(,] ?(?:was|were)\b|\btaking the",
    regex.IGNORECASE,
)


def tells_of_change(text: str) -> bool:
    """Whether a text has any of the turns of phrase, so that it is worth reading."""
    return _TELLS.search(text) is not None
