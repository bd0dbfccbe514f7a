package stampede.demo;

import org.springframework.context.annotation.Profile;
import stampede.task.Beat;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** Fills new slots as the days go by. */
@TaskHandlers
@Profile("demo")
class DemoTaskHandlers {

    private final DemoOffers shop;

    DemoTaskHandlers(DemoOffers shop) {
        this.shop = shop;
    }

    @Beat(name = "demo.fill", cron = "30 */10 * * * *", misfire = Beat.Misfire.SKIP)
    void fill(Tick tick) {
        shop.fill();
    }
}
