"""A cluster of Spark on this machine, for tests and benchmarks: a master, and executors that are processes of their own."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType

import pyspark
from pyspark.sql import SparkSession


class Cluster:
    """A cluster. It uses no network but 127.0.0.1, and leaves no process and no file.

    As a context manager it returns the session.
    """

    def __init__(self, executors: int = 2, **options: str) -> None:
        self.executors = executors
        self.options = options

    def __enter__(self) -> SparkSession:
        self.environment = dict(os.environ)
        self.directory = Path(tempfile.mkdtemp(prefix="utf8kit-spark-"))
        # Workers write to SPARK_HOME/work, so that SPARK_HOME is a directory that can be removed.
        package = Path(pyspark.__file__).parent
        home = self.directory / "home"
        home.mkdir()
        for name in ("bin", "jars"):
            (home / name).symlink_to(package / name)
        os.environ.update(
            SPARK_HOME=str(home),
            SPARK_LOCAL_DIRS=str(self.directory / "local"),
            SPARK_LOCAL_IP="127.0.0.1",
            SPARK_SCALA_VERSION="2.13",
            PYSPARK_PYTHON=sys.executable,
            PYSPARK_DRIVER_PYTHON=sys.executable,
        )
        options = {
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.executor.memory": "1g",
            # Executors find the modules that this process finds.
            "spark.executorEnv.PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            # A task that fails is not repeated.
            "spark.task.maxFailures": "1",
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.sql.warehouse.dir": str(self.directory / "warehouse"),
            "spark.sql.shuffle.partitions": "2",
        }
        builder = SparkSession.builder.appName("utf8kit").master(f"local-cluster[{self.executors},1,1024]")
        for name, value in (options | self.options).items():
            builder = builder.config(name, value)
        try:
            self.session = builder.getOrCreate()
        except BaseException:
            self._restore()
            raise
        self.session.sparkContext.setLogLevel("ERROR")
        return self.session

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        context = type(self.session.sparkContext)
        gateway = context._gateway
        try:
            self.session.stop()
            gateway.shutdown()
            # The Java process ends when its input does.
            gateway.proc.stdin.close()
            gateway.proc.wait(timeout=60)
            context._gateway = context._jvm = None
            end = time.monotonic() + 20
            while self.processes() and time.monotonic() < end:
                time.sleep(0.2)
            left = self.processes()
        finally:
            self._restore()
        if left and error is None:
            raise RuntimeError(f"processes are left over: {left}")

    def _restore(self) -> None:
        os.environ.clear()
        os.environ.update(self.environment)
        shutil.rmtree(self.directory, ignore_errors=True)

    def processes(self) -> dict[int, str]:
        """Returns the processes of the cluster with their arguments: all but this one that name its directory."""
        found = {}
        for process in Path("/proc").glob("[0-9]*"):
            try:
                arguments = (process / "cmdline").read_bytes()
                known = arguments + (process / "environ").read_bytes()
            except OSError:
                continue
            if str(self.directory).encode() in known and int(process.name) != os.getpid():
                found[int(process.name)] = arguments.replace(b"\0", b" ").decode("utf-8", "replace")
        return found
