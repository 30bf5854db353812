"""Banks of words and names for contrast edits."""

NOUN_AFTER = frozenset(
    "of in on at by for from with to and or was is were are as has had have that which who when while after before "
    "during against between over under into who's than but until since if because including such can will may".split()
)
VERB_BASES = frozenset(
    "abandon accept accompany accuse achieve acquire adapt add adopt advance affect agree "
    "announce appear apply appoint "
    "approach approve argue arrest arrive ask assist assume attack attempt attend attract award ban base beat become "
    "begin believe belong borrow break bring broadcast build buy call cancel capture carry "
    "catch cause celebrate change "
    "charge choose claim close coach collapse collect combine come comment commission commit compete complete compose "
    "conclude condemn conduct confirm consider consist construct contain continue contribute control convert convince "
    "cost cover create criticize cross crush deal debut decide declare decline decrease defeat defend deliver demand "
    "deny depart describe design destroy develop die direct discover discuss display distribute divide dominate donate "
    "draw drive drop earn elect eliminate emerge employ encourage end endorse enter establish evolve examine exceed "
    "exclude execute expand experience explain explore export express extend face fail fall feature fight finance find "
    "finish fire fix follow force form found fund gain gather get give go graduate grow "
    "happen head hear help hire hold "
    "host identify ignore import impose improve include increase influence inform inherit "
    "introduce invade invent invest "
    "invite involve join keep kill know lack land launch lead learn leave lend like limit list live locate lose love "
    "maintain make manage marry meet merge mix modify move murder name need nominate note notice object obtain occupy "
    "occur offer open operate oppose order organize overcome overtake own paint participate pass pay perform permit "
    "place plan play portray praise predict prefer prepare present prevent produce promise "
    "promote propose protect prove "
    "provide publish purchase pursue question raise rank reach receive recognize recommend record recover recruit "
    "reduce refuse reject release rely remain remember remove rename renew replace report represent request require "
    "rescue resemble resign resolve respond restore result retain retire return reveal reverse review rise rule run "
    "save say score secure see select sell send serve settle share shoot show sign sing solve spend sponsor spread "
    "stand star start state stay steal stop strike struggle study submit succeed sue suffer suggest supply support "
    "surpass surrender survive take talk teach tell test thank threaten throw top trace trade train transfer translate "
    "transport travel treat try turn undergo unite update upgrade urge use vacate visit vote "
    "walk want warn wear welcome "
    "win withdraw witness wish work worry write".split()
)
TRAILING = (
    "in London", "for the second time", "according to the minister", "despite several protests", "in a rented studio",
    "with financial help from the government", "after a long legal dispute", "for the first time in a decade",
    "in front of a small crowd", "on the advice of a lawyer", "at the request of the mayor", "without any warning",
    "following a unanimous vote", "together with two colleagues", "because of heavy rain",
    "to raise money for charity",
    "as reported by a local newspaper", "under a false name", "in order to reduce costs", "at a secret location",
    "in the presence of the king", "during a visit to Lisbon", "with the approval of the board", "at no extra charge",
    "after losing a bet", "on a Tuesday", "by a narrow margin", "because of a clerical error",
    "in response to criticism",
    "by mistake", "against the wishes of the family", "with the help of volunteers", "ahead of schedule",
    "in the northern suburbs", "due to a strike", "at the age of forty-one", "for personal reasons", "in Toronto",
    "with a loan from the bank", "on live television", "thanks to a private donation", "in secret", "as a joke",
    "after consulting the patients", "in three languages", "by special decree", "under police protection",
    "on the second attempt", "in a single afternoon", "with Swedish partners", "near the Portuguese border",
)  # fmt: skip
INSERTED = (
    "controversial", "famous", "Swedish", "Brazilian", "wealthy", "newly built", "French", "Catholic", "retired",
    "disputed", "secretive", "prize-winning", "privately funded", "reluctant", "Canadian",
    "short-lived", "government-owned", "bankrupt", "well-known", "profitable", "previously unknown",
)  # fmt: skip
FIRST_NAMES = frozenset(
    "James John Robert Michael William David Richard Joseph Thomas Charles Christopher "
    "Daniel Matthew Anthony Mark Paul "
    "Steven Andrew Kenneth Joshua Kevin Brian George Edward Ronald Timothy Jason Jeffrey Ryan Jacob Gary Nicholas Eric "
    "Jonathan Stephen Larry Justin Scott Brandon Benjamin Samuel Frank Gregory Raymond Alexander Patrick Jack Dennis "
    "Jerry Tyler Aaron Jose Henry Adam Douglas Nathan Peter Zachary Kyle Walter Harold Jeremy Ethan Carl Keith Roger "
    "Gerald Christian Terry Sean Arthur Noah Lawrence Jesse Joe Bryan Billy Albert Dylan Bruce Willie "
    "Gabriel Alan Juan Logan Wayne Ralph Roy Eugene Randy Vincent Russell Louis Philip Bobby Johnny Bradley Mary "
    "Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Nancy Lisa Betty Margaret Sandra Ashley "
    "Kimberly Emily Donna Michelle Carol Amanda Melissa Deborah Stephanie Rebecca Laura Sharon Cynthia Kathleen Amy "
    "Angela Shirley Anna Brenda Pamela Nicole Emma Samantha Katherine Christine Debra Rachel Catherine Carolyn Janet "
    "Ruth Maria Heather Diane Virginia Julie Joyce Victoria Olivia Kelly Christina Lauren Joan Evelyn Judith Megan "
    "Andrea Cheryl Hannah Jacqueline Martha Gloria Teresa Ann Sara Frances Kathryn Janice Jean Abigail Alice "
    "Julia Judy Sophia Grace Denise Amber Doris Marilyn Danielle Beverly Isabella Theresa Diana Natalie Brittany "
    "Marie Kayla Alexis Lori Tom Tim Jim Bob Bill Mike Steve Dave Dan Chris Matt Tony Nick Alex Sam Ben Max "
    "Luke Oscar Hugo Pedro Carlos Luis Jorge Diego Miguel Antonio Marco Giovanni Luca Pierre "
    "Jacques Francois Hans Karl "
    "Heinrich Friedrich Otto Klaus Ivan Vladimir Boris Dmitri Sergei Mikhail Ahmed Mohamed Ali Hassan Omar Ibrahim "
    "Yusuf Fatima Aisha Raj Amit Sanjay Priya Anil Vikram Wei Li Chen Ming Hiroshi Kenji Akira Yuki Kate Jane Helen "
    "Lucy Claire Fiona Meryl Kim Kanye Taylor Justin Hillary Donald Barack Bernie Harry Ron "
    "Leonardo Brad Angelina".split()
)
PEOPLE = (
    "Daniel Okafor", "Maria Lindgren", "Peter Novak", "Helen Castillo", "Thomas Bergman", "Aisha Rahman",
    "Laura Bianchi",
    "George Whitfield", "Sanjay Mehta", "Claire Dubois", "Victor Almeida", "Emma Thornton", "Kenji Sato",
    "Ruth Abrams",
    "Carlos Mendoza", "Nina Petrova", "Oliver Grant", "Fatima Haddad", "Simon Walsh", "Julia Kovacs", "Martin Keller",
    "Alice Moreau", "David Nkemelu", "Hannah Fischer", "Robert Stanley", "Ingrid Olsen", "Samuel Ortiz",
    "Grace Nakamura",
)  # fmt: skip
PLACES = (
    "Brazil", "Germany", "France", "Spain", "Italy", "Portugal", "Norway", "Sweden", "Denmark", "Finland", "Poland",
    "Austria", "Hungary", "Greece", "Turkey", "Russia", "Ukraine", "China", "Japan", "India", "Pakistan", "Iran",
    "Iraq",
    "Egypt", "Kenya", "Nigeria", "Ghana", "Morocco", "Canada", "Mexico", "Argentina", "Chile", "Peru", "Colombia",
    "Cuba",
    "Australia", "Ireland", "Scotland", "Wales", "England", "Belgium", "Switzerland", "Thailand", "Vietnam",
    "Indonesia",
    "Malaysia", "Singapore", "Israel", "Croatia", "Serbia", "Romania", "Bulgaria", "Iceland",
)  # fmt: skip
CITIES = (
    "London", "Paris", "Berlin", "Madrid", "Rome", "Lisbon", "Vienna", "Prague", "Warsaw", "Budapest", "Athens",
    "Istanbul", "Moscow", "Beijing", "Shanghai", "Tokyo", "Seoul", "Mumbai", "Delhi", "Cairo", "Nairobi", "Lagos",
    "Toronto", "Montreal", "Chicago", "Boston", "Houston", "Seattle", "Denver", "Miami", "Atlanta", "Dallas",
    "Detroit",
    "Philadelphia", "Sydney", "Melbourne", "Dublin", "Manchester", "Liverpool", "Birmingham", "Glasgow", "Edinburgh",
    "Barcelona", "Milan", "Munich", "Hamburg", "Amsterdam", "Brussels", "Stockholm", "Oslo", "Copenhagen", "Helsinki",
    "Pittsburgh", "Baltimore", "Phoenix", "Cleveland", "Milwaukee", "Vancouver", "Singapore", "Bangkok", "Jakarta",
)  # fmt: skip
STATES = (
    "California", "Texas", "Florida", "Ohio", "Michigan", "Illinois", "Arizona", "Nevada", "Oregon", "Colorado",
    "Utah",
    "Kansas", "Missouri", "Alabama", "Louisiana", "Tennessee", "Kentucky", "Indiana", "Wisconsin", "Minnesota",
    "Iowa",
    "Massachusetts", "Pennsylvania", "Maryland", "Delaware", "Vermont", "Maine", "Alaska", "Hawaii", "Idaho",
    "Montana",
)  # fmt: skip
LONG_PLACES = (
    "New Zealand", "South Africa", "Saudi Arabia", "Sri Lanka", "South Korea", "Costa Rica", "Puerto Rico",
    "El Salvador",
    "Los Angeles", "San Francisco", "San Diego", "Las Vegas", "Hong Kong", "Buenos Aires", "Mexico City", "Cape Town",
    "North Carolina", "South Dakota", "New Mexico", "New Jersey", "West Virginia", "Rhode Island", "New Hampshire",
)  # fmt: skip
DEMONYMS = (
    "American", "British", "French", "German", "Italian", "Spanish", "Japanese", "Chinese", "Indian", "Russian",
    "Polish",
    "Swedish", "Norwegian", "Danish", "Dutch", "Greek", "Turkish", "Mexican", "Brazilian", "Canadian", "Australian",
    "Irish", "Scottish", "Korean", "Egyptian", "Nigerian", "Belgian", "Austrian", "Hungarian", "Portuguese",
    "Finnish",
)  # fmt: skip
ORGANISATIONS = (
    "Microsoft", "Google", "Amazon", "Apple", "Facebook", "Netflix", "Sony", "Nintendo", "Samsung", "Toyota", "Honda",
    "Ford", "Boeing", "Airbus", "Siemens", "IBM", "Intel", "Oracle", "Disney", "Paramount", "Universal", "Pixar",
    "HBO",
    "NBC", "CBS", "ABC", "CNN", "BBC", "Spotify", "Twitter", "YouTube", "Tesla", "Uber", "Walmart", "Nike", "Adidas",
    "NATO", "UNESCO", "FIFA", "NASA", "Chelsea", "Arsenal", "Juventus", "Bayern", "Barcelona", "Ajax", "Celtic",
)  # fmt: skip
