"""A statement and its denial conflict; a denial of the opposite agrees; a denial of something else says nothing."""

import pytest

from critique_core.language.sentence import analyse
from tests.makers.observations import agreements, conflicts, observations


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "Webhooks are not retried if delivery fails.",
            "When a webhook delivery fails, it is retried up to five times.",
        ),
        (
            "The backup does not include user settings.",
            "A full backup contains the database, uploaded files and user settings.",
        ),
        ("The tenant may sublet the flat.", "The tenant may not sublet the flat or any part of it."),
        ("No injuries were reported at the warehouse.", "Two injuries were reported at the warehouse on Monday."),
        ("The server keeps log files after a restart.", "After a restart the server never keeps log files."),
        ("The lounge serves hot meals.", "The lounge has drinks and snacks but does not serve hot meals."),
        ("The update supports older phones.", "The update no longer supports older phones."),
        (
            "The committee failed to reach an agreement on the budget.",
            "The committee reached an agreement on the budget on Friday.",
        ),
        (
            "You can bring bicycles on the night train.",
            "On the night train, bicycles are prohibited, including folding ones.",
        ),
        ("The app supports Windows 7.", "The app dropped support for Windows 7 last spring."),
        ("The museum opens on Mondays.", "The museum opens every day except Mondays."),
        ("The soup contains nuts.", "The soup is made without nuts and contains celery."),
    ],
)
def test_a_statement_and_its_denial_conflict(claim: str, source: str):
    assert conflicts(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "Flood damage isn't covered by the basic policy.",
            "The basic policy covers fire, burglary and storm damage. Flood damage is excluded.",
        ),
        ("Flood damage isn't covered.", "Flood damage is excluded."),
        ("Flash photography is not allowed in the gallery.", "Flash photography is forbidden in the gallery."),
        (
            "You can't bring bicycles on the night train.",
            "On the night train, bicycles are prohibited, including folding ones.",
        ),
        ("The app no longer supports Windows 7.", "The app dropped support for Windows 7 last spring."),
        ("The museum is not open on Mondays.", "The museum is open every day except Mondays."),
        ("Tips are not included in the price.", "Tips are excluded from the price."),
        ("The proposal was not accepted by the board.", "The board rejected the proposal."),
        ("The tablets must not be taken with alcohol.", "Do not drink alcohol while taking the tablets."),
        (
            "Sale items can be sent back only if they are faulty.",
            "Goods may be returned within 28 days, except sale items, accepted back only where they have a fault.",
        ),
    ],
)
def test_two_turns_cancel(claim: str, source: str):
    assert not conflicts(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "There's no way to get a deleted project back.",
            "Deleting a project is irreversible: all of its contents are removed.",
        ),
        ("The warranty covers the motor.", "The warranty covers the motor. It does not cover blades."),
        ("The plan costs no more than ten euros.", "The plan costs ten euros."),
        ("The garden opens no later than nine.", "The garden opens at nine."),
        ("Mayor Ruiz signed the order.", "Mayor Ruiz did not hesitate and signed the order."),
        ("The hotel has a pool and a sauna.", "The hotel has a pool and a sauna, but not a gym."),
        ("Refunds are paid within a week.", "Refunds are paid within a week, not on the same day."),
        ("The festival took place in June.", "The festival took place in June rather than in August."),
        ("Not only members can borrow books.", "Members and guests can borrow books."),
    ],
)
def test_a_denial_of_something_else_says_nothing(claim: str, source: str):
    assert not conflicts(claim, source)


@pytest.mark.parametrize(
    ("code", "claim", "source"),
    [
        ("de", "Hunde dürfen in der Hütte übernachten.", "Hunde dürfen nicht mit in die Hütte."),
        ("de", "Das Ticket gilt im Fernverkehr.", "Das Ticket gilt nicht im Fernverkehr."),
        (
            "fr",
            "La nouvelle taxe ne s'applique pas aux camionnettes électriques.",
            "Elle s'applique à toutes les camionnettes, y compris électriques.",
        ),
        (
            "es",
            "El jarabe puede administrarse a menores de tres años.",
            "El jarabe está contraindicado en menores de tres años.",
        ),
        ("es", "La tarifa incluye el desayuno.", "La tarifa no incluye el desayuno."),
        ("it", "Il biglietto è valido sugli autobus notturni.", "Il biglietto non è valido sugli autobus notturni."),
        ("pt", "O passe inclui o metrô.", "O passe não inclui o metrô."),
        ("nl", "De korting geldt op zondag.", "De korting geldt niet op zondag."),
        ("zh", "这所大学没有医学院。", "学校设有工学院、法学院、医学院和艺术学院。"),
        ("fr", "Le musée est ouvert le lundi.", "Le musée est ouvert tous les jours, sauf le lundi."),
        ("es", "El museo abre los lunes.", "El museo abre todos los días excepto los lunes."),
        ("de", "Das Museum ist montags geöffnet.", "Das Museum ist montags geschlossen."),
    ],
)
def test_denials_in_other_languages(code: str, claim: str, source: str):
    assert conflicts(claim, source, code=code)


@pytest.mark.parametrize(
    ("code", "claim", "source"),
    [
        (
            "es",
            "El jarabe no debe administrarse a menores de tres años.",
            "El jarabe está contraindicado en niños menores de 3 años.",
        ),
        ("de", "Das Rauchen ist nicht erlaubt.", "Das Rauchen ist verboten."),
        ("fr", "Le musée n'est pas ouvert le lundi.", "Le musée est ouvert tous les jours, sauf le lundi."),
        ("it", "L'ingresso ai cani non è consentito.", "L'ingresso ai cani è vietato."),
        ("de", "Das Ticket gilt im Regionalverkehr.", "Das Ticket gilt im Regionalverkehr, nicht aber im Fernverkehr."),
    ],
)
def test_agreement_in_other_languages(code: str, claim: str, source: str):
    assert not conflicts(claim, source, code=code)


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Webhooks are not retried if delivery fails.", {"retried"}),
        ("No serious side effects were seen in the group.", {"serious", "side", "effects", "seen"}),
        ("The soup is made without nuts and contains celery.", {"nuts"}),
        ("They refused to sign the treaty.", {"sign"}),
        ("Not all birds fly.", set()),
        ("Not only members vote.", set()),
        ("The rate is 540, not 560, and the trip was paid.", set()),
        ("The hotel has 540 rooms not 560 rooms.", set()),
        ("The hotel has not 560 rooms but 540.", set()),
        ("The hotel has not 560 rooms.", {"rooms"}),
        ("It takes no more than ten minutes.", set()),
    ],
)
def test_a_negation_denies_its_own_word(text: str, denied: set[str]):
    assert {w.token.text for w in analyse(text, "en").words if w.denied} == denied


_GATE = "The gate closes at nine. Visitors leave by the side door."


@pytest.mark.parametrize(
    "claim",
    [
        "It is not true that the gate closes at nine.",
        "It isn't true that the gate closes at nine.",
        "It's false that the gate closes at nine.",
        "It is a myth that the gate closes at nine.",
        "It would be wrong to say that the gate closes at nine.",
        "Nobody claims that the gate closes at nine.",
        "There is no truth in the rumour that the gate closes at nine.",
        "The claim that the gate closes at nine is false.",
        "That the gate closes at nine isn't true.",
    ],
)
def test_a_statement_denied_as_a_whole_conflicts_and_its_twin_does_not(claim: str):
    assert conflicts(claim, _GATE)
    assert not conflicts(claim, "The gate does not close at nine. Visitors leave by the side door.")
    assert conflicts("The gate closes at nine.", f"{claim} Visitors leave by the side door.")


def test_a_denial_denied_as_a_whole_is_a_statement():
    assert not conflicts("It is not true that the gate doesn't close at nine.", _GATE)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Ms Lee spoke instead of the mayor.", "Ms Lee spoke for the mayor, who was ill."),
        ("Viewers cannot write queries.", "Viewers see dashboards; analysts can write queries."),
    ],
)
def test_what_is_denied_of_one_may_be_said_of_another(claim: str, source: str):
    assert not conflicts(claim, source)


def test_instead_of_denies_the_deed_that_follows():
    assert [w.token.text for w in analyse("They sold the mill instead of closing it.").words if w.denied] == ["closing"]


@pytest.mark.parametrize(
    ("claim", "near", "far"),
    [
        (
            "The server keeps log files.",
            "The server never keeps log files.",
            "In the months after a move of machines a new server never keeps files.",
        ),
    ],
)
def test_a_conflict_is_surer_the_nearer_the_statements_are(claim: str, near: str, far: str):
    first, second = ([s.sureness for s in observations(claim, source) if s.agreement == "conflicts"] for source in
                     (near, far))  # fmt: skip
    assert first > second > []


def test_a_number_denied_by_itself_conflicts_with_a_source_that_states_it():
    assert conflicts("The hotel has not 560 rooms.", "The hotel has 560 rooms.")
    assert conflicts("The hotel has 560 rooms.", "The hotel has not 560 rooms.")
    assert not conflicts("The hotel has 540 rooms.", "The hotel has 540 rooms, not 560.")


def test_denial_by_the_opposite_word_is_reported_as_agreement():
    assert "agrees" in agreements("Flood damage isn't covered.", "Flood damage is excluded.")
