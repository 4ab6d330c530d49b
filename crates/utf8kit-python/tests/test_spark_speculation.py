"""`utf8kit.spark` where a task is slow, so that Spark starts it on another machine, too: each row comes out once."""

import time
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")

from cluster import Cluster
from faults import check_each_row_comes_out_once

# A cluster takes seconds to start, and its processes cannot run under AddressSanitizer.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")]


def until_another(folder):
    """Returns a function that waits until Spark has started a second attempt of the task."""

    def wait() -> None:
        from pyspark import TaskContext

        context = TaskContext.get()
        end = time.monotonic() + 100
        while time.monotonic() < end:
            # Each attempt writes its number, and the first one waits for the second.
            if len(list(Path(folder).glob(f"{context.stageId()}-{context.partitionId()}-*"))) > 1:
                # Spark ends this attempt when the other is done.
                time.sleep(5)
                return
            time.sleep(0.05)
        raise TimeoutError("no second attempt was started")

    return wait


def test_of_a_slow_task_that_is_started_twice_each_row_comes_out_once(java, tmp_path):
    attempts = tmp_path / "attempts"
    attempts.mkdir()

    def attempt() -> None:
        from pyspark import TaskContext

        context = TaskContext.get()
        (attempts / f"{context.stageId()}-{context.partitionId()}-{context.attemptNumber()}").touch()

    options = {
        "spark.speculation": "true",
        "spark.speculation.interval": "100ms",
        "spark.speculation.minTaskRuntime": "100ms",
        "spark.speculation.quantile": "0.5",
        "spark.sql.files.maxPartitionBytes": "16k",
    }
    with Cluster(2, hosts=True, **options) as session:
        check_each_row_comes_out_once(session, tmp_path, until_another(attempts), attempt)
    assert any(path.name.endswith("-1") for path in attempts.iterdir())
