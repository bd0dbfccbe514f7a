"""A Celery client that evaluates what it reads, one JSON string a line, and answers what came out."""

import faulthandler
import gc
import json
import os
import socket
import sys
import threading

from celery import Celery, chain, chord, group, signature
from celery.result import AsyncResult, GroupResult
from kombu import Queue

app = Celery("client", broker=os.environ["BROKER"], backend=os.environ["BACKEND"])
app.conf.update(task_default_queue=os.environ["JAVA_QUEUE"], task_queues=[Queue(os.environ["JAVA_QUEUE"]), Queue(os.environ["PYTHON_QUEUE"])],
                broker_connection_timeout=5, result_extended=False, control_queue_exclusive=True, event_queue_exclusive=True)


def java(name, /, *args, **kwargs):
    """A task that Java runs."""
    return app.signature(name, args=args, kwargs=kwargs).set(queue=os.environ["JAVA_QUEUE"])


def python(name, /, *args, **kwargs):
    """A task that Celery's own worker runs."""
    return app.signature(name, args=args, kwargs=kwargs).set(queue=os.environ["PYTHON_QUEUE"])


def raw(body, **headers):
    """Publishes a message without any help of Celery's client."""
    with app.producer_pool.acquire(block=True) as producer:
        producer.publish(body, headers=headers, routing_key=os.environ["JAVA_QUEUE"], serializer="json", exchange="")
    return headers.get("id")


def result(id):
    return AsyncResult(id, app=app)


EVENTS = []


def listen():
    """Collects the events of all workers from now on."""
    ready = threading.Event()

    def capture():
        with app.connection() as connection:
            receiver = app.events.Receiver(connection, handlers={"*": EVENTS.append})
            with receiver.consumer_context() as (listening, _, _):
                ready.set()
                while True:
                    try:
                        listening.drain_events(timeout=1)
                    except (TimeoutError, socket.timeout):
                        pass

    threading.Thread(target=capture, daemon=True).start()
    return ready.wait(10)


def told(id):
    """The events about one task, in the order they came."""
    return [event["type"] for event in list(EVENTS) if event.get("uuid") == id]


# Celery's results unsubscribe when they are collected. If that happens while the same thread subscribes, it waits for the lock of redis-py
# (5 and 6) that it holds itself, for ever. So they are collected only in between.
gc.disable()

print(json.dumps({"value": "ready"}), flush=True)
for line in sys.stdin:
    # No expression here takes so long. Whoever waits for the answer sees the end of this process, and its log where it stood.
    faulthandler.dump_traceback_later(120, exit=True)
    try:
        answer = {"value": eval(json.loads(line))}
    except BaseException as raised:
        answer = {"raised": type(raised).__name__, "message": str(raised)}
    faulthandler.cancel_dump_traceback_later()
    print(json.dumps(answer, default=str), flush=True)
    gc.collect()
