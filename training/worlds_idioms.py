"""Sentences told, the same in other words, and a sentence that shares words with the first but not its meaning."""

# An entry of a table is one line, however long.
# ruff: noqa: E501

import random

from training.worlds_banks import MONTHS, PLACES, firms, people
from training.worlds_base import CONTRADICTED, UNSUPPORTED, World, difference, number, render

# Told | a free paraphrase | words of the first, other meaning ("!" before it where the first rules it out).
# {n} and {m} are people, {o} and {q} firms, {p} and {r} places, {k} a small number, {t} a month.
_TRIPLES = """
{n} threw in the towel after {k} rounds|{n} gave up|!{n} kept going after {k} rounds
{n} kicked the bucket in {p}|{n} died|!{n} survived in {p}
{n} spilled the beans about the merger|{n} gave away a secret|!{n} kept quiet about the merger
{n} turned a blind eye to the theft|{n} ignored that something was stolen|!{n} reported the theft
{n} bit off more than anyone could chew with the {p} job|{n} took on too much|{n} found the {p} job too easy
{n} was on cloud nine in {t}|{n} felt extremely happy|!{n} was in low spirits in {t}
{n} hit the sack at nine|{n} went to bed|{n} hit someone at nine
{n} broke the ice at the meeting in {p}|{n} helped strangers there to relax|{n} broke up the meeting in {p}
{n} let the cat out of the bag in {t}|{n} revealed what was meant to be hidden|{n} let a cat into the house in {t}
{n} pulled {m}'s leg|{n} played a joke on {m}|{n} hurt {m}'s leg
{n} gave {m} the cold shoulder|{n} was unfriendly to {m}|{n} put an arm round {m}'s shoulder
{n} and {m} saw eye to eye on the plan|{n} and {m} agreed|!{n} and {m} fell out over the plan
{n} and {m} buried the hatchet|{n} and {m} made peace|!{n} and {m} went on fighting
{n} cost {o} an arm and a leg|{o} paid a great deal for {n}|{n} lost an arm and a leg at {o}
{n} is still wet behind the ears|{n} lacks experience|!{n} is an old hand
{n} missed the boat on the {p} deal|{n} let an opportunity go by|{n} took a boat to {p}
{n} was under the weather in {t}|{n} felt unwell|!{n} was in the best of health in {t}
{n} cut corners on the {p} project|{n} did sloppy work to save effort|!{n} took great pains over the {p} project
{n} got cold feet before the wedding|{n} had second thoughts about marrying|{n} wore thin shoes before the wedding
{n} passed the exam by the skin of the teeth|{n} only just avoided failing|!{n} passed the exam with ease
{n} hit the nail on the head about {o}|{n} was exactly right|!{n} got it all wrong about {o}
{n} blew the whistle on {o}|{n} exposed wrongdoing|{n} covered up wrongdoing at {o}
{n} is up to the ears in debt|{n} owes a lot of money|!{n} has cleared every debt
{n} jumped on the bandwagon in {t}|{n} followed the trend|{n} started the trend in {t}
{n} put all the eggs in one basket|{n} risked everything on a single plan|!{n} spread the risk over many baskets
{n} went the extra mile for {o}|{n} did more than was required|!{n} did the bare minimum for {o}
{n} was left holding the bag|{n} ended up with the blame|{n} was left a bag by {m}
{n} stole {m}'s thunder|{n} took the attention away from {m}|{m} took the attention away from {n}
{n} rubbed {m} up the wrong way|{n} annoyed {m}|!{n} charmed {m} right away
{n} kept {m} in the dark|{n} did not inform {m}|!{n} told {m} everything
{n} is sitting on the fence over the {p} vote|{n} has not taken a side|!{n} has firmly taken a side in the {p} vote
{n} ran out of steam after {k} hours|{n} lost all energy|!{n} was still full of energy after {k} hours
{n} pulled strings for {m}|{n} used connections to help {m}|{m} used connections to help {n}
{n} took {o} to the cleaners|{n} made {o} pay dearly|{n} cleaned the offices of {o}
{n} nipped the rumour in the bud|{n} stopped gossip early on|!{n} let the rumour grow
{n} has a sweet tooth|{n} loves sugary food|{n} has a bad tooth
{n} called it a day at six|{n} stopped working|!{n} worked on until after six, with no break
{n} dropped the ball on the {p} order|{n} made a mistake|{n} picked up the {p} order in time
{n} made a mountain out of a molehill|{n} exaggerated a small problem|!{n} played down a huge problem
{n} was given the green light by {o}|{o} let {n} go ahead|!{o} stopped {n} from going ahead
{n} was all ears|{n} listened closely|!{n} paid no attention
{n} lost face in front of {m}|{n} was humiliated while {m} looked on|{m} was humiliated in front of {n}
{n} burned the midnight oil in {t}|{n} stayed up late to work|{n} burned some oil by accident in {t}
{n} took the words out of {m}'s mouth|{n} said just what {m} had been about to say|{n} would not let {m} speak a word
{n} passed with flying colours|{n} did very well in the test|!{n} scraped through the test
{n} cried wolf once too often|{n} raised so many false alarms that people stopped believing them|{n} once saw a wolf too near
{n} turned over a new leaf in {t}|{n} changed for the better|!{n} stuck to bad habits in {t}
{n} got wind of the sale in {t}|{n} heard that something would be sold|{n} was kept unaware of the sale in {t}
{n} held all the cards against {o}|{n} was in a far stronger position than {o}|!{o} held all the cards against {n}
{n} bent over backwards for {m}|{n} made every effort to please {m}|{m} bent over backwards for {n}
{n} has a green thumb|{n} is good with plants|{n} has hurt a thumb
{n} beat around the bush|{n} avoided the main point|!{n} came straight to the point
{n} smelled a rat|{n} became suspicious|{n} found a dead rat
{n} was caught red-handed in {p}|{n} was seen in the act of doing wrong|{n} had red paint on both hands in {p}
{n} went cold turkey in {t}|{n} quit all at once|{n} ate turkey in {t}
{n} knows {p} like the back of a hand|{n} is very familiar with the town|!{n} is a stranger to {p}
{n} is in the same boat as {m}|{n} and {m} share the same problem|{n} shares a boat with {m}
{n} jumped the gun with the announcement|{n} acted too early|!{n} waited too long with the announcement
{n} got off scot-free|{n} was not punished|!{n} was heavily punished
{n} pulled the plug on the {p} branch|{n} put an end to a local office|!{n} kept the {p} branch going
{n} tightened the belt after losing the job|{n} spent less money|{n} bought a belt after losing the job
{n} paid through the nose for the flat|{n} was charged far too much|!{n} got the flat cheap
{n} has been walking on eggshells around {m}|{n} takes great care not to upset {m}|{m} has been walking on eggshells around {n}
{n} read between the lines of the letter|{n} grasped an unstated meaning|{n} skipped a few lines of the letter
{n} took {m} under a wing|{n} protected and guided {m}|{m} took {n} under a wing
{n} had butterflies before the speech|{n} was nervous about speaking|{n} talked about butterflies in the speech
{n} washed dirty linen in public|{n} spoke openly of private quarrels|{n} ran a laundry open to the public
{n} is out of the woods|{n} is no longer in danger|{n} was found in the woods
{n} pushed the envelope at {o}|{n} went beyond the usual limits|{n} delivered an envelope to {o}
{n} was on the ball all day|{n} stayed alert|{n} played ball all day
{n} sold {m} down the river|{n} betrayed {m}|{n} sold {m} a house by the river
{n} stood {m} up in {p}|{m} waited for {n}, who never came|{n} and {m} stood together in {p}
{n} had the last laugh over {m}|{n} won in the end|!{m} had the last laugh over {n}
{n} got the sack in {t}|{n} was dismissed|{n} bought a sack in {t}
{n} was head over heels in love|{n} loved someone deeply|{n} fell and landed head over heels
{n} speaks {p}'s dialect with ease|the way people talk in {p} poses no difficulty for {n}|!{n} struggles with {p}'s dialect
{o} went belly up in {t}|{o} became bankrupt|!{o} made record profits in {t}
{o} is in the red|{o} is losing money|!{o} is in the black
{o} laid off {k} workers in {p}|{k} people lost their jobs at {o}|!{o} took on {k} workers in {p}
{o} took {q} over in {t}|{q} came under the control of {o}|!{q} took {o} over in {t}
{o} pulled out of {p}|{o} no longer does business there|!{o} moved into {p}
{o} is on its last legs|{o} is close to collapse|!{o} is stronger than ever
{o} beat {q} to the punch in {p}|{o} acted before {q} did|!{q} beat {o} to the punch in {p}
{o} cornered the market in {p}|{o} came to dominate trade there|{o} opened a shop at the corner of the market in {p}
{o} swept the complaints under the rug|{o} hid what customers objected to|!{o} dealt openly with the complaints
{o} put the {p} plant on ice|{o} suspended its project for a factory|{o} built an ice plant in {p}
{o} broke even in {t}|{o} made neither profit nor loss|{o} broke its sales record in {t}
{o} gave its staff a raise|people who work for {o} earn more now|!{o} cut the pay of its staff
{o} outsourced its payroll to {q}|{q} now handles how {o}'s people are paid|!{q} outsourced its payroll to {o}
{o} stands head and shoulders above {q}|{o} is far better than {q}|!{q} stands head and shoulders above {o}
{o} shelved its plans for {p}|{o} put its intentions aside for now|!{o} pressed on with its plans for {p}
{o} came under fire over the spill|{o} was criticised|{o} put out a fire after the spill
{o} slashed prices by half|what {o} sells now costs much less|!{o} raised prices by half
{o} cooked the books for {k} years|{o} falsified its accounts|{o} published cookery books for {k} years
{o} went to the wall in {t}|the business of {o} failed|{o} painted the wall in {t}
{o} struck gold with its {p} store|a shop of {o} is a big success|{o} opened a gold mine near {p}
{o} is a household name in {p}|everybody there knows the company|!{o} is hardly known in {p}
{o} ironed out the last snags|{o} solved the remaining problems|!{o} ran into the first snags
{o} got off to a flying start|{o} began very successfully|!{o} got off to a shaky start
{o} bowed to pressure from {q}|{o} gave in to what {q} wanted|!{o} resisted pressure from {q}
{o} threw {q} a lifeline|{o} saved {q} from ruin|!{q} threw {o} a lifeline
{o} tied the knot with {q}|{o} and {q} merged|!{o} cut its ties with {q}
{o} turned the corner in {t}|things began to improve for {o}|{o} moved round the corner in {t}
{o} poured cold water on talk of a sale|{o} played down the idea that it might be sold|!{o} fuelled talk of a sale
{o} jumped ship from {p}|{o} left the place for another|{o} bought a ship in {p}
{o} had its wings clipped by the regulator|the authorities restricted {o}|!{o} was given free rein by the regulator
{n} cannot make ends meet|{n} has too little money to live on|!{n} has money to spare
{n} was born with a silver spoon|{n} comes from a rich family|!{n} comes from a poor family
{n} went from rags to riches in {p}|{n} began poor and became wealthy|!{n} went from riches to rags in {p}
{n} tied the knot in {p}|{n} got married|{n} got divorced in {p}
{n} and {m} split up in {t}|{n} is no longer together with {m}|!{n} and {m} got together in {t}
{n} is expecting a baby in {t}|{n} is pregnant|{n} had a baby last {t}
{n} has gone bald|{n} lost all hair|!{n} has a full head of hair
{n} is a vegetarian|{n} eats no meat|{n} sells no vegetables
{n} is a teetotaller|{n} does not drink alcohol|{n} does not drink tea
{n} is left-handed|{n} writes with the left hand|!{n} writes with the right hand only
{n} is an only child|{n} has no brothers or sisters|{n} has only one child
{n} is a widow|the husband of {n} has died|!the husband of {n} is a widower
{n} is an orphan|both parents of {n} are dead|{n} runs an orphanage
{n} is a polyglot|{n} speaks many languages|!{n} speaks a single language
{n} is an insomniac|{n} has trouble sleeping|!{n} sleeps soundly
{n} is a septuagenarian|{n} is in his or her seventies|{n} has seven grandchildren
{n} is near-sighted|{n} cannot see well what is far away|{n} lives within sight of {p}
{n} is bilingual|{n} masters two languages|{n} has two passports
{n} sleepwalks|{n} gets up and walks about at night without waking|{n} walks to work without enough sleep
{n} is self-taught|{n} had no teacher|{n} taught {m}
{n} is a native of {p}|{n} was born there, in {p}|{n} dislikes the natives of {p}
{n} is ambidextrous|{n} can use either hand equally well|!{n} can use neither hand well
{n} was bedridden for {k} weeks|illness kept {n} from getting up|{n} sold bedding for {k} weeks
{n} plays the piano by ear|{n} needs no sheet music|{n} cannot hear the piano
{n} got a flat tyre near {p}|the wheel of {n}'s vehicle lost its air|{n} got a flat near {p}
{n} took the early train to {p}|{n} travelled there by rail in the morning|{n} missed the early train to {p}
{n} flew from {p} to {r}|{n} travelled to {r} by air|!{n} flew from {r} to {p}
{n} drove all night to reach {p}|{n} spent the hours of darkness at the wheel|{n} drove all night to leave {p}
{n} hitchhiked to {p}|strangers gave {n} lifts on the way|{n} gave a hitchhiker a lift to {p}
{n} emigrated to {p}|{n} left home for good to live elsewhere|{n} came back from {p}
{n} crossed the finish line first in {p}|{n} won the race|!{n} crossed the finish line last in {p}
{n} scored a hat trick in {p}|{n} got three goals|{n} bought three hats in {p}
{n} was shown the red card in {p}|{n} was sent off the pitch|{n} showed {m} a card in {p}
{n} retained the title in {p}|{n} is still the champion|!{n} lost the title in {p}
{n} came in second in {p}|just one competitor did better than {n}|!{n} came in first in {p}
{n} was benched for {k} games|{n} was not allowed to play for a while|!{n} played in all {k} games
{n} set a new record in {p}|nobody had ever done better than {n}|{n} failed to set a new record in {p}
{n} underwent surgery in {t}|doctors operated on {n}|{n} performed surgery in {t}
{n} tested negative for the virus in {t}|no infection was found in {n}|!{n} tested positive for the virus in {t}
{n} was discharged from hospital in {t}|{n} could go home after treatment|!{n} was admitted to hospital in {t}
{n} has high blood pressure|{n} suffers from hypertension|!{n} has low blood pressure
{n} had a heart attack in {p}|{n} suffered a cardiac infarction|{n} attacked someone in {p}
{n} broke a leg in {p}|{n} suffered a fracture|{n} told {m} to break a leg in {p}
{n} relapsed in {t}|the illness of {n} came back|!{n} made a lasting recovery in {t}
{n} is allergic to peanuts|eating peanuts makes {n} ill|{n} is fond of peanuts
{n} donated a kidney to {m}|{m} received an organ from {n}|!{m} donated a kidney to {n}
{n} was vaccinated in {t}|{n} got a jab against disease|{n} refused to be vaccinated in {t}
{n} pleaded guilty in {p}|{n} admitted the crime in court|!{n} pleaded not guilty in {p}
{n} was acquitted in {p}|the court cleared {n}|!{n} was convicted in {p}
{n} is out on bail|{n} may wait for the trial in freedom|!{n} was refused bail
{n} was sentenced to {k} years|{n} has to go to prison|{n} was cleared after {k} years
{n} testified against {m}|{n} gave evidence that went against {m}|!{n} testified in favour of {m}
{n} forged the signature of {m}|{n} faked how {m} signs|{m} forged the signature of {n}
{n} appealed against the verdict|{n} asked a higher court to look again|!{n} accepted the verdict
{n} was elected unanimously|everyone voted for {n}|{n} was elected by a narrow margin
{n} stepped down as mayor of {p}|{n} resigned from heading the town|!{n} stayed on as mayor of {p}
{n} won by a landslide in {p}|{n} got far more votes than anyone else|!{n} won by a handful of votes in {p}
{n} abstained from the vote|{n} voted neither for nor against|!{n} voted against
{n} vetoed the bill|{n} blocked a proposed law|!{n} signed the bill into law
{n} tabled a motion that passed|a proposal by {n} was adopted|!{n} tabled a motion that was voted down
{n} runs unopposed in {p}|{n} has no rival for the office|{n} runs every morning in {p}
the talks between {o} and {q} broke down|{o} and {q} could not come to terms|!the talks between {o} and {q} succeeded
the ship ran aground off {p}|a vessel got stuck in shallow water|the ship left port at {p}
the power went out in {p}|{p} had no electricity|!the power stayed on in {p}
the road to {p} is impassable|nobody can get through to {p} by car|!the road to {p} is clear
the well in {p} ran dry|there was no water left to draw|!the well in {p} overflowed
the crops around {p} failed in {t}|farmers had nothing to harvest|!the crops around {p} did well in {t}
the dress rehearsal in {p} was called off|it was decided not to rehearse in costume|!the dress rehearsal in {p} went ahead
the play in {p} sold out|there are no tickets left|{n} sold the play in {p}
the film bombed in {p}|few people there went to see it|the film shows a bomb in {p}
the novel by {n} was panned|critics disliked the book|!the novel by {n} was praised
the concert in {p} drew a full house|every seat was taken|!the concert in {p} drew an empty house
the museum in {p} is free of charge|visitors there pay nothing|!the museum in {p} charges visitors
the shop in {p} is open around the clock|one can buy there at any hour|!the shop in {p} is closed at night
the bus to {p} runs hourly|one leaves every sixty minutes|!the bus to {p} runs once a day
the lift in {p} is out of order|people have to take the stairs|!the lift in {p} works again
the flight to {p} was overbooked|more seats had been sold than there were|!the flight to {p} was half empty
the parcel to {p} went astray|what was sent never arrived|!the parcel to {p} arrived safely
the phone's battery is flat|the phone needs charging|!the phone's battery is full
the software by {o} is open source|anyone may read the code|!the software by {o} is closed source
the site of {o} is down|the web page cannot be reached|!the site of {o} is up again
the password of {n} expired|{n} must choose another secret word to log in|{n} guessed an expired password
the update by {o} is backward compatible|older files still work with it|!the update by {o} breaks older files
the patch by {o} fixed the leak in {t}|since then the problem is solved|!the patch by {o} caused the leak in {t}
the server of {o} crashed in {t}|a computer of the company stopped working|!the server of {o} ran without a crash in {t}
the data of {o} were encrypted|without a key nobody could read the files|!the data of {o} were stored in plain text
the drug trial in {p} was double-blind|neither doctors nor patients knew who got what|the drug trial in {p} was about the blind
the soup in {p} is vegan|it contains nothing from animals|the soup in {p} contains cream
the hotel in {p} is fully booked|no room is vacant|!the hotel in {p} has vacancies
the flat in {p} is unfurnished|whoever moves in must bring tables and beds|!the flat in {p} comes with furniture
the rent in {p} includes heating|keeping warm costs nothing extra|!the rent in {p} excludes heating
the fee of {o} is waived for students|young people in education do not pay|!the fee of {o} is doubled for students
the warranty of {o} has lapsed|repairs are no longer covered|!the warranty of {o} is still valid
the bill of {o} is overdue|payment is late|!the bill of {o} was paid early
the price of wheat doubled in {t}|grain became twice as expensive|!the price of wheat halved in {t}
the unemployment rate in {p} fell|a greater share of people had work|!the unemployment rate in {p} rose
the river through {p} burst its banks|there was a flood|!the river through {p} stayed within its banks
the species near {p} is extinct|not one such animal is left|the species near {p} is endangered
the snow in {p} melted in {t}|it thawed|!the snow in {p} kept falling and stayed all {t}
the temperature in {p} is below freezing|water turns to ice there|!the temperature in {p} is well above freezing
the volcano near {p} is dormant|no eruption is under way|!the volcano near {p} is erupting
the bridge in {p} is under construction|workers have not finished it|!the bridge in {p} is complete
the strike in {p} petered out|fewer and fewer took part until it ended|!the strike in {p} grew stronger
the rumour about {n} is unfounded|there is nothing to support what people say|!the rumour about {n} is true
the letter from {n} is undated|it does not say on which day it was written|the letter from {n} is out of date
the painting from {p} is a fake|it is not genuine|!the painting from {p} is authentic
the twins {n} and {m} are identical|one can hardly tell {n} from {m}|!the twins {n} and {m} look nothing alike
""".strip().split("\n")


def idioms(rng: random.Random) -> World:
    """Three sentences; true claims say them freely, false ones twist their words or name somebody else."""
    world = World(rng)
    chosen = rng.sample(_TRIPLES, 3)
    names, companies, places = people(rng, 6), firms(rng, 6), rng.sample(PLACES, 6)
    month = rng.sample(MONTHS, 3)
    filled = [
        {
            "n": names[2 * i], "m": names[2 * i + 1], "o": companies[2 * i], "q": companies[2 * i + 1],
            "p": places[2 * i], "r": places[2 * i + 1], "k": number(rng.randint(3, 12)), "t": month[i],
        }
        for i in range(3)
    ]  # fmt: skip
    for index, (line, slots) in enumerate(zip(chosen, filled, strict=True)):
        told, free, twisted = line.split("|")
        label = CONTRADICTED if twisted.startswith("!") else UNSUPPORTED
        same, paraphrase, false = (render(f"{text.lstrip('!')}.", slots) for text in (told, free, twisted))
        world.know((told, "holds"))
        world.blocks.append(same)
        true = paraphrase if rng.random() < 0.85 else same
        world.say(true, false, (told, "holds"), (told, "twisted"), label, twin=same)
        other = filled[index - 1]
        swapped = render(f"{free}.", slots | {key: other[key] for key in "nmoqpr"})
        if swapped != paraphrase:
            world.say(paraphrase, swapped, (told, "holds"), (told, "of", other["n"], other["o"]), UNSUPPORTED)
            restated = render(f"{told}.", slots | {key: other[key] for key in "nmoqpr"})
            if difference(same, restated) != (0, 0) and rng.random() < 0.3:
                world.say(same, restated, (told, "holds"), (told, "also of", other["n"], other["o"]), UNSUPPORTED)
    return world
