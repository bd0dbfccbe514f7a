package stampede.task;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that runs one task: {@code void method(Payload payload)} or {@code void method(Payload payload, TaskContext
 * context)}, where the payload is a record. Returning is success and acknowledges the message; throwing starts a retry.
 * It may run more than once for one message, so it must be idempotent. What comes with components that the record does not
 * have runs without them, and only an unknown keyword of Python's is an error; constraints of Jakarta Validation are not
 * looked at.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Task {

    /**
     * The name on the wire, such as {@code order.close-unpaid}; never changed once messages may wait under it. Empty: what the record's
     * {@link TaskPayload} says.
     */
    String name() default "";

    /** The queue it waits in; declared by the engine. Empty: what the record's {@link TaskPayload} says, or else {@code default}. */
    String queue() default "";

    /**
     * How long after it was sent, or after the time it was sent for, it ends as {@link TaskState#EXPIRED} instead of being run or tried
     * again, such as {@code 5m}. Empty: never. {@link SendOption#expires} at a call counts before it, and a step of a workflow does not
     * expire.
     */
    String expires() default "";

    /**
     * The key of which there is one task at a time, as by {@link SendOption#unique}, with components of the payload in braces: {@code
     * cache:{category}}. Empty: any number. A unique key at a call counts before it; steps of workflows have none.
     */
    String unique() default "";

    /** How long the key is kept at most, if the task has not ended before. */
    String uniqueFor() default "1h";

    /**
     * How long one attempt may take, such as {@code 30s}; its thread is interrupted then. An attempt that has not ended two seconds
     * later is given up: it counts as failed with {@link TimeLimitExceeded}, whatever it still does, and its thread is written
     * off. Empty: what {@code stampede.task.time-limit} says; {@code none}: no limit. It must be shorter than the broker's consumer
     * timeout ({@code stampede.task.consumer-timeout}).
     */
    String timeLimit() default "";

    /**
     * After what time an attempt is interrupted so that it can tidy up before its {@link #timeLimit}; if it then fails, it has failed
     * with {@link SoftTimeLimitExceeded}. Empty: no such limit.
     */
    String softTimeLimit() default "";

    /** How often it may begin in the whole cluster, such as {@code 100/s}, {@code 10/m} or {@code 1000/h}. Empty: no limit. */
    String rateLimit() default "";

    /** What the history keeps of it. */
    Remember remember() default Remember.EVERYTHING;

    /** The version of the payload, to be raised when its components change; see {@link Upcast}. */
    int version() default 1;

    /**
     * Whether the engine opens the transaction in which the method runs, and commits the task's id with it. What the method
     * does in that transaction, sending tasks included, then happens once, however often the message is delivered: a
     * delivery after the commit does not run the method, and succeeds with what it returned then.
     */
    boolean once() default false;
}
