"""A Celery client that evaluates what it reads, one JSON string a line, and answers what came out."""

import faulthandler
import gc
import json
import os
import socket
import sys
import threading
import time
import zlib

import amqp
from celery import Celery, chain, chord, group, signature, uuid, version_info
from celery.result import AsyncResult, GroupResult
from celery.signals import before_task_publish
from kombu import Exchange, Queue

app = Celery("client", broker=os.environ["BROKER"], backend=os.environ["BACKEND"])
app.conf.update(task_default_queue=os.environ["JAVA_QUEUE"], task_queues=[Queue(os.environ["JAVA_QUEUE"]), Queue(os.environ["PYTHON_QUEUE"])],
                broker_connection_timeout=5, result_extended=False, control_queue_exclusive=True, event_queue_exclusive=True)

late_name = os.environ["LATE_QUEUE"]
late_queue = Queue(late_name, Exchange(late_name, type="topic"), routing_key=late_name, queue_arguments={"x-queue-type": "quorum"})
late_app = Celery("late", broker=os.environ["BROKER"], backend=os.environ["BACKEND"])
late_app.conf.update(task_default_queue=late_name, task_queues=[late_queue], broker_connection_timeout=5)


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


def raw_to(exchange, key, body, **headers):
    """The same, by another way."""
    with app.connection_for_write() as connection:
        channel = connection.default_channel
        message = amqp.Message(json.dumps(body), application_headers=headers, content_type="application/json", content_encoding="utf-8")
        channel.confirm_select()
        channel.basic_publish_confirm(message, exchange=exchange, routing_key=key)
    return headers.get("id")


def delays_are_declared():
    """Whether somebody has declared what delays at the broker need."""
    with app.connection_for_write() as connection:
        try:
            for exchange in ("celery_delayed_27", "celery_delayed_delivery", late_name):
                connection.default_channel.exchange_declare(exchange, "topic", passive=True)
        except amqp.NotFound:
            return False
    return True


def late(name, seconds, /, *args):
    """Has Java run a task that the broker delays as it does for quorum queues, and answers the result, how long that took, and by which exchange it went."""
    went_by = []
    note = lambda exchange=None, **_: went_by.append(getattr(exchange, "name", exchange))
    before_task_publish.connect(note, weak=False)
    start = time.time()
    try:
        if version_info[:2] >= (5, 5):
            # What Celery's workers do when they start: the broker refuses it if Java has declared it differently.
            from kombu.transport import native_delayed_delivery as native
            with late_app.connection_for_write() as connection:
                native.declare_native_delayed_delivery_exchanges_and_queues(connection, "quorum")
                native.bind_queue_to_native_delayed_delivery_exchange(connection, late_queue)
            id = late_app.signature(name, args=args).apply_async(countdown=seconds).id
        else:
            # Before 5.5 Celery cannot: this is what it sends since.
            went_by.append("celery_delayed_27")
            id = raw_to(went_by[0], ".".join(f"{seconds:028b}") + "." + late_name, [args, {}, None], id=uuid(), task=name)
    finally:
        before_task_publish.disconnect(note)
    value = result(id).get(timeout=60)
    return [value, result(id).date_done.timestamp() - start, went_by]


def put(body, headers, **properties):
    """Publishes bytes with whatever headers and properties, as other clients than Celery's do."""
    with app.connection_for_write() as connection:
        channel = connection.default_channel
        message = amqp.Message(body, application_headers=headers, **properties)
        channel.basic_publish(message, exchange="", routing_key=os.environ["JAVA_QUEUE"])
    return True


def deep(levels):
    """Tables within tables."""
    sys.setrecursionlimit(20000)
    table = {}
    for level in range(levels):
        table = {"n": table}
    return table


# More than the engine unpacks. Made once, for it takes longer than to send thousands of messages.
BOMB = zlib.compress(b"0" * (17 << 20))


def kinds(mark):
    """Garbage of every kind, with a mark by which it is found again: bytes, headers, properties."""
    good = b"[[1, 1], {}, null]"
    known = {"id": mark, "task": "java.add"}
    unknown = {"id": mark, "task": "nobody.knows"}
    text = mark.encode()
    return [
        (b"nonsense " + text, {}, {}),
        (b"", unknown, {}),
        (b"null", known, {}),
        (json.dumps({"a": mark}).encode(), known, {}),
        (json.dumps([mark, 5, 7]).encode(), known, {}),
        (b"[" * 5000, known, {}),
        (b"[[" + b"9" * 4000 + b", 1], {}, null]", known, {}),
        (b"\xff\xfe" + text, known, {}),
        ("[[1, 1], {}, \"é\"]".encode("latin-1"), known, {"content_type": "application/json; charset=latin-1"}),
        (text, dict(known, compression="application/x-gzip"), {}),
        (BOMB, dict(known, compression="application/x-gzip"), {}),
        (b"\x80\x04" + text, known, {"content_type": "application/x-python-serialize"}),
        (good, unknown, {}),
        (good, {"id": {"m": mark}, "task": ["java.add"]}, {}),
        (good, {"id": int(mark.rsplit("-", 1)[-1]), "task": "nobody.knows", "mark": mark}, {}),
        (good, dict(unknown, long="x" * 60000), {}),
        (good, dict(unknown, sent_ms=1763890000123, least=-(1 << 62)), {}),
        (good, dict(known, deep=deep(300)), {}),
        (good, dict(known, eta="tomorrow"), {}),
        (good, unknown, {"delivery_mode": 1, "priority": 200, "expiration": "600000", "reply_to": "x"}),
        (json.dumps([[mark], {}, None]).encode(), known, {}),
    ]


def garbage(first, count, mark):
    """So many messages of all kinds in turn, with numbers from the first on."""
    with app.connection_for_write() as connection:
        channel = connection.default_channel
        for number in range(first, first + count):
            each = kinds("%s-%d" % (mark, number))
            body, headers, properties = each[number % len(each)]
            message = amqp.Message(body, application_headers=headers, **properties)
            channel.basic_publish(message, exchange="", routing_key=os.environ["JAVA_QUEUE"])
    return count


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
