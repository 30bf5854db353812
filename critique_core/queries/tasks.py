"""Orders to write about the sources themselves: "Summarize the article", "Fasse den Text zusammen"."""

import re

from critique_core.queries.terms import is_function, tokens

_SUMMARY = frozenset(
    """summarize summarise summary summaries summarizing summarising overview recap condense gist takeaway takeaways
    highlights zusammen zusammenfassung zusammenfassen zusammenzufassen inhaltsangabe überblick résume résumer résumez
    résumé synthèse synthétise resume resumir resuma resumen sintetiza riassumi riassumere riassunto riassuma sintesi
    tl dr tldr resumo samen samenvatten samenvatting""".split()
)
_ORDERS = frozenset(
    """sum outline abstract paraphrase rephrase rewrite describe explain list compare give write draft provide create
    make produce prepare tell show present state extract identify name need say says mention mentions main key important
    central point points bullet bullets idea ideas fact facts finding findings conclusion conclusions content contents
    short brief concise detailed quick sentence sentences paragraph paragraphs word words line lines one two three four
    five ten please translate conclude concludes argue argues discuss discusses cover covers claims make makes most
    fasse fass fassen schreib kannst könntest können könnten würdest du sie mir uns worum geht es handelt dem
    beschreibe beschreiben beschreib erkläre nenne nennen liste hauptpunkte wichtigsten punkte inhalt
    stichpunkte stichpunkten kurze kurz kurzen gib gebe schreibe erstelle bitte sätzen worten
    peux tu pouvez vous pourrais moi nous parle parlent traite dit décris décrivez décrire explique listez énumère
    principaux principales points idées donne donnez fais faites rédige
    écris bref court brève courte contenu phrases
    qué puedes puede podrías trata tratan habla dice dime describir describa explica lista enumera principales
    puntos ideas clave corto haz hacer hazme da dame escribe frases
    puoi può potresti di cosa parla tratta dice dimmi descrivi spiega elenca punti principali breve fai fammi scrivi
    dammi frasi
    você pode poderia trata fala diz diga do que descreva explique liste pontos principais faça escreva dê
    kun kunt kan je waar gaat over zegt mij vat beschrijf noem lijst belangrijkste punten hoofdpunten korte
    kort geef schrijf maak zinnen""".split()
)
_ELISION = re.compile(r"\A(?:[dlscn]|qu|dell|nell|all|sull)'")
_TEXTS = frozenset(
    """article articles text texts document documents report reports passage passages source sources story paper
    excerpt excerpts contract email mail letter transcript conversation chapter page pages post attached provided
    following given above below context
    artikels dokuments berichts textes artikel texte dokument dokumente bericht quelle quellen abschnitt vertrag
    seite beitrag brief folgenden
    texte rapport contrat lettre
    artículo texto documento documentos informe fuente fuentes pasaje página contrato carta
    articolo testo documenti rapporto relazione fonte fonti brano pagina contratto
    artigo relatório fontes trecho
    tekst bron bronnen verslag""".split()
)


_POINTS = frozenset("hauptpunkte kernpunkte puntos punti pontos hoofdpunten punten takeaways highlights".split())
_MAIN = frozenset(
    """main key important essential central wichtigsten zentralen wesentlichen principaux principales essentiels
    essentielles clave importantes esenciales principali essenziali principais importantes essenciais belangrijkste
    voornaamste""".split()
)
_IDEAS = frozenset(
    """point points idea ideas finding findings conclusion conclusions fact facts message messages argument arguments
    result results punkte aussagen ergebnisse fakten idées arguments résultats hechos resultados conclusiones idee
    fatti risultati conclusioni ideias fatos conclusões ideeën feiten conclusies""".split()
)
_ABOUT = frozenset("about worum agit trata tratan tratta".split())
_IN = frozenset("in im dans en nel no na".split())
_ASKING = frozenset(
    """was welche welcher welches quel quels quelle quelles cuál cuáles quale quali qual quais wat welke wie cómo
    comment come como hoe briefly kurz brièvement brevemente steht stehen nennt enthält staat""".split()
)
_OPENING_ORDERS = frozenset(
    """beschreibe beschreib beschreiben erkläre erklär nenne nennen liste zähle vergleiche vergleichen décris décrivez
    explique expliquez liste énumère énumérez compare comparez cite citez describe describa explica enumera compara
    nombra descrivi spiega elenca confronta descreva liste enumere beschrijf noem vergelijk leg""".split()
)


def order_of(text: str, language: str) -> str | None:
    """The verb with which an order in another language than English begins: it asks for a form, not a subject."""
    word = next((token.key for token in tokens(text)), None)
    return word if language != "en" and word in _OPENING_ORDERS else None


def asks_for_a_summary(query: str) -> bool:
    """Whether an order asks for a summary, which must cover its sources."""
    return any(word in _SUMMARY for word in _words(query))


def _words(query: str) -> list[str]:
    return [_ELISION.sub("", token.key.replace("’", "'")) for token in tokens(query)]


def about_the_sources(query: str, language: str) -> bool:
    """Whether a query orders a text about the sources and names no subject of its own, so any of them is meant."""
    words = _words(query)
    own = [
        word
        for word in words
        if word not in _SUMMARY | _ORDERS | _TEXTS | _MAIN | _IDEAS | _ABOUT | _IN | _ASKING
        and not is_function(word, language)
        and not word.isdigit()
    ]
    return not own and _asks_for_the_gist(frozenset(words))


def _asks_for_the_gist(words: frozenset[str]) -> bool:
    """Whether such words ask for what a text says: a summary, its main points, what it is about or what is in it."""
    names_text = bool(words & (_TEXTS | _POINTS))
    return (
        bool(words & (_SUMMARY | _ABOUT))
        or {"sum", "up"} <= words
        or bool(words & _MAIN and words & (_IDEAS | _POINTS))
        or (names_text and bool(words & (_ORDERS | _IN | _IDEAS)))
    )
