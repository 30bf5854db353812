"""Closed word classes: function words by language, and the cues of negation, quantity, modality and condition.

Only words whose class is closed are here; numbers, units, currencies, months and the open vocabulary come from
libraries and WordNet.
"""

FUNCTION_WORDS: dict[str, frozenset[str]] = {
    "en": frozenset(
        """a an the this that these those it its they them their he him his she her hers we us our you your i me my
        and or but nor so yet as at by for from in into of off on onto out over to up with within upon than then there
        here is are was were be been being am do does did done doing have has had having will would shall can could
        may might must should ought which who whom whose what when where while if because since until although though
        also just very too both either each such same own about between through during before after above below
        again further once per via any some all most more less least many much few other another only not no n't s t
        d ll m re ve one ones while whether how why however therefore thus hence according respectively including
        include includes etc eg ie get gets got become becomes became called every everyone itself themselves himself
        herself among amongst across along around against towards toward under still even now ever currently
        altogether ca wo sha unless except""".split()
    ),
    "de": frozenset(
        """der die das den dem des ein eine einen einem einer eines und oder aber sondern als an auf aus bei für gegen
        in im ins ist sind war waren wird werden wurde wurden sein hat haben hatte hatten kann können muss müssen
        soll sollen darf dürfen mit nach nicht kein keine keinen keinem keiner noch nur ob ohne sich sie er es wir
        ihr ihre ihren ihrem seine seinen seinem um unter vom von vor wenn wie zu zum zur über durch auch dass diese
        dieser dieses diesem diesen man mehr so seit bis zwischen am beim schon sehr""".split()
    ),
    "fr": frozenset(
        """le la les l un une des du de d au aux et ou mais ne pas n y en à a dans par pour sur sous avec sans ce cet
        cette ces se s sa son ses leur leurs il elle ils elles on nous vous je qui que qu quoi dont où est sont était
        étaient été être ont avait avaient avoir plus moins très aussi comme si lors depuis jusqu entre vers chez
        même peut peuvent doit doivent fait""".split()
    ),
    "es": frozenset(
        """el la los las un una unos unas de del al a y o u pero que en con por para sin sobre entre hasta desde se su
        sus lo le les es son era eran fue fueron ser está están ha han había habían hay tiene tienen tenía tenían
        no más menos muy también como si cuando donde este esta estos estas ese esa esos esas ya puede pueden
        debe deben""".split()
    ),
    "it": frozenset(
        """il lo la i gli le un uno una di a da in con su per tra fra e o ma che non si è sono era erano ha hanno aveva
        del dello della dei degli delle al allo alla ai agli alle dal dalla nel nella sul sulla più meno come anche
        se questo questa questi queste suo sua loro può possono deve devono""".split()
    ),
    "pt": frozenset(
        """o a os as um uma uns umas de do da dos das em no na nos nas por para com sem sobre entre até e ou mas que
        não se é são era eram foi foram ser está estão tem têm há mais menos muito também como quando este esta esse
        essa seu sua seus suas ao à pode podem deve devem""".split()
    ),
    "nl": frozenset(
        """de het een en of maar van in op aan bij met voor door naar uit over om te tot tegen is zijn was waren wordt
        worden werd werden heeft hebben had niet geen ook als dan dat die dit deze er hij zij ze wij we hun haar
        kan kunnen moet moeten mag mogen nog meer""".split()
    ),
}  # fmt: skip

QUESTION_MARKS = ("?", "？", "؟", "⁇", "⁈", "‽", "\u037e", "՞", "፧", "⸮", "꘏", "︖")
"""What a question ends with, in any script."""
QUESTION_WORDS: dict[str, frozenset[str]] = {
    "de": frozenset("was wer wem wen wie wo woher wohin wann warum weshalb wieso welche welcher welches".split()),
    "es": frozenset("qué cuál cuáles quién quiénes cuándo cuánto dónde cómo por porqué".split()),
    "fr": frozenset("quel quelle quels quelles quand où qui que quoi comment pourquoi".split()),
    "it": frozenset("che chi cosa quando dove come perché quale quali quanto quanta quanti quante".split()),
    "nl": frozenset("wat wie waar wanneer waarom hoe hoeveel welke welk".split()),
    "pt": frozenset("que qual quais quem quando onde como porque quanto quanta quantos quantas".split()),
}
"""Words that ask, where they are not among the function words."""

QUERY_WORDS: dict[str, frozenset[str]] = {
    "en": frozenset(
        """price cost fee hours opening time period date address capital delivery return returns refund warranty ticket
        tickets best cheap near meaning definition how what who when where why size weight rules summary list help
        phone number password login meeting report contract law history night day week month year""".split()
    ),
    "de": frozenset(
        """preis preise kosten gebühr öffnungszeiten dauer datum adresse hauptstadt lieferung lieferzeit rückgabe
        garantie fahrkarte ticket bedeutung größe gewicht regeln hilfe telefon passwort bericht vertrag gesetz nacht
        tag woche monat jahr möglich erlaubt gilt wohnung frist kündigung kündigungsfrist gibt handy
        laufzeit kann ich""".split()
    ),
    "fr": frozenset(
        """prix coût tarif horaires ouverture durée date adresse capitale livraison délai retour remboursement garantie
        billet sens taille poids règles aide téléphone mot passe rapport contrat loi nuit jour semaine mois année
        gratuit possible trajet hauteur puis je permis combien du""".split()
    ),
    "es": frozenset(
        """precio coste tarifa horario horarios apertura duración fecha dirección entrega plazo devolución reembolso
        garantía billete entrada significado tamaño peso reglas ayuda teléfono móvil contraseña informe contrato ley
        noche día semana mes año gratis viaje capital altura permiso número puedo del hay""".split()
    ),
    "it": frozenset(
        """prezzo costo tariffa orario orari apertura durata data indirizzo capitale consegna tempi reso rimborso
        garanzia biglietto significato dimensioni peso regole aiuto telefono password relazione contratto legge notte
        giorno settimana mese anno gratis viaggio elenca spiega descrivi confronta riassumi punti altezza
        permesso numero posso per""".split()
    ),
    "pt": frozenset(
        """preço custo tarifa horário horários abertura duração data endereço entrega prazo devolução reembolso garantia
        bilhete ingresso significado tamanho peso regras ajuda telefone senha relatório contrato lei noite dia semana
        mês ano grátis gratuito viagem capital altura licença número posso do da""".split()
    ),
    "nl": frozenset(
        """prijs kosten tarief openingstijden duur datum adres hoofdstad levering levertijd retour terugbetaling
        garantie
        kaartje ticket betekenis grootte gewicht regels hulp telefoon wachtwoord verslag contract wet nacht dag week
        maand jaar gratis reis huur opzegtermijn aantal""".split()
    ),
}  # fmt: skip
"""Words that short queries are made of; they tell the language of two words without a function word."""

CJK_FUNCTION = frozenset(
    "的了是在和有也就不都而及与着或之为于从到这那它他她们所以被把将其等个为の に は を が と で も た て し"
)

NEGATION: dict[str, frozenset[str]] = {
    "en": frozenset(
        """not n't no never none nobody nothing neither nor without cannot nowhere lacks lack lacking lacked unable
        hardly""".split()
    ),
    "de": frozenset("nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder".split()),
    "fr": frozenset("pas jamais aucun aucune rien personne sans ni guère nullement".split()),
    "es": frozenset("no nunca jamás ningún ninguna ninguno nadie nada sin ni tampoco".split()),
    "it": frozenset("non mai nessun nessuno nessuna niente nulla senza né".split()),
    "pt": frozenset("não nunca jamais nenhum nenhuma ninguém nada sem nem".split()),
    "nl": frozenset("niet geen nooit niemand niets zonder noch".split()),
    "ru": frozenset("не нет ни без никогда никто ничего ничто нельзя никакой никаких невозможно".split()),
    "zh": frozenset(("不", "没", "沒", "无", "無", "未", "非", "别", "勿")),
}

# predicates that deny what comes before or after them, as a rule or a label does
DENYING: dict[str, frozenset[str]] = {
    "de": frozenset("verboten untersagt ausgeschlossen unzulässig kontraindiziert ausgenommen verweigert".split()),
    "fr": frozenset(
        """interdit interdite interdits interdites exclu exclue exclus exclues exonéré exonérée exonérés exonérées
        contre-indiqué contre-indiquée""".split()
    ),
    "es": frozenset(
        """prohibido prohibida prohibidos prohibidas prohíbe excluido excluida excluidos excluidas contraindicado
        contraindicada contraindicados contraindicadas exento exenta exentos exentas""".split()
    ),
    "it": frozenset(
        """vietato vietata vietati vietate escluso esclusa esclusi escluse proibito controindicato
        controindicata esente esenti""".split()
    ),
    "pt": frozenset(
        """proibido proibida proibidos proibidas excluído excluída excluídos contraindicado contraindicada
        isento isenta isentos""".split()
    ),
    "nl": frozenset("verboden uitgesloten vrijgesteld gecontra-indiceerd".split()),
    "ru": frozenset(
        """запрещено запрещён запрещена запрещены запрещается исключено исключены противопоказан
        противопоказано противопоказана""".split()
    ),
}  # fmt: skip

UNIVERSAL = frozenset(
    "all every each everyone everybody always entire entirely whole any alle jeder tous toutes todos todas".split()
)
NONE = frozenset("no none nobody never neither nothing kein keine aucun aucune ninguno ninguna".split())
PARTIAL = frozenset("some several certain few sometimes partly partially einige quelques algunos algunas".split())
EXCLUSIVE = frozenset("only solely exclusively nur seulement uniquement solo solamente".split())

NECESSITY = frozenset(
    """must shall required require requires mandatory obliged obligatory compulsory need needs necessary
    muss müssen doit doivent debe deben""".split()
)
PERMISSION = frozenset(
    "may can could might optional optionally allowed permitted possible free voluntary darf dürfen kann".split()
)
ADVICE = frozenset(
    "should recommended recommendation advised advisable recommend suggests encouraged sollte ought".split()
)
POSSIBILITY = frozenset("may might could possibly perhaps likely probably potentially possible suggests".split())

EXCEPTION = frozenset(
    """except excepting unless excluding excluded exclude excludes besides exempt exempted apart ausser ausgenommen sauf
    excepté hormis excepto salvo menos tranne eccetto exceto behalve uitgezonderd кроме""".split()
)
TOTAL = frozenset(
    """total together altogether combined sum overall collectively in-all margin difference gap grew growth rise rose
    increase increased fell fall decrease decreased dropped gained lost more fewer less another won""".split()
)

APPROXIMATE = (
    "about", "around", "roughly", "approximately", "approx", "approx.", "nearly", "almost", "some", "circa", "ca",
    "ca.",
    "close to", "just over", "just under", "a little over", "a little under", "more or less", "or so", "~", "≈", "c.",
    "etwa", "rund", "ungefähr", "circa", "knapp", "fast", "environ", "près de", "quelque", "presque", "unos", "unas",
    "cerca de", "alrededor de", "aproximadamente", "casi", "quasi", "约", "大约", "近", "左右", "in the region of",
    "in the order of", "slightly over", "slightly under", "well over", "upwards of",
)  # fmt: skip
LOWER_BOUND = (
    "at least", "no less than", "no fewer than", "not less than", "minimum of", "a minimum of", "minimum", "from",
    "starting at", "mindestens", "au moins", "al menos", "por lo menos", "至少", ">=", "≥",
)  # fmt: skip
UPPER_BOUND = (
    "at most", "no more than", "not more than", "up to", "maximum of", "a maximum of", "maximum", "as much as",
    "as many as", "capped at", "limited to", "höchstens", "maximal", "bis zu", "au plus", "jusqu'à", "como máximo",
    "hasta", "最多", "<=", "≤", "within",
)  # fmt: skip
OVER = ("more than", "over", "above", "greater than", "exceeding", "older than", "longer than", "larger than",
        "mehr als", "über", "plus de", "más de", "超过", ">")  # fmt: skip
UNDER = ("less than", "fewer than", "under", "below", "lower than", "younger than", "shorter than", "weniger als",
         "unter", "moins de", "menos de", "不到", "<")  # fmt: skip

JOINING: dict[str, frozenset[str]] = {
    "de": frozenset("und oder sowie".split()),
    "fr": frozenset("et ou".split()),
    "es": frozenset("y e o u".split()),
    "it": frozenset("e ed o".split()),
    "pt": frozenset("e ou".split()),
    "nl": frozenset("en of".split()),
}
"""What joins the parts of a sentence in other languages than English; "en" is no "and" in French or Spanish."""

PRONOUNS = frozenset(
    """he she it they this these him them his her its their il elle ils elles er sie es él ella ellos lui lei zij
    hij""".split()
)
"""Pronouns that stand for what an earlier sentence names."""


def folded(word: str) -> str:
    """A word in small letters as patterns that ignore case read it: they take the İ of Turkish for an i."""
    return word.replace("İ", "i").casefold()
