"""Worlds of who did what to whom: verbs with their passives, nominalisations and converses."""

# An entry of a table is one line, however long.
# ruff: noqa: E501

import random
from dataclasses import dataclass

from training.worlds_banks import LAST, MONTHS, firms, people, products, teams
from training.worlds_base import CONTRADICTED, UNSUPPORTED, World

# Who takes part (P people, O organisations, T teams) | past | participle | base | "=" where the reverse cannot also
# hold, "-" where it is only untold | other wordings of "{a} did it to {b}", separated by " / ".
_VERBS = """
T|beat|beaten|beat|=|{b} lost to {a} / {a} won [against|over] {b} / {b} suffered a defeat at the hands of {a} / {b} came off second best against {a} / {a} got the better of {b} / {b} went down to {a} / {a}'s [win|victory] over {b} / {b}'s defeat by {a}
T|defeated|defeated|defeat|=|{b} lost to {a} / {a} were the winners, {b} the losers / {a} came out on top against {b} / {a} prevailed over {b} / {b} were no match for {a} / {a}'s defeat of {b}
T|knocked out|knocked out|knock out|=|{b} went out of the cup to {a} / {a} sent {b} home / {a} advanced at the expense of {b} / {b}'s run was ended by {a} / {a} ended {b}'s cup run / {b}'s exit at the hands of {a}
T|outplayed|outplayed|outplay|=|{a} played far better than {b} / {b} were second best to {a} / {b} played far worse than {a}
T|overtook|overtaken|overtake|=|{a} moved past {b} in the table / {b} dropped below {a} in the table / {b} fell behind {a} / {a} went ahead of {b}
T|thrashed|thrashed|thrash|=|{b} were crushed by {a} / {a} handed {b} a heavy defeat / {b} took a heavy beating from {a} / {b} lost heavily to {a} / {a} won by a wide margin against {b}
T|hosted|hosted|host|=|{a} played {b} at home / {b} travelled to face {a} / {b} were the visitors and {a} the hosts / {b} were the guests of {a} / {a} welcomed {b} to their ground
O|acquired|acquired|acquire|=|{b} became part of {a} / {a} took over {b} / {a} bought {b} / {b} was swallowed up by {a} / {a}'s [takeover|purchase|acquisition] of {b} / the [acquisition|takeover|purchase] of {b} by {a} / {b} passed into the hands of {a} / {b} is now a subsidiary of {a}
O|bought|bought|buy|=|{a} is the new owner of {b} / {b} now belongs to {a} / {b} was sold to {a} / {a} became the owner of {b} / {a} purchased {b} / the sale of {b} to {a}
O|sued|sued|sue|-|{a} took {b} to court / {a} filed a lawsuit against {b} / {b} faced a lawsuit from {a} / {a} was the plaintiff and {b} the defendant / {a}'s lawsuit against {b} / {b} was taken to court by {a} / legal action by {a} against {b}
O|supplied|supplied|supply|-|{b} was a customer of {a} / {a} was a supplier to {b} / {b} got its parts from {a} / {b} relied on {a} as a supplier / {a} delivered parts to {b}
O|financed|financed|finance|-|{a} put up the money for {b} / {b} got its money from {a} / {a} was the backer of {b} / {b} was backed by {a} / funding of {b} by {a}
O|outsold|outsold|outsell|=|{a} sold more than {b} / {b} sold less than {a} / {b} trailed {a} in sales / {a} had higher sales than {b} / sales at {b} were lower than at {a}
O|licensed its patents to|given a licence by|license its patents to|-|{b} obtained a licence from {a} / {b} uses patents held by {a} / {b} is a licensee of {a} / {a} lets {b} use its patents
O|absorbed|absorbed|absorb|=|{b} was merged into {a} / {b} disappeared into {a} / {a} swallowed {b} / {a} survived the merger and {b} did not
O|audited|audited|audit|-|{a} went through the books of {b} / the books of {b} were checked by {a} / {a} was the auditor of {b} / the audit of {b} by {a}
O|poached staff from|raided for staff by|poach staff from|-|{b} lost staff to {a} / {a} lured employees away from {b} / employees left {b} for {a} / staff moved from {b} to {a}
O|copied|copied|copy|-|{a} imitated {b} / {b} was imitated by {a} / {b}'s idea was taken up by {a} / {b} came up with the idea and {a} followed
O|rescued|rescued|rescue|-|{a} bailed out {b} / {b} was saved by {a} / {b} owed its survival to {a} / {a} came to the aid of {b}
O|outbid|outbid|outbid|=|{a} offered more than {b} / {b} offered less than {a} / {b} lost the auction to {a} / {a} won the auction against {b}
O|spun off|spun off|spin off|=|{b} was once part of {a} / {b} was split from {a} / {b} began as a unit of {a} / {a} was the former parent of {b}
P|hired|hired|hire|-|{a} gave {b} a job / {b} was taken on by {a} / {b} went to work for {a} / {a} became {b}'s employer / {b} became an employee of {a} / {a} recruited {b} / the hiring of {b} by {a}
P|fired|fired|fire|-|{a} dismissed {b} / {b} lost the job at the hands of {a} / {a} let {b} go / {b} was dismissed by {a} / {b}'s dismissal by {a} / {a} gave {b} the sack
P|taught|taught|teach|-|{b} was a [pupil|student] of {a} / {b} learned from {a} / {b} studied under {a} / {a} was {b}'s teacher / {b} took lessons from {a} / {a} gave lessons to {b}
P|replaced|replaced|replace|=|{a} took over from {b} / {b} made way for {a} / {a} succeeded {b} / {a} stepped into {b}'s post / {b} handed the post over to {a} / {b} was followed in the post by {a} / {a} was the successor of {b} / {b} was {a}'s predecessor
P|succeeded|succeeded|succeed|=|{a} came after {b} in the office / {b} came before {a} in the office / {b} preceded {a} / {b} held the office before {a} / {a} inherited the office from {b} / {b} was the predecessor of {a}
P|supervised|supervised|supervise|-|{b} worked under {a} / {a} oversaw {b}'s work / {b} answered to {a} / {a} was {b}'s [boss|supervisor] / {b} reported to {a} / {b} worked under the supervision of {a}
P|mentored|mentored|mentor|-|{b} was a protégé of {a} / {a} took {b} under a guiding wing / {a} was {b}'s mentor / {b} had {a} as a mentor / {b} received guidance from {a}
P|outlived|outlived|outlive|=|{b} died before {a} / {a} survived {b} / {a} died later than {b} / {a} lived longer than {b} / {b}'s death came before {a}'s
P|nominated|nominated|nominate|-|{a} put {b} forward / {b} was put forward by {a} / {b}'s nomination came from {a} / {a} proposed {b} for the prize
P|criticised|criticised|criticise|-|{b} came under fire from {a} / {a} found fault with {b} / {a} had harsh words for {b} / {a}'s criticism of {b} / {b} drew criticism from {a}
P|praised|praised|praise|-|{b} earned praise from {a} / {a} had kind words for {b} / {a} spoke highly of {b} / {a}'s praise for {b} / {b} was commended by {a}
P|blamed|blamed|blame|-|{a} laid the fault at {b}'s door / {a} held {b} responsible / {b} was held responsible by {a} / {a} said the fault was {b}'s
P|accused|accused|accuse|-|{a} made accusations against {b} / {b} faced accusations from {a} / {a} pointed the finger at {b} / {a} was the accuser and {b} the accused
P|forgave|forgiven|forgive|-|{a} bore {b} no more grudge / {b} was granted forgiveness by {a} / {b} received {a}'s forgiveness
P|phoned|phoned|phone|-|{a} gave {b} a ring / {b} got a call from {a} / {a} rang {b} / {b} received a call from {a} / {a} placed a call to {b}
P|visited|visited|visit|-|{a} paid {b} a visit / {b} received a visit from {a} / {a} went to see {b} / {b} had {a} as a guest / {a}'s visit to {b} / {b} played host to {a}
P|invited|invited|invite|-|{b} received an invitation from {a} / {a} asked {b} to come / {a} extended an invitation to {b} / {b} was {a}'s guest
P|rescued|rescued|rescue|-|{b} owes life and limb to {a} / {a} saved {b} / {b} was pulled to safety by {a} / {a} pulled {b} to safety / {a} was {b}'s rescuer
P|arrested|arrested|arrest|-|{b} was taken into custody by {a} / {a} took {b} into custody / the arrest of {b} by {a} / {a} made the arrest of {b}
P|interviewed|interviewed|interview|-|{b} answered questions from {a} / {a} put questions to {b} / {a} asked the questions and {b} answered / {b} gave an interview to {a} / {a}'s interview with {b}, who did the answering
P|examined|examined|examine|-|{b} was {a}'s patient / {a} was the doctor who saw {b} / {b} was seen by {a} / {a} carried out the examination of {b} / {b} underwent an examination by {a}
P|treated|treated|treat|-|{b} was a patient of {a} / {a} provided care for {b} / {b} received treatment from {a} / {a}'s treatment of {b} / {a} was the doctor and {b} the patient
P|defended|defended|defend|-|{a} was {b}'s lawyer / {b} was a client of {a} / {a} spoke up for {b} / {b} was represented by {a} / {a} represented {b}
P|cheated|cheated|cheat|-|{b} fell victim to {a}'s fraud / {a} tricked {b} / {b} was tricked by {a} / {a} took {b} for a ride / {b} was {a}'s victim
P|overruled|overruled|overrule|-|{b}'s decision was set aside by {a} / {a} set aside {b}'s decision / {a} reversed what {b} had decided / {b} saw the decision reversed by {a}
P|promoted|promoted|promote|-|{b} rose in rank thanks to {a} / {a} moved {b} up a grade / {b} was moved up a grade by {a} / {b} owed the promotion to {a} / {b}'s promotion by {a}
P|followed in line|followed in line|follow in line|=|{b} stood just ahead of {a} in the queue / {a} stood right behind {b} in the queue / {a} came next after {b} in line / {b} came right before {a} in line
P|warned|warned|warn|-|{b} received a warning from {a} / {a} gave {b} a warning / {a} told {b} to beware / a warning from {a} to {b}
P|betrayed|betrayed|betray|-|{a} turned against {b} / {b} was let down by {a} / {a} went behind {b}'s back / {a}'s betrayal of {b}
P|adopted|adopted|adopt|=|{b} was raised as {a}'s child / {a} became the adoptive parent of {b} / {b} became the adopted child of {a} / the adoption of {b} by {a}
P|painted|painted|paint|-|{b} sat for {a} / {a} made a portrait of {b} / {b} was the sitter and {a} the artist / {b} is the subject of a portrait by {a} / {a}'s portrait of {b}
P|photographed|photographed|photograph|-|{a} took pictures of {b} / {b} posed for {a} / {a} was behind the camera and {b} in front of it / {b} had pictures taken by {a}
P|inspired|inspired|inspire|-|{b} drew inspiration from {a} / {b} looked up to {a} / {a} was a model for {b} / {a}'s influence on {b}
P|coached|coached|coach|-|{b} trained under {a} / {a} was {b}'s coach / {b} was trained by {a} / {a} trained {b} / {b} worked out under {a}'s instruction
P|outranked|outranked|outrank|=|{b} was junior to {a} / {a} held a higher rank than {b} / {b} held a lower rank than {a} / {a} was senior to {b} / {b} stood below {a} in the hierarchy
P|imitated|imitated|imitate|-|{a} did an impression of {b} / {b} was the one being mimicked by {a} / {a} mimicked {b} / {a}'s impression of {b}
P|convinced|convinced|convince|-|{b} was won over by {a} / {a} won {b} over / {a} changed {b}'s mind / {b} came round to {a}'s view
P|deceived|deceived|deceive|-|{b} was taken in by {a} / {a} pulled the wool over {b}'s eyes / {b} believed {a}'s lies / {a} lied to {b}
P|introduced|presented|introduce|-|{b} was introduced by {a} / {a} made the introduction of {b} to the board
P|commissioned|commissioned|commission|-|{b} did the work and {a} ordered it / {a} ordered the work from {b} / {b} received the commission from {a} / {b} worked to {a}'s order
P|evicted|evicted|evict|-|{a} threw {b} out of the flat / {b} had to leave the flat on {a}'s orders / {a} was the landlord and {b} the tenant / {b} was put out on the street by {a}
P|overtook|overtaken|overtake|=|{a} passed {b} on the final lap / {b} dropped behind {a} on the final lap / {b} was passed by {a} / {a} moved ahead of {b}
P|pardoned|pardoned|pardon|-|{b} received a pardon from {a} / {a} granted {b} a pardon / {b} was let off by {a} / {a} let {b} off
P|challenged|challenged|challenge|-|{b} faced a challenge from {a} / {a} threw down the gauntlet to {b} / {a} issued a challenge to {b} / {b} was called out by {a}
"""

# Sorts | key | "=" reverse cannot hold, "-" untold, "~" holds as well | wordings.
_STATES = """
P|boss|=|{a} reports to {b} / {b} is {a}'s [boss|manager|superior] / {a} answers to {b} / {a} works under {b} / {b} manages {a} / {b} has {a} as a direct report / {a} is a subordinate of {b} / {a} takes instructions from {b} / in the hierarchy, {b} stands above {a}
P|taller|=|{a} is taller than {b} / {b} is shorter than {a} / {b} is not as tall as {a} / {a} stands above {b} in height / of the two, {a} is the taller and {b} the shorter / {a} has the height advantage over {b} / {b} has to look up to meet {a}'s eyes
P|older|=|{a} is older than {b} / {b} is younger than {a} / {a} was born before {b} / {b} was born after {a} / {a} is {b}'s senior in age / of the two, {b} is the younger and {a} the elder / {b} is not as old as {a}
P|parent|=|{a} is {b}'s parent / {b} is {a}'s child / {b} is one of {a}'s children / {a} is a parent of {b} / {a} raised {b}, the child of the family / {b} was born to {a} / {a} has a child, {b}
P|aunt|=|{a} is the aunt of {b} / {b} has an aunt, {a} / {b}'s aunt is {a} / {a} has [a nephew or niece called|a sibling whose child is] {b} / {b} is a child of {a}'s sibling
P|heir|=|{a} is {b}'s heir / {a} stands to inherit from {b} / {b} named {a} as heir / {b}'s estate will pass to {a} / the estate goes from {b} to {a}
P|tenant|=|{a} rents a flat from {b} / {b} is {a}'s landlord / {a} is {b}'s tenant / {b} lets a flat to {a} / {a} pays rent to {b} / {b} collects rent from {a}
P|debtor|=|{a} owes money to {b} / {b} is {a}'s creditor / {a} is in debt to {b} / {b} is waiting for money from {a} / {a} has yet to pay {b} back / {b} is owed money by {a} / {a} is the debtor and {b} the creditor
P|spouse|~|{a} is married to {b} / {a} and {b} are married / {a}'s spouse is {b} / {a} and {b} are a married couple / {b} is the spouse of {a} / {a} is {b}'s wedded partner
P|sibling|~|{a} is a sibling of {b} / {a} and {b} are siblings / {b} is {a}'s sibling / {a} and {b} have the same parents / {a} grew up with a sibling, {b}
P|neighbour|~|{a} lives next door to {b} / {b} lives next door to {a} / {a} and {b} are neighbours / {b} is {a}'s neighbour
P|cowrote|~|{a} wrote the book together with {b} / {a} and {b} are the book's co-authors / {b} is {a}'s co-author / the book is a joint work of {b} and {a}
O|owner|=|{a} owns {b} / {b} belongs to {a} / {b} is owned by {a} / {a} is the [parent company|owner] of {b} / {b} is a subsidiary of {a} / {b} is part of {a} / {a} holds all the shares in {b} / the shares in {b} are in {a}'s hands
O|supplier|=|{a} supplies chips to {b} / {b} buys its chips from {a} / {b} is {a}'s customer / {a} is {b}'s supplier / chips go from {a} to {b} / {b} gets its chips from {a} / {a} counts {b} among its customers
O|bigger|=|{a} is larger than {b} / {b} is smaller than {a} / {a} has more employees than {b} / {b} has fewer employees than {a} / {b} is the smaller firm, {a} the larger / {b} is not as large as {a}
O|earlier|=|{a} was founded before {b} / {b} was founded after {a} / {b} is the younger firm, {a} the older / {a} goes back further than {b} / when {b} was set up, {a} already existed
O|rival|~|{a} is a competitor of {b} / {b} competes with {a} / {a} and {b} are rivals / {b} is {a}'s rival / {a} and {b} fight over the same customers
O|merger|~|{a} merged with {b} / {b} merged with {a} / {a} and {b} became one company / {a} joined forces with {b} in a merger / {b} and {a} agreed to merge
T|ahead|=|{a} finished above {b} in the table / {b} finished below {a} in the table / {b} came in behind {a} / {a} ranked higher than {b} / {b} ranked lower than {a} / {a} ended the season ahead of {b}
T|drew|~|{a} drew with {b} / {a} and {b} shared the points / {b} drew with {a} / the match between {b} and {a} ended level / neither side won when {a} met {b}
O|creditor|=|{a} lent money to {b} / {b} borrowed money from {a} / {b} is in debt to {a} / {a} is {b}'s lender / {b} owes {a} money / {a} granted {b} a loan / {b} took out a loan from {a}
O|landlord|=|{a} leases offices to {b} / {b} leases its offices from {a} / {b} is a tenant of {a} / {a} is the landlord of {b} / {b} pays rent to {a} / {a} receives rent from {b}
"""

# Key | wordings of "{a} passed {x} to {b}".
_TRANSFERS = """
sale|{a} sold {x} to {b} / {b} bought {x} from {a} / {x} was sold to {b} by {a} / {b} purchased {x} from {a} / {b} paid {a} for {x} / {a} was the seller of {x} and {b} the buyer / {x} went from {a} to {b} for a price / {b} acquired {x}, with {a} as the seller / the sale of {x} by {a} to {b} was completed
loan|{a} lent {x} to {b} / {b} borrowed {x} from {a} / {x} was lent to {b} by {a} / {b} got the loan of {x} from {a} / {a} let {b} use {x} for a while / {b} must give {x} back to {a} / {b} had {x} on loan from {a} / {x} is on loan to {b} from {a}
gift|{a} gave {x} to {b} as a gift / {b} received {x} from {a} as a present / {x} was a present from {a} to {b} / {a} made {b} a present of {x} / {b} was given {x} by {a} / {a} was the giver of {x} and {b} the recipient / {b} has {a} to thank for {x}
rent|{a} rented out {x} to {b} / {b} rented {x} from {a} / {b} paid {a} for the use of {x} / {b} hired {x} from {a} / {a} hired out {x} to {b} / {a} took money from {b} for the use of {x}
will|{a} left {x} to {b} in a will / {b} inherited {x} from {a} / {x} passed to {b} on {a}'s death / {a} bequeathed {x} to {b} / {b} got {x} by {a}'s will / {b} came into {x} when {a} died
theft|{b} stole {x} from {a} / {a} was robbed of {x} by {b} / {a} lost {x} to {b}, a thief / {b} robbed {a} of {x} / {x} was stolen from {a} by {b} / {a} was the victim and {b} the thief of {x}
sent|{a} sent {x} to {b} / {b} got {x} from {a} by courier / {x} was shipped by {a} to {b} / {a} had {x} delivered to {b} / {b} took delivery of {x} from {a} / {b} was the addressee and {a} the sender of {x}
swap|{a} handed {x} over to {b} / {b} took over {x} from {a} / {x} changed hands from {a} to {b} / {x} was handed over to {b} by {a} / {b} is the new holder of {x}, after {a} / {a} no longer has {x}; {b} does
award|{a} presented {x} to {b} / {b} was presented with {x} by {a} / {x} was presented to {b} by {a} / {b} accepted {x} from {a} / {a} did the presenting of {x} and {b} the accepting
return|{a} returned {x} to {b} / {b} got {x} back from {a} / {x} was given back to {b} by {a} / {a} gave {x} back to {b} / {b} is once more in possession of {x}, which {a} had had
"""

_THINGS = (
    "a violin|a painting|a vineyard|a fishing boat|an old tractor|a rare stamp|a bicycle|a telescope|a gold watch|"
    "a manuscript|a plot of land|a racehorse|a piano|a sailing boat|a camera|a coin collection|a farmhouse|a motorbike|"
    "a first edition|a delivery van|a printing press|a silver cup|a beach house|a set of maps|a carpet|a diamond ring"
).split("|")
_CLAIM_FORMS = (
    "{a} {past} {b}",
    "{a} {past} {b}",
    "{b} {were} {pp} by {a}",
    "{b} {were} {pp} by {a}",
    "it was {a} that {past} {b}[, not the other way round|]",
    "it was {b} that {a} {past}",
    "it was by {a} that {b} {were} {pp}",
    "{a} did {base} {b}",
    "{b}, not {a}, {were} {pp} by the other",
    "of the two, {a} was the one that {past} the other, {b}",
    "the {kind} {past} {b} was {a}",
    "what happened was that {b} {were} {pp} by {a}",
    "{b} had been {pp} by {a}",
)
_SOURCE_FORMS = (
    "{a} {past} {b} in {when}.",
    "In {when}, {a} {past} {b}.",
    "In {when} {b} {were} {pp} by {a}.",
    "{b}, {who} {were} {pp} by {a} in {when}, [declined to comment|did not comment|issued no statement].",
    "{a}, {who} {past} {b} in {when}, [declined to comment|made little of it|had prepared well].",
    "It was in {when} that {a} {past} {b}.",
    "After {b} {were} {pp} by {a}, there was little comment.",
    "[News came|It emerged|The paper reported] in {when} that {a} had {pp} {b}.",
    "It was {a} that {past} {b} in {when}.",
    "Having {pp} {b} in {when}, {a} drew wide notice.",
    "{a} {past} {b}[ to general surprise| as expected| without much fuss| after months of rumours|].",
)
_NOMINAL = ("{a}'s ", "{b}'s ", "the ", "legal ", "funding ", "a warning ")
_SORTS = {"P": people, "O": firms, "T": teams}


@dataclass(frozen=True)
class _Relation:
    key: str
    sort: str
    reverse: str
    source: tuple[str, ...]
    claims: tuple[str, ...]


def _sentence(wording: str) -> str:
    """A noun phrase ("{a}'s win over {b}") becomes a sentence; a sentence gets its full stop."""
    if wording.startswith("{a}'s [") or (wording.startswith(_NOMINAL) and not _has_verb(wording)):
        return f"[the text [mentions|reports|refers to] |the report was about |there is a mention of ]{wording}."
    return f"{wording}."


def _has_verb(wording: str) -> bool:
    return bool(
        {"is", "was", "were", "are", "came", "pass", "goes", "drew", "had", "will", "ended", "has"}
        & set(wording.split())
    )


def _verb(line: str) -> _Relation:
    sort, past, participle, base, reverse, extra = line.split("|", 5)
    forms = {"past": past, "pp": participle, "base": base, "were": "were" if sort == "T" else "was"}
    forms["who"] = {"P": "who", "O": "which", "T": "who"}[sort]
    forms["kind"] = {"P": "person who", "O": "company that", "T": "side that"}[sort]
    slots = {"a": "{a}", "b": "{b}", "when": "{when}"} | forms
    odd = participle.split()[0] in {"given", "raided"}  # the passive is no mirror of the active
    usable = [form for form in _CLAIM_FORMS if not (odd and "{pp}" in form)]
    told = [form for form in _SOURCE_FORMS if not (odd and "{pp}" in form)]
    extras = tuple(_sentence(wording) for wording in extra.split(" / "))
    claims = tuple(f"{form.format_map(slots)}." for form in usable)
    return _Relation(
        past, sort, reverse, tuple(form.format_map(slots) for form in told) * 2 + extras, claims + extras * 2
    )


def _state(line: str) -> _Relation:
    sort, key, reverse, extra = line.split("|", 3)
    wordings = tuple(f"{wording}." for wording in extra.split(" / "))
    return _Relation(key, sort, reverse, wordings, wordings)


_VERB_RELATIONS = tuple(_verb(line) for line in _VERBS.strip().splitlines())
_STATE_RELATIONS = tuple(_state(line) for line in _STATES.strip().splitlines())
_TRANSFER_RELATIONS = tuple(
    (key, tuple(f"{wording}." for wording in wordings.split(" / ")))
    for key, _, wordings in (line.partition("|") for line in _TRANSFERS.strip().splitlines())
)


def _short(name: str, rng: random.Random, sort: str) -> str:
    """By chance only the surname, where the name is a person's."""
    return name.split(" ", 1)[1] if sort == "P" and rng.random() < 0.35 and name.split(" ", 1)[1] in LAST else name


def _when(rng: random.Random) -> str:
    return rng.choice(
        [f"{rng.choice(MONTHS)}", f"{rng.randint(1950, 2024)}", f"{rng.choice(MONTHS)} {rng.randint(1990, 2024)}"]
    )


def role(rng: random.Random) -> World:
    """Two or three pairs stand in one relation; false claims swap the parts or cross the pairs."""
    return _transfer(rng) if rng.random() < 0.2 else _binary(rng)


def _binary(rng: random.Random) -> World:
    relation = rng.choice(_VERB_RELATIONS if rng.random() < 0.7 else _STATE_RELATIONS)
    world = World(rng)
    names = _SORTS[relation.sort](rng, 6)
    chained = relation.reverse == "=" and rng.random() < 0.3
    couples = [(names[0], names[1]), (names[1], names[2])] if chained else [(names[0], names[1]), (names[2], names[3])]
    if rng.random() < 0.4:
        couples.append((names[4], names[5]))
    for a, b in couples:
        world.know((relation.key, a, b), *([(relation.key, b, a)] if relation.reverse == "~" else []))
        world.tell(rng.choice(relation.source), a=a, b=b, when=_when(rng))
    swapped = CONTRADICTED if relation.reverse == "=" else UNSUPPORTED
    for index, (a, b) in enumerate(couples):
        crossed = relation.reverse == "~" or (not chained and rng.random() < 0.2)
        other = couples[index - 1][1]
        lie, label = ((a, other), UNSUPPORTED) if crossed else ((b, a), swapped)
        shown = {name: _short(name, rng, relation.sort) for name in (a, b, other)}
        for _ in range(2 if index == 0 else 1):
            world.claim(
                relation.claims,
                {"a": shown[a], "b": shown[b]},
                {"a": shown[lie[0]], "b": shown[lie[1]]},
                (relation.key, a, b),
                (relation.key, *lie),
                label,
            )
    return world


def _transfer(rng: random.Random) -> World:
    key, wordings = rng.choice(_TRANSFER_RELATIONS)
    world = World(rng)
    names = people(rng, 4) if rng.random() < 0.7 else firms(rng, 4)
    things = rng.sample(_THINGS, 2) if rng.random() < 0.6 else products(rng, 2)
    for index in range(2):
        a, b, x = names[2 * index], names[2 * index + 1], things[index]
        world.know((key, a, b, x))
        world.tell(rng.choice(wordings), a=a, b=b, x=x)
    for index in range(2):
        a, b, x = names[2 * index], names[2 * index + 1], things[index]
        the = x.replace("a ", "the ", 1).replace("an ", "the ", 1) if x.startswith(("a ", "an ")) else x
        for _ in range(2):
            lies = [(b, a, x), (names[2 - 2 * index], b, x), (a, names[3 - 2 * index], x)]
            lie = rng.choices(lies, (4, 1, 1))[0]
            world.claim(
                wordings,
                {"a": a, "b": b, "x": the},
                {"a": lie[0], "b": lie[1], "x": the},
                (key, a, b, x),
                (key, *lie),
                CONTRADICTED,
            )
    return world
