package stampede.catalog.publishing;

import stampede.catalog.cache.SlotCacheWarmUp;
import stampede.task.Beat;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** What the catalogue does by the calendar. */
@TaskHandlers
class CatalogTaskHandlers {

    private final SlotPlanner plan;
    private final SlotCacheWarmUp warmUp;

    CatalogTaskHandlers(SlotPlanner plan, SlotCacheWarmUp warmUp) {
        this.plan = plan;
        this.warmUp = warmUp;
    }

    @Beat(name = "catalog.plan-slots", cron = "0 2 * * * *", zone = "${stampede.catalog.zone:Asia/Shanghai}")
    void planSlots(Tick tick) {
        plan.plan();
    }

    /** Each minute, so that no slot opens cold; a minute that was missed is made good by the next. */
    @Beat(
            name = "catalog.warm-up",
            cron = "0 * * * * *",
            zone = "${stampede.catalog.zone:Asia/Shanghai}",
            misfire = Beat.Misfire.SKIP)
    void warmUp(Tick tick) {
        warmUp.warmNear();
    }
}
