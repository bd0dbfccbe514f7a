"""Tasks that Celery's own worker runs."""

import os
import time

from celery import Celery

app = Celery("shop", broker=os.environ["BROKER"], backend=os.environ["BACKEND"])
app.conf.task_default_queue = os.environ["PYTHON_QUEUE"]
# RabbitMQ may refuse queues that are neither durable nor exclusive (4.3). Celery knows these two since 5.6.
app.conf.update(control_queue_exclusive=True, event_queue_exclusive=True)
if os.environ.get("DELAYS") == "broker":
    # So its worker has the broker keep delays. Celery knows the first since 5.5; before that this is an ordinary queue.
    app.conf.update(task_default_queue_type="quorum", task_default_exchange_type="topic")


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


@app.task(name="py.ways", bind=True)
def ways(self, *before):
    """By which exchanges it came: at first, and again a second later."""
    exchanges = [*before, self.request.delivery_info["exchange"]]
    if len(exchanges) == 1:
        raise self.retry(args=exchanges, countdown=1)
    return exchanges


@app.task(name="py.slow", track_started=True)
def slow(seconds):
    time.sleep(seconds)
    return seconds


@app.task(name="py.nothing")
def nothing():
    return None
