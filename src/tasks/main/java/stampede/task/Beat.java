package stampede.task;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import stampede.task.admin.TaskSchedules;

/**
 * A method that runs by the calendar or at a fixed rate, once per tick in the whole cluster: {@code void method(Tick tick)}.
 * Every beat node ticks; the schedule's row in the database lets one of them win, and the tick then travels as a task. No
 * leader. It says either {@link #cron} or {@link #every}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Beat {

    /** The name of the schedule and of its task on the wire. */
    String name();

    /** How many ticks that were missed are sent at once; those before them are gone. */
    int MOST_AT_ONCE = 100;

    /**
     * Six fields as in Spring: second, minute, hour, day of month, month, day of week. Placeholders are resolved. Where clocks
     * are changed, a time of day that is left out ticks as much later, and one that comes twice ticks the first time.
     */
    String cron() default "";

    /** A fixed rate such as {@code 30s}, at least 100 ms, counted from 1970 in UTC. Placeholders are resolved. */
    String every() default "";

    /** The zone the calendar is read in. Placeholders are resolved. Empty: what {@code stampede.task.zone} says, which is UTC by default. */
    String zone() default "";

    /** What to do about ticks that passed while no node was up, or while the database was away. */
    Misfire misfire() default Misfire.FIRE_ONCE;

    /** The queue its ticks wait in. */
    String queue() default "beat";

    /**
     * Whether a tick is sent while the task of an earlier one has not ended, its retries included. If not, the tick is left out, and so is
     * what {@link TaskSchedules#runNow} asks for. A tick that never ends, because its queue was emptied, holds up others for a day.
     */
    boolean overlap() default true;

    /**
     * How long a run may take, such as {@code 30s}; its thread is interrupted then, and written off if it has not ended two seconds
     * later; see {@link Task#timeLimit}. Empty: what {@code stampede.task.time-limit} says; {@code none}: no limit.
     */
    String timeLimit() default "";

    /** After what time it is interrupted so that it can tidy up before its {@link #timeLimit}. Empty: no such limit. */
    String softTimeLimit() default "";

    /** What the history keeps of it. */
    Remember remember() default Remember.EVERYTHING;

    enum Misfire {
        /** One tick makes up for all that were missed. */
        FIRE_ONCE,
        /** Every tick that was missed is sent, earliest first, up to {@link Beat#MOST_AT_ONCE}. */
        FIRE_ALL,
        /** What was missed by more than 30 seconds is gone. */
        SKIP
    }
}
