package stampede.shipping;

import stampede.task.Beat;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** What happens to parcels by the calendar. */
@TaskHandlers
class ShippingTaskHandlers {

    private final Shipments shipments;

    ShippingTaskHandlers(Shipments shipments) {
        this.shipments = shipments;
    }

    /** Often, so that there is never much to do at once; a turn that was missed is made good by the next. */
    @Beat(
            name = "shipping.finish",
            cron = "0 5/10 * * * *",
            zone = "${stampede.catalog.zone:Asia/Shanghai}",
            misfire = Beat.Misfire.SKIP)
    void finish(Tick tick) {
        shipments.finishDue();
    }
}
