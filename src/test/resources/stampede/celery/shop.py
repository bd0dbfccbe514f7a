"""Tasks that Celery's own worker runs."""

import os
import time

from celery import Celery

app = Celery("shop", broker=os.environ["BROKER"], backend=os.environ["BACKEND"])
app.conf.task_default_queue = os.environ["PYTHON_QUEUE"]
# RabbitMQ may refuse queues that are neither durable nor exclusive (4.3). Celery knows these two since 5.6.
app.conf.update(control_queue_exclusive=True, event_queue_exclusive=True)


@app.task(name="py.add")
def add(x, y):
    return x + y


@app.task(name="py.total")
def total(numbers):
    return sum(numbers)


@app.task(name="py.greet")
def greet(name, polite=False):
    return {"greeting": "Good day" if polite else "Hello", "name": name}


@app.task(name="py.fail")
def fail(reason):
    raise ValueError(reason)


@app.task(name="py.flaky", bind=True)
def flaky(self, failures):
    if self.request.retries < failures:
        # Not at once: another process would run it before this one has stored RETRY, which then hides the SUCCESS for good.
        raise self.retry(exc=ValueError("not yet"), countdown=0.5)
    return self.request.retries


@app.task(name="py.slow", track_started=True)
def slow(seconds):
    time.sleep(seconds)
    return seconds


@app.task(name="py.nothing")
def nothing():
    return None
