package stampede.task;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that runs by the calendar, once per tick in the whole cluster: {@code void method(Tick tick)}. Every beat node
 * ticks; a unique row for schedule and tick lets one of them win, and the tick then travels as a task. No leader.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Beat {

    /** The name of the schedule and of its task on the wire. */
    String name();

    /** Six fields as in Spring: second, minute, hour, day of month, month, day of week. Placeholders are resolved. */
    String cron();

    /** The zone the calendar is read in. Placeholders are resolved. */
    String zone() default "Asia/Shanghai";

    /** What to do about ticks that passed while no node was up. */
    Misfire misfire() default Misfire.FIRE_ONCE;

    /** The queue its ticks wait in. */
    String queue() default "beat";

    enum Misfire {
        /** One tick makes up for all that were missed. */
        FIRE_ONCE,
        /** What was missed is gone. */
        SKIP
    }
}
