"""Stands between tenure-spark and the worker of tenure: lists the jobs, and makes trouble once.

    python listed_worker.py FOLDER COMMAND…

Where the trouble comes is in the ID of the API: at `…-stuck` the job is never answered, at `…-killed` the worker is
killed.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

folder = Path(sys.argv[1])
worker = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE)
# Whoever reads the answers sees the end of the worker.
os.close(1)


def happens_first(name: str) -> bool:
    """Returns whether this process is the first to come here."""
    try:
        with (folder / name).open("x") as file:
            file.write(str(os.getpid()))
    except FileExistsError:
        return False
    return True


for line in sys.stdin.buffer:
    api = json.loads(line)["id"]
    with (folder / "jobs").open("a") as jobs:
        jobs.write(f"{api}\n")
    if api.endswith("-stuck") and happens_first("stuck"):
        time.sleep(600)
    if api.endswith("-killed") and happens_first("killed"):
        worker.kill()
    try:
        worker.stdin.write(line)
        worker.stdin.flush()
    except BrokenPipeError:
        break
