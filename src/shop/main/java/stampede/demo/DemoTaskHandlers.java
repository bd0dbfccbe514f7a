package stampede.demo;

import org.springframework.context.annotation.Profile;
import stampede.task.Beat;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** Fills new slots as the days go by. */
@TaskHandlers
@Profile("demo")
class DemoTaskHandlers {

    private final DemoOffers shop;
    private final DemoData data;

    DemoTaskHandlers(DemoOffers shop, DemoData data) {
        this.shop = shop;
        this.data = data;
    }

    @Beat(name = "demo.fill", cron = "30 */10 * * * *", misfire = Beat.Misfire.SKIP)
    void fill(Tick tick) {
        shop.fill();
    }

    /** What an operator asked for. */
    @Task(name = "demo.make", queue = "demo", timeLimit = "10m")
    void make(MakeDemoData task) {
        data.make(task);
    }
}
