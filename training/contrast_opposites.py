"""Word pairs of opposite meaning, by part of speech; each is the opposite of the other."""

VERBS = """
rise fall|increase decrease|grow shrink|win lose|accept reject|allow forbid|permit prohibit|include exclude
open close|begin end|start stop|approve reject|support oppose|praise criticize|strengthen weaken|improve worsen
gain lose|buy sell|arrive depart|enter leave|appear disappear|agree disagree|succeed fail|love hate|like dislike
remember forget|build demolish|create destroy|expand contract|extend shorten|raise lower|lengthen shorten|push pull
attack defend|confirm deny|admit deny|encourage discourage|enable disable|activate deactivate|connect disconnect
import export|attract repel|hire dismiss|employ dismiss|join leave|widen narrow|accelerate decelerate|advance retreat
ascend descend|assemble disassemble|attach detach|borrow lend|deflate inflate|deepen lessen|appoint dismiss
emerge vanish|export import|float sink|freeze melt|heat cool|harm benefit|hide reveal|ignore consider|legalize ban
load unload|lock unlock|maximize minimize|multiply divide|obey disobey|overestimate underestimate|pass fail
promote demote
protect endanger|prove disprove|simplify complicate|soften harden|subscribe unsubscribe|tighten loosen|trust distrust
unite divide|upgrade downgrade|welcome condemn|ban allow|block allow|delay hasten|condemn endorse|reveal conceal
refuse agree|retain discard|restrict expand|reduce raise|cut raise|decline rise|drop climb|climb drop|soar plummet
prevent cause|delete keep|remove add|add remove|save delete|survive perish|reject accept|continue cease
marry divorce|acquire sell|embrace reject|celebrate mourn|defeat befriend|worsen improve|lack possess
appreciate depreciate|overstate understate|outperform underperform|validate invalidate|ratify repeal|convict acquit
demote promote|evict admit|inhale exhale|insert remove|install uninstall|invest divest|merge split|obtain relinquish
broaden narrow|brighten darken|exaggerate downplay|immigrate emigrate|include omit|lead trail|occupy vacate
persuade dissuade|qualify disqualify|recruit dismiss|release detain|respect disrespect|shorten lengthen
"""
NOUNS = """
rise fall|increase decrease|growth decline|victory defeat|win loss|success failure|profit loss|gain loss|beginning end
start end|majority minority|arrival departure|supporter opponent|ally enemy|friend enemy|advantage disadvantage
strength weakness|acceptance rejection|approval disapproval|agreement disagreement|asset liability|buyer seller
import export|entrance exit|expansion contraction|husband wife|father mother|son daughter|brother sister|uncle aunt
nephew niece|grandfather grandmother|man woman|boy girl|king queen|prince princess|actor actress|employer employee
teacher pupil|lender borrower|landlord tenant|plaintiff defendant|guest host|predecessor successor|ancestor descendant
maximum minimum|peak trough|surplus deficit|optimist pessimist|presence absence|inclusion exclusion|income expenditure
input output|hero villain|protagonist antagonist|winner loser|attacker defender|amateur professional|adult child
birth death|marriage divorce|war peace|health illness|poverty wealth|freedom captivity|love hatred|hope despair
supply demand|summer winter|spring autumn|day night|morning evening|sunrise sunset|north south|east west
top bottom|front back|inside outside|interior exterior|shortage surplus|improvement deterioration|benefit drawback
promotion demotion|praise criticism|innocence guilt|credit debit|upgrade downgrade|legalization prohibition
recovery relapse|predator prey|expert novice|attendance absence|proponent opponent|heir ancestor|descent ascent
"""
# Words without inflection: adjectives, adverbs, participles, prepositions.
PLAIN = """
high low|higher lower|highest lowest|large small|larger smaller|largest smallest|big small|bigger smaller
biggest smallest
long short|longer shorter|longest shortest|old young|older younger|oldest youngest|tall short|taller shorter
strong weak|stronger weaker|strongest weakest|fast slow|faster slower|fastest slowest|hot cold|warm cool
early late|earlier later|earliest latest|good bad|better worse|best worst|easy difficult|easier harder|rich poor
wealthy poor|heavy light|heavier lighter|thick thin|wide narrow|wider narrower|deep shallow|hard soft
cheap expensive|cheaper pricier|safe dangerous|safer riskier|happy unhappy|clean dirty|dry wet|quiet loud
positive negative|favorable unfavorable|favourable unfavourable|successful unsuccessful|popular unpopular
public private|internal external|domestic foreign|male female|northern southern|eastern western|north south|east west
northeast southwest|northwest southeast|northward southward|eastward westward|urban rural|upper lower|inner outer
major minor|maximum minimum|permanent temporary|legal illegal|lawful unlawful|constitutional unconstitutional
possible impossible|likely unlikely|able unable|willing unwilling|guilty innocent|alive dead|married unmarried
visible invisible|known unknown|common rare|frequent infrequent|frequently rarely|often rarely|commonly rarely
usually seldom|generally rarely|mainly partly|directly indirectly|direct indirect|voluntary compulsory
mandatory optional|obligatory optional|required optional|active inactive|effective ineffective|efficient inefficient
complete incomplete|completely partially|fully partially|formal informal|formally informally|official unofficial
officially unofficially|regular irregular|regularly irregularly|stable unstable|certain uncertain|similar dissimilar
equal unequal|dependent independent|correct incorrect|correctly incorrectly|accurate inaccurate|true false|right wrong
present absent|modern ancient|new old|newer older|newest oldest|recent ancient|simple complex|original derivative
natural artificial|vertical horizontal|horizontally vertically|literal figurative|simultaneous successive
natural synthetic
quickly slowly|rapidly slowly|rapid slow|sharply slightly|significantly slightly|dramatically slightly
gradually suddenly
greatly barely|highly barely|increasingly decreasingly|well poorly|easily barely|immediately eventually|always never
first last|previous subsequent|previously subsequently|initially finally|upward downward|upwards downwards
above below|inside outside|within outside|indoors outdoors|upstairs downstairs|forward backward|clockwise anticlockwise
left right|before after|together separately|alone together|temporarily permanently|publicly privately
loudly quietly|alone accompanied|open closed|enabled disabled|online offline|unanimously narrowly|friendly hostile
fictional real|nonfiction fiction|toxic harmless|harmful harmless|useful useless|flexible rigid|rough smooth
sweet bitter|fresh stale|bright dim|light dark|lighter darker|liberal conservative|left-wing right-wing
pro-government anti-government
left-handed right-handed|full-time part-time|long-term short-term|large-scale small-scale|high-quality low-quality
short-lived long-lasting|solid liquid|transparent opaque|synchronous asynchronous|sequential parallel
encrypted unencrypted
signed unsigned|read-only writable|mutable immutable|local remote|client server|uppercase lowercase|ascending descending
acclaimed panned|praised criticized|profitable unprofitable|vulnerable immune|eligible ineligible|guilty acquitted
fertile infertile|benign malignant|acute chronic|mild severe|rare widespread|underground aboveground|superior inferior
expensive affordable|generous stingy|polite rude|honest dishonest|patient impatient|confident nervous|calm agitated
brave cowardly|optimistic pessimistic|single married|living deceased|armed unarmed|wild domesticated|edible poisonous
victorious defeated|unchanged altered|unknown famous|wealthier poorer|richer poorer|hotter colder|warmer colder
"""
# The following word changes the meaning: "high school", "first lady".
FIXED_AFTER = {
    "known": "as to for by",
    "start": "to with from",
    "stop": "to with",
    "begin": "to with",
    "continue": "to",
    "started": "to with from in",
    "stopped": "to",
    "began": "to with",
    "begins": "to with",
    "starts": "to with",
    "continued": "to",
    "continues": "to",
    "named": "after",
    "high": "school schools court command commissioner street tech season definition priest profile",
    "first": "name names aid lady person floor class half place half-century minister world team round leg order hand",
    "last": "name names night week month year resort stand season summer minute will",
    "old": "testament english norse boy boys man",
    "new": "testament wave year age york zealand deal world",
    "long": "jump term distance island beach as way before ago since",
    "short": "story stories film films circuit ton track of",
    "hard": "drive disk copy rock cover core coded",
    "soft": "drink drinks rock power",
    "light": "bulb bulbs rail year years novel novels infantry tank of on cruiser",
    "open": "source access air university championship sea",
    "top": "ten 10 20 40 five chart album albums singles spot",
    "full": "time back name length stop",
    "real": "estate madrid",
    "big": "bang brother band",
    "major": "league leagues general",
    "minor": "league leagues planet",
    "public": "domain school schools relations house",
    "private": "school schools secretary eye",
    "foreign": "minister secretary affairs ministry",
    "well": "as known being over below above",
    "right": "to of away now wing back hand after before for",
    "left": "the to for behind a his her it in his their wing back hand at him with",
    "back": "to in into from on",
    "present": "in on at day for with",
    "late": "night 1 2 as",
    "large": "as intestine",
    "heavy": "metal water machinery",
    "better": "known off",
    "best": "known selling friend friends man new actor actress original supporting director picture",
    "far": "from as right left east more less",
    "natural": "gas history selection resources",
    "human": "rights",
    "free": "kick agent",
    "social": "security",
    "patient": "care safety data records",
    "single": "by from was of and released is that which in on album single a",
    "living": "in room rooms conditions standards with",
    "good": "as friday",
    "before": "the court him her them",
    "after": "all him her them",
    "end": "user users zone",
    "day": "care to",
    "man": "of made",
    "spring": "boot",
    "child": "support abuse",
    "night": "club",
    "client": "server",
    "server": "side client",
    "together": "with",
    "inside": "out",
    "true": "crime",
    "dead": "sea",
    "dark": "matter energy",
    "early": "on",
    "peace": "prize treaty",
    "war": "ii crimes crime ministry",
    "death": "penalty row metal",
    "birth": "rate name certificate",
    "income": "tax",
    "supply": "chain",
    "mother": "tongue board",
    "sister": "station project company ship series show",
    "father": "christmas",
    "health": "care insurance minister ministry department organization officials service services authorities",
    "winter": "olympics olympic sports",
    "summer": "olympics olympic camp",
}
FIXED_BEFORE = {
    "right": "human civil copy all",
    "long": "as so no how before for all",
    "short": "in for",
    "large": "at by",
    "first": "at",
    "last": "at to would will not did",
    "best": "at",
    "good": "for no",
    "well": "as",
    "far": "so as by thus",
    "end": "west",
    "day": "one a per each every",
    "night": "one",
    "left": "was were is are had has have who he she they it and nothing be had then",
    "least": "at",
    "later": "years year months month days day weeks week hours minutes decades soon sooner",
    "earlier": "years year months month days day weeks week hours minutes",
    "after": "shortly soon day named just",
    "before": "never just",
    "top": "to on",
    "front": "in",
    "often": "more how most",
    "present": "at",
}


def entries(table: str) -> list[tuple[str, str]]:
    """The pairs of a table, whose entries are separated by lines and bars."""
    pairs = [entry.split() for entry in table.strip().replace("\n", "|").split("|")]
    return [(one, other) for one, other in pairs]
