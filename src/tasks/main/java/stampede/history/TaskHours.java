package stampede.history;

import java.time.Instant;
import java.util.List;

/**
 * How tasks ended, by the hour and for more than a year, from figures that workers write about once a minute. What a worker saw in the
 * minute in which it was killed is missing.
 */
public interface TaskHours {

    /** Attempts from this number on are counted together. */
    int MOST_TRIES = 20;

    /** What tasks are counted under whose names are too many for one node and minute. */
    String OTHER = "(other)";

    /**
     * Added up over the hours that begin in a time.
     *
     * @param from the first hour
     * @param until the first hour that does not belong to it
     * @return by task, outcome and attempt
     */
    List<TaskHour> between(Instant from, Instant until);
}
