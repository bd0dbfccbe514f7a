package stampede.task.spi;

import java.util.Set;
import stampede.task.cancel.TaskLifeSequence;
import stampede.task.message.TaskBundle;

/**
 * The headers of a task's message: those of Celery's message protocol 2 that the engine reads, and its own, which begin with {@code
 * x-task-}; a Celery worker ignores these.
 */
public final class TaskHeaders {

    public static final String ID = "id";
    public static final String TASK = "task";
    public static final String RETRIES = "retries";
    public static final String ETA = "eta";
    public static final String EXPIRES = "expires";

    /** Two numbers of seconds, the hard limit and the soft one, or null for what the message leaves to the task. */
    public static final String TIME_LIMIT = "timelimit";

    /** Who sent it first: the engine's prefix and a process. */
    public static final String ORIGIN = "origin";

    /** The programming language of whoever sent it. */
    public static final String LANGUAGE = "lang";

    /** The task that all began with. */
    public static final String ROOT = "root_id";

    /** The task that sent it. */
    public static final String PARENT = "parent_id";

    /** Which task of its id it is, where the sender chose the id: see {@link TaskLifeSequence}. */
    public static final String LIFE = "x-task-life";

    /** Its priority at the broker. */
    public static final String PRIORITY = "x-task-priority";

    /** How often the task was brought back from the dead. */
    public static final String REPLAYS = "x-task-replays";

    /** The version of its payload; 1 if it does not say. */
    public static final String VERSION = "x-task-version";

    /** How often it was put off because a worker is older than its payload, or does not know it at all. */
    public static final String TOO_NEW = "x-task-too-new";

    /** The key that it has for itself until it ends. */
    public static final String UNIQUE = "x-task-unique";

    /** The workflow it belongs to, by its number in the database. */
    public static final String WORKFLOW = "x-task-workflow";

    /** Who ran it, if another system did. */
    public static final String WORKER = "x-task-worker";

    /** The ids of the tasks in a {@link TaskBundle}, in their order; only on a message that carries many. */
    public static final String BUNDLE_IDS = "x-task-ids";

    /** The version of the payloads in a {@link TaskBundle}; absent from messages of older releases. */
    public static final String BUNDLE_VERSION = "x-task-bundle-version";

    /** On a message whose turn within its rate was reserved when it was put off. */
    public static final String ADMITTED = "x-task-admitted";

    /** On a message that came again while it was still running elsewhere, and was put off. */
    public static final String AGAIN = "x-task-again";

    /** Which queue a task came from, without the prefix; read by the dead-letter queue. */
    public static final String QUEUE = "x-task-queue";

    /** What went wrong. */
    public static final String ERROR = "x-task-error";

    /** How many retries such a failure gets; what is beyond them were last tries. */
    public static final String PLANNED = "x-task-planned";

    /** How often a dead task could not be stored. */
    public static final String UNSTORED = "x-task-unstored";

    /** Present if there shall be no further try. */
    public static final String FINAL = "x-task-final";

    /** Written by the broker's client on what it could not read whole. */
    public static final String UNREADABLE = "x-task-unreadable";

    /** Written for the dead-letter queue only. */
    public static final Set<String> ON_THE_WAY_TO_THE_DEAD = Set.of(QUEUE, ERROR, PLANNED, FINAL, UNSTORED);

    private TaskHeaders() {}
}
