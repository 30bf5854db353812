"""Greetings, thanks and refusals in languages that ``kinds`` has no rules of their own for.

Every language is tried on every sentence: short ones do not show which language they are in.
"""

import re

_IGNORE = re.IGNORECASE
_GREETINGS = (
    r"enjoy(?: (?:your|the|this|it|every)(?: [^\W\d_]+){0,2})?|happy [^\W\d_]+ing",
    (
        r"have an? (?:safe|great|good|nice|lovely|wonderful|pleasant|amazing) (?:[^\W\d_]+ )?"
        r"(?:trip|journey|flight|drive|ride|visit|stay|holiday|vacation|time|day|evening|weekend)"
    ),
    (
        r"(?:(?:i|we) )?(?:really |do )?hope (?:that )?you(?:'ll| will)? (?:enjoy|have|find|like|love)"
        r"(?: [^\s\d]+){1,8}|have fun"
    ),
    r"(?:i|we) wish you (?:an?|all|much|every|good|happy|safe)(?: [^\s]+){1,6}",
    r"(?:i|we) (?:hope|look forward) to (?:see(?:ing)?|welcom(?:e|ing)|hear(?:ing)?) (?:from )?you(?: [^\s]+){0,6}",
    r"bon appétit|guten appetit|viel (?:spaß|erfolg|glück|vergnügen)(?: .{0,30})?|buen provecho",
    r"buon (?:appetito|viaggio)",
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
    (
        r"(?:guten (?:tag|morgen|abend)|hallo|moin|servus) (?:zusammen|allerseits|an alle)|(?:sehr |immer )?gern(?:e)?"
        r"|danke (?:dir|ihnen|euch|auch)|(?:da )?helfe ich gern(?:e)?|ich helfe (?:ihnen |dir )?gern(?:e)?"
        r"|(?:einen )?schönen (?:abend|feierabend)(?: noch)?|schönes wochenende"
    ),
    (
        r"avec (?:grand )?plaisir|merci (?:à|de) (?:vous|toi|votre aide|ton aide)|merci bien|(?:salut|bonjour|bonsoir)"
        r" (?:à tous|tout le monde|à toutes et à tous)|ravie? de (?:vous|t(?:'|’))\s?aider|bon(?:ne)? (?:week-end"
        r"|journée)"
    ),
    (
        r"encantad[oa] de (?:ayudarte|ayudarle|conocerte)|que (?:tengas?|tenga usted) un buen (?:día|fin de semana)"
        r"|hola a todos|(?:muchas )?gracias a (?:ti|usted|vosotros)|feliz de ayudar(?:te|le)?|bienvenidos a todos"
    ),
    (
        r"grazie (?:per|di) (?:l(?:'|’)aiuto|tutto|il tuo aiuto|avermi aiutato)|ciao a tutti"
        r"|(?:sono )?(?:felice|lieto|lieta|contento|contenta) di (?:aiutarti|aiutarla|esserti utile)"
        r"|buon (?:fine settimana|lavoro)"
    ),
    (
        r"obrigad[oa] (?:pela ajuda|por tudo|a você)|tenha (?:um bom|uma boa) (?:dia|noite|tarde|semana)|olá a todos"
        r"|(?:fico|estou) feliz em (?:ajudar|poder ajudar)|bom fim de semana"
    ),
    (
        r"bedankt voor (?:je|uw|de) hulp|fijne (?:dag|avond)(?: nog)?|fijn weekend|hallo allemaal|geen probleem"
        r"|(?:ik help )?(?:je |u )?graag|blij (?:je|u) te (?:kunnen )?helpen"
    ),
    (
        r"(?:dziękuję|dzięki) za (?:pomoc|wszystko|odpowiedź)|miłego (?:dnia|wieczoru|weekendu)|(?:chętnie"
        r"|z chęcią) pomogę"
        r"|witaj(?:cie)?|cieszę się, że mogę pomóc"
    ),
    (
        r"(?:большое )?спасибо за (?:помощь|ответ|всё)|хорошего (?:дня|вечера)|всем привет|привет всем"
        r"|(?:буду )?рад(?:а)? помочь(?: вам)?|хороших выходных"
    ),
    (
        r"(?:いつも)?お世話になっております|(?:よい|良い)一日を(?:お過ごしください)?|お役に立てて(?:うれしい"
        r"|嬉しい|幸い)です"
        r"|喜んでお手伝いします|ご協力ありがとうございます|お疲れ様です"
    ),
    (
        r"(?:非常)?(?:谢谢|感谢)(?:你|您|大家)?的?(?:帮助|支持|提问|咨询)?|祝(?:你|您|大家)?(?:愉快|好运|(?:有"
        r"|度过)?(?:美好|愉快)的一天|周末愉快)"
        r"|很高兴(?:为|能)?(?:你|您)?(?:服务|帮助(?:你|您)?|帮到(?:你|您)|认识(?:你|您))"
    ),
    (
        r"(?:도와주셔서|정말|대단히|감사합니다)\s?(?:정말 )?감사(?:합니다|드립니다)|(?:좋은|즐거운) (?:하루|주말"
        r"|저녁) (?:되세요|보내세요)"
        r"|별말씀을요|도움이 되어 기쁩니다|기꺼이 도와드리겠습니다"
    ),
    r"안녕(?:하십니까)?|좋은 아침(?:입니다|이에요)?|고맙습니다|천만에요|반갑습니다|안녕히 (?:가세요|계세요)",
)
_GREETED = "|".join(_GREETINGS)
_KNOWN = r"hello|hi|hallo|bonjour|hola|ciao|buongiorno|grazie|prego|olá|obrigad[oa]|bom dia|привет|здравствуйте|спасибо"
GREETING = re.compile(
    rf"(?:{_GREETED})(?:[\s,.!、，！。]+(?:{_GREETED}))*[\s,.!。！:)]*\Z|(?:{_KNOWN})[\s,.!]+(?:{_GREETED})[\s.!]*\Z",
    _IGNORE,
)
"""A sentence that only greets, thanks or takes leave."""

SORRY = (
    r"(?:(?:leider|es tut mir leid|entschuldigung|désolée?|je suis désolée?|malheureusement|lo siento|lamentablemente"
    r"|mi dispiace|purtroppo|spiacente|desculpe|lamento|infelizmente|sinto muito|sorry|helaas|het spijt me"
    r"|przepraszam|niestety|przykro mi|извините|простите|к сожалению|сожалею|maalesef|ne yazık ki|üzgünüm|tyvärr"
    r"|desværre|dessverre|beklager|عذرا|عذراً|للأسف|آسف)[,.!،]?\s+"
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
    (
        r"(?:das|dies|es|die antwort|diese information) (?:geht|lässt sich|steht|ist|findet sich|wird)\b.{0,20}"
        r"(?:aus|in|im) (?:de[nrm]|diese[nrm])?\s?(?:quellen?|dokumente?n?|texte?|unterlagen)\b.{0,20}\bnicht\b"
    ),
    (
        r"(?:im|in dem|in den|in diesem) (?:text|dokument|artikel|quellen|dokumenten|unterlagen) steht (?:dazu "
        r"|darüber |davon )?nichts"
    ),
    r"da(?:bei|zu|mit) kann ich (?:leider )?nicht (?:helfen|dienen)",
    # French
    (
        r"(?:les?|ces?|aucun\w*|la) (?:sources?|documents?|textes?|articles?|contexte|passages?)(?: fournie?s?)?\s"
        r"(?:ne |n(?:'|’))(?:le |la |l(?:'|’)|les |en |y )?(?:dit|disent|précise(?:nt)?|mentionne(?:nt)?"
        r"|indique(?:nt)?|parle(?:nt)?"
        r"|répond|répondent)\b"
    ),
    (
        r"(?:cette|l(?:'|’)|aucune) ?(?:information|réponse|donnée)s? (?:ne |n(?:'|’))(?:figure|apparaît|est"
        r"|se trouve)\b"
        r".{0,20}\b(?:sources?|documents?|textes?|articles?)\b"
    ),
    r"je ne peux (?:pas )?(?:vous|t(?:'|’)|te) ?aider",
    (
        r"je (?:ne |n(?:'|’))(?:(?:suis|sais|peux|puis)\b.{0,20}\b(?:pas|capable)|ai aucune (?:information|donnée))\b"
        r"(?:.{0,30}(?:répondre|aider|information|réponse)|.{0,3}\Z)"
    ),
    # Spanish
    rf"no (?:lo )?sé(?:{_END}| (?:si|qué|quién|cuándo|cómo|dónde)\b)",
    r"no (?:puedo|podemos) (?:ayudar|responder|contestar)",
    (
        r"(?:las?|los|el|est[eoa]s?|ning\w+) (?:fuentes?|documentos?|textos?|artículos?|contexto) no (?:lo |la |los )?"
        r"(?:dicen?|mencionan?|indican?|precisan?|especifican?|aclaran?|hablan?)\b"
    ),
    (
        r"(?:es[ae]|est[ae]|la|ese) (?:información|dato|respuesta) no (?:aparece|figura|está|consta|se encuentra"
        r"|se menciona)\b"
        r".{0,15}\b(?:fuentes?|documentos?|textos?|artículo)\b"
    ),
    r"no (?:tengo|dispongo de) (?:esa|esta|la) información",
    # Italian
    (
        r"(?:le|i|il|la|l(?:'|’)|quest[aeio]) ?(?:font[ie]|document[oi]|test[oi]|articol[oi]|contesto) non (?:lo "
        r"|la |ne )?"
        r"(?:dicono|dice|menzion\w+|precis\w+|indic\w+|parl\w+|riport\w+|specific\w+)\b"
    ),
    (
        r"(?:questa|quest(?:'|’)|l(?:'|’)|la) ?(?:informazione|risposta|dato) non (?:è (?:presente|indicata"
        r"|contenuta|riportata)"
        r"|compare|figura|si trova)\b.{0,15}\b(?:fonti|document[oi]|test[oi])\b"
    ),
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
    (
        r"(?:ess[ae]|est[ae]|a) (?:informação|resposta|dado) não (?:consta|aparece|está|figura|se encontra)\b.{0,15}"
        r"\b(?:fontes?|documentos?|textos?)\b"
    ),
    # Dutch
    (
        r"daar kan ik (?:je |u )?(?:helaas )?niet (?:mee|bij) helpen|(?:ik kan|kan ik) (?:je|u) (?:daar )?niet (?:mee "
        r"|bij )?helpen"
    ),
    (
        r"(?:dat|dit|het) (?:staat|wordt|is) (?:helaas )?niet (?:vermeld |genoemd |te vinden )?in (?:de|het"
        r"|deze) (?:tekst|bron(?:nen)?|document(?:en)?)"
    ),
    r"(?:die|deze) informatie (?:heb ik|ontbreekt|staat)\b.{0,20}(?:niet|\Z)",
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
    (
        r"nie (?:mogę|potrafię) (?:w tym |ci |panu |pani )+pomóc"
        r"|(?:te |podane |dostępne )?(?:źródł[ao]|dokument(?:y)?|tekst(?:y)?|kontekst) (?:o tym |tego "
        r"|na ten temat )?nie"
        r" (?:mówi|mówią|podaj\w+|zawier\w+|wspomin\w+|wskazuj\w+)"
        r"|w (?:tekście|dokumentach|dokumencie|źródłach) (?:nie ma|brak) (?:takiej |tej |żadnej )?(?:informacji"
        r"|odpowiedzi|danych)"
        r"|nie mam (?:tej|takiej|tych) (?:informacji|danych)"
    ),
    # Russian
    (
        r"(?:я )?не (?:могу|смогу) (?:(?:вам|тебе|с этим|в этом) )+помочь"
        r"|(?:в )?(?:источник\w*|документ\w*|текст\w*) (?:об этом |этого |про это )(?:не (?:говор\w+|упомин\w+|указ\w+"
        r"|содерж\w+|сообща\w+)|нет)"
    ),
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
        r"(?:(?:含まれて|記載されて|書かれて|言及されて|示されて|触れられて)い(?:ません|ない)"
        r"|情報[がは](?:ありません|ない))"
    ),
)
_JAPANESE_MORE = (
    (
        r"(?:それ|これ|その件|ご質問)?(?:について)?(?:は|に)?お(?:手伝い|力になること)(?:は|が)?でき(?:ません"
        r"|かねます)[。！]?\Z"
    ),
    (
        r"(?:本文|文書|資料|記事|出典|文章)(?:から|に|で)(?:は|も)?(?:その|この)?.{0,12}(?:わかりません"
        r"|分かりません|判断できません"
        r"|(?:記載|言及|説明|情報)(?:が|は)?(?:あり|されてい)ません)[。！]?\Z"
    ),
    r"(?:その|この|該当する)(?:情報|答え|内容)(?:は|が)見つかりません(?:でした)?[。！]?\Z",
)
_CHINESE = (
    (
        r"(?:原?文|资料|材料|文档|文件|来源)(?:中|里|内)?(?:并)?(?:没有|未|没)(?:有)?(?:提及|提到|说明|涉及|给出|写明"
        r"|记载)"
    ),
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
    r"(?:그것은 |그건 |이 부분은 |그 부분은 )?도와드릴 수 (?:없습니다|없어요)[.!]?\Z",
    r"(?:그|해당|이) (?:정보|내용|답)(?:는|은|를|을) (?:찾을|확인할|알) 수 없(?:습니다|었습니다)[.!]?\Z",
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
    re.compile(f"{SORRY}(?:{'|'.join(_LATIN_REFUSALS)})", _IGNORE),
    re.compile("|".join((*_JAPANESE, *_JAPANESE_MORE, *_CHINESE, *_KOREAN))),
)
"""The beginning of a sentence that declines to answer, or says that the sources hold no answer."""
