"""Stands for the worker of tenure: answers as it does, and ends in the middle of a job where the API is called so."""

import json
import os
import signal
import sys
from pathlib import Path

TABLES = {
    "apis": {"api": "text", "as_of": "date", "releases": "integer", "is_partial": "boolean"},
    "releases": {"api": "text", "position": "integer", "release": "text"},
    "errors": {"api": "text", "message": "text", "source": "text", "line": "integer", "column": "integer"},
}


def answer(job: dict) -> dict:
    api, releases = job["id"], job["releases"]
    if api == "dies" or (api == "dies-once" and not Path(sys.argv[1]).exists()):
        Path(sys.argv[1]).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if api == "half":
        print('{"id": "half", "tables"', end="", flush=True)
        sys.exit(3)
    if api == "broken":
        return {"id": api, "error": {"message": "Not YAML.", "source": "a.yaml", "line": 2}}
    rows = [{"api": api, "position": number, "release": row["version"]} for number, row in enumerate(releases)]
    apis = {"api": api, "as_of": job["asOf"], "releases": len(rows), "is_partial": False}
    return {"id": api, "tables": {"apis": [apis], "releases": rows, "errors": []}}


print(json.dumps({"tenure": "0.1.0", "format": int(os.environ.get("FORMAT", "1")), "tables": TABLES}), flush=True)
for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
