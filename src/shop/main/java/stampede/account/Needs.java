package stampede.account;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a controller's method for operators: the duty without which it is not called. Whoever lacks it is answered 403 with
 * {@link Duty#refusal}. Every method below {@code /console} and {@code /api/ops} has one.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Needs {

    Duty value();
}
