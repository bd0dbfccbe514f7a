package stampede.pulse;

import stampede.task.Beat;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** What happens to figures in the background: they are kept, and forgotten. */
@TaskHandlers
class PulseTaskHandlers {

    private final MinuteKeeper minutes;

    PulseTaskHandlers(MinuteKeeper minutes) {
        this.minutes = minutes;
    }

    @Beat(name = "pulse.keep", every = "1m", overlap = false)
    void keep(Tick tick) {
        minutes.keep();
    }

    /** Once a night, when nobody waits for the rows. */
    @Beat(name = "pulse.forget", cron = "0 50 4 * * *", zone = "${stampede.catalog.zone:Asia/Shanghai}")
    void forget(Tick tick) {
        minutes.forget();
    }
}
