"""A cluster of Spark on this machine, for tests and benchmarks: a master, and executors that are processes of their own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType

import pyspark
from pyspark.sql import SparkSession


class Cluster:
    """A cluster. It uses no network but that of this machine, 127.0.0.0/8, and leaves no process and no file.

    As a context manager it returns the session. With ``hosts``, each executor has an address of its own, as if it was another
    machine: Spark repeats a slow task on another one only.
    """

    def __init__(self, executors: int = 2, hosts: bool = False, **options: str) -> None:
        self.executors = executors
        self.hosts = hosts
        self.options = options
        self.started: list[subprocess.Popen[bytes]] = []

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
        try:
            master = self._start() if self.hosts else f"local-cluster[{self.executors},1,1024]"
            builder = SparkSession.builder.appName("utf8kit").master(master)
            for name, value in (options | self.options).items():
                builder = builder.config(name, value)
            self.session = builder.getOrCreate()
        except BaseException:
            self._end()
            self._restore()
            raise
        self.session.sparkContext.setLogLevel("ERROR")
        return self.session

    def _start(self) -> str:
        """Starts a master and a worker for each executor, and returns the address of the master."""
        # Nobody else gets a port of an address of its own, until the master has it.
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        master = f"spark://127.0.0.1:{port}"
        self._start_one("master.Master", "--host", "127.0.0.1", "--port", str(port))
        end = time.monotonic() + 60
        while socket.socket().connect_ex(("127.0.0.1", port)) != 0 and time.monotonic() < end:
            time.sleep(0.1)
        for number in range(self.executors):
            host, work = f"127.0.0.{number + 2}", str(self.directory / f"work-{number}")
            # Without the variable, the workers take the addresses that they are given.
            self._start_one(
                "worker.Worker", "--host", host, "--cores", "1", "--memory", "1g", "--work-dir", work, master, host=host
            )
        return master

    def _start_one(self, name: str, *arguments: str, host: str = "127.0.0.1") -> None:
        command = [f"{os.environ['SPARK_HOME']}/bin/spark-class", f"org.apache.spark.deploy.{name}"]
        self.started.append(
            subprocess.Popen(
                [*command, *arguments, "--webui-port", "0"],
                env=os.environ | {"SPARK_LOCAL_IP": host},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )

    def _end(self) -> None:
        """Ends the master and the workers, which end their executors."""
        for process in reversed(self.started):
            process.terminate()
            process.wait(timeout=60)
        self.started = []

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
            self._end()
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
