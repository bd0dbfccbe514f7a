package stampede.task;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * When a failed attempt is tried again. Without it: after 10, 30 and 60 seconds. It may be repeated for different exceptions:
 * the first that names the exception counts, one that names none counts for all, and what none of them counts for is
 * treated as if there were none.
 */
@Documented
@Repeatable(Retry.Several.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Retry {

    /** The exceptions it is for, with all that extend them; none: every exception. */
    Class<? extends Exception>[] on() default {};

    /**
     * The wait before each further attempt, such as {@code 10s}; their number is the number of retries. Each has a lane at the broker,
     * so a task that waits costs the database nothing.
     */
    String[] delays() default {"10s", "30s", "60s"};

    /** The first of growing waits, in place of {@link #delays}, such as {@code 1s}. They wait in the outbox. Both stop the start. */
    String backoff() default "";

    /** By how much each wait of a backoff is longer than the one before. */
    double factor() default 2;

    /** The longest wait of a backoff. */
    String max() default "10m";

    /** How often a backoff tries again. */
    int attempts() default 5;

    /** By which random share each wait may differ, from 0 to less than 1, so that what failed together is not tried together. */
    double jitter() default 0;

    /** Holds several of them. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface Several {

        Retry[] value();
    }
}
