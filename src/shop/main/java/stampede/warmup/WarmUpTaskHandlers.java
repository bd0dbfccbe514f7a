package stampede.warmup;

import stampede.task.Remember;
import stampede.task.Task;
import stampede.task.TaskHandlers;

/** Takes what nodes publish while they warm up. */
@TaskHandlers
class WarmUpTaskHandlers {

    static final String TASK = "warm-up.nothing";

    /** Does nothing; who was away for a minute does not even that. */
    @Task(name = TASK, queue = "stock", remember = Remember.FAILURES, expires = "1m")
    void doNothing(WarmUpMessage message) {}
}
