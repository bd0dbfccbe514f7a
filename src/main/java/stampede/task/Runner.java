package stampede.task;

import java.util.List;

/** Runs tasks of one queue and says how each ended, in the order given. */
interface Runner {

    List<Ending> run(List<Arrival> arrivals);
}
