"""Must, may, need not, certain and might: the force of a statement."""

import pytest

from tests.makers.observations import conflicts


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Applicants must attach a reference letter.", "A reference letter is optional."),
        ("The drug is certain to cause drowsiness.", "This drug may cause drowsiness in some people."),
        (
            "Employers are obliged to offer a home-office arrangement.",
            "Employers may offer a home-office arrangement but are under no obligation to do so.",
        ),
        ("Wearing a helmet is optional on the site.", "Everyone on the site must wear a helmet."),
        (
            "Patients should stop taking the drug before surgery.",
            "Patients should keep taking the drug up to the day of surgery; stopping earlier is not advised.",
        ),
        ("Visitors have to register in advance.", "Visitors may register in advance."),
        ("Drivers must carry a spare bulb.", "Drivers are advised to carry a spare bulb."),
        ("Members need not renew their card each year.", "Members must renew their card each year."),
        ("Tenants must give a reason for the notice.", "Tenants do not have to give a reason for the notice."),
    ],
)
def test_forces_that_clash(claim: str, source: str):
    assert conflicts(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "Either side can end the contract with one month's notice.",
            "Either party may terminate the contract by giving one month's notice.",
        ),
        (
            "Passwords have to be at least twelve characters long.",
            "Passwords must contain 12 characters or more. They should include a digit.",
        ),
        (
            "It's mandatory to sign the release artefacts.",
            "Release artefacts must be signed before upload. Adding a changelog is recommended.",
        ),
        ("The tablets might make you drowsy.", "These tablets can have side effects. They may cause drowsiness."),
        (
            "Tenants don't have to give a reason when they terminate the lease.",
            "A tenant may terminate the lease without stating any reason.",
        ),
        ("Participation is voluntary.", "Participation is not mandatory."),
        ("Visitors must wear a badge.", "Visitors must wear a badge. They may take photos."),
    ],
)
def test_forces_that_fit(claim: str, source: str):
    assert not conflicts(claim, source)
