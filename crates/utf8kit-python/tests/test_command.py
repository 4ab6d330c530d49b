"""The command that the wheel brings: `utf8` and `python -m utf8kit`."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from utf8kit import tables

SCRIPT = Path(sys.executable).with_name("utf8")
COMMANDS = [[sys.executable, "-m", "utf8kit"]] + ([[str(SCRIPT)]] if SCRIPT.exists() else [])


@pytest.fixture(params=COMMANDS, ids=lambda command: Path(command[-1]).name)
def run(request, tmp_path):
    def run(*arguments, **options):
        options.setdefault("cwd", tmp_path)
        return subprocess.run([*request.param, *map(str, arguments)], capture_output=True, check=False, **options)

    return run


@pytest.fixture
def files(tmp_path):
    (tmp_path / "clean.txt").write_bytes("Größe\n".encode())
    (tmp_path / "bad.txt").write_bytes(b"caf\xe9 au lait\n")
    return tmp_path


def test_exit_codes(run, files):
    clean = run("check", "clean.txt")
    assert (clean.returncode, clean.stdout) == (0, b"No findings in 1 file\n")
    bad = run("check", "bad.txt", "clean.txt")
    assert bad.returncode == 1 and bad.stdout.startswith(b"bad.txt:1:4: ill-formed: ")
    missing = run("check", "bad.txt", "missing.txt")
    assert missing.returncode == 2 and b"missing.txt" in missing.stderr
    assert run("check", "--nonsense").returncode == 2
    assert run("--version").stdout.startswith(b"utf8 ")
    assert run().returncode == 2


def test_every_verb_runs(run, files):
    assert run("detect", "bad.txt").returncode == 0
    assert run("count", "-l", "clean.txt").stdout.split()[0] == b"1"
    assert run("convert", "-f", "windows-1252", "bad.txt").stdout == "café au lait\n".encode()
    assert run("inspect", "--text", "é").returncode == 0
    assert run("fix", "--check", "clean.txt").returncode == 0
    assert run("convert", "-f", "windows-1252", input=b"\xe9").stdout == "é".encode()


@pytest.mark.skipif(os.name != "posix", reason="paths are bytes")
def test_arguments_are_bytes(run, tmp_path):
    name = b"caf\xe9.txt"
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))).write_bytes(b"\xff\n")
    done = run("check", os.fsdecode(name))
    assert done.returncode == 1 and done.stdout.startswith(rb"caf\xE9.txt:1:1: ill-formed")


def test_help_names_what_the_wheel_adds(run):
    for arguments in (["check", "--help"], ["check", "-h"], ["help", "check"]):
        done = run(*arguments)
        assert done.returncode == 0 and done.stdout.decode().endswith(tables.HELP)
        assert done.stdout.index(b"Usage: utf8 check") < done.stdout.index(b"--rows")
    assert b"--rows" not in run("detect", "--help").stdout
    assert all(len(line) <= 100 for line in tables.HELP.splitlines())


def test_options_of_the_command_are_known(run):
    """What takes a value and what does not decides which arguments are paths."""
    text = run("check", "--help").stdout.decode().split("Rules that")[0]
    with_value, without = set(), set()
    for short, name, value in re.findall(r"^ +(?:-(\w), )?(--[a-z-]+)( <)?", text, re.MULTILINE):
        (with_value if value else without).add(name)
        if short:
            assert tables._SHORT[short] == name
    assert with_value | {"--piece-size"} == tables._WITH_VALUE
    assert without == tables._WITHOUT_VALUE
    assert set(re.findall(r"^ +-(\w)", text, re.MULTILINE)) == set(tables._SHORT)


@pytest.mark.skipif(os.name != "posix", reason="pipes")
@pytest.mark.parametrize("name", ["bad.csv", "bad.txt"])
def test_a_broken_pipe_is_quiet(tmp_path, name):
    (tmp_path / name).write_bytes(b"a\n" + b"\xff\n" * 200_000)
    command = [*COMMANDS[0], "check", "--rows", "--max-per-file", "0", name]
    if name == "bad.txt":
        command.remove("--rows")
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(60) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="Linux")
def test_an_output_that_is_full_is_an_error(tmp_path):
    (tmp_path / "bad.csv").write_bytes(b"a\n\xff\n")
    with open("/dev/full", "wb") as full:
        command = [*COMMANDS[0], "check", "--rows", "bad.csv"]
        done = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (2, b"utf8: standard output: No space left on device\n")


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("arguments", [["check", "pipe.csv"], ["check", "--rows", "pipe.csv"]])
def test_sigint_ends_it_by_the_signal(tmp_path, arguments):
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)

    def restore():
        # A shell lets what it runs in the background ignore the signal.
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    command = [*COMMANDS[0], *arguments]
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(command, cwd=tmp_path, preexec_fn=restore, **output)
    file = opened(pipe)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == -signal.SIGINT
    assert process.stderr.read() == b""
    os.close(file)


def opened(pipe):
    """Opens a FIFO once the command reads it."""
    for _ in range(600):
        try:
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            time.sleep(0.1)
    raise TimeoutError


def test_the_command_runs_in_a_process_that_goes_on(tmp_path):
    (tmp_path / "bad.txt").write_bytes(b"\xff")
    code = (
        "import utf8kit._utf8kit as u; print([u.run_command(['utf8', 'check', '-q', 'bad.txt']) for _ in range(3)], "
        "u.run_command(['utf8', 'check', '-q', 'missing']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "[1, 1, 1] 2\n"


def test_json_of_texts_is_that_of_the_command(run, files):
    lines = [json.loads(line) for line in run("check", "--format", "json", "bad.txt").stdout.splitlines()]
    assert lines[0]["kind"] == "missing-continuation" and lines[-1]["summary"]["findings"] == 1


def test_there_is_a_script():
    assert shutil.which(str(SCRIPT)) or not SCRIPT.exists()
