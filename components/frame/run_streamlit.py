"""Streamlit's command, which Ctrl+C ends with 130 and without a word also before the app serves.

python components/frame/run_streamlit.py run served_app.py
"""

import os
import signal
import sys


def main() -> None:
    """Run the command line; once the app serves, its server takes the signal."""
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    del sys.path[0]  # this folder; Streamlit adds the one of the file that it runs

    from streamlit.web.cli import main as streamlit  # noqa: PLC0415 - what takes the time in which Ctrl+C is pressed

    streamlit(prog_name="streamlit")


if __name__ == "__main__":
    main()
