"""The words by which rules permit and forbid, by language.

``HANDLING`` are verbs that name no act of their own ("bring", "use"): what is forbidden is the thing. ``AUDIENCE`` are
those whom the rules of a house are for, who need not be named.
"""


def _words(**by_language: str) -> dict[str, frozenset[str]]:
    return {code: frozenset(words.casefold().split()) for code, words in by_language.items()}


PERMITTING = _words(
    en="allow allows allowed permitted welcome admitted accepted authorized authorised safe fine ok okay free",
    de="erlaubt gestattet zugelassen zulässig willkommen gern gerne unbedenklich problemlos",
    fr="autorisé autorisée autorisés autorisées permis permise permises admis admise admises bienvenu bienvenue "
    "bienvenus acceptés accepté acceptée acceptées",
    es="permitido permitida permitidos permitidas permite permiten autorizado autorizada admitido admitida admiten "
    "bienvenido bienvenidos bienvenidas",
    it="permesso permessa permessi permesse consentito consentita consentiti consentite ammesso ammessi ammessa "
    "ammesse benvenuto benvenuti benvenute",
    pt="permitido permitida permitidos permitidas autorizado autorizada admitido admitida bem-vindo bem-vindos "
    "bem-vindas",
    nl="toegestaan toegelaten welkom geoorloofd",
)
OBJECTIONS = _words(en="problem harm objection danger risk", de="problem bedenken", fr="problème danger risque",
                    es="problema peligro riesgo", it="problema problemi pericolo rischio",
                    pt="problema perigo risco", nl="probleem bezwaar gevaar risico")  # fmt: skip
"""What speaks against an act: where there is none, it is allowed."""
FORBIDDING = _words(
    en="forbid forbids forbidden prohibit prohibits prohibited banned barred disallow disallows disallowed outlawed "
    "illegal unlawful off-limits contraindicated avoid avoided refrain",
    de="verboten untersagt unzulässig vermeiden vermieden",
    fr="interdit interdite interdits interdites défendu défendue éviter évitez évité",
    es="prohibido prohibida prohibidos prohibidas prohíbe prohíben evitar evite",
    it="vietato vietata vietati vietate proibito proibita proibiti evitare",
    pt="proibido proibida proibidos proibidas proíbe evitar evite",
    nl="verboden vermijden vermijd",
)
ADVISED = _words(en="recommended advised advisable suitable", de="empfohlen ratsam geeignet",
                 fr="recommandé recommandée conseillé conseillée", es="recomendado recomendada recomienda aconsejable",
                 it="raccomandato raccomandata consigliato consigliata",
                 pt="recomendado recomendada recomenda aconselhável", nl="aanbevolen aangeraden geschikt")  # fmt: skip
"""What is not advised is as good as forbidden; what is advised need not be allowed to all."""
MODALS = _words(
    en="may can ca",
    de="darf dürfen darfst dürft kann können",
    fr="peut peuvent pouvez peux",
    es="puede pueden puedes podrá podrán",
    it="può possono puoi",
    pt="pode podem podes pode-se",
    nl="mag mogen kan kunnen kunt",
)
DUTIES = _words(en="must should shall", de="", fr="doit doivent", es="debe deben", it="deve devono", pt="deve devem",
                nl="")  # fmt: skip
"""What must not be is forbidden; German and Dutch "must not" only lifts a duty."""
UNRESERVED = _words(en="safe safely freely harmless", de="unbedenklich problemlos bedenkenlos frei",
                    fr="librement", es="libremente", it="liberamente", pt="livremente",
                    nl="probleemloos vrij")  # fmt: skip
EVERYWHERE = _words(en="anywhere everywhere nowhere whatsoever", de="überall nirgends nirgendwo", fr="partout",
                    es="ningún", it="ovunque dovunque", pt="nenhum", nl="overal nergens")  # fmt: skip
HANDLING = _words(
    en="use used using make made making do done doing have having get got getting bring brought bringing take taken "
    "taking keep kept keeping put putting carry carried carrying",
    de="benutzen benutzt nutzen verwenden verwendet mitbringen mitgebracht mitnehmen machen gemacht haben nehmen "
    "bringen halten",
    fr="prendre prenez pris prise faire fait utiliser utilisé apporter amener avoir mettre",
    es="usar utilizar hacer llevar traer tomar tener",
    it="usare utilizzare fare portare prendere avere tenere",
    pt="usar utilizar fazer levar trazer tomar ter",
    nl="gebruiken gebruikt meenemen maken gemaakt brengen nemen hebben doen houden",
)
AUDIENCE = _words(
    en="visitor visitors guest guests customer customers member members user users employee employees staff tenant "
    "tenants passenger passengers participant participants student students people person anyone everyone everybody",
    de="besucher gäste gast kunden mitglieder nutzer mitarbeiter mieter fahrgäste teilnehmer schüler personen",
    fr="visiteurs visiteur clients client membres locataire locataires passagers participants élèves personnes",
    es="visitantes clientes socios usuarios empleados inquilino pasajeros participantes alumnos personas",
    it="visitatori ospiti clienti soci utenti dipendenti inquilino passeggeri partecipanti studenti persone",
    pt="visitantes clientes sócios utilizadores empregados inquilino passageiros participantes alunos pessoas",
    nl="bezoekers gasten klanten leden gebruikers medewerkers huurder passagiers deelnemers leerlingen personen",
)
OBJECT_PRONOUNS = _words(en="them it these those this both", de="sie es diese dieses beide", fr="les le la",
                         es="los las lo", it="li le lo", pt="os as o", nl="ze het deze")  # fmt: skip
THESE = _words(en="this these", de="dieses diese diesen dieser", fr="ce cet cette ces", es="este esta estos estas",
               it="questo questa questi queste", pt="este esta estes estas", nl="dit deze")  # fmt: skip
TURNS = _words(en="but while whereas although though however including especially",
               de="aber sondern obwohl jedoch einschließlich",
               fr="mais tandis cependant", es="pero sino mientras aunque", it="ma mentre però",
               pt="mas enquanto embora", nl="maar terwijl")  # fmt: skip
CIRCUMSTANCE = _words(
    en="in on at by for from with into onto during through before after without within under over between near around "
    "as if when unless until once while except excluding outside inside until only provided because than",
    de="in im an am auf bei beim für mit ohne während vor nach unter über zwischen wenn falls sofern außer bis nur",
    fr="dans en à au aux sur sous avec sans pendant avant après si sauf hors chez pour jusqu' lors",
    es="en con sin durante antes después si salvo excepto para bajo sobre hasta fuera",
    it="in nel nella nei nelle con senza durante prima dopo se salvo tranne eccetto per su sul sulla fino",
    pt="em no na nos nas com sem durante antes depois se salvo exceto para sob sobre até fora",
    nl="in op aan bij met zonder tijdens voor na onder tussen als mits behalve tot naast buiten",
)
STATES = _words(en="is are was were be", de="ist sind war waren", fr="est sont", es="es son está están", it="è sono",
                pt="é são está estão", nl="is zijn was waren")  # fmt: skip
CONDITIONAL = _words(en="if when unless provided while", de="wenn falls sofern solange", fr="si lorsque pourvu",
                     es="si siempre cuando", it="se purché quando", pt="se desde quando",
                     nl="als mits wanneer")  # fmt: skip
"""Words that open a clause with a verb of its own: what is denied in it is not the force."""
JOINT = _words(en="combine combining combined mix together alongside simultaneously concurrently combination",
               de="kombinieren kombiniert zusammen gleichzeitig gemeinsam", fr="associer combiner ensemble",
               es="combinar combine juntos mezclar", it="combinare insieme associare", pt="combinar juntos associar",
               nl="combineren samen gelijktijdig")  # fmt: skip
"""Ways to say that two things are taken or used at one time."""
