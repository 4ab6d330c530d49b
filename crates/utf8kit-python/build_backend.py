"""The build of the package: maturin's, with a sentence where Rust is missing."""

import os
import shutil

from maturin import *  # noqa: F403
from maturin import build_editable as _build_editable
from maturin import build_wheel as _build_wheel
from maturin import get_requires_for_build_wheel as _get_requires_for_build_wheel

_MESSAGE = (
    "utf8kit is built from source here, which needs Rust 1.95 or newer, and `cargo` is not on the PATH. "
    "Install Rust with rustup, or install a wheel of utf8kit. "
    "Without its command, utf8kit builds in a third of the time: "
    "pip install --config-settings=build-args=--no-default-features utf8kit"
)


def _require_rust():
    if not os.environ.get("CARGO") and shutil.which("cargo") is None:
        raise SystemExit(_MESSAGE)


def get_requires_for_build_wheel(config_settings=None):
    _require_rust()
    return _get_requires_for_build_wheel(config_settings)


get_requires_for_build_editable = get_requires_for_build_wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    _require_rust()
    return _build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    _require_rust()
    return _build_editable(wheel_directory, config_settings, metadata_directory)
