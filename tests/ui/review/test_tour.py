"""The tour: four steps over an example, left at any of them."""

from streamlit.testing.v1 import AppTest

from tests.makers.pages import shown


def test_four_steps_over_an_example_and_out(app: AppTest) -> None:
    app.button(key="tour").click().run()
    names = ["Claims", "Evidence", "Your word", "The answer"]
    for number, name in enumerate(names, 1):
        assert f"{number} of 4 · {name}" in shown(app)
        assert "Block" in shown(app)  # the example is checked and on screen
        app.button(key="tour_next" if number < 4 else "tour_end").click().run()
    assert " of 4 · " not in shown(app)
    assert "Block" in shown(app)


def test_the_tour_is_left_at_its_first_step_and_can_be_taken_again(app: AppTest) -> None:
    app.button(key="tour").click().run()
    app.button(key="tour_end").click().run()
    assert " of 4 · " not in shown(app)
    app.button(key="new_review").click().run()
    app.button(key="tour").click().run()
    assert "1 of 4 · Claims" in shown(app)
