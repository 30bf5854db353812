"""A process that reads any number of texts does not remember all of them."""

from critique_core.runs.caches import forget, remembering
from critique_core.text.stems import stem


def test_a_function_forgets_when_it_remembers_more_than_it_may_and_says_the_same_again():
    functions = remembering()
    before = [stem(f"houses{number}", "english") for number in range(300)]
    assert stem.cache_info().currsize >= 300
    forget(functions, 100_000)
    assert stem.cache_info().currsize >= 300
    forget(functions, 299)
    assert stem.cache_info().currsize == 0
    assert [stem(f"houses{number}", "english") for number in range(300)] == before
