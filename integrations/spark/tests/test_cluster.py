"""A cluster of two executors against `tenure report`. One executor is killed in the middle, and so is one worker.

`TENURE` is the command of tenure, and its worker is next to it.
"""

import datetime
import json
import os
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

import tenure_spark

TENURE = os.environ["TENURE"]
WORKER = TENURE.replace("cli.cjs", "worker.cjs")
FIXTURES = Path(__file__).parents[3] / "fixtures"
LISTED = Path(__file__).with_name("listed_worker.py")
AS_OF = "2026-01-15"
PARTITIONS = 4


def description(api: str, paths: dict[str, bool]) -> str:
    """Returns an API description. The paths say whether they are deprecated."""
    responses = {"200": {"description": "Ä"}}
    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {"title": api, "version": "1"},
            "paths": {path: {"get": {"deprecated": is_old, "responses": responses}} for path, is_old in paths.items()},
        }
    )


def releases_of(api: str, count: int) -> list[tuple[str, str, str]]:
    """Returns versions, dates, and descriptions of an API that deprecates and removes paths."""
    chance = random.Random(api)
    paths = {f"/v1/{name}": False for name in ("loans", "books", "members", "branches", "fines", "holds")}
    releases = []
    for number in range(count):
        day = datetime.date(2024, 1, 10) + datetime.timedelta(days=90 * number)
        releases.append((f"1.{number}", day.isoformat(), description(api, paths)))
        path = chance.choice(sorted(paths))
        if chance.random() < 0.5:
            paths[path] = True
        else:
            del paths[path]
        paths[f"/v1/new-{number}"] = False
    return releases


class Descriptions:
    """The same descriptions as a table for Spark and as a list for `tenure report`."""

    columns = "api string, version string, date date, text string, path string, owner string, group string"

    def __init__(self, folder: Path) -> None:
        self.rows: list[tuple[object, ...]] = []
        self.jobs: list[dict] = []
        for number in range(24):
            self.add(
                f"api-{number:02d}{ {9: '-stuck', 15: '-killed'}.get(number, '') }", 6, folder if number % 2 else None
            )
        self._append("etcd", [(path.stem, "", "", str(path)) for path in sorted((FIXTURES / "etcd").glob("v3*.json"))])
        self._append("invalid", [("1.0", "2025-01-01", "openapi: [", "")])

    def add(self, api: str, count: int, folder: Path | None) -> None:
        releases = []
        for version, date, text in releases_of(api, count):
            path = ""
            if folder:
                path = str(folder / f"{api}-{version}.json")
                Path(path).write_text(text, encoding="utf-8")
            releases.append((version, date, "" if folder else text, path))
        self._append(api, releases)

    def _append(self, api: str, releases: list[tuple[str, str, str, str]]) -> None:
        owner, group = f"team-{api[-1]}", "public"
        job: dict = {"id": api, "asOf": AS_OF, "owner": owner, "group": group, "releases": []}
        for version, date, text, path in releases:
            content = {"path": path} if path else {"text": text}
            job["releases"].append({"version": version, "date": date or None, **content})
            day = datetime.date.fromisoformat(date) if date else None
            self.rows.append((api, version, day, text or None, path or None, owner, group))
        self.jobs.append(job)


def executor_of(pid: int) -> int:
    """Returns the executor that a process descends from."""
    while b"CoarseGrainedExecutorBackend" not in Path(f"/proc/{pid}/cmdline").read_bytes():
        stat = Path(f"/proc/{pid}/stat").read_text()
        pid = int(stat.rpartition(")")[2].split()[1])
    return pid


def wait_for(condition: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.05)


class ClusterTest(unittest.TestCase):
    folder: Path
    spark: SparkSession

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        os.environ.update(
            SPARK_LOCAL_IP="127.0.0.1",
            SPARK_WORKER_DIR=str(cls.folder / "work"),
            PYSPARK_PYTHON=sys.executable,
            TENURE_CACHE="off",
        )
        settings = {
            "spark.ui.enabled": "false",
            "spark.log.level": "ERROR",
            "spark.local.dir": str(cls.folder / "local"),
            "spark.sql.shuffle.partitions": str(PARTITIONS),
        }
        builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("test")
        for name, value in settings.items():
            builder = builder.config(name, value)
        cls.spark = builder.getOrCreate()
        cls.addClassCleanup(cls.spark.stop)

    def facts(self, out: Path, table: str) -> DataFrame:
        return self.spark.read.parquet(str(out / "facts" / table))

    def test_facts_are_those_of_one_machine_after_an_executor_died(self) -> None:
        (self.folder / "descriptions").mkdir()
        descriptions = Descriptions(self.folder / "descriptions")
        table = str(self.folder / "descriptions.parquet")
        shuffled = random.Random(1).sample(descriptions.rows, len(descriptions.rows))
        self.spark.createDataFrame(shuffled, Descriptions.columns).write.parquet(table)
        killed: list[int] = []

        def kill() -> None:
            stuck = self.folder / "stuck"
            wait_for(lambda: stuck.exists() and stuck.read_text())
            killed.append(executor_of(int(stuck.read_text())))
            os.kill(killed[0], signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        summary = tenure_spark.run(
            self.spark,
            self.spark.read.parquet(table),
            str(self.folder / "spark"),
            as_of=AS_OF,
            worker=f"{sys.executable} {LISTED} {self.folder} {WORKER}",
        )
        killer.join()

        # The executor died in the middle: its task was done again, with APIs that it had finished.
        [executor] = killed
        wait_for(lambda: not Path(f"/proc/{executor}").exists(), 10)
        wait_for(lambda: not Path(f"/proc/{(self.folder / 'stuck').read_text()}").exists(), 10)
        jobs = (self.folder / "jobs").read_text().split()
        repeated = sorted({api for api in jobs if jobs.count(api) > 1})
        self.assertIn("api-09-stuck", repeated)
        self.assertIn("api-15-killed", repeated)
        self.assertGreater(len(repeated), 2)
        self.assertEqual(set(jobs), {job["id"] for job in descriptions.jobs})

        self.assertEqual(summary, tenure_spark.Summary(read=25, errors=1))
        self.assertEqual([path.name for path in (self.folder / "spark").iterdir()], ["facts"])
        jobs_file = self.folder / "jobs.ndjson"
        jobs_file.write_text("".join(json.dumps(job) + "\n" for job in descriptions.jobs), encoding="utf-8")
        (self.folder / "tenure.yaml").write_text("apis: [{jobs: jobs.ndjson}]\n", encoding="utf-8")
        report = [*shlex.split(TENURE), "report", "--output", "fleet", "--as-of", AS_OF]
        # One API can't be read.
        self.assertEqual(subprocess.run(report, cwd=self.folder, stdout=subprocess.DEVNULL).returncode, 2)
        # Only a list has events: APIs that join it or leave it.
        for name in sorted({path.name for path in (self.folder / "fleet" / "facts").iterdir()} - {"listings"}):
            of_spark, of_fleet = (self.facts(self.folder / out, name) for out in ("spark", "fleet"))
            self.assertEqual(of_spark.dtypes, of_fleet.dtypes, name)
            rows = sorted(of_spark.collect(), key=repr)
            self.assertEqual(rows, sorted(of_fleet.collect(), key=repr), name)
            self.assertGreater(len(rows), 0, name)

        with self.assertRaisesRegex(tenure_spark.TenureError, "facts` exists"):
            tenure_spark.run(self.spark, self.spark.read.parquet(table), str(self.folder / "spark"))

    def test_a_table_without_a_column_is_an_error(self) -> None:
        table = self.spark.createDataFrame([("a", 1)], "api string, version int")
        with self.assertRaisesRegex(tenure_spark.TenureError, "no column `date`, `text` or `path`"):
            tenure_spark._releases(table)


if __name__ == "__main__":
    unittest.main()
