package stampede.task;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A record that says itself which task it is for, so that an application can send it without having the handler: what one application
 * sends another can handle, if both have the same {@code stampede.task.prefix}, broker and database. The queue is made if the broker
 * does not have it yet. The method that takes the record need not repeat anything of this, and may not contradict it. It may take
 * a record of its own: components that one lacks are left out, those that the other lacks are null.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface TaskPayload {

    /** The name of the task on the wire; see {@link Task#name}. */
    String task();

    /** The queue it waits in. */
    String queue() default "default";

    /** The version of this record; see {@link Task#version}. */
    int version() default 1;

    /** When nobody wants it any more; see {@link Task#expires}. */
    String expires() default "";

    /** The key of which there is one task at a time; see {@link Task#unique}. */
    String unique() default "";

    /** How long the key is kept at most; see {@link Task#uniqueFor}. */
    String uniqueFor() default "1h";

    /** What the history keeps of it. */
    Remember remember() default Remember.EVERYTHING;
}
