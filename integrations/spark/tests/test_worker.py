"""Jobs, answers, and the ends of workers, without Spark."""

import io
import json
import sys
import tempfile
import unittest
from pathlib import Path

import tenure_spark
from tenure_spark import TenureError, Worker, WorkerDiedError

FAKE = Path(__file__).with_name("fake_worker.py")
DEFAULTS = {"asOf": "2026-01-01", "policy": "thirteen-months"}


def row(api: str, version: str = "1.0", **columns: object) -> dict:
    return dict.fromkeys((*tenure_spark.REQUIRED, *tenure_spark.OPTIONAL)) | {
        "api": api,
        "version": version,
        "date": "2025-01-01",
        "text": b"openapi: 3.1.0",
        **columns,
    }


class WorkerTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.command = f"{sys.executable} {FAKE} {folder.name}/died"
        self.addCleanup(self.stop)

    def stop(self) -> None:
        if tenure_spark._worker:
            tenure_spark._worker.stop()
            tenure_spark._worker = None

    def facts(self, *rows: dict) -> list[tuple[str, dict]]:
        worker = Worker(self.command)
        worker.stop()
        facts = tenure_spark._audit(rows, self.command, worker.handshake, DEFAULTS)
        return [(table, json.loads(value)) for table, value in facts]

    def test_a_worker_answers_for_each_api(self) -> None:
        self.assertEqual(
            self.facts(row("a", "1.0"), row("a", "2.0"), row("b", "1.0")),
            [
                ("apis", {"api": "a", "as_of": "2026-01-01", "releases": 2, "is_partial": False}),
                ("releases", {"api": "a", "position": 0, "release": "1.0"}),
                ("releases", {"api": "a", "position": 1, "release": "2.0"}),
                ("apis", {"api": "b", "as_of": "2026-01-01", "releases": 1, "is_partial": False}),
                ("releases", {"api": "b", "position": 0, "release": "1.0"}),
            ],
        )

    def test_all_tasks_of_a_process_share_a_worker(self) -> None:
        self.facts(row("a"))
        first = tenure_spark._worker
        self.facts(row("b"))
        self.assertIs(tenure_spark._worker, first)

    def test_an_error_is_one_row(self) -> None:
        error = {"api": "broken", "message": "Not YAML.", "source": "a.yaml", "line": 2}
        self.assertEqual(self.facts(row("broken")), [("errors", error)])

    def test_a_job_whose_worker_dies_is_tried_once_more(self) -> None:
        self.assertEqual([table for table, _ in self.facts(row("dies-once"), row("z"))], ["apis", "releases"] * 2)

    def test_a_worker_that_dies_twice_costs_one_row(self) -> None:
        message = "The worker of tenure ended twice while it read this API (signal 9)."
        first, *others = self.facts(row("dies"), row("z"))
        self.assertEqual(first, ("errors", {"api": "dies", "message": message}))
        self.assertEqual([table for table, _ in others], ["apis", "releases"])

    def test_half_an_answer_is_none(self) -> None:
        worker = Worker(self.command)
        with self.assertRaisesRegex(WorkerDiedError, "exit code 3"):
            worker.ask(io.BytesIO(json.dumps({"id": "half", "releases": []}).encode() + b"\n"))

    def test_a_text_that_is_not_utf_8_costs_one_row(self) -> None:
        message = "The `text` of release `1.0` isn't valid UTF-8."
        first, *others = self.facts(
            row("a", text=b"info: \xff"), row("a", "2.0"), row("b", text=b"\xef\xbb\xbfinfo: {}")
        )
        self.assertEqual(first, ("errors", {"api": "a", "message": message}))
        self.assertEqual({value["api"] for _, value in others}, {"b"})

    def test_a_large_job_is_written_in_parts(self) -> None:
        text = "ü".encode() * (tenure_spark.SPOOLED_BYTES // 2)
        facts = self.facts(*(row("large", f"{number}.0", text=text) for number in range(3)))
        self.assertEqual(facts[0][1]["releases"], 3)

    def test_a_job_has_what_its_rows_say(self) -> None:
        rows = [
            row("a", "1.0", text=None, path="/mnt/a.yaml", owner="team-a", group="public", policy="/mnt/policy.yaml"),
            row("a", "2.0", date=None, path="a.yaml", history="/mnt/history.yaml"),
        ]
        [(api, job)] = [
            (api, json.loads(line.seek(0) or line.read())) for api, line in tenure_spark._jobs(rows, DEFAULTS)
        ]
        self.assertEqual(api, "a")
        self.assertEqual(
            job,
            {
                "id": "a",
                "asOf": "2026-01-01",
                "owner": "team-a",
                "group": "public",
                "policy": "/mnt/policy.yaml",
                "releases": [
                    {"version": "1.0", "date": "2025-01-01", "path": "/mnt/a.yaml"},
                    {"version": "2.0", "text": "openapi: 3.1.0", "name": "a.yaml"},
                ],
            },
        )

    def test_another_format_is_an_error(self) -> None:
        with self.assertRaisesRegex(TenureError, "writes format 2 of the tables. tenure-spark knows format 1"):
            Worker(f"env FORMAT=2 {self.command}")

    def test_another_build_than_the_drivers_is_an_error(self) -> None:
        with self.assertRaisesRegex(TenureError, "isn't the build on the driver, tenure 9.9.9"):
            list(tenure_spark._audit([row("a")], self.command, {"tenure": "9.9.9"}, DEFAULTS))

    def test_a_command_that_is_missing_is_an_error(self) -> None:
        with self.assertRaisesRegex(TenureError, "`/missing/tenure` can't be started on .*: No such file"):
            Worker("/missing/tenure")

    def test_another_program_is_an_error(self) -> None:
        with self.assertRaisesRegex(TenureError, "doesn't answer as tenure does. It wrote b'worker"):
            Worker("echo worker")


if __name__ == "__main__":
    unittest.main()
