"""Processes that run cases, each watched by a thread: a case that hangs or crashes is a finding."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

ROOT = Path(__file__).parents[2]
NICE = 19
PATIENCE = 1.0
"""Seconds in which a process that hangs writes where it is."""
MOST_TOLD = 4000


class Worker:
    """A process in a group of its own; it is started when it is needed, and again when it ended.

    Parameters
    ----------
    seconds
        By the clock; a case that takes longer has hung. The first one of an area may compile.
    megabytes
        How much memory the process may have.
    """

    def __init__(self, seconds: float, megabytes: int) -> None:
        self._seconds = seconds
        self._megabytes = megabytes
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[str] = queue.Queue()
        self._errors = TemporaryFile("w+")  # noqa: SIM115 (closed with the worker)

    def run(self, case: str) -> str | None:
        """Run a case; return its finding, or None."""
        process = self._started()
        assert process.stdin
        with suppress(BrokenPipeError):
            print(case, file=process.stdin, flush=True)
        try:
            answer = self._answers.get(timeout=self._seconds)
        except queue.Empty:
            where = self._place(process)
            self.stop()
            return f"the case takes more than {self._seconds} seconds\n{where}"
        if not answer:
            code = process.wait()
            self.stop()
            return f"the process ended with code {code}\n{self._told()}"
        found: str | None = json.loads(answer)
        return found

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._errors.close()

    def stop(self) -> None:
        """End the process and all that it started."""
        if self._process:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            with suppress(BrokenPipeError):
                assert self._process.stdin
                self._process.stdin.close()
            self._process = None

    def _place(self, process: subprocess.Popen[str]) -> str:
        """Return where a process is: all its threads' stacks."""
        if hasattr(signal, "SIGUSR1"):
            process.send_signal(signal.SIGUSR1)
            time.sleep(PATIENCE)
        return self._told()

    def _told(self) -> str:
        """Return the end of what a process wrote on standard error."""
        self._errors.seek(0)
        return self._errors.read()[-MOST_TOLD:]

    def _started(self) -> subprocess.Popen[str]:
        """Return the process, started if there is none."""
        if self._process is None:
            self._errors.seek(0)
            self._errors.truncate()
            self._answers = queue.Queue()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.fuzz.worker", str(self._megabytes)],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                text=True,
                start_new_session=True,
                # Sets of texts have the same order in every process: a case can be repeated.
                env=os.environ | {"PYTHONHASHSEED": "0"},
            )
            with suppress(AttributeError, PermissionError):
                os.setpriority(os.PRIO_PROCESS, self._process.pid, NICE)
            reader = threading.Thread(target=self._listen, args=(self._process, self._answers))
            reader.daemon = True
            reader.start()
        return self._process

    @staticmethod
    def _listen(process: subprocess.Popen[str], answers: queue.Queue[str]) -> None:
        """Hand on the answers of a process; an empty one at its end."""
        assert process.stdout
        with process.stdout:
            for line in process.stdout:
                answers.put(line)
        answers.put("")


def run_all(
    cases: Iterator[str], workers: list[Worker], report: Callable[[str, str | None], None]
) -> None:
    """Run cases on some workers, until there are no more; report each as it is done."""
    lock = threading.Lock()

    def work(worker: Worker) -> None:
        while True:
            with lock:
                case = next(cases, None)
            if case is None:
                return
            found = worker.run(case)
            with lock:
                report(case, found)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
