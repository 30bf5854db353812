"""What runs on this machine tells nobody that it ran."""

import os
import subprocess
import sys


def test_the_runtime_of_the_encoder_leaves_no_number_of_the_device_and_no_record_of_use(tmp_path):
    told = {"ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME"}
    environment = {name: value for name, value in os.environ.items() if name not in told} | {"HOME": str(tmp_path)}
    code = "from critique_core.verifiers.embedded.encoder import shipped; shipped()"
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, timeout=120)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
