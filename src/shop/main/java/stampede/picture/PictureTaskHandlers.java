package stampede.picture;

import stampede.task.Beat;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** What happens to pictures in the background: they are drawn, and go when nobody uses them. */
@TaskHandlers
class PictureTaskHandlers {

    private final PictureRendering rendering;
    private final PictureRetention retention;

    PictureTaskHandlers(PictureRendering rendering, PictureRetention retention) {
        this.rendering = rendering;
        this.retention = retention;
    }

    /** How many run at a time on a node, {@code stampede.task.queues.pictures.concurrency} says: they take memory. */
    @Task(name = "picture.render", queue = "pictures", timeLimit = "10s")
    void render(RenderPicture task) {
        rendering.render(PictureId.of(task.picture()));
    }

    /** Once a night, when nobody waits for the rows. */
    @Beat(name = "picture.forget-unused", cron = "0 40 4 * * *", zone = "${stampede.catalog.zone:Asia/Shanghai}")
    void forgetUnused(Tick tick) {
        retention.forget();
    }
}
