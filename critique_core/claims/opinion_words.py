"""The words of praise, blame and advice of the languages that ``opinions`` knows.

Only adjectives that measure nothing: "clean", "slow" or "expensive" can be right or wrong, "lovely" cannot. Adjectives
that may also measure are English ones that end their sentence (``MILD``), and "too" with them in other languages.
"""

from dataclasses import dataclass


def _any(words: str) -> str:
    return "|".join(words.split())


PURE_TASTE = _any(
    """beautiful wonderful amazing awesome fantastic terrible awful gorgeous delightful lovely stunning charming superb
    disappointing boring horrible delicious tasty breathtaking loveliest magnificent phenomenal spectacular marvell?ous
    splendid exquisite unforgettable fabulous terrific mouth-?watering scrumptious yummy mediocre lousy dreadful
    disgusting appalling atrocious underwhelming overrated overpriced top-notch first-rate impeccable captivating
    gripping heart-?warming hilarious enchanting picturesque mesmeri[sz]ing mind-blowing jaw-dropping unbeatable
    incredible unbelievable thrilling inedible pathetic abysmal divine heavenly idyllic enjoyable"""
)
"""Adjectives of taste alone."""
TASTE = (
    rf"(?:{PURE_TASTE}|great|excellent|brilliant|impressive|ugly|nice|perfect|ideal|fun|best|worst|greatest|finest"
    r"|must-see|elegant|good|bad)"
)
"""These, and adjectives that also name what can be checked ("the best-selling model", "good practice")."""
MILD = _any(
    """friendly unfriendly helpful unhelpful rude polite impolite attentive welcoming cosy cozy comfortable
    uncomfortable cramped dingy noisy stylish tasteful tasteless intuitive user-friendly clunky flimsy pleasant
    unpleasant relaxing refreshing annoying frustrating satisfying outstanding exceptional memorable flavou?rful bland
    professional unprofessional courteous hospitable predictable long-winded incompetent arrogant inviting inspiring
    entertaining tedious dull delightful"""
)
"""Adjectives that judge where they end their sentence."""
NOUNS = (
    r"(?:an?|the) (?:(?:bit of an?|real|true|absolute|total|complete|pure|huge|big|little|hidden) )*(?:joy|pleasure"
    r"|delight"
    r"|nightmare|disaster|must|gem|treat|letdown|let-down|disappointment|rip-off|bargain|dream|paradise|disgrace)"
)
"""What a thing is called by whoever likes or dislikes it."""


@dataclass(frozen=True, slots=True)
class Words:
    """One language, each an alternation.

    ``verbs`` come before a judgement, ``taste`` are its adjectives in all their forms, ``told`` are phrases that judge
    and end their sentence, ``opening`` what opens an exclamation without a verb.
    """

    verbs: str
    taste: str
    told: str
    opening: str


def _inflected(stems: str, endings: str) -> str:
    return f"(?:{_any(stems)})(?:{endings})?"


GERMAN = Words(
    verbs=(
        r"ist|sind|war|waren|hat|haben|hatte|hatten|schmeckt|schmeckte|schmecken|klingt|klang|klingen|wirkt|wirkte"
        r"|wirken|riecht|roch|fühlt|fühlte|sieht|sah|bietet|bieten|bot"
    ),
    taste=_inflected(
        """wunderschön traumhaft toll großartig herrlich hervorragend ausgezeichnet fantastisch wunderbar enttäuschend
        schrecklich furchtbar lecker köstlich hässlich langweilig beeindruckend schlecht schön sympathisch atemberaubend
        unvergesslich freundlich unfreundlich unhöflich höflich hilfsbereit zuvorkommend gastfreundlich
        gemütlich ungemütlich überragend exzellent phänomenal spektakulär sensationell genial grandios brillant
        bezaubernd zauberhaft malerisch idyllisch charmant reizend entzückend angenehm unangenehm grauenhaft grauenvoll
        grässlich scheußlich miserabel katastrophal mies lausig mittelmäßig unterirdisch ekelhaft widerlich fad fade
        geschmacklos schmackhaft vorzüglich stilvoll geschmackvoll liebevoll bequem unbequem nervig ärgerlich
        frustrierend überteuert überbewertet sehenswert lesenswert empfehlenswert lohnenswert spannend fesselnd packend
        mitreißend unterhaltsam witzig lustig rührend inspirierend erholsam entspannend erstklassig tadellos makellos
        perfekt romantisch aufmerksam nett ungenießbar unschlagbar unfassbar unglaublich
        einladend imposant prächtig langatmig vorhersehbar öde eintönig lieblos unaufmerksam inkompetent unprofessionell
        arrogant aufdringlich""",
        "e[nrms]?",
    ),
    told=(
        r"zu wünschen übrig|(?:ihr|sein|das|jeden) (?:geld|cent|preis) wert|(?:einen|eine) (?:besuch|reise|umweg"
        r"|ausflug) wert|ein(?:e|en)? (?:\w+ )?(?:muss|genuss|traum|albtraum|geheimtipp|highlight|reinfall|flop"
        r"|gedicht|zumutung|frechheit|enttäuschung|katastrophe|augenweide)|zu empfehlen|(?:viel )?zu (?:teuer|laut"
        r"|salzig)"
        r"|super|klasse|spitze|prima|mega"
    ),
    opening=r"(?:was für |so |welch )?eine?[nrms]? ",
)
FRENCH = Words(
    verbs=(
        r"est|sont|était|étaient|c(?:'|’)est|c(?:'|’)était|a été|ont été|fut|reste|restent|semble|semblait|paraît"
        r"|sent|sentait|offre|offrent|propose|a|ont|avait"
    ),
    taste=(
        _inflected(
            """magnifique superbe splendide formidable fantastique horrible sympathique sympa agréable impeccable
            inoubliable sublime incroyable extraordinaire spectaculaire fade insipide immangeable médiocre déplorable
            épouvantable catastrophique lamentable aimable serviable désagréable antipathique inconfortable confortable
            pittoresque féerique drôle moche irréprochable remarquable exécrable prévisible romantique""",
            "s",
        )
        + "|"
        + _inflected(
            """excellent charmant décevant génial exquis succulent infect accueillant attentionné souriant poli impoli
            bruyant élégant raffiné reposant relaxant apaisant captivant passionnant palpitant émouvant touchant
            hilarant amusant laid joli surfait surcoté éblouissant époustouflant impressionnant parfait mauvais
            bluffant gourmand convivial raté glacial incompétent arrogant lassant""",
            "s|es|le|les|e",
        )
        + r"|(?:délici|merveill|ennuy|affr|somptu|savour|chaleur|désastr|od[i])eu(?:x|se|ses)|exceptionnel(?:le)?s?"
        r"|gentil(?:le)?s?|conviviaux|géniaux|grossi(?:er|ère)s?|enchant(?:eur|eurs|eresse|eresses)|beau|beaux|belles?"
        r"|(?:très|vraiment|super) (?:bon(?:ne)?s?|bien)"
    ),
    told=(
        r"à (?:vous )?couper le souffle|à désirer|hors de prix|(?:bien )?trop ch(?:er|ère)s?|sans intérêt|au top"
        r"|d(?:'|’)un ennui(?: mortel)?"
        r"|un(?:e)? (?:\w+ )?(?:régal|délice|merveille|bijou|cauchemar|déception|catastrophe|arnaque|incontournable"
        r"|perle|honte)|à (?:éviter|recommander|ne pas manquer)"
    ),
    opening=r"(?:quel(?:le)?s? |une? |de )",
)
SPANISH = Words(
    verbs=(
        r"es|son|era|eran|fue|fueron|está|están|estaba|estaban|estuvo|ha sido|han sido|parece|parecen|pareció|resulta"
        r"|resultó|tiene|tienen|tenía|ofrece|ofrecen|sabe|queda|quedó"
    ),
    taste=(
        _inflected(
            """maravillos precios hermos delicios fantástic pésim malísim buenísim bellísim estupend aburrid bonit
            simpátic antipátic atent groser maleducad riquísim sabros exquisit insípid sos asqueros horroros espantos
            nefast incómod cómod ruidos perfect magnífic divin fabulos divertid entretenid pintoresc romántic mágic fe
            guap lind chul sobrevalorad carísim asombros cariños suntuos idílic memorables espléndid amabilísim
            preciosísim""",
            "[oa]s?",
        )
        + r"|(?:excelente|horrible|encantador|encantadora|increíble|genial|espectacular|decepcionante|impresionante"
        r"|inolvidable|amable|acogedor|acogedora|agradable|desagradable|repugnante|terrible|fatal|lamentable|mediocre"
        r"|cutre|elegante|impecable|sublime|fenomenal|emocionante|conmovedor|conmovedora|fascinante|cautivador"
        r"|cautivadora|relajante|deslumbrante|alucinante|servicial|cordial|apasionante|insuperable|inmejorable"
        r"|previsible|incompetente|arrogante"
        r"|frustrante|incomible|vergonzos[oa])(?:e?s)?"
    ),
    told=(
        r"mucho que desear|(?:que )?(?:quita|corta) el aliento|demasiado car[oa]s?|un(?:a)? (?:\w+ )?(?:maravilla"
        r"|delicia|joya|pesadilla|decepción|desastre|estafa|rollo|rollazo|pasada|gozada|encanto|vergüenza)"
        r"|de ensueño|para chuparse"
        r" los dedos|imperdibles?|nada recomendables?|muy recomendables?"
    ),
    opening=r"(?:(?:qué|vaya|una?|unos|unas) )",
)
ITALIAN = Words(
    verbs=(
        r"è|sono|era|erano|fu|è stat[oa]|sono stat[ie]|sembra|sembrano|sembrava|risulta|ha|hanno|aveva|offre|offrono"
        r"|resta|rimane"
    ),
    taste=(
        _inflected(
            """meraviglios bellissim delizios ottim fantastic pessim noios gentilissim splendid stupend squisit brutt
            buonissim maleducat insipid disgustos schifos favolos magnific perfett superb strepitos straordinari
            suggestiv pittoresc romantic comod scomod rumoros raffinat curat bell simpatic antipatic saporit gustos
            sopravvalutat carissim caloros premuros fiabesc incantat""",
            "[oaie]",
        )
        + r"|(?:eccellent|orribil|deludent|incantevol|impeccabil|indimenticabil|cordial|gentil|cortes|scortes"
        r"|accoglient|scadent|immangiabil|terribil|mediocr|sublim|eccezional|incredibil|impressionant|affascinant"
        r"|rilassant|piacevol|spiacevol|sgradevol|gradevol|elegant|divertent|emozionant|avvincent|commovent"
        r"|esilarant|ospital|spettacolar|imbarazzant|prevedibil|incompetent|arrogant)[ei]|mozzafiato|appassionante"
        r"|bel|da sogno|da favola"
    ),
    told=(
        r"(?:a )?desiderare|(?:davvero )?tropp[oa] car[oa]|un(?:a |o |'|’| )(?:\w+ )?(?:meraviglia|delizia|gioiello"
        r"|incubo|delusione|disastro|truffa|noia(?: mortale)?|sogno|favola|vergogna|spettacolo|paradiso)"
        r"|da (?:evitare|non perdere"
        r"|consigliare)|imperdibil[ei]"
    ),
    opening=r"(?:che |un[ao]? |un(?:'|’))",
)
PORTUGUESE = Words(
    verbs=(
        r"é|são|era|eram|foi|foram|está|estão|estava|estavam|esteve|parece|parecem|ficou|tem|têm|tinha|oferece"
        r"|oferecem"
    ),
    taste=(
        _inflected(
            """maravilhos lind delicios ótim fantástic péssim bonit chat simpátic sabros saboros prestativ atencios
            mal-educad grosseir barulhent magnífic esplêndid extraordinári perfeit nojent insoss belíssim lindíssim
            charmos romântic pitoresc divertid fei sobrevalorizad caríssim fabulos gostos gostosíssim cansativ horroros
            paradisíac""",
            "[oa]s?",
        )
        + r"|(?:excelente|decepcionante|encantador|encantadora|deslumbrante|acolhedor|acolhedora|aconchegante"
        r"|impressionante|elegante|relaxante|emocionante|fascinante|cativante|envolvente|comovente|medíocre|rude"
        r"|frustrante|entediante|apaixonante|incompetente|arrogante)s?|acolhedores|encantadores|(?:incríve|horríve"
        r"|inesquecíve|impecáve"
        r"|amáve|desconfortáve|confortáve|agradáve|desagradáve|terríve|intragáve|previsíve|insuperáve|imbatíve"
        r"|adoráve)(?:l|is)"
        r"|(?:genti|cordia|sensaciona|fenomena|excepciona|genia)(?:l|s|is)|espetacular(?:es)?|rui(?:m|ns)"
        r"|sem graça|de tirar o fôlego|muito (?:bom|boa|bons|boas|bem)"
    ),
    told=(
        r"a desejar|(?:muito )?car[oa] demais|um(?:a)? (?:\w+ )?(?:maravilha|delícia|joia|pesadelo|decepção|desastre"
        r"|sonho|roubo|vergonha|espetáculo|encanto|paraíso)|imperdíve(?:l|is)|recomendáve(?:l|is)|de sonho"
    ),
    opening=r"(?:que |um[a]? )",
)
DUTCH = Words(
    verbs=(
        r"is|zijn|was|waren|heeft|hebben|had|hadden|smaakt|smaakte|smaken|klinkt|klonk|voelt|voelde|lijkt|leek|ziet"
        r"|zag|biedt|bieden|bood"
    ),
    taste=_inflected(
        """prachtig schitterend fantastisch geweldig heerlijk lekker verrukkelijk smakelijk adembenemend onvergetelijk
        indrukwekkend uitstekend voortreffelijk perfect subliem magnifiek vriendelijk onvriendelijk behulpzaam
        behulpzame beleefd onbeleefd gastvrij hartelijk aardig sympathiek attent onbeschoft gezellig knus comfortabel
        comfortabele oncomfortabel oncomfortabele ongemakkelijk lawaaierig gehorig rommelig smakeloos smakeloze smerig
        walgelijk verschrikkelijk vreselijk afschuwelijk slecht matig teleurstellend waardeloos waardeloze belabberd
        saai boeiend meeslepend spannend ontroerend grappig leuk mooi lelijk sfeervol sfeervolle schilderachtig
        romantisch idyllisch charmant stijlvol stijlvolle smaakvol smaakvolle elegant betoverend sprookjesachtig
        ongelooflijk buitengewoon overweldigend verbluffend ontspannend rustgevend aangenaam aangename onaangenaam
        onaangename plezierig overschat fijn waanzinnig uitmuntend verrassend langdradig voorspelbaar
        voorspelbare eentonig onbekwaam arrogant irritant frustrerend""",
        "e",
    ),
    told=(
        r"te wensen over|te duur|super|(?:zeker |echt |absoluut |alleszins )?de moeite waard"
        r"|een (?:\w+ )?(?:aanrader|must"
        r"|nachtmerrie|teleurstelling|ramp|parel|pareltje|droom|feest|aanfluiting)|aan te raden|een bezoek waard"
        r"|om van te smullen"
    ),
    opening=r"(?:wat )?een ",
)
OTHERS = (GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH)

VERY = _any(
    """very really truly absolutely so sehr wirklich echt absolut total richtig besonders leider zu très trop vraiment
    si tellement plutôt assez muy tan demasiado realmente verdaderamente bastante molto davvero troppo così proprio
    assolutamente muito tão realmente bem erg heel zeer zo te ontzettend enorm super extrem extremely"""
)
"""Adverbs before a judgement."""
AND = _any("und sowie aber et mais y e pero ed ma mas en maar and but")
"""What joins a second judgement."""

ADVICE = (
    # English
    r"(?:don(?:'|’)t|do not|never) (?:miss\b(?! (?:an?|any|your|more)\b)|bother\b)|(?:definitely )?check out (?:the"
    r"|this|our)\b|opt for\b"
    r"|treat yourself\b|do yourself a favou?r\b|the best thing (?:to do|you can do)\b|your best (?:bet|option)\b"
    r"|it pays to (?!\w+s\b)|you (?:won(?:'|’)t|will not) regret\b|you can(?:'|’)t go wrong\b|(?:highly|strongly"
    r"|definitely|well)"
    r" (?:recommended|worth)\b|a must[- ](?:see|visit|try|read)\b"
    r"|(?:definitely|absolutely) (?:go|try|visit|book|get|see|order|stay)\b|make time for\b"
    # German
    r"|am besten \w+ (?:sie|du|ihr|man|wir)\b|(?:lassen sie sich|lass dir|lasst euch)\b.{1,60}\bnicht entgehen\b"
    r"|(?:verpassen sie|verpass|verpasst)\b.{0,60}\bnicht\b|\w+en sie (?:\w+ ){0,2}?(?:unbedingt|am besten|lieber"
    r"|besser|auf jeden fall|ruhig|rechtzeitig|frühzeitig)\b|(?:meiden|gönnen|vermeiden) sie\b"
    r"|finger weg\b|vergiss nicht\b|denk(?:e|t)? daran\b|achte(?:t)? (?:darauf|auf)\b"
    # French
    r"|ne (?:manque|rate|loupe)[sz]? (?:surtout |absolument )?pas\b(?! une?\b)|ne passe[sz] (?:surtout )?pas à côté\b"
    r"|n(?:'|’)oublie(?:z)? (?:surtout )?pas\b|pense[sz]? à\b|évitez\b|évite de\b"
    r"|privilégiez\b|optez pour\b|goûtez\b|le mieux (?:est|serait)\b"
    r"|l(?:'|’)idéal (?:est|serait) de\b|(?:vous feriez|tu ferais) mieux\b|(?:à (?:éviter|ne pas manquer|tester)"
    r"|faites un (?:tour|détour))\b"
    # Spanish
    r"|no (?:te pierdas|se pierdan?|os perdáis|dejes de|dejen? de|dejéis de)\b|lo (?:mejor|ideal) (?:es|sería) \w+r\b"
    r"|(?:evite|eviten|evitad) |te conviene\b|más vale\b|recuerda \w+r\b|hay que (?:probar|ver|visitar|ir)\b"
    r"|acuérdate de\b|ten en cuenta\b"
    # Italian
    r"|non (?:perdete|perdetevi|perderti|perdere|ti perdere|vi perdete|perda|perdertelo|perdetevelo)\b"
    r"|evitate\b|provate\b|da (?:provare|vedere|visitare|non perdere)\b|consiglio (?:vivamente|caldamente)\b"
    r"|ti conviene\b|vi conviene\b|meglio \w+re\b|l(?:'|’)ideale (?:è|sarebbe) \w+re\b"
    r"|la cosa migliore è \w+re\b|ricordat(?:i|evi) di\b|non dimenticat(?:e|evi)\b"
    # Portuguese
    r"|não (?:perca|percam|deixe de|deixem de|perdas|deixes de)\b|o (?:melhor|ideal) (?:é|seria) \w+r\b|evitem? "
    r"|experimentem? (?:o|a|os|as)\b|lembre-se de\b|opte por\b|não se esqueçam?\b"
    # Dutch
    r"|mis\b[^,;:.!?]{1,60}\bniet\b|(?:je|u|jullie) (?:kunt|kun|kan) (?:het best(?:e)?|beter)\b|het beste (?:kun|kan)"
    r" (?:je|u)\b|(?:je|u|jullie|men) zou(?:dt|den)? [^,;:.!?]{0,60}\bmoeten\b|(?:je|u) moet (?:zeker|beslist|echt)\b"
    r"|vergeet (?:zeker |vooral )?niet\b|vermijd\b|overweeg\b|probeer (?:zeker|het|de)\b"
    r"|(?:neem|ga|bezoek|proef|boek) (?:zeker|vooral|beslist|op tijd|liefst)\b|(?:ik|wij|we) (?:raad|raden|adviseer"
    r"|adviseren)\b|het is (?:beter|verstandig|raadzaam|aan te raden|aan te bevelen|slim) om\b|het loont\b"
)
"""How advice opens its sentence."""
ADVICE_INSIDE = (
    r"\blohn(?:t|en) sich\b|\bvaut (?:vraiment |largement |bien )?(?:le détour|la peine|le coup|la visite|le voyage)\b"
    r"|\bmerece la pena\b|\bvalen la pena\b|\bmerita (?:una visita|una sosta)\b|\bvalgono la pena\b"
    r"|\bvale (?:a visita|muito a pena|o passeio)\b|\b(?:it|that)(?:'|’)s (?:well |really |definitely |not )?worth"
    r" (?:a |the |it\b|your |every |\w+ing\b)"
)
"""Advice anywhere in a sentence."""
