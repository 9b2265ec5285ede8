"""Runs tenure on Apache Spark: a table of API descriptions in, tables of facts about them out.

Each Python worker of Spark keeps one worker of tenure, a process, and gives it one API at a time.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import itertools
import json
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

#: Version of the tables that this module knows.
TABLES_FORMAT = 1

#: Spark types of the column types that the worker names.
SPARK_TYPES = {"text": "STRING", "integer": "INT", "boolean": "BOOLEAN", "date": "DATE"}

REQUIRED = ("api", "version", "date")
#: Columns that can be missing, as if all their values were null.
OPTIONAL = ("text", "path", "position", "owner", "group", "policy", "history")

#: A job up to this size waits in memory for its worker, a larger one in a temporary file.
SPOOLED_BYTES = 8 * 1024 * 1024
#: Seconds for a worker to end.
PATIENCE = 5

Handshake = Mapping[str, Any]
Row = Mapping[str, Any]


class TenureError(Exception):
    """Reason why an API, or all of them, can't be read."""


class WorkerDiedError(Exception):
    """The end of a worker before its answer was complete."""


def _installed_worker() -> str:
    """Returns the command of the worker that is installed with `tenure`."""
    program = shutil.which("tenure")
    if program is None:
        raise TenureError(
            f"`tenure` isn't installed on {socket.gethostname()}. "
            "Install tenure and Node.js on the driver and on each executor, or name the command with `--worker`."
        )
    return shlex.join(["node", str(Path(program).resolve().with_name("worker.cjs"))])


class Worker:
    """A process of tenure: one job a line in, one answer a line out."""

    def __init__(self, named: str | None) -> None:
        command = named or _installed_worker()
        try:
            # What the worker writes to standard error is in the log of the executor.
            self._process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise TenureError(
                f"`{command}` can't be started on {socket.gethostname()}: {error.strerror}. "
                "Install tenure and Node.js on the driver and on each executor, or name the command with `--worker`."
            ) from error
        self.handshake = self._read_handshake(command)

    def _read_handshake(self, command: str) -> Handshake:
        line = self._output.readline()
        try:
            handshake = json.loads(line)
            found = handshake["format"], dict(handshake["tables"])
        except (ValueError, KeyError, TypeError):
            self.stop()
            raise TenureError(
                f"`{command}` on {socket.gethostname()} doesn't answer as tenure does. It wrote {line[:200]!r}."
            ) from None
        if found[0] != TABLES_FORMAT:
            self.stop()
            raise TenureError(
                f"tenure {handshake.get('tenure')} on {socket.gethostname()} writes format {found[0]} of the tables. "
                f"tenure-spark knows format {TABLES_FORMAT}. Install the same version of both."
            )
        return handshake  # type: ignore[no-any-return]

    @property
    def _input(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _output(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    def ask(self, job: IO[bytes]) -> bytes:
        """Returns the answer to a job, a file that holds one line."""
        try:
            job.seek(0)
            while part := job.read(1024 * 1024):
                self._input.write(part)
            self._input.flush()
        except BrokenPipeError:
            raise WorkerDiedError(self._end()) from None
        answer = self._output.readline()
        if not answer.endswith(b"\n"):
            raise WorkerDiedError(self._end())
        return answer

    def _end(self) -> str:
        self.stop()
        code = self._process.returncode
        return f"signal {-code}" if code < 0 else f"exit code {code}"

    def stop(self) -> None:
        """Ends the input, at which a worker ends. One that doesn't is killed."""
        with contextlib.suppress(BrokenPipeError):
            self._input.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._output.close()

    def kill(self) -> None:
        self._process.kill()
        self.stop()


#: The worker of this process: Spark gives many tasks to one Python worker.
_worker: Worker | None = None


def _ask(command: str | None, expected: Handshake, job: IO[bytes]) -> bytes:
    """Returns the answer of this process's worker. A job whose worker dies is tried once more with a new one."""
    global _worker
    for is_last in (False, True):
        worker, _worker = _worker or _start(command, expected), None
        try:
            answer = worker.ask(job)
        except WorkerDiedError:
            if is_last:
                raise
            continue
        except BaseException:
            # An answer that isn't read would be taken for that of the next job.
            worker.kill()
            raise
        _worker = worker
        return answer
    raise AssertionError


def _start(command: str | None, expected: Handshake) -> Worker:
    worker = Worker(command)
    if worker.handshake != expected:
        worker.stop()
        raise TenureError(
            f"tenure {worker.handshake.get('tenure')} on {socket.gethostname()} isn't the build on the driver, "
            f"tenure {expected.get('tenure')}. Install the same one on all machines."
        )
    return worker


def _jobs(releases: Iterable[Row], defaults: Row) -> Iterator[tuple[str, IO[bytes] | TenureError]]:
    """Writes one line for each API, release by release, so that only one description is in memory.

    The releases of an API follow one another in the order in which they were released.
    """
    for api, group in itertools.groupby(releases, key=lambda row: str(row["api"])):
        with tempfile.SpooledTemporaryFile(max_size=SPOOLED_BYTES) as line:
            try:
                _write_job(line, {"id": api, **defaults}, group)
            except TenureError as error:
                yield api, error
            else:
                yield api, line


def _write_job(line: IO[bytes], job: Row, releases: Iterable[Row]) -> None:
    for number, row in enumerate(releases):
        if number == 0:
            own = {name: row[name] for name in ("owner", "group", "policy", "history") if row[name] is not None}
            line.write(json.dumps({**job, **own})[:-1].encode() + b', "releases": [')
        else:
            line.write(b", ")
        line.write(json.dumps(_release(row), ensure_ascii=False).encode())
    line.write(b"]}\n")


def _release(row: Row) -> dict[str, Any]:
    release = {"version": row["version"], "date": row["date"], "path": row["path"]}
    if row["text"] is not None:
        try:
            # Without a byte order mark, as files are read.
            release["text"] = bytes(row["text"]).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise TenureError(f"The `text` of release `{row['version']}` isn't valid UTF-8.") from None
        # The path of a text is its name in facts.
        release["name"] = release.pop("path")
    return {key: value for key, value in release.items() if value is not None}


def _facts(api: str, answer: bytes) -> Iterator[tuple[str, str]]:
    """Returns the rows of an answer as pairs of a table and JSON."""
    value = json.loads(answer)
    if value.get("id") not in (api, None):
        raise TenureError(f"The worker answered for `{value['id']}` and was asked for `{api}`.")
    if "error" in value:
        yield _error(api, **value["error"])
        return
    for table, rows in value["tables"].items():
        for row in rows:
            yield table, json.dumps(row, ensure_ascii=False)


def _error(api: str, message: str, **place: Any) -> tuple[str, str]:
    return "errors", json.dumps({"api": api, "message": message, **place}, ensure_ascii=False)


def _audit(releases: Iterable[Any], command: str | None, expected: Handshake, defaults: Row) -> Iterator[tuple[str, str]]:
    """Returns what Spark writes for a partition: the facts about its APIs, one API after the other."""
    for api, job in _jobs(releases, defaults):
        if isinstance(job, TenureError):
            yield _error(api, str(job))
            continue
        try:
            answer = _ask(command, expected, job)
        except WorkerDiedError as death:
            yield _error(api, f"The worker of tenure ended twice while it read this API ({death}).")
        else:
            yield from _facts(api, answer)


@dataclass(frozen=True)
class Summary:
    """Number of APIs that were read and that couldn't be read."""

    read: int
    errors: int


def run(
    spark: SparkSession,
    descriptions: DataFrame,
    out: str,
    *,
    policy: str | Mapping[str, Any] | None = None,
    as_of: str | None = None,
    worker: str | None = None,
    partitions: int | None = None,
    overwrite: bool = False,
) -> Summary:
    """Writes the facts about all APIs to `OUT/facts/TABLE`, in Parquet.

    descriptions: one row for each release: `api`, `version`, `date`, and `text` or `path`; optionally `position`,
        `owner`, `group`, `policy`, and `history`.
    policy: name of a preset, path of a policy file, or its content; for APIs without a policy of their own.
    as_of: day to judge by, such as `2026-03-02`; today if it's missing.
    worker: command that starts the worker of tenure on all machines; the one next to `tenure` if it's missing.
    partitions: number of tasks; `spark.sql.shuffle.partitions` if it's missing.
    overwrite: whether earlier facts in the folder are replaced.
    """
    from pyspark.sql import functions

    files = _Files(spark, out)
    if not overwrite and files.exists("facts"):
        raise TenureError(f"`{out}/facts` exists. Choose another folder, or pass `--overwrite`.")
    own = Worker(worker)
    expected = own.handshake
    own.stop()
    # Executors load this module by its name.
    spark.addArtifacts(__file__, pyfile=True)

    defaults: dict[str, Any] = {"asOf": as_of or datetime.date.today().isoformat()}
    if policy is not None:
        defaults["policy"] = policy
    count = partitions or int(str(spark.conf.get("spark.sql.shuffle.partitions")))
    # With a number, Spark doesn't join partitions that are small: rows with paths are small for all their work.
    releases = (
        _releases(descriptions).repartition(count, "api").sortWithinPartitions("api", "position", "date", "version")
    )
    # As an RDD, the rows of a partition stream through Python in batches of at most some megabytes.
    facts = releases.rdd.mapPartitions(lambda rows: _audit(rows, worker, expected, defaults))
    staging = f"staging-{uuid.uuid4().hex}"
    try:
        # Tenure runs once. Rows of lost or repeated tasks aren't committed, and committed ones outlive their executor.
        rows = spark.createDataFrame(facts, "table STRING, row STRING")
        rows.write.partitionBy("table").parquet(files.path(staging))
        rows = spark.read.schema("row STRING, table STRING").parquet(files.path(staging))
        files.delete("facts")
        for table, columns in expected["tables"].items():
            schema = ", ".join(f"`{name}` {SPARK_TYPES[kind]}" for name, kind in columns.items())
            row = functions.from_json("row", schema, {"mode": "FAILFAST"})
            typed = rows.where(functions.col("table") == table).select(row.alias("row")).select("row.*")
            typed.write.parquet(files.path(f"facts/{table}"))
    finally:
        files.delete(staging)
    return Summary(*(spark.read.parquet(files.path(f"facts/{table}")).count() for table in ("apis", "errors")))


def _releases(descriptions: DataFrame) -> DataFrame:
    """Returns the columns that are read, with the types that they are read as."""
    from pyspark.sql import functions

    types = dict(descriptions.dtypes)
    missing = [name for name in REQUIRED if name not in types]
    if "text" not in types and "path" not in types:
        missing.append("text` or `path")
    if missing:
        raise TenureError(f"The table of descriptions has no column {', '.join(f'`{name}`' for name in missing)}.")
    if types["date"] not in ("date", "string"):
        raise TenureError(f"The column `date` has type `{types['date']}`. Cast it to `date`.")

    def column(name: str) -> Column:
        if name not in types:
            return functions.lit(None).cast("string")
        value = functions.col(f"`{name}`")
        return value.cast("binary") if name == "text" else functions.make_valid_utf8(value.cast("string"))

    position = functions.col("position") if "position" in types else functions.lit(0)
    return descriptions.select(
        functions.coalesce(column("api"), functions.lit("")).alias("api"),
        *(column(name).alias(name) for name in (*REQUIRED[1:], *OPTIONAL) if name != "position"),
        position.cast("double").alias("position"),
    )


class _Files:
    """Files below a folder, wherever Spark writes: a disk, HDFS, or an object store."""

    def __init__(self, spark: SparkSession, folder: str) -> None:
        context: Any = spark.sparkContext
        self._path = context._jvm.org.apache.hadoop.fs.Path
        self._folder = folder.rstrip("/")
        self._system = self._path(folder).getFileSystem(context._jsc.hadoopConfiguration())

    def path(self, name: str) -> str:
        return f"{self._folder}/{name}"

    def exists(self, name: str) -> bool:
        return bool(self._system.exists(self._path(self.path(name))))

    def delete(self, name: str) -> None:
        self._system.delete(self._path(self.path(name)), True)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="tenure-spark", description="Writes facts about many APIs with Apache Spark.")
    parser.add_argument("descriptions", help="Parquet table with a row for each release of an API")
    parser.add_argument("out", help="folder for the facts")
    parser.add_argument("--policy", help="preset or policy file, for APIs without a policy of their own")
    parser.add_argument("--as-of", metavar="DAY", help="day to judge by (default: today)")
    parser.add_argument("--worker", help="command of the worker of tenure (default: that next to `tenure`)")
    parser.add_argument("--partitions", type=int, help="number of tasks (default: spark.sql.shuffle.partitions)")
    parser.add_argument("--overwrite", action="store_true", help="replace earlier facts")
    options = vars(parser.parse_args(arguments))

    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("tenure").getOrCreate()
    try:
        summary = run(spark, spark.read.parquet(options.pop("descriptions")), **options)
    except TenureError as error:
        sys.exit(str(error))
    finally:
        spark.stop()
    total = summary.read + summary.errors
    apis = "1 API" if total == 1 else f"{total} APIs"
    errors = "1 error" if summary.errors == 1 else f"{summary.errors} errors"
    print(f"{apis}: {summary.read} read, {errors}. Facts in {options['out']}.")


if __name__ == "__main__":
    # Functions of a script named `__main__` would be copied to executors for each task, with a worker each.
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    import tenure_spark

    tenure_spark.main()
