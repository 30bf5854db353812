"""False edits of phrases, as rules: quantifiers, modality, comparison, time order, conditions."""

import re

from training.contrast_text import CONTRADICTED, MONTHS, UNSUPPORTED

_Rule = tuple[re.Pattern[str], str, str]


# Placeholders, which the rules below write in capitals.
_SHORT = {
    "SUBJECT": "the|a|an|his|her|its|their|he|she|it|they",
    "MONTH": "|".join(MONTHS),
    "NUMBER": "half|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|a hundred",
    "CONDITIONAL": "".join(
        f"(?<!{word} )" for word in "as even what only see asked asks wonders and know unknown unclear".split()
    )
    + "[Ii]f",
    "UNAFTER": "(?<!at )(?<!of )(?<!after )(?<!above )(?<!all )",
}


def _rules(table: str) -> list[_Rule]:
    """Lines "pattern => replacement => c or u" (contradicted, unsupported); case-sensitive, on whole words."""
    labels = {"c": CONTRADICTED, "u": UNSUPPORTED}
    for short, pattern in _SHORT.items():
        table = table.replace(short, pattern)
    found: list[_Rule] = []
    for line in table.strip().splitlines():
        pattern, new, label = (part.strip() for part in line.split("=>"))
        found.append(
            (
                re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])"),
                new,
                labels[label],
            )
        )
    return found


_QUANTIFIERS = _rules(r"""
[Aa]ll of(?= (?:the|its|his|her|their|these|those|them|us)\b) => none of => c
UNAFTERall(?= (?:the|these|those) (?!way|time|while|more|same)[a-z]+) => none of => c
(?<!at )(?<!of )All(?= (?:the|these|those) [a-z]+s\b) => none of => c
UNAFTERall(?= (?:other )?[a-z]+s (?:are|were|have|had|must|can|will|should)\b) => no => c
[Ss]ome(?= of (?:the|its|his|her|their|these|those|them)\b) => all => u
[Ss]ome(?= of (?:the|its|his|her|their|these|those|them)\b) => none => c
[Ss]ome(?= (?!of\b|ways\b|times\b|days\b|years\b|months\b|hours\b|weeks\b)[a-z]+s\b(?! of)) => all => u
(?<!the )(?<!at )(?<!than )[Mm]ost(?= of (?:the|its|his|her|their|these|those|them|all)\b) => all => u
(?<!the )(?<!at )(?<!than )[Mm]ost(?= of (?:the|its|his|her|their|these|those|them)\b) => few => c
(?<!the )(?<!one )[Mm]any(?= (?:of (?:the|its|his|her|their)\b|[a-z]+s\b)) => few => c
(?<!the )(?<!one )(?<!how )(?<!as )(?<!so )(?<!too )[Mm]any(?= (?:of (?:the|its|his|her|their)\b|[a-z]+s\b)) => all => u
(?<!a )(?<!the )(?<!last )(?<!next )(?<!first )(?<!past )[Ff]ew(?= [a-z]+s\b) => many => c
(?<!almost )(?<!nearly )(?<!not )[Ee]very(?= (?!day|time|year|month|week|hour|other|so|\d)[a-z]+\b) => no => c
[Ee]very(?= (?!day|time|year|month|week|hour|other|so|\d)[a-z]+ (?:is|was|has|had|can|must|will)\b) => hardly any => c
always => rarely => c
sometimes => always => u
[Ss]ometimes => never => c
often => always => u
usually => always => u
rarely => frequently => c
seldom => often => c
[Ee]veryone => no one => c
[Nn]obody|[Nn]o one => everyone => c
[Nn]one(?= of (?:the|its|his|her|their|these|those|them)\b) => most => c
[Tt]he majority(?= of) => a small minority => c
[Tt]he majority(?= of) => all => u
[Aa] majority(?= of) => a minority => c
half(?= of (?:the|its|his|her|their|all)) => a quarter => c
a quarter(?= of (?:the|its|his|her|their|all)) => three quarters => c
a third(?= of (?:the|its|his|her|their|all)) => half => c
[Ss]everal(?= [a-z]+s\b) => hundreds of => u
(?<!only )(?<!the )part of(?= the\b) => all of => u
nearly all|almost all => hardly any => c
entirely|completely => hardly => c
partly|partially => entirely => u
exclusively => hardly ever => c
once(?= (?:a|per) (?:day|week|month|year)) => twice => c
twice(?= (?:a|per) (?:day|week|month|year)) => once => c
[Ii]n some cases => in all cases => u
""")
_MODALITY = _rules(r"""
(?<=[a-z] )may(?= (?!not)[a-z]+) => will => u
(?<=[a-z] )may(?= (?!not|also|have)[a-z]+) => must => u
(?<=[a-z] )might(?= (?!not)[a-z]+) => will => u
(?<=[a-z] )must(?= (?!not|have)[a-z]+) => may => c
(?<=[a-z] )should(?= (?!not|have|be\b)[a-z]+) => must => u
(?<=[a-z] )should(?= (?!not|have)[a-z]+) => need not => c
(?<=[a-z] )can(?= (?!not|also|be)[a-z]+) => must => u
(?:is|are) required to => may choose to => c
(?:was|were) required to => had the option to => c
(?:is|are) allowed to => must => u
(?:was|were) allowed to => were forced to => u
is able to => is unable to => c
are able to => are unable to => c
was able to => was unable to => c
is likely to => is certain to => u
are likely to => are certain to => u
is unlikely to => is certain to => c
was believed to be => was proved to be => u
is believed to be => is known to be => u
is thought to be => is known to be => u
(?<=[a-z] )(?:probably|possibly|perhaps) => certainly => u
(?<=[a-z] )(?:allegedly|reportedly|supposedly) => demonstrably => u
proposed(?= (?:a|an|the|that|to)\b) => approved => u
(?<=[a-z] )(?:tried|attempted|sought) to => managed to => u
(?<=[a-z] )(?:tries|attempts|seeks) to => manages to => u
(?<=[a-z] )planned to(?= [a-z]) => managed to => u
(?<=[a-z] )wanted to(?= [a-z]) => managed to => u
(?<=[a-z] )hoped to(?= [a-z]) => managed to => u
hopes to(?= [a-z]) => is certain to => u
suggested that => proved that => u
suggests that => proves that => u
could be => was => u
claimed that => proved that => u
(?<!the )estimated to be => confirmed to be => u
""")
_COMPARISONS = _rules(r"""
[Mm]ore than(?= [\d$€£]| (?:NUMBER|one)\b) => less than => c
(?<!no )(?:[Ll]ess|[Ff]ewer) than(?= [\d$€£]| (?:NUMBER)\b) => more than => c
[Aa]t least(?= [\d$€£]| (?:one|two|three|four|five|six|seven|eight|nine|ten|half|a)\b) => at most => u
[Aa]t most(?= [\d$€£]| (?:one|two|three|four|five|six|seven|eight|nine|ten|half)\b) => at least => u
[Uu]p to(?= [\d$€£]+(?![\d:,]*[:/])| (?:two|three|four|five|six|seven|eight|nine|ten)\b) => at least => u
(?<=[a-z] )over(?= [$€£]? ?\d[\d,.]*(?: (?!years|months|weeks|days|hours|minutes)[a-z%]| ?%)) => under => c
[Nn]early(?= [\d$€£]) => more than => c
[Aa]lmost(?= [\d$€£]) => more than => c
[Ee]xactly(?= [\d$€£]) => more than => c
(?<!no )(?<!any )(?<!much )more(?= [a-z]{4,}(?:al|ive|ful|ous|ent|ant|ar|ed|ly|ible|able|ing|ic) than\b) => less => c
(?<!no )less(?= [a-z]{4,}(?:al|ive|ful|ous|ent|ant|ar|ed|ly|ible|able|ing|ic) than\b) => more => c
[Tt]he most(?= [a-z]+(?:al|ive|ful|ous|ent|ant|ar|ed|ible|able|ing|ic)\b) => the least => c
(?<!one of )[Tt]he least(?= [a-z]+(?:al|ive|ful|ous|ent|ant|ar|ed|ible|able|ing|ic)\b) => the most => c
one of the most => the most => u
twice as => half as => c
(?<=[a-z] )(?:exceeds|exceeded) => fell short of => c
outnumbered => were outnumbered by => c
double the => half the => c
equal to => less than => c
(?<=[a-z] )behind(?= (?!the scenes)(?:the|[A-Z])) => ahead of => c
(?<=[a-z] )ahead of(?= (?:the|[A-Z])) => behind => c
""")
_TEMPORAL = _rules(r"""
(?<!the day )(?<!the year )[Pp]rior to => after => c
(?<!looked )(?<!named )(?<!look )(?<!shortly )(?<!soon )[Aa]fter(?= (?:SUBJECT|being|\d{4})\b) => before => c
(?<!shortly )(?<!never )[Bb]efore(?= (?!the (?:court|committee|judge|house))(?:SUBJECT|being|\d{4})\b) => after => c
(?<!not )(?<!only )[Uu]ntil(?= (?:the|his|her|its|their|\d{4}|MONTH)\b) => from => c
[Ss]ince(?= \d{4}) => until => c
[Ss]ince(?= (?:MONTH)\b) => until => c
[Dd]uring(?= (?:the|his|her|its|their)\b) => before => c
[Dd]uring(?= (?:the|his|her|its|their)\b) => after => c
(?<=years )later|(?<=year )later|(?<=months )later|(?<=days )later|(?<=weeks )later => earlier => c
(?<=years )earlier|(?<=year )earlier|(?<=months )earlier|(?<=days )earlier|(?<=weeks )earlier => later => c
shortly after => shortly before => c
shortly before => shortly after => c
(?<=[a-z] )followed by => preceded by => c
(?<=[a-z] )preceded by => followed by => c
[Ff]or the first time => for the last time => c
""")
_CONDITIONS = _rules(r"""
CONDITIONAL(?= (?:SUBJECT|you|we|there|this|one)\b) => unless => c
CONDITIONAL(?= (?:SUBJECT|you|we|there|this|one)\b) => even if => u
[Uu]nless(?= [a-z]) => if => c
[Oo]nly if => even if => c
[Pp]rovided that => even if => u
[Ww]ith the exception of => including => c
(?<=[a-z] )except(?= (?:for )?(?:the|in|on|when|those|[A-Z])) => including => c
[Rr]egardless of => depending on => c
""")
LABELLED = (
    ("quantifier", _QUANTIFIERS),
    ("modality", _MODALITY),
    ("comparison", _COMPARISONS),
    ("temporal", _TEMPORAL),
    ("condition", _CONDITIONS),
)
"""The rules of each kind: (pattern, replacement, label)."""
