"""The command ``utf8``: ``python -m utf8kit``."""

import signal
import sys

from utf8kit._utf8kit import run_command


def main() -> int:
    """Runs the command with the arguments of the process and returns its exit code."""
    # The command ends by the signal as other programs do. Python would raise an exception, but only after the command.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    arguments = sys.argv[1:]
    if arguments[:1] == ["check"] or arguments == ["help", "check"]:
        from utf8kit import tables

        return tables.main(arguments)
    return run_command(["utf8", *arguments])


if __name__ == "__main__":
    sys.exit(main())
