"""What a draft claims: exact spans, compounds cut, kinds distinguished, nothing dropped."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critique_core.claims.clauses import split_clauses
from critique_core.claims.extraction import extract, is_abstention
from critique_core.models import Claim
from critique_core.text.sentences import plain, unmarked
from tests.makers.places import DATA
from tests.makers.rows import each_of
from tests.makers.texts import ANY_TEXT

COMPOUNDS = [json.loads(line) for line in (DATA / "compound_sentences.jsonl").read_text().splitlines()]
SENTENCES = st.lists(
    st.sampled_from(
        [
            "AuthService uses a refresh token and stores it in cookies. ",
            "The fee is $5, but the limit is 10 MB; it rose. ",
            "Hello! ",
            "The plan includes:\n- SSO\n- **Audit** logs\n",
            "\n\n",
            "| Plan | Limit |\n|---|---|\n| Free | 10MB |\n\n",
            "Is it? ",
            "```py\nx = 1\n```\n",
            "> It *rose* and\n> it fell.\n\n",
            "# Fees and limits\n\n",
            "I don't have that information. ",
            "日本語です。値段は？",
            "Es kostet 5 €; es ist neu. ",
            "[docs](http://a.b/c) and ",
            "😀 ",
            "\u202e",
        ]
    ),
    max_size=12,
).map("".join)


def texts(draft: str) -> list[str]:
    return [claim.text for claim in extract(draft)]


def spans(draft: str) -> list[str]:
    return [draft[claim.start : claim.end] for claim in extract(draft)]


def kinds(draft: str) -> list[str]:
    return [claim.why or claim.kind for claim in extract(draft)]


# --- compounds ---------------------------------------------------------------------------------------------------


def test_the_second_half_of_a_compound_is_its_own_claim_with_the_shared_subject() -> None:
    draft = "AuthService uses a refresh token and stores it in cookies."
    assert spans(draft) == ["AuthService uses a refresh token", "stores it in cookies."]
    assert texts(draft) == ["AuthService uses a refresh token", "AuthService stores it in cookies."]


def test_an_appositive_is_a_claim_of_its_own() -> None:
    draft = "**Oslo**, the capital of Norway [1], has 700,000 people."
    assert spans(draft) == ["**Oslo**, the capital of Norway [1]", "has 700,000 people."]
    assert texts(draft) == ["Oslo is the capital of Norway", "Oslo has 700,000 people."]


def test_a_relative_clause_between_commas_is_a_claim_of_its_own() -> None:
    assert texts("Franz Kafka, who was born in Prague, wrote The Trial.") == [
        "Franz Kafka was born in Prague", "Franz Kafka wrote The Trial.",
    ]  # fmt: skip
    assert len(texts("Anyone, who is late, waits outside.")) == 1
    assert len(texts("The novel, which critics loved, sold badly.")) == 1


def test_lists_of_qualities_and_of_deeds_are_cut() -> None:
    assert texts("The hotel is quiet, clean and close to the station.") == [
        "The hotel is quiet", "The hotel is clean", "The hotel is close to the station.",
    ]  # fmt: skip
    assert texts("The printer prints, scans and copies.") == [
        "The printer prints", "The printer scans", "The printer copies.",
    ]  # fmt: skip
    assert len(texts("The robot sweeps, mops and dries the floor.")) == 3
    assert len(texts("The car has airbags, a rear camera and heated seats.")) == 3


@each_of("sentence", [
    "The flag is red, white and blue.",
    "The house is quiet, clean and bright in summer.",
    "All rooms are quiet, clean and bright.",
    "New hires receive a laptop, a headset and a company phone.",
    "Copper, tin and zinc form bronze alloys.",
    "The band mixes jazz, folk and rock.",
])  # fmt: skip
def test_a_list_that_may_hold_of_its_members_together_stays_whole(sentence: str) -> None:
    assert len(texts(sentence)) == 1


def split(sentence: str) -> list[str]:
    clauses = split_clauses(sentence, unmarked(sentence), "en")
    return [
        clause.said or f"{plain(clause.shared)} {plain(sentence[clause.start : clause.end])}".strip()
        for clause in clauses
    ]


@each_of("case", [case for case in COMPOUNDS if len(case["claims"]) == 1])
def test_what_is_not_compound_stays_whole(case: dict[str, list[str]]) -> None:
    assert split(str(case["sentence"])) == case["claims"]


def test_no_compound_is_cut_wrongly_and_four_in_five_are_cut() -> None:
    compound = [case for case in COMPOUNDS if len(case["claims"]) > 1]
    cut = [case for case in compound if len(split(case["sentence"])) > 1]
    wrong = [case["sentence"] for case in cut if split(case["sentence"]) != case["claims"]]
    assert len(compound) >= 60
    assert wrong == []
    assert len(cut) / len(compound) >= 0.8


def test_other_languages_are_cut_only_at_semicolons() -> None:
    assert texts("Le prix est de 5 €; la limite est de 10 Mo.") == ["Le prix est de 5 €", "la limite est de 10 Mo."]
    assert texts("价格是5元；限制是10MB。") == ["价格是5元", "限制是10MB。"]
    assert len(texts("Die Gebühr beträgt 5 Euro und die Grenze liegt bei 10 MB.")) == 1


def test_while_without_a_comma_is_cut_only_where_it_compares_two_numbers() -> None:
    assert spans("The Free plan has 10 users while the Pro plan has 50.") == [
        "The Free plan has 10 users",
        "the Pro plan has 50.",
    ]
    during = "The basic plan allows 5 users while the gate is closed."
    assert spans(during) == [during]


def test_a_consequence_is_cut_off_as_an_inference() -> None:
    draft = "The token expires after 15 minutes, so users must log in again."
    assert kinds(draft) == ["fact", "inference"]


# --- Markdown ----------------------------------------------------------------------------------------------------


def test_list_items_are_led_by_the_sentence_that_opens_the_list() -> None:
    draft = "We sell plans. The plan includes:\n- SSO\n- **Audit logs**\n- Limits:\n  - 10MB uploads\n\nIt is new."
    assert spans(draft) == [
        "We sell plans.",
        "The plan includes:",
        "SSO",
        "**Audit logs**",
        "Limits:",
        "10MB uploads",
        "It is new.",
    ]
    assert texts(draft)[2:] == [
        "The plan includes: SSO",
        "The plan includes: Audit logs",
        "The plan includes: Limits:",
        "The plan includes: Limits: 10MB uploads",
        "It is new.",
    ]
    assert kinds(draft) == ["fact", "lead-in", "fact", "fact", "lead-in", "fact", "fact"]


def test_a_heading_leads_the_list_below_it_only_with_a_colon() -> None:
    assert texts("## Included:\n\n- SSO")[1:] == ["Included: SSO"]
    assert texts("## Included\n\n- SSO")[1:] == ["SSO"]


def test_a_whole_sentence_in_a_list_needs_no_announcement() -> None:
    assert texts("Here are the key facts:\n1. The timeout is 60 seconds.\n2. SSO")[1:] == [
        "The timeout is 60 seconds.",
        "Here are the key facts: SSO",
    ]


def test_a_table_row_is_one_claim_read_with_its_headers() -> None:
    draft = "| Plan | Limit |\n|------|-------|\n| Free | 10MB |\n| Pro | `100MB` |"
    assert spans(draft) == ["Plan | Limit", "Free | 10MB", "Pro | `100MB`"]
    assert texts(draft)[1:] == ["Plan: Free, Limit: 10MB", "Plan: Pro, Limit: 100MB"]
    assert kinds(draft) == ["table header", "fact", "fact"]


def test_headings_and_code_are_listed_but_not_checked() -> None:
    draft = "# Fees\n\nThe fee is $5.\n\n```ts\nconst fee = 5;\n```\n\n**Summary**\n\n**The fee is $5**"
    assert kinds(draft) == ["heading", "fact", "code", "heading", "fact"]
    assert spans(draft)[2] == "```ts\nconst fee = 5;\n```"
    assert texts(draft)[2] == "const fee = 5;"


def test_a_quote_over_several_lines_is_read_as_prose() -> None:
    assert texts("> The fee is $5 and the limit\n> is 10 MB.") == ["The fee is $5", "the limit is 10 MB."]


def test_marks_are_cleaned_from_the_text_and_kept_in_the_span() -> None:
    draft = "The **Pro plan** uses `jwt` as [the docs](http://x.y/z) say [1]."
    assert spans(draft) == [draft]
    assert texts(draft) == ["The Pro plan uses jwt as the docs say."]


# --- kinds -------------------------------------------------------------------------------------------------------


@each_of(
    ("draft", "kind"),
    [
        ("The service must retry 3 times.", "fact"),
        ("Click Save to store the file.", "fact"),
        ("According to the policy, the fee is $5.", "fact"),
        ("Based on the provided documents, the fee is $5.", "fact"),
        ("Thanks to the new law, prices fell.", "fact"),
        ("The WHO recommends 5 portions a day.", "fact"),
        ("The recommended dose is 5 mg.", "fact"),
        ("It is the best-selling phone of 2020.", "fact"),
        ("Critics said it was great.", "fact"),
        ("The contract does not include a warranty.", "fact"),
        ('He asked "Why?"', "fact"),
        ("Users must back up their data.", "fact"),
        ("Restoring a backup overwrites the workspace.", "fact"),
        ("The restaurant's delicious soup costs little.", "fact"),
        ("The venue is good for groups.", "fact"),
        ("You should book at least 2 weeks ahead.", "fact"),
        ("Select the rows you want to change.", "fact"),
        ("Reviewers mention that the service was great.", "fact"),
        ("Die Großen Seen liegen in Nordamerika.", "fact"),
        ("Le Grand Palais a ouvert au printemps.", "fact"),
        ("El ministro recomendó una tasa nueva.", "fact"),
        ("La Grande Bellezza ha vinto un Oscar.", "fact"),
        ("Belo Horizonte tem muitos parques.", "fact"),
        ("I think the museum opens at nine.", "view"),
        ("Ich denke, es ist neu.", "view"),
        ("À mon avis, c'est cher.", "view"),
        ("Creo que es nuevo.", "view"),
        ("Secondo me è nuovo.", "view"),
        ("Na minha opinião é novo.", "view"),
        ("Redis is a great choice.", "evaluation"),
        ("The view is really beautiful.", "evaluation"),
        ("The rooms have a beautiful view.", "evaluation"),
        ("It's a great place to stay.", "evaluation"),
        ("Das ist ein tolles Hotel.", "evaluation"),
        ("La vue est superbe.", "evaluation"),
        ("Es un hotel maravilloso.", "evaluation"),
        ("La vista è bellissima.", "evaluation"),
        ("É um hotel maravilhoso.", "evaluation"),
        ("You should consider Redis.", "advice"),
        ("You should back up your data.", "advice"),
        ("You should tell your manager eight weeks before the leave starts.", "fact"),
        ("I'd recommend the Pro plan.", "advice"),
        ("Sie sollten Ihre Daten sichern.", "advice"),
        ("Vous devriez sauvegarder vos données.", "advice"),
        ("Deberías hacer una copia de seguridad.", "advice"),
        ("Ti consiglio di prenotare presto.", "advice"),
        ("É melhor evitar café à noite.", "advice"),
        ("Therefore, users must log in again.", "inference"),
        ("This means that the limit is shared.", "inference"),
        ("It was probably built in 1874.", "inference"),
        ("The log suggests that the disk was full.", "inference"),
        ("Daher ist der Preis gestiegen.", "inference"),
        ("Is it open?", "question"),
        ("値段はいくらですか？", "question"),
        ("كيف حالك؟", "question"),
        ("¿Cuánto cuesta?", "question"),
        ('"Is it late?"', "question"),
        ("Hello there!", "greeting"),
        ("Enjoy your baking!", "greeting"),
        ("Have a great trip!", "greeting"),
        ("I hope you enjoy your visit!", "greeting"),
        ("We look forward to seeing you in June.", "greeting"),
        ("I wish you all the best!", "greeting"),
        ("Have a lovely ferry ride!", "greeting"),
        ("Viel Spaß beim Backen!", "greeting"),
        ("Thanks for your question!", "greeting"),
        ("Guten Tag!", "greeting"),
        ("Hello, and thank you for your question!", "greeting"),
        ("Hi there, thanks for reaching out!", "greeting"),
        ("Dear Ms Brown, thank you for your message.", "greeting"),
        ("Great question, and thanks for asking!", "greeting"),
        ("Hello, and welcome to the weaving workshop!", "greeting"),
        ("Thank you very much, and see you soon!", "greeting"),
        ("Kind regards, Anna", "greeting"),
        ("Hello, the shop opens at 9.", "fact"),
        ("Thanks, the shop and the café are open.", "fact"),
        ("Bonjour !", "greeting"),
        ("¡Hola!", "greeting"),
        ("你好！", "greeting"),
        ("I hope this helps!", "hedge"),
        ("Please let me know if you need more.", "hedge"),
        ("Based on the provided documents,", "hedge"),
        ("N'hésitez pas à demander.", "hedge"),
        ("The plan includes:", "lead-in"),
        ("[1]: http://a.b/c", "reference"),
        ("Yes.", "fragment"),
        ("🎉", "fragment"),
    ],
)
def test_a_claim_has_its_kind(draft: str, kind: str) -> None:
    assert kinds(draft) == [kind]


def test_a_wish_behind_a_hedge_is_no_fact_about_its_subject() -> None:
    assert kinds("I hope this helps, and have a nice day!") == ["hedge", "greeting"]


@pytest.mark.parametrize("draft", ["I think it is new.", "The view is beautiful.", "You should back up your data."])
def test_views_evaluations_and_advice_are_opinions(draft: str) -> None:
    assert [claim.kind for claim in extract(draft)] == ["opinion"]


ABSTENTIONS = [
    "I don't have that information.",
    "I do not have enough information to answer this question.",
    "I cannot answer that based on the sources.",
    "I'm sorry, but I can't find the price.",
    "Unfortunately, the sources do not mention the price.",
    "The provided documents don't contain any information about refunds.",
    "There is no information about refunds in the provided sources.",
    "The price is not mentioned in the provided context.",
    "The answer cannot be determined from the given text.",
    "No information about refunds was found.",
    "I don't know.",
    "I'm not sure what the fee is.",
    "Based on the provided context, I am unable to determine the fee.",
    "Leider habe ich dazu keine Informationen.",
    "Die Quellen enthalten dazu keine Angaben.",
    "Je ne dispose pas de cette information.",
    "Les documents ne mentionnent pas le prix.",
    "No tengo esa información.",
    "Las fuentes no mencionan el precio.",
]


@each_of("draft", ABSTENTIONS)
def test_an_abstention_is_recognised(draft: str) -> None:
    assert is_abstention(draft, extract(draft))
    assert "abstention" in kinds(draft)


def test_a_greeting_and_an_offer_do_not_spoil_an_abstention() -> None:
    draft = "Hello! I'm sorry, but I don't have that information. Let me know if I can help with anything else."
    assert is_abstention(draft, extract(draft))


@pytest.mark.parametrize(
    "draft",
    [
        "I don't have that information, but the fee is $5.",
        "I cannot answer that. The fee is $5.",
        "Hello!",
        "The fee is $5.",
        "",
    ],
)
def test_an_answer_is_no_abstention(draft: str) -> None:
    assert not is_abstention(draft, extract(draft))


def test_words_that_no_claim_covers_are_no_abstention() -> None:
    draft = "I don't have that information. The fee is five dollars a month."
    alone = Claim.of(draft, 0, 30, kind="not_checkable", why="abstention")
    assert not is_abstention(draft, [alone])


# --- laws --------------------------------------------------------------------------------------------------------


@given(st.one_of(ANY_TEXT, SENTENCES))
@settings(max_examples=100, deadline=None)
def test_spans_lie_in_the_draft_in_order_and_no_word_is_dropped(draft: str) -> None:
    at = 0
    left_over: list[str] = []
    claims = extract(draft)
    for claim in claims:
        span = draft[claim.start : claim.end]
        assert at <= claim.start
        assert span == span.strip() != ""
        assert claim.text
        left_over += draft[at : claim.start].split()
        at = claim.end
    left_over += draft[at:].split()
    joining = {"and", "but", "yet", "while", "whereas", "[x]"}
    assert not [word for word in left_over if word not in joining and any(letter.isalpha() for letter in word)]
    assert len({claim.id for claim in claims}) == len(claims)


@given(SENTENCES)
@settings(deadline=None)
def test_a_claim_says_no_word_that_the_draft_does_not(draft: str) -> None:
    words = set(re.findall(r"\w+", draft))
    for claim in extract(draft):
        assert set(re.findall(r"\w+", claim.text)) <= words


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    ["AuthService uses a token and stores it in cookies. ", "and is ", "- one item\n", "日本。", "I don't have "],
)
def test_a_long_draft_is_read_to_its_end(unit: str) -> None:
    draft = unit * (40_000 // len(unit)) + "\n\nThe end."
    claims = extract(draft)
    assert claims[-1].text == "The end."
    assert claims[-1].end == len(draft)


def test_an_item_that_is_a_short_label_leads_its_sub_items_and_a_sentence_without_its_stop_does_not() -> None:
    items = "\n  - a spade\n  - a rake\n"
    assert [claim.text for claim in extract(f"- Tools{items}")] == ["Tools", "Tools: a spade", "Tools: a rake"]
    long = "The tools for the garden that we sell in the shop"
    assert [claim.text for claim in extract(f"- {long}{items}")] == [long, "a spade", "a rake"]


def test_a_verb_in_no_dictionary_is_known_by_the_pronoun_before_it() -> None:
    texts = [claim.text for claim in extract("The old pump hums loudly and it drazzles the floor.")]
    assert texts == ["The old pump hums loudly", "it drazzles the floor."]
