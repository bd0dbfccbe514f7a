package stampede.task.admin;

/** Is asked before it is set when a task is tried again: a bean of this type says what the application cannot live with. */
@FunctionalInterface
public interface RetryTimesCheck {

    /** Throws, with what the person shall be told, if this task must not be tried again so. */
    void check(String task, RetryTimes times);
}
