"""Refusals and greetings in fifteen languages by their words: a sentence made of nothing else states nothing.

"In den Quellen wird das nicht erwähnt" is made of words for sources, for saying and of a denial; "the library lends no
old documents" has words of its own, so it is a statement. Japanese, Chinese and Korean are read by pieces of words.
"""

import re
from collections.abc import Iterable

_IGNORE = re.IGNORECASE
_DENYING = """
not no nothing none neither nor cannot unable silent don doesn didn isn aren wasn weren couldn nicht nichts kein
keine keinen keiner keinerlei keinem ne n pas rien aucun aucune ni nada ningún ninguna ninguno non niente nulla
nessun nessuna nessuno alcuna não nenhum nenhuma niet niets geen nergens nie brak żadnej żadnych nigdzie nic не нет
ничего нигде никакой никаких отсутствует отсутствуют yok bulunmuyor bulunmamaktadır bulunamadı geçmiyor almıyor
içermiyor belirtilmemiş değil bilmiyorum vermiyor bulamadım bulamadık yoktur
لا ليس ليست لم لن inte inga ingen inget ingenting ikke intet ei
"""
_SOURCES = """
documentación documentação documentazione documentatie dokumentation dokumentacji документации files file dateien
fichiers archivos archivi ficheiros bestanden plikach файлах source sources document documents context passage
passages text texts excerpt excerpts material materials information info data details mention quelle quellen
unterlage unterlagen dokument dokumente dokumenten texte texten kontext materialien informationen angabe angaben
hinweis hinweise daten textes contexte extrait extraits informations renseignement renseignements indication
indications donnée données fuente fuentes documento documentos texto textos contexto información informaciones dato
datos fonte fonti documenti testo testi contesto informazione informazioni dati fontes informação informações dados
bron bronnen documenten tekst teksten informatie gegevens źródło źródła źródłach dokumenty dokumentach dokumencie
tekście tekstach informacji informacja informacje danych mowy источник источники источниках документ документы
документах документе тексте тексты текстах информации информация сведений данных kaynak kaynaklar kaynaklarda
kaynakta belge belgeler belgelerde belgede metin metinde metinlerde bilgi bilgiler bilgiye المصادر المصدر المستندات
المستند الوثائق الوثيقة النص النصوص معلومات المعلومات المعلومة معلومة källa källor källorna dokumentet uppgift
uppgifter kilde kilder kilderne dokumenter dokumenterne dokumentene opplysninger oplysninger informasjon
"""
_AROUND = """
lässt lassen anhand beantworten beantwortet entnehmen hieraus weiß damit dort là dessus puis répondre parlent ne
sais savoir documentation sé puedo responder hablan habla mencionado dan ello encontrarse parla parlano so posso
rispondere riguarda trovare fala falam sei dele dela encontrar trata weet lezen kun beantwoorden erover wiem znaleźć
odpowiedzieć mowa про нём нем знаю ответить неё речи идёт идет buna dair verilmemiş bahsetmiyor bahsedilmiyor söz
edilmiyor bulamadım burada يتحدث تتحدث تجيب يجيب ورد عنه عنها svara tala talar nämnts vet answer evidence antwort
réponse respuesta risposta resposta antwoord odpowiedzi ответ ответа yanıt cevap إجابة الإجابة svar a an the this
that these those it its i we me you us my your any such is are was were be been there here has have had do does did
can could say says said state states stated mention mentions mentioned contain contains contained provide provides
provided give gives gave given include includes included cover covers covered find found see seen know tell tells
told address addresses addressed in on of about to from at for with by regarding concerning and but or unfortunately
sorry afraid apologies however point subject matter topic question available supplied relevant specific further
enough all even also anywhere m s t im den dem der die das des dazu darüber hierzu davon dies diese diesen diesem
dieser es ich wir mir sich ein eine zu zur zum über aus von ist sind war wird werden wurde steht stehen findet
finden finde fand gibt geht hervor habe haben kann konnte enthalten enthält erwähnt erwähnen genannt nennt nennen
gesagt sagt sagen angegeben gemacht machen macht leider tut leid aber vorliegenden vorhanden bereitgestellten
gegebenen angegebenen entsprechende entsprechenden relevante relevanten passende passenden thema frage punkt darin
auch hier da und le la les l d de du dans ce cet cette ces cela ça en y à au aux sur je nous qu que il elle ils est
sont ont ai été trouve trouvent trouvé figure figurent apparaît mentionne mentionnent mentionné dit disent donne
donnent contient contiennent fournit fournissent fournis fournie fournies indique indiquent précise précisent parle
désolé désolée malheureusement regrette mais sujet propos concernant disponible disponibles et pertinente el los las
lo un una del al ese esa eso este esta esto estos estas esos sobre acerca yo nos se he hay son está están aparece
aparecen figura figuran consta encuentro encuentra encuentran encontré encontrado contienen contiene menciona
mencionan mencionada dice dicen indica indican proporcionan proporcionados proporcionada facilitados siento lamento
lamentablemente desafortunadamente perdón pero respecto tema pregunta gli di della dei delle dell nel nei nelle
nella nell su sul questo questa questi queste quel quella ciò io mi ci si c è sono ho ha hanno trovo trova trovano
trovato presente presenti contengono contenuta menziona menzionano menzionata menzionato dicono indicano fornisce
forniscono forniti dispiace spiacente purtroppo ma riguardo proposito argomento merito alla domanda e o os as um uma
dos no na nas em esse essa isso isto estes eu há é são estão constam encontro encontra encontrei encontrada contém
contêm mencionam diz dizem indicam fornecem fornecidos fornecida desculpe infelizmente mas respeito assunto pergunta
disso sinto muito het een uit van over dat deze hierover daarover er ik wij zich zijn wordt worden staat staan vind
vinden gevonden heb heeft kan bevat bevatten noemt noemen genoemd vermeld vermelden vermeldt zegt zeggen geeft geven
helaas spijt maar onderwerp vraag te beschikbaar verstrekte aangeleverde w z ze tym ten ta tego tej temu temat
tematu takiej tych jest są mam znajduję znalazłem znalazłam znaleziono znajduje podano podane podanych dostarczonych
dostępnych zawierają zawiera wspominają wspomina mówią mówi napisano niestety przepraszam przykro ale pytanie tam
się jej в во на о об по из этом этого эта это этой эти этих том я мы мне меня у есть был была было найти нашел нашёл
нашла найдено могу говорится сказано упоминается упоминают указано указана содержат содержит содержится сообщается
предоставленных предоставленные данных имеющихся сожалению к увы извините простите но такой такая теме вопросу
поводу и maalesef üzgünüm özür dilerim yazık ki bu bununla konu konuda hakkında ilgili herhangi bir yer sunulan
verilen sağlanan içinde ama ancak mevcut عذرا عذراً آسف للأسف نأسف لكن في من عن على هذا هذه ذلك تلك أي شيء إلى
الموضوع هنا توجد يوجد تتوفر يتوفر تذكر يذكر تحتوي يحتوي تتضمن يتضمن أجد أعرف المقدمة المتاحة المعطاة بخصوص حول الأمر
بذلك يرد ترد تتوافر det om på av ur till som jag vi mig finns står hittar hittade har nämns nämner innehåller säger
ger sägs tyvärr ledsen beklagar men här där någon något detta ämnet frågan tillhandahållna og desværre dessverre
nevnt nævnt inneholder indeholder eg
"""
_PIECES_DENYING = "ません ない なかった  没有 没 未 不 无  없습니다 없어요 없었습니다 않습니다 않았습니다 못했습니다"
_PIECES_SOURCES = """
記述 文章 説明 資料 情報源 情報 文書 文献 出典 ソース 本文 テキスト 記事 記載 言及 内容 资料 材料 文件 文档 原文
来源 信息 자료 문서 출처 본문 정보 내용 언급
"""
_PIECES_AROUND = """
わかり 分かり 確認 ござい 出て ら れ 得られ 관련한 확인되지 확인 찾지 알지 나오지 언급하지 다루지 다루고 回答 答え
答案 답변 답 申し訳 申しわけ ございませんが ございません ありませんが ありません すみませんが すみません 残念ながら
お探しの ご質問 質問 その それ この これら これ あの 該当する 関連する 該当 関連 提供された 与えられた いただいた
の中 中 内 について ついて つきまして 関する 対する 見当たり 見つかり 見つけられ 含まれて 記載されて 書かれて
触れられて 言及されて 示されて されて い おり あり ませんでした でした なく 何も 一切 に は が も を で から の と
て き でき 点 件 事項 很抱歉 抱歉 对不起 不好意思 遗憾 很遗憾 我们 我 您 你 的 该 此 这 这些 所 给 提供 给出 给定
现有 里面 里 关于 有关 相关 任何 这一点 一点 方面 问题 并 也 都 还 是 在 从 提到 提及 涉及 包含 包括 说明 记载 显示
找到 找不到 找 到 查到 看到 出 能 可以 写 有 죄송하지만 죄송합니다 안타깝게도 아쉽게도 제공된 주어진 해당 관련
관련된 대한 그에 그것에 이에 그 이 저 에는 에서는 에서 에 은 는 가 을 를 의 도 것 질문 찾을 수 확인할 알 있지 나와
포함되어 언급되어 되어 지 관해서는 아무런 아무
"""
_WELCOMING = """
приветствую приветствуем güzel ahoj hello hi hey greetings welcome thanks thank morning afternoon evening pleased
glad happy nice good great lovely pleasure hope hallo guten willkommen danke moin servus schön freut freue grüße
grüß bonjour bonsoir salut bienvenue merci ravi ravie enchanté enchantée heureux heureuse plaisir hola buenos buenas
bienvenido bienvenida bienvenidos gracias encantado encantada gusto placer alegra ciao buongiorno buonasera
buonanotte salve benvenuto benvenuta benvenuti grazie piacere lieto lieta felice olá oi bom boa bem obrigado
obrigada prazer feliz goedemorgen goedemiddag goedenavond goedendag hoi welkom dank bedankt leuk fijn cześć dzień
dobry witam witaj witajcie dziękuję dzięki miło cieszę здравствуйте здравствуй привет добрый доброе добро спасибо
рад рада рады приятно merhaba selam günaydın iyi hoş teşekkür teşekkürler memnun sevindim مرحبا مرحباً أهلا أهلاً
سهلا وسهلا وسهلاً صباح مساء شكرا شكراً السلام يسعدني سعيد تشرفت hej god goddag tack trevligt välkommen välkomna tak
takk velkommen
"""
_ADDRESSING = """
reached back got asked came joining joined us stopping by wiederzusehen zurück begrüßen treffen melden gemeldet sich
retour accueillir rencontre faire votre connaissance ver vernos volver tenerte aquí che averti rivederla rivedervi
incontrarti qui tornato tornata que ter você aqui volta conhecer weer terug ontmoet cię was poznać znów ponownie
görmek sizi tekrar aramıza بعودتك بعودتكم برؤيتك مجددا مجدداً i we you your me my it it's are am re m s ll d ve be
being do doing did can could may might help assist how what how's to for the a an of at in on with from and there
everyone all again here today now day so very much well safe sound find this message reach out reaching asking
question see meet seeing meeting hear hearing have having ich wir sie du ihnen dir dich euch mich mir uns ihr es
dass das ist sind bist da wieder hier heute sehr kann darf helfen zu zum zur für die ihre deine frage anfrage
nachricht kennenzulernen sehen kennen von herzlich herzlichen vielen tag morgen abend und geht wie gern gerne allen
alle zusammen je j nous vous tu te toi ta vos de à en et est c suis sommes puis pouvons aider revoir voir rencontrer
pour tous toutes comment aujourd hui beaucoup très jour le la yo nos les su vuestra usted ustedes y está puedo
podemos ayudar ayudarte ayudarle verte verle saludarte saludarle conocerte conocerle días tardes noches día tarde
noche pregunta mensaje por el todos todas mucho muchas un una qué tal otra vez nuevo hoy io mi ti vi lei voi di e è
sono posso possiamo aiutare aiutarti aiutarla vederti vederla rivederti conoscerti conoscerla giorno sera per tua
sua domanda il come va oggi tutti tanto molto eu lhe vocês em o é estou ajudar ajudá lo vê los conhecê dia noite
pergunta tudo um uma muito prazer como vai hoje vindo vinda vindos ik wij u jou jullie om zijn ben kan helpen zien
zie ontmoeten horen dag vraag voor uw het een vandaag allemaal hoe gaat wel ja ci ciebie pan pani państwa panu wam w
z że mogę możemy pomóc widzieć dzisiaj znowu za pytanie jak bardzo się serdecznie wieczór rano я мы вы вас вам ты
тебя тебе день вечер утро снова видеть познакомиться за ваш вопрос пожаловать что могу можем помочь и у как дела
очень с большое geldin geldiniz bulduk size sana yardımcı olabilirim olmak tanıştığıma tanıştığımıza günler akşamlar
geceler ederim ederiz sorunuz sorduğunuz için çok bugün nasılsınız nasılsın gördüğüme seni oldum بك بكم الخير النور
عليكم لك لكم على سؤالك كيف يمكنني مساعدتك حالك اليوم جدا جزيلا في من يا أن أساعدك بلقائك بمعرفتك morgon kväll så
mycket hur mår dig er jag hjälpa att träffa se för din fråga igen alla hvordan jeg hjælpe hjelpe deg
"""
_PIECES_WELCOMING = """
こんにちは こんばんは おはよう ありがとう はじめまして ようこそ うれしい 嬉しい 光栄 いらっしゃいませ 你好 您好
早上好 上午好 中午好 下午好 晚上好 大家好 欢迎 谢谢 感谢 很高兴 高兴 幸会 안녕하세요 안녕하십니까 반갑습니다
반가워요 감사합니다 고맙습니다 환영합니다 기쁩니다
"""
_PIECES_ADDRESSING = """
ございます ございました ご質問 ご連絡 お問い合わせ お会い できて いただき いただいて お越し 皆さん 皆様 本日 今日
また お目 に は を も が で て とても です ます 您 你 们 我 为 能 可以 服务 帮助 帮忙 见到 认识 再次 又 的 来 到
提问 咨询 光临 使用 今天 非常 很 这 里 了 만나서 다시 찾아주셔서 질문해 질문 주셔서 와주셔서 오신 것을 문의해 여러분
오늘 도 정말 뵙게 되어
"""
_WORD = re.compile(r"[^\W\d_]+")


def _pieces(words: str) -> str:
    """An alternation of pieces, the longest first."""
    return "|".join(sorted(set(words.casefold().split()), key=lambda piece: (-len(piece), piece)))


class _Vocabulary:
    """The words and pieces that a sentence of one kind is made of, with those of which it must have some of each."""

    def __init__(self, needed: Iterable[tuple[str, str]], around: str, pieces: str) -> None:
        needed = tuple(needed)
        self._needed = tuple(
            (frozenset(words.casefold().split()), re.compile(_pieces(parts))) for words, parts in needed
        )
        self._words = frozenset(around.casefold().split()).union(*(words for words, _ in self._needed))
        self._pieces = re.compile(_pieces(" ".join((pieces, *(parts for _, parts in needed)))))

    def makes_up(self, sentence: str) -> bool:
        """Whether the sentence is made of these words alone; digits are of no kind."""
        words = _WORD.findall(sentence.casefold())
        if not words or any(character.isdigit() for character in sentence):
            return False
        if not all(word in self._words or not self._pieces.sub("", word) for word in words):
            return False
        return all(any(word in some or pieces.search(word) for word in words) for some, pieces in self._needed)


_REFUSAL = _Vocabulary(((_DENYING, _PIECES_DENYING), (_SOURCES, _PIECES_SOURCES)), _AROUND, _PIECES_AROUND)
_GREETING = _Vocabulary(((_WELCOMING, _PIECES_WELCOMING),), _ADDRESSING, _PIECES_ADDRESSING)


def refuses(sentence: str) -> bool:
    """Whether a sentence says no more than that the sources, or whoever speaks, have no such information."""
    return _REFUSAL.makes_up(sentence)


def greets(sentence: str) -> bool:
    """Whether a sentence says no more than that somebody is welcome, thanked or wished well."""
    return _GREETING.makes_up(sentence)
