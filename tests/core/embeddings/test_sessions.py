"""ONNX Runtime's mode for exact sums, asked for where it is needed.

That sums are exact with it, the encoder's own test says: test_products_of_eight_bits_are_summed_whole_on_every_cpu.
"""

import pytest

from critique_core.embeddings import sessions

_MODE = "session.x64quantprecision"


@pytest.mark.parametrize("exact", [True, False])
def test_the_mode_for_precision_is_asked_for_only_where_sums_are_cut_off(
    exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "sums_are_exact", lambda: exact)
    options = sessions.options_of(2)
    assert options.intra_op_num_threads == 2
    if exact:
        with pytest.raises(RuntimeError):
            options.get_session_config_entry(_MODE)
    else:
        assert options.get_session_config_entry(_MODE) == "1"
