package stampede.api.problem;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A kind of body that may be longer than others, because it holds what people write. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface LongestBody {

    /** How many bytes it may have. */
    int value();
}
