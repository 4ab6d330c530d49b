"""The command ``utf8``: ``python -m utf8kit``."""

import signal
import sys


def main() -> int:
    """Runs the command with the arguments of the process and returns its exit code."""
    try:
        from utf8kit._utf8kit import run_command
    except ImportError:
        sys.stderr.write(
            "utf8: this package was built without the command: install it with `cargo install utf8kit-cli`\n"
        )
        return 2
    # The command ends by the signal as other programs do. Python would raise an exception, but only after the command.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    arguments = sys.argv[1:]
    if arguments[:1] == ["check"] or arguments == ["help", "check"]:
        from utf8kit import tables

        return tables.main(arguments)
    return run_command(["utf8", *arguments])


if __name__ == "__main__":
    sys.exit(main())
