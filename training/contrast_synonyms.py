"""Words and phrases that keep a sentence's meaning when one takes the other's place.

A bar parts entries. Verbs and nouns are given uninflected, with a slash where either may replace the other and ``>``
where only the left may become the right; plain words and phrases always go from left to right.
"""

VERBS = """
buy/purchase|begin>start|commence>begin|assist>help|obtain>get|demonstrate>show|construct/build|inform/notify
assess/evaluate
select/choose|choose>pick|permit>allow|prohibit>ban|outlaw>ban|retain>keep|reside>live|terminate>end
cease>stop|utilize>use
receive>get|inquire>ask|establish>set up|establish>found|found>establish|found>set up|reveal/disclose
locate>find|happen/occur
depart>leave|enlarge>expand|shut>close|perish>die|demolish>tear down|demolish>destroy|abolish>do away with
cancel>call off
postpone>put off|postpone/delay|investigate>look into|discover>find|tolerate>put up with|resemble>look like
reject>turn down
encounter>come across|compel/force|gather>collect|conceal>hide|ascend>climb|attain>reach|authorize/approve|broaden/widen
calculate>work out|capture/seize|complete/finish|comprehend>understand|decrease>diminish|detect>find
donate>give|educate>teach
eliminate>get rid of|emphasize>stress|endure/withstand|erect>put up|examine/inspect|finance/fund|repair>fix
foresee/predict
generate>produce|govern>rule|guarantee/ensure|halt>stop|illustrate>show|imitate/copy|hinder>impede
indicate>show|injure>hurt
instruct>teach|manufacture>make|mention>refer to|modify>change|alter>change|modify/alter|murder>kill|assassinate>kill
omit>leave out|possess>have|praise/commend|preserve>keep|prolong/extend|punish/penalize|recall>remember
reconstruct/rebuild
reduce>lower|reduce>cut|relocate>move|mend/repair|rescue/save|respond/reply|resign>step down|divide/split
shout/yell|propose>suggest
supervise/oversee|surpass/exceed|surround/encircle|transform/convert|triumph>win|verify>check|visit>go to see|wed>marry
depict/portray|depict>show|debut>premiere|helm>direct|pen>write|garner>receive|criticize>find fault with|slam>criticize
laud>praise|pan>criticize|gross>take in|star in>appear in|feature>include|peak at>reach|attend>go to
purchase>acquire
dismiss>fire|sack>fire|sack>dismiss|hire>take on|recruit>hire|accompany>go with|accomplish>achieve
allocate>assign|assign>allocate|announce>make public|assure>promise|boost>increase|clarify>make clear|collapse>cave in
commemorate>mark|conduct>carry out|conquer>take by force|contaminate>pollute|criticise>find fault with
defeat>beat|beat>defeat
delete>remove|designate>name|destroy>wreck|devise>think up|diminish>lessen|disclose>make known|display>show
dominate>control
exhibit>show|expel>throw out|export>sell abroad|flee>run away from|follow>come after|forecast>predict
grant>give|greet>welcome
hamper>hinder|identify>recognise|inaugurate>officially open|inhabit>live in|invent>devise|maintain>keep up
obey>follow|observe>watch
oust>remove|overthrow>topple|persuade>convince|pledge>promise|ponder>think about|precede>come before
prevent>stop|proclaim>declare|release>bring out|renovate>refurbish|rename>give a new name to|scrap>abandon|seize>capture
summon>call|tease>make fun of|unveil>reveal|vanish>disappear|violate>break|vow>promise
"""
NOUNS = """
physician/doctor|kid>child|child>kid|automobile/car|film/movie|attorney/lawyer|residence>home|firm>company
corporation>company
error/mistake|assistance>help|requirement>need|aeroplane/airplane|conclusion>end|reply/answer|response>reply
earnings>income
pupil/student|infant/baby|garbage/rubbish|vacation>holiday|apartment/flat|cinema/movie theater
petrol/gasoline|lorry/truck|taxi/cab
shop/store|location>place|objective/goal|outcome/result|occupation/job|profession>occupation|author/writer
illness/sickness
disease/illness|inhabitant/resident|nation/country|spouse>husband or wife|sibling>brother or sister
monarch>ruler|novel>book
photograph/photo|picture>image|portion>part|quantity/amount|regulation>rule|remark/comment
reporter/journalist|riches>wealth
sequel>follow-up|soldier>member of the army|spectator/onlooker|supporter/backer|task>job|instructor>teacher|journey>trip
victory>win|wedding>marriage ceremony|youngster/young person|cop/police officer|policeman/police officer|bike/bicycle
phone/telephone|advertisement/ad|examination/exam|laboratory/lab|drawback/disadvantage|benefit/advantage|fatality/death
casualty>victim|decade>ten-year period|co-founder>joint founder|footballer/football player
cricketer/cricket player|vocalist/singer
chairman>chair|chairperson>chair|spokeswoman>spokesperson|spokesman>spokesperson|employee/worker
customer/client|critic/reviewer
basketballer/basketball player|golfer/golf player|moviegoer/cinema-goer|bookshop/bookstore|footpath/pavement
elevator/lift
motorist/driver|blogger>blog writer|neighbour/neighbor|colour/color|centre/center|theatre/theater
programme/program|metre/meter
kilometre/kilometer|litre/liter|organisation/organization|defence/defense|harbour/harbor|labour/labor
favour/favor|honour/honor
"""
PLAIN = """
approximately/roughly|roughly/about|nearly/almost|almost/nearly|however/nevertheless|because of/owing to
because of/due to|in order to/to|so as to/in order to|despite/in spite of|prior to/before|subsequent to/after
during/in the course of|until/till|although/though|whereas/while|thus/therefore|hence/therefore
via/by way of|in addition to/besides|in addition/additionally|moreover/furthermore|furthermore/in addition
in total/altogether|as well as/and also|for example/for instance|instead of/in place of|rather than/instead of
close to/near|next to/beside|among/amongst|amid/amidst|several/a number of|numerous/many|a lot of/many|lots of/many
sufficient/enough|adequate/sufficient|additional/extra|additional/further|huge/enormous|large/big|rapid/fast
rapidly/quickly|swiftly/quickly|slowly/at a slow pace|frequently/often|often/frequently|rarely/seldom|seldom/rarely
usually/normally|normally/usually|generally/in general|mainly/mostly|mostly/mainly|primarily/mainly|largely/mostly
chiefly/mainly|annually/every year|currently/at present|presently/currently|at present/now|nowadays/today
previously/earlier|formerly/in the past|formerly/previously|subsequently/later|afterwards/later|eventually/in the end
ultimately/in the end|initially/at first|originally/at first|immediately/at once|immediately/right away
suddenly/all of a sudden|solely/only|merely/only|twice/two times|worldwide/around the world|worldwide/globally
globally/worldwide|nearby/close by|everywhere/in all places|wealthy/rich|rich/wealthy|famous/well-known
well-known/famous|renowned/famous|celebrated/famous|crucial/vital|essential/necessary|difficult/hard|incorrect/wrong
dangerous/hazardous|deceased/dead|ancient/very old|brand-new/new|similar to/like|different from/unlike
comparable to/similar to|equivalent to/equal to|unable to/not able to|probably/most likely|probably/in all likelihood
perhaps/maybe|maybe/perhaps|certainly/definitely|definitely/certainly|obviously/clearly|clearly/plainly
positive reviews/favorable reviews|favorable reviews/positive reviews
generally favorable reviews/mostly positive reviews|negative reviews/unfavorable reviews|has died/is dead
motion picture/film|television series/TV series|television/TV|TV series/television series|songwriter/writer of songs
hit single/hit song|debut album/first album|debut single/first single|debut novel/first novel|debut film/first film
box office bomb/commercial failure|commercial failure/box office flop|sophomore album/second album
release date/date of release|United States/US|United States/USA|US/United States
U.S./US|United Kingdom/UK|UK/United Kingdom|European Union/EU|United Nations/UN|the Second World War/World War II
in charge of/responsible for|responsible for/in charge of|aware of/conscious of|known as/called|referred to as/called
named/called|located in/situated in|situated in/located in|consists of/is made up of|consisting of/made up of
consist of/are made up of|is composed of/consists of|was composed of/consisted of|was held/took place
were held/took place|is held/takes place|is home to/houses|is able to/can|are able to/can|has to/must|have to/must
is required to/must|are required to/must|is obliged to/must|is permitted to/may|are permitted to/may|is allowed to/may
are allowed to/may|is not allowed to/may not|are not allowed to/may not|was unable to/could not
were unable to/could not|failed to/did not manage to|did not manage to/failed to|is likely to/will probably
are likely to/will probably|tried to/attempted to|attempted to/tried to|decided to/chose to|chose to/decided to
refused to/would not|used to be/was once|was once/used to be|does not have/lacks|do not have/lack|did not have/lacked
lacks/does not have|lacked/did not have|without/with no|with no/without|no one/nobody|nobody/no one|everyone/everybody
everybody/everyone|someone/somebody|anyone/anybody|not one of/none of|all of the/all the|all the/all of the
both of the/both|most of the/the majority of the|the majority of/most of|the bulk of/most of|at least/a minimum of
at most/a maximum of|at most/no more than|no more than/at most|no less than/at least
more than/over|in excess of/more than|less than/under|fewer than/less than|a maximum of/at most|a minimum of/at least
exactly/precisely|per year/a year|per day/a day|per week/a week|per month/a month|per hour/an hour
every year/each year|every day/each day|years old/years of age|the year after/the following year
the following year/the next year|the next year/the following year|the same year/that year
at the beginning of/at the start of|at the start of/at the beginning of|at the end of/at the close of
in the middle of/midway through|in the meantime/meanwhile|meanwhile/in the meantime|at the same time/simultaneously
simultaneously/at the same time|as soon as/the moment|whenever/every time|in case of/in the event of
in the event of/in case of|provided that/as long as|as long as/provided that|only if/solely if|except for/apart from
apart from/except for|with the exception of/except for|according to/as stated by|on behalf of/in the name of
in favour of/in support of|opposed to/against|as a result of/because of|as a consequence of/as a result of
consequently/as a result|for this reason/therefore|with regard to/regarding|with respect to/regarding
in relation to/regarding|in terms of/as regards|is known for/is famous for|was known for/was famous for
best known for/most famous for|is famous for/is known for|best known as/most famous as|died/passed away
passed away/died|was founded in/was established in|was established in/was founded in|was founded by/was set up by
were released/came out|was built/was constructed|was constructed/was built|were built/were constructed
was written by/was penned by|was directed by/was made under the direction of|was published/appeared in print
is married to/is the spouse of|was married to/was the spouse of|makes use of/uses|made use of/used
takes part in/participates in|took part in/participated in|participated in/took part in|take part in/participate in
participate in/take part in|carried out/conducted|conducted/carried out|pointed out/noted|stated that/said that
said that/stated that|announced that/made it known that|claimed that/asserted that|asserted that/claimed that
believes that/thinks that|thinks that/believes that|argued that/maintained that|explained that/made clear that
deaths/fatalities|tested positive/had a positive test
tested negative/had a negative test|free of charge/at no cost|at no cost/free of charge|for free/free of charge
happy/glad|glad/happy|tired/weary|brave/courageous|intelligent/clever|unusual/out of the ordinary|typically/as a rule
occasionally/from time to time|sometimes/at times|always/at all times|again/once more|once again/again|once more/again
quietly/silently|completely/entirely|entirely/completely|totally/completely|fully/completely|partly/in part
partially/partly|in part/partly|somewhat/to some degree|slightly/a little|significantly/considerably
considerably/significantly|substantially/considerably|dramatically/sharply|sharply/steeply|gradually/little by little
increasingly/more and more|extremely/very|particularly/especially|especially/particularly
"""
HYPERNYMS = """
dog animal|cat animal|horse animal|cow animal|elephant animal|lion animal|tiger animal|rabbit animal|monkey animal
wolf animal|sparrow bird|eagle bird|parrot bird|owl bird|salmon fish|shark fish|trout fish|rose flower|tulip flower
oak tree|pine tree|car vehicle|truck vehicle|bus vehicle|motorcycle vehicle|van vehicle|taxi vehicle|violin instrument
guitar instrument|piano instrument|flute instrument|drum instrument|cello instrument|trumpet instrument|apple fruit
banana fruit|orange fruit|pear fruit|carrot vegetable|potato vegetable|onion vegetable|cardiologist doctor
surgeon doctor|dermatologist doctor|paediatrician doctor|pediatrician doctor|psychiatrist doctor|novel book
textbook book
biography book|sonnet poem|hammer tool|saw tool|screwdriver tool|laptop computer|rifle weapon|pistol weapon|sword weapon
knife blade|cottage house|mansion house|cathedral church|airliner aircraft|helicopter aircraft
submarine vessel|ferry ship
sofa piece-of-furniture|chair piece-of-furniture|table piece-of-furniture|actress performer|actor performer
singer musician
guitarist musician|pianist musician|drummer musician|violinist musician|footballer athlete|swimmer athlete|boxer athlete
sprinter athlete|gold metal|silver metal|copper metal|iron metal|biologist scientist|chemist scientist
physicist scientist
astronomer scientist|documentary film|sitcom television-series|comedy work|thriller work|waltz dance|tango dance
malaria disease|measles disease|cholera disease|tuberculosis disease|hurricane storm|earthquake natural-disaster
daughter child|son child|mother parent|father parent|brother sibling|sister sibling|aunt relative|uncle relative
"""


def pairs(table: str) -> list[tuple[str, str]]:
    """The table as (word, its replacement): "a/b" both ways, "a>b" one way."""
    found: list[tuple[str, str]] = []
    for entry in table.strip().replace("\n", "|").split("|"):
        one, other = entry.replace(">", "/").split("/")
        found.append((one, other))
        if ">" not in entry:
            found.append((other, one))
    return list(dict.fromkeys(found))
