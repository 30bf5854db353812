"""Greetings, thanks and refusals in languages that ``kinds`` has no rules of their own for.

Every language is tried on every sentence: short ones do not show which language they are in.
"""

import re

_IGNORE = re.IGNORECASE
_GREETINGS = (
    r"nice to meet you|(?:hi|hello|hey)(?: there)?,? (?:nice|great|good) to (?:meet|see) you",
    r"bitte(?: schön| sehr)?|willkommen|schönen tag(?: noch)?|gute nacht|keine ursache",
    r"je (?:vous|t(?:'|’))(?: en|en) prie|bienvenue|bonne (?:journée|soirée|nuit)|enchantée?|à bientôt|pas de quoi",
    r"bienvenid[oa]s?|con (?:mucho )?gusto|hasta (?:luego|pronto)|(?:es )?un placer|no hay de qué",
    (
        r"buona(?:sera| sera| giornata| notte)|salve|arrivederci|di (?:niente|nulla)|volentieri|benvenut[oaie]"
        r"|(?:è )?un piacere|grazie (?:mille|a (?:te|lei|voi))"
    ),
    r"oi|boa (?:tarde|noite)|por nada|disponha|bem-vind[oa]s?|até (?:logo|breve)|com prazer|tchau|muito obrigad[oa]",
    (
        r"goede(?:morgen|middag|navond|ndag)|hoi|dank (?:je|u)(?: wel)?|bedankt|graag gedaan|welkom|tot ziens|geen dank"
        r"|met vriendelijke groet(?:en)?"
    ),
    (
        r"cześć|dzień dobry|dobry wieczór|witam(?:y)?|dziękuję(?: bardzo)?|dzięki|proszę(?: bardzo)?|nie ma za co"
        r"|do widzenia|dobranoc|z poważaniem|pozdrawiam"
    ),
    (
        r"здравствуй|добр(?:ое утро|ый вечер)|спасибо большое|большое спасибо|пожалуйста|не за что|до свидания"
        r"|рад(?:а)? помочь|всего доброго"
    ),
    (
        r"おはよう(?:ございます)?|こんばんは|ありがとう(?:ございました)?|どういたしまして|はじめまして|さようなら"
        r"|よろしくお願い(?:します|いたします)"
    ),
    r"大家好|早上好|上午好|下午好|晚上好|晚安|谢谢(?:你|您)|不客气|不用谢|再见|欢迎",
    r"안녕(?:하십니까)?|좋은 아침(?:입니다|이에요)?|고맙습니다|천만에요|반갑습니다|안녕히 (?:가세요|계세요)",
)
_GREETED = "|".join(_GREETINGS)
_KNOWN = r"hello|hi|hallo|bonjour|hola|ciao|buongiorno|grazie|prego|olá|obrigad[oa]|bom dia|привет|здравствуйте|спасибо"
GREETING = re.compile(
    rf"(?:{_GREETED})(?:[\s,.!、，！。]+(?:{_GREETED}))*[\s,.!。！:)]*\Z|(?:{_KNOWN})[\s,.!]+(?:{_GREETED})[\s.!]*\Z",
    _IGNORE,
)
"""A sentence that only greets, thanks or takes leave."""

_SORRY = (
    r"(?:(?:leider|es tut mir leid|entschuldigung|désolée?|je suis désolée?|malheureusement|lo siento|lamentablemente"
    r"|mi dispiace|purtroppo|spiacente|desculpe|lamento|infelizmente|sinto muito|sorry|helaas|het spijt me"
    r"|przepraszam|niestety|przykro mi|извините|простите|к сожалению|сожалею)[,.!]?\s+"
    r"(?:(?:aber|mais|pero|ma|mas|maar|ale|но)\s+)?)?"
)
_END = r"(?:[.,!]|\Z)"
_LATIN_REFUSALS = (
    # German
    (
        r"(?:dazu|darüber|hierzu|darauf|dabei|damit) (?:kann|habe) ich (?:leider )?(?:nicht|keine)\b.{0,30}"
        r"(?:auskunft|antwort|antworten|helfen|sagen|angaben|informationen|dienen|haben)?[.!]?\Z"
    ),
    r"ich kann (?:dir|ihnen|euch) (?:dabei|damit|hierbei) (?:leider )?nicht helfen\b",
    # French
    (
        r"je (?:ne |n(?:'|’))(?:(?:suis|sais|peux|puis)\b.{0,20}\b(?:pas|capable)|ai aucune (?:information|donnée))\b"
        r"(?:.{0,30}(?:répondre|aider|information|réponse)|.{0,3}\Z)"
    ),
    # Spanish
    rf"no (?:lo )?sé(?:{_END}| (?:si|qué|quién|cuándo|cómo|dónde)\b)",
    r"no (?:puedo|podemos) (?:ayudar|responder|contestar)",
    # Italian
    rf"non (?:lo )?so(?:{_END}| (?:se|chi|cosa|come|quando|dove|perché)\b)",
    r"non (?:posso|sono in grado di|riesco a) (?:\w+ )?(?:rispond|aiut|conferm|determin|forni|trov|dire)",
    r"non (?:ho|dispongo di|trovo) .{0,30}(?:informazion|dati|risposta)",
    (
        r"(?:le|i|il|la|queste|questi|questo) (?:font[ie]|document[oi]|test[oi]|contesto)\b.{0,30}\bnon "
        r"(?:conten|menzion|indic|riport|dic|specific|forni)"
    ),
    # Portuguese
    rf"(?:eu )?não sei(?:{_END}| (?:se|quem|como|quando|onde|por)\b)",
    r"não (?:posso|consigo|sou capaz de) (?:\w+ )?(?:responder|ajudar|confirmar|determinar|fornecer|encontrar|dizer)",
    r"não (?:tenho|disponho de|encontr\w+) .{0,30}(?:informaç|dados|resposta)",
    (
        r"(?:as|os|o|a|estas|estes|este) (?:fontes?|documentos?|textos?|contexto)\b.{0,30}\bnão "
        r"(?:cont|mencion|indic|diz|especific|fornec)"
    ),
    # Dutch
    r"(?:(?:dat|dit) )?weet ik (?:helaas )?niet\b.{0,3}\Z|ik weet (?:het |dat )?(?:helaas )?niet\b.{0,3}\Z",
    r"(?:ik kan|kan ik)\b.{0,40}\bniet (?:beantwoorden|helpen|bevestigen|zeggen|vinden|bepalen)",
    r"(?:ik heb|heb ik|ik vind)\b.{0,20}\bgeen (?:informatie|gegevens|antwoord)",
    (
        r"(?:de|deze|het|dit) (?:bron(?:nen)?|document(?:en)?|tekst(?:en)?|context)\b.{0,30}"
        r"\b(?:bevat|noem|vermeld|gev|geeft|zeg)\w*\b.{0,50}\b(?:niet|geen|niets)\b"
    ),
    # Polish
    rf"(?:ja )?(?:tego )?nie wiem(?:{_END}| (?:czy|kto|co|jak|kiedy|gdzie|dlaczego)\b)",
    r"nie (?:mogę|potrafię|jestem w stanie) (?:\w+ )?(?:odpowiedzie|pomóc|potwierdzi|określi|poda|znale|udzieli)",
    r"nie (?:mam|posiadam|znalaz\w+) .{0,30}(?:informacj|danych|odpowiedzi)",
    r"(?:te |podane |dostępne )?(?:źródł[ao]|dokumenty?|teksty?|kontekst) nie (?:zawiera|wspomina|podaj|wskazuj|mówi)",
    # Russian
    rf"(?:я )?(?:этого )?не знаю(?:{_END}| (?:кто|что|как|когда|где|почему)\b)",
    (
        r"(?:я )?не (?:могу|смог|смогла|в состоянии) (?:\w+ )?"
        r"(?:ответить|помочь|подтвердить|определить|предоставить|найти|сказать)"
    ),
    r"у меня нет (?:\w+ )?(?:информации|данных|ответа|сведений)",
    (
        r"(?:в )?(?:эт\w+ |данн\w+ |предоставленн\w+ )?(?:источник\w*|документ\w*|текст\w*|контекст\w*) "
        r"(?:не (?:содерж|упомин|указ|сообща|говор)|нет (?:\w+ )?(?:информации|сведений|данных))"
    ),
)
_JAPANESE = (
    (
        r"(?:申し訳(?:ありません|ございません)(?:が)?[、。]?|すみません(?:が)?[、。]?|残念ながら[、]?)?"
        r"(?:私に|その|この|ご|それ)?(?:質問|件|点|内容|回答)?(?:に(?:は|ついては)?|は)?"
        r"(?:(?:わか|分か)りません|存じません|お(?:答え|応え)(?:できません|(?:いたし|し)かねます)|回答できません"
        r"|お手伝いできません)[。！]?\Z"
    ),
    (
        r"(?:提供された|与えられた|この|これらの)?(?:資料|情報源|文書|出典|ソース|テキスト|文脈|コンテキスト)"
        r"(?:に|で|の中に)(?:は|も)?.{0,30}"
        r"(?:(?:含まれて|記載されて|書かれて|言及されて|示されて|触れられて)い(?:ません|ない)|情報[がは](?:ありません|ない))"
    ),
)
_CHINESE = (
    (
        r"(?:很?抱歉|对不起|不好意思|很?遗憾(?:的是)?)?[，,、]?(?:但是?)?我(?:们)?(?:也|并)?"
        r"(?:不知道|不(?:太)?清楚|不确定|无法(?:回答|确定|提供|确认|帮助|协助|找到|告诉)|不能(?:回答|帮助|提供|协助)"
        r"|没有.{0,10}(?:信息|资料|数据|答案))"
    ),
    r"(?:很?抱歉|对不起|不好意思|很?遗憾)[，,、]?(?:不知道|不清楚|无法|不能).{0,20}\Z|不知道[。！]?\Z",
    (
        r"(?:所?提供的|给定的|这些|该|现有)?(?:资料|来源|文档|文件|文本|上下文|材料)(?:中|里|内)?(?:并)?"
        r"(?:没有|未|不)(?:包含|提供|提到|提及|说明|涉及|给出|相关)"
    ),
)
_KOREAN = (
    (
        r"(?:죄송하지만|죄송합니다만|죄송합니다[.,]?|유감스럽지만|안타깝게도)?,?\s*"
        r"(?:저는 |저도 )?(?:잘 |그것은 |그건 )?(?:모르겠습니다|모릅니다|모르겠어요|알 수 없습니다)[.!]?\Z"
    ),
    (
        r"(?:죄송하지만|죄송합니다만|죄송합니다[.,]?|유감스럽지만|안타깝게도|저는),?\s.{0,30}"
        r"(?:답변|대답|도와|제공|확인)\S*(?: 드릴)? 수 없습니다"
    ),
    (
        r"(?:제공된 |주어진 )?(?:자료|출처|문서|문맥|텍스트|본문)(?:에|에는|에서|는|은)\s.{0,30}"
        r"(?:없습니다|있지 않습니다|언급되지 않았습니다)"
    ),
)
REFUSALS = (
    *(re.compile(_SORRY + f"(?:{pattern})", _IGNORE) for pattern in _LATIN_REFUSALS),
    *(re.compile(pattern) for pattern in (*_JAPANESE, *_CHINESE, *_KOREAN)),
)
"""The beginning of a sentence that declines to answer, or says that the sources hold no answer."""
