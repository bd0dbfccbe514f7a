"""Sends a trivial task many times, runs it, and tells how many a second: Celery's side of scripts/bench tasks.

    throughput.py TASKS FIGURES      adds its figures to a file

The other side is Throughput.java. This file is also the application that Celery's worker loads; each of its processes keeps a tally
in a file that is mapped into memory, which costs a task less than a microsecond.
"""

import mmap
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

from celery import Celery
from celery.signals import worker_process_init

QUEUE = "throughput"
PROCESSES = 2
PREFETCH = 100
PATIENCE = 60
TALLY = struct.Struct("qdd")

tally = None


class Tally:
    """How many tasks this process ran, when the first and when the last."""

    def __init__(self, path):
        with open(path, "w+b") as file:
            file.truncate(TALLY.size)
            self.memory = mmap.mmap(file.fileno(), TALLY.size)
        self.runs, self.first = 0, 0.0

    def note(self):
        now = time.monotonic()
        if not self.runs:
            self.first = now
        self.runs += 1
        TALLY.pack_into(self.memory, 0, self.runs, self.first, now)


@worker_process_init.connect
def begin(**_):
    global tally
    tally = Tally(pathlib.Path(os.environ["TALLIES"], str(os.getpid())))


def application(**settings):
    app = Celery("throughput", broker=os.environ["BROKER"], set_as_current=False)
    app.conf.update(task_default_queue=QUEUE, task_ignore_result=True, worker_prefetch_multiplier=PREFETCH // PROCESSES, **settings)

    @app.task(name="throughput.add")
    def add(x, y):
        tally.note()
        return x + y

    return app, add


app, _ = application(task_acks_late="ACKS_LATE" in os.environ)


def published(tasks, **settings):
    """Fills the queue from this one process."""
    sender, add = application(**settings)
    with sender.connection_for_write() as connection:
        queue = sender.amqp.queues[QUEUE](connection.default_channel)
        # So that it connects and declares before the clock runs.
        add.delay(0, 0)
        wait_for(lambda: length(queue), 1)
        queue.purge()
        start = time.monotonic()
        for number in range(tasks):
            add.delay(number, 1)
        seconds = time.monotonic() - start
        waiting = wait_for(lambda: length(queue), tasks)
    sender.close()
    if waiting != tasks:
        sys.exit(f"RabbitMQ has {waiting} of {tasks} tasks")
    return tasks / seconds


def length(queue):
    return queue.queue_declare(passive=True).message_count


def executed(tasks, **environment):
    """Starts a worker, which empties the queue."""
    with tempfile.TemporaryDirectory() as directory:
        command = [sys.executable, "-m", "celery", "-A", "throughput", "worker", "-Q", QUEUE, "-P", "prefork", "-c", str(PROCESSES)]
        command += ["--without-gossip", "--without-mingle", "--without-heartbeat", "-l", "WARNING"]
        settings = {**os.environ, **environment, "TALLIES": directory, "C_FORCE_ROOT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        worker = subprocess.Popen(command, cwd=pathlib.Path(__file__).parent, env=settings)
        try:
            ran = wait_for(lambda: sum(runs for runs, _, _ in tallies(directory)), tasks, worker)
        finally:
            end(worker)
        if ran != tasks:
            sys.exit(f"Celery's worker ran {ran} of {tasks} tasks in {PATIENCE} s: measure fewer, or look whether the machine is busy")
        counted = [each for each in tallies(directory) if each[0]]
        return tasks / (max(last for _, _, last in counted) - min(first for _, first, _ in counted))


def tallies(directory):
    return [TALLY.unpack(file.read_bytes()) for file in pathlib.Path(directory).iterdir() if file.stat().st_size == TALLY.size]


def wait_for(count, wanted, process=None):
    """Answers the last count: the wanted one, unless it did not come in time."""
    deadline = time.monotonic() + PATIENCE
    while (counted := count()) < wanted and time.monotonic() < deadline:
        if process and process.poll() is not None:
            sys.exit(f"Celery's worker ended by itself with {process.returncode}; its reason stands above")
        time.sleep(0.05)
    return counted


def end(worker):
    worker.terminate()
    try:
        worker.wait(15)
    except subprocess.TimeoutExpired:
        worker.kill()


if __name__ == "__main__":
    tasks = int(sys.argv[1])
    figures = {
        "celery.published": published(tasks),
        "celery.executed": executed(tasks),
        "celery.confirmed": published(tasks, broker_transport_options={"confirm_publish": True}),
        "celery.executed.late": executed(tasks, ACKS_LATE="1"),
    }
    with open(sys.argv[2], "a") as file:
        file.writelines(f"{name} {rate:.0f}\n" for name, rate in figures.items())
