package stampede.task.spi;

import java.util.Set;

/** What this program's workers know to run, for those who extend the engine. */
public interface KnownTasks {

    /** The names of all tasks, those of schedules among them. */
    Set<String> names();

    /** What is said of a task that nobody here knows; its name follows. */
    String UNKNOWN = "No handler for the task ";
}
