package stampede.task;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of {@link TaskHandlers} that turns the arguments of one version of a task into those of the next: {@code ObjectNode
 * method(ObjectNode kwargs)}. Messages may wait for days, so whoever changes a payload raises its {@code version} and keeps a step
 * for each version before. A step that is missing stops the start.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Upcast {

    /** The name of the task on the wire. */
    String task();

    /** The version it reads; it answers the version after that. Messages that tell no version are of version 1. */
    int from();
}
