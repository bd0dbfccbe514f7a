package stampede.task;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** When a failed attempt is tried again. Without it: after 10, 30 and 60 seconds. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Retry {

    /** The wait before each further attempt, such as {@code 10s}; their number is the number of retries. */
    String[] delays() default {"10s", "30s", "60s"};

    /** By which random share each wait may differ, from 0 to 1, so that what failed together is not tried together. */
    double jitter() default 0;
}
