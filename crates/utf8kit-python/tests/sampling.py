"""How much the tests do."""

import os

# `cargo xtask test --thorough` sets it.
THOROUGH = "UTF8KIT_THOROUGH" in os.environ


def sample(count: int) -> int:
    """Returns `count` for a thorough run, otherwise a tenth of it."""
    return count if THOROUGH else count // 10
