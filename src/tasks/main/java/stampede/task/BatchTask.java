package stampede.task;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that runs many tasks of one kind together: {@code Outcomes method(List<Job<Payload>> batch)}. A batch is what
 * has arrived within the linger, up to the greatest size. If the method throws, the batch is halved until the bad item
 * stands alone; that one is retried or set aside, the others are done.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface BatchTask {

    /** The name on the wire; see {@link Task#name()}. */
    String name();

    /** The queue it waits in, which it has to itself. */
    String queue();

    /** How many jobs one call gets at most, but for the rest of a message that carries many ({@link Tasks#publishTogether}). */
    int maxSize() default 200;

    /** How long to wait for more jobs once one is there, such as {@code 5ms}. */
    String linger() default "5ms";

    /**
     * How long one call may take, such as {@code 30s}; its thread is interrupted then, and written off if it has not ended two seconds
     * later; the batch has failed then as if the method had thrown, so it is halved. Empty: what {@code stampede.task.time-limit} says; {@code none}: no limit.
     */
    String timeLimit() default "";

    /** After what time it is interrupted so that it can tidy up before its {@link #timeLimit}. Empty: no such limit. */
    String softTimeLimit() default "";

    /** What the history keeps of it. */
    Remember remember() default Remember.EVERYTHING;

    /** The version of the payload, to be raised when its components change; see {@link Upcast}. */
    int version() default 1;

    /**
     * Whether the engine opens a transaction around each call. If the method throws, everything is rolled back; bad items are found by
     * trying halves that are rolled back in any case; all others are then committed in one transaction.
     */
    boolean transaction() default false;
}
