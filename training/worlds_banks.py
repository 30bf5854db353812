"""The names, places, firms, things and filler sentences that the small worlds are furnished with."""

# An entry of a table is one line, however long.
# ruff: noqa: E501

import random

FEMALE = (
    "Amara Priya Ingrid Yuki Fatima Chloe Sofia Leila Nkechi Mei Astrid Lucia Hana Zainab Freya Oksana Camila Aisha Greta "
    "Noor Beatriz Katarzyna Simone Eleni Ruth Adwoa Mireille Tamar Sinead Rosa Anjali Thandiwe Ilse Marisol Daria Wanjiru "
    "Helena Miriam Xiomara Emiko Lakshmi Odile Petra Soraya Valentina Bronwyn Nadia Jia Annika Delphine Roya Farah Louisa "
    "Milena Teresa Gwen Salma Paloma Ulla Chiara Esi Harriet Ivana Joan Kamala Linnea Marta Nia Orla Paulina Rania Selin "
    "Tove Uma Vera Willa Ximena Yasmin Zofia Dorothy Agnes Brigitte Carmen Edith"
).split()
MALE = (
    "Kwame Hiroshi Mateo Omar Lars Dmitri Rajesh Tomas Ahmed Luca Björn Chidi Pedro Wei Samir Anton Giorgio Kofi Nikhil "
    "Patrick Emre Jakub Tariq Henrik Oscar Ibrahim Rafael Sven Hugo Malik Viktor Arjun Diego Felix Gustav Hamid Idris "
    "Joaquin Kenji Leon Marek Naveed Olu Pavel Quentin Ravi Stefan Thabo Umberto Vikram Walter Xavier Yusuf Zoltan Andre "
    "Boris Callum Duncan Elias Farid Gareth Hassan Ivan Jonas Karim Liam Milan Nils Otto Piotr Rashid Sergio Takumi Uri "
    "Vasco Winston Yannick Zaid Bruno Cedric Darius Ewan Fabian Gilbert"
).split()
LAST = (
    "Okafor Lindqvist Tanaka Moreau Haddad Kowalski Fernandes Petrov Nakamura Osei Bergström Delgado Rahman Schneider "
    "Papadakis Nguyen Castillo Mbeki Johansson Iyer Romano Yilmaz Novak Ferreira Dubois Abara Chen Hoffmann Sato Kaplan "
    "Mwangi Larsen Gupta Silva Barzani Weiss Torres Ivanova Cohen Adeyemi Kim Murphy Rossi Farouk Jensen Mendoza Kapoor "
    "Lefevre Sokolov Achebe Park Müller Ortega Hassan Virtanen Desai Bianchi Horvat Costa Martin Boateng Liu Fischer "
    "Inoue Levy Kamau Eriksen Reddy Pereira Khalil Becker Vargas Popov Mizrahi Balogun Choi O'Brien Conti Aziz Nielsen "
    "Rojas Malhotra Girard Volkov Nwosu Wang Wagner Ruiz Suzuki Azoulay Otieno Korhonen Menon Greco Babic Almeida Laurent "
    "Asante Zhang Keller Navarro Mori Stern Diallo Halvorsen Joshi Marino Demir Cerny Santos Faure Eze Lin Vogel Herrera "
    "Kato Friedman Toure Holm Bose Ricci Aydin Svoboda Lopes Mercier Danso Huang Brandt Guzman Abe Rosen Sesay Dahl "
    "Chopra Ferrari Arslan Dvorak Teixeira Blanchard Obi Ahmadi Whitcombe Hartley Pemberton Ashdown Carrick Dunmore "
    "Ellery Fairbank Galloway Hollis Inglis Jarrow Kendrick Lorimer Maddox Norwood Oakley Prescott Quill Redfern Selwyn "
    "Thorne Underhill Vickers Wexford Yardley"
).split()
PLACES = (
    "Lisbon|Nairobi|Osaka|Montevideo|Tallinn|Accra|Leipzig|Cusco|Hanoi|Bergen|Valencia|Tbilisi|Kigali|Adelaide|Porto|"
    "Gdansk|Marrakesh|Ljubljana|Quito|Halifax|Busan|Lyon|Dakar|Tampere|Cork|Turin|Pune|Medellin|Bristol|Graz|Izmir|Riga|"
    "Oaxaca|Utrecht|Kyoto|Aarhus|Genoa|Tucson|Leeds|Bordeaux|Malmo|Seville|Chennai|Wellington|Krakow|Santiago|Antwerp|"
    "Fez|Lucerne|Kaunas|Arequipa|Dundee|Split|Ghent|Durban|Bilbao|Trondheim|Penang|Plovdiv|Rosario|Nantes|Cardiff|Kochi|"
    "Zaragoza|Bremen|Curitiba|Haifa|Tartu|Hobart|Bologna|Sapporo|Toulouse|Lviv|Varna|Nagoya|Belfast|Cordoba|Odense|Linz|"
    "Kumasi|Maputo|Windhoek|Gaborone|Lusaka|Darwin|Perth|Dunedin|Calgary|Regina|Quebec City|Boise|Omaha|Tulsa|Raleigh|"
    "Denver|Portland|Buffalo|Savannah|Toledo|Austin|Fresno|Spokane|Mobile|Trieste|Verona|Palermo|Bari|Innsbruck|Salzburg|"
    "Basel|Bern|Geneva|Lausanne|Rouen|Dijon|Reims|Metz|Tours|Limoges|Brest|Essen|Mainz|Kassel|Rostock|Ulm|Poznan|Lublin|"
    "Brno|Ostrava|Kosice|Debrecen|Szeged|Cluj|Iasi|Sofia|Burgas|Skopje|Tirana|Patras|Chania|Ankara|Bursa|Muscat|Doha|"
    "Amman|Jaipur|Mysore|Surat|Nagpur|Colombo|Dhaka|Hue|Da Nang|Cebu|Davao|Medan|Bandung|Surabaya|Taichung|Tainan|Daegu"
).split("|")
COUNTRIES = (
    "Brazil Germany Japan Kenya Norway Portugal Mexico India Canada Ghana Poland Chile Vietnam Italy Egypt Ireland Peru "
    "Turkey Denmark Nigeria Greece Thailand Finland Morocco Austria Colombia Estonia Senegal Uruguay Croatia"
).split()
_STEMS = (
    "Nor Vel Bright Cob Hel Quan Ar Sil Tern Lum Kest Or Pal Mer Zen Fer Dal Cor Ves Har Tal Bor Ever Wes Ald Cal Ost "
    "Gran Hux Jun Kel Lar Mon Ner Pol Ras Sol Tor Ul Vint Wil Yar Ash Black Clear Deep East Fair Gold High Iron Keen Long"
).split()
_TAILS = (
    "wick dara tec alis onix ford mere stead via nova path field bridge loom spire crest mark well forge port wave line"
).split()
_FIRM_KINDS = (
    "Systems|Labs|Holdings|Foods|Energy|Logistics|Robotics|Pharma|Group|Media|Motors|Airlines|Bank|Textiles|Instruments|"
    "Software|Industries|Partners|||||||"
).split("|")
PRODUCTS = (
    "laptop|tablet|router|camera|printer|drone|kettle|blender|scooter|e-bike|headset|smartwatch|monitor|projector|speaker|"
    "vacuum cleaner|dishwasher|heat pump|solar panel|battery pack|thermostat|microscope|telescope|treadmill|tent|backpack|"
    "sleeping bag|mattress|desk|office chair|lamp|bicycle|motorbike|pickup truck|minivan|sedan|tractor|piano|guitar|violin|"
    "synthesizer|keyboard|mouse|webcam|game console|phone|charger|toaster|oven|fridge|freezer|washing machine|air purifier|"
    "humidifier|coffee machine|water filter|lawnmower|chainsaw|drill|sewing machine|kayak|surfboard|snowboard|helmet"
).split("|")
JOBS = (
    "engineer architect nurse surgeon pilot violinist translator chemist teacher journalist carpenter economist painter "
    "photographer lawyer librarian chef biologist historian plumber accountant dentist geologist novelist"
).split()
TEAMS = (
    "Rovers|United|City|Wanderers|Athletic|Rangers|Hawks|Lions|Wolves|Falcons|Harriers|Comets|Mariners|Bears|Stags"
).split("|")
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()

FILLERS = (
    "The weather stayed mild for most of the week.|Further details can be found in the appendix.|A short video was shown "
    "at the start.|Parking near the site is limited.|The full text is available on request.|Coffee was served in the lobby."
    "|Several readers wrote in to ask about this.|The page was last reviewed by the editorial team.|Photographs may be used "
    "with credit.|This section is updated from time to time.|The building overlooks a small park.|Comments are open below."
    "|Translations are provided by volunteers.|The room was full by midday.|No tickets are needed for the exhibition."
    "|The newsletter goes out to subscribers by email.|A map is printed on the back page.|Please allow some time for "
    "loading.|The archive is kept in the basement.|Visitors often remark on the view.|The local press covered the story at "
    "length.|Background reading is listed at the end.|The index has been redone.|Thanks go to everyone who helped with the "
    "proofs.|Some names are spelled differently in older papers.|The site uses cookies to remember preferences.|The lift is "
    "out of order this week.|A list of abbreviations follows.|The hall is used for concerts in summer.|It was a busy season "
    "for the region.|Observers followed the matter closely.|The street was quiet in the afternoon.|The river runs along the "
    "eastern edge of the park.|An audio version is in preparation.|Older readers may remember the original design.|The "
    "harbour is popular with walkers.|Questions can be sent to the help desk.|Everything else is covered in the handbook."
    "|The garden behind the library is open to all.|Local schools were invited to take part in the parade.|The menu changes "
    "with the seasons.|Rain fell on the last evening.|A choir sang in the courtyard.|The station has two entrances.|Trains on "
    "this line are often crowded.|The museum shop sells postcards.|Footnotes have been left out for brevity.|A glossary is "
    "given in the annex.|The market is held in the old square.|Bicycles may be left at the gate.|The podcast has a growing "
    "audience.|The walls are painted in pale green.|Some of the furniture dates from another era.|The lecture was recorded."
    "|The font was chosen for legibility.|There is a small charge for lockers.|The lake freezes in hard winters.|Her dog slept "
    "through the whole meeting.|The survey was anonymous.|The bridge is lit up at night.|A plaque stands near the door.|The "
    "tone of the report is sober.|Spring came early this year.|The film was shot on location.|The committee meets behind "
    "closed doors.|Minutes are circulated afterwards.|The café next door is known for its cakes.|The tram stops outside."
    "|Much has been written on the subject.|The debate drew a lively crowd.|It is a quiet part of the country.|The orchard "
    "was in bloom.|The poster was designed by students.|Old maps show a mill on the spot.|The stand was decorated with "
    "flowers.|A summary is posted on the notice board.|The roads were icy that morning.|Lunch was provided.|The forum is "
    "moderated.|This entry is part of a longer series.|The cellar is cool all year round.|The shop window had been redone."
    "|A fountain stands in the middle of the square.|The speeches were short.|The team has its own group chat.|Fans had "
    "queued since dawn.|The stadium roof leaks a little.|The audience applauded for some time.|The clock tower is a "
    "landmark.|Guided walks start at the gate.|The canteen has vegetarian dishes.|The train was on schedule.|A band played "
    "folk songs.|The office has large windows.|The new logo was met with mixed feelings.|Stray cats live around the "
    "docks.|The guestbook is full of kind words.|The wine list is short.|The documentation is written in plain language."
    "|There was some noise from the street.|The valley is known for its cherries.|The chapel is rarely open.|A dictionary "
    "may be of help here.|The corridor smells of fresh paint.|Evenings are cool even in summer.|The tickets were printed on "
    "recycled paper."
).split("|")
HEADINGS = (
    "Overview|Background|Summary|In brief|Notes|News in short|What we know|Details|From the archive|Report|Key points|"
    "Update|General information|Highlights|At a glance|Frequently asked questions|Introduction|Minutes"
).split("|")


def person(rng: random.Random) -> str:
    """A full name."""
    return f"{rng.choice(rng.choice((FEMALE, MALE)))} {rng.choice(LAST)}"


def people(rng: random.Random, count: int) -> list[str]:
    """Full names that share neither first name nor surname."""
    firsts, lasts = rng.sample(FEMALE + MALE, count), rng.sample(LAST, count)
    return [f"{first} {last}" for first, last in zip(firsts, lasts, strict=True)]


def firms(rng: random.Random, count: int) -> list[str]:
    """Invented company names with different first words."""
    names: dict[str, str] = {}
    while len(names) < count:
        word = rng.choice(_STEMS) + rng.choice(_TAILS)
        names[word[:4]] = f"{word} {rng.choice(_FIRM_KINDS)}".strip()
    return list(names.values())


def teams(rng: random.Random, count: int) -> list[str]:
    """Sports sides: towns with nicknames, or countries."""
    if rng.random() < 0.4:
        return rng.sample(COUNTRIES, count)
    return [f"{place} {rng.choice(TEAMS)}" for place in rng.sample(PLACES, count)]


def products(rng: random.Random, count: int) -> list[str]:
    """Invented model names with a definite article, such as "the Velnova 40 drone", all of one sort."""
    sort = "" if rng.random() < 0.4 else f" {rng.choice(PRODUCTS)}"
    return [f"the {word}{rng.choice(_TAILS)}{sort}" for word in rng.sample(_STEMS, count)]


def codenames(rng: random.Random, count: int) -> list[str]:
    """Capitalised single invented words."""
    return [word + rng.choice(_TAILS) for word in rng.sample(_STEMS, count)]


def day_of_year(rng: random.Random) -> str:
    """A day such as "14 March"."""
    return f"{rng.randint(1, 28)} {rng.choice(MONTHS)}"
