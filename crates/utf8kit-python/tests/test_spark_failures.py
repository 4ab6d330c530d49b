"""`utf8kit.spark` on a cluster that loses an executor and repeats a task that fails: each row comes out once."""

import os
import signal
import time
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")

from cluster import Cluster
from faults import check_each_row_comes_out_once

# A cluster takes seconds to start, and its processes cannot run under AddressSanitizer.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")]


@pytest.fixture(scope="module")
def session(java):
    with Cluster(2, **{"spark.task.maxFailures": "4"}) as session:
        yield session


def end_executor() -> None:
    """Ends the Java process that this Python process works for."""
    daemon = Path(f"/proc/{os.getppid()}/stat").read_text().rpartition(")")[2].split()
    executor = int(daemon[1])
    assert b"CoarseGrainedExecutorBackend" in Path(f"/proc/{executor}/cmdline").read_bytes()
    os.kill(executor, signal.SIGKILL)
    time.sleep(60)


def fail() -> None:
    raise OSError("the disk is full")


@pytest.mark.parametrize("fault", [fail, end_executor], ids=lambda fault: fault.__name__)
def test_after_a_fault_each_row_comes_out_once(session, tmp_path, fault):
    check_each_row_comes_out_once(session, tmp_path, fault)
