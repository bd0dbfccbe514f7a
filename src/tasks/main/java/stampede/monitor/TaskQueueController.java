package stampede.monitor;

import java.security.Principal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import stampede.monitor.MonitorAudit.Change;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;
import stampede.task.spi.QueueNames;

/** The queues: what waits in them, who takes from them, and how much. */
@Controller
@RequestMapping(MonitorProperties.PATH)
class TaskQueueController {

    /** The key of the words for that. */
    static final String NO_SUCH_QUEUE = "refused.404.queue";

    private static final int MOST = 1000;

    private final TaskQueues queues;
    private final MonitorAudit audit;
    private final MonitorProperties properties;

    TaskQueueController(TaskQueues queues, MonitorAudit audit, MonitorProperties properties) {
        this.queues = queues;
        this.audit = audit;
        this.properties = properties;
    }

    @GetMapping("/queues")
    String queues(Model model) {
        model.addAttribute("queues", queues.list());
        model.addAttribute("brokerAway", queues.isBrokerAway());
        return MonitorView.template("queues");
    }

    /**
     * One queue; {@code done} is what was just done to it, {@code removed} how many messages that took. One that only another system's
     * workers serve is among what waits there.
     */
    @GetMapping("/queues/one")
    String queue(
            @RequestParam String queue,
            @RequestParam Optional<Deed> done,
            @RequestParam Optional<Long> removed,
            Model model) {
        var found = queues.find(queue);
        if (found.isEmpty() && QueueNames.isForeign(queue)) {
            return properties.redirect("/waiting");
        }
        model.addAttribute("queue", found.orElseThrow(TaskQueueController::unknown));
        done.ifPresent(deed -> model.addAttribute("done", deed));
        model.addAttribute("removed", removed.orElse(0L));
        return MonitorView.template("queue");
    }

    /** Asks whether it is meant; a page of its own, so that it works without scripts. */
    @GetMapping("/queues/purge")
    String askToPurge(@RequestParam String queue, Model model) {
        model.addAttribute("queue", known(queue));
        return MonitorView.template("purge");
    }

    @PostMapping("/queues/pause")
    String pause(@RequestParam String queue, @Nullable Principal who, RedirectAttributes redirect) {
        var change = new Change(said(known(queue).paused()), said(true));
        audit.run(who, "QUEUE_PAUSED", "queue:" + queue, change, () -> queues.pause(queue));
        return page(queue, Deed.PAUSED, redirect);
    }

    @PostMapping("/queues/resume")
    String resume(@RequestParam String queue, @Nullable Principal who, RedirectAttributes redirect) {
        var change = new Change(said(known(queue).paused()), said(false));
        audit.run(who, "QUEUE_RESUMED", "queue:" + queue, change, () -> queues.resume(queue));
        return page(queue, Deed.RESUMED, redirect);
    }

    /** An empty field means: as the settings say. */
    @PostMapping("/queues/scale")
    String scale(
            @RequestParam String queue,
            @RequestParam @Nullable Integer concurrency,
            @RequestParam @Nullable Integer prefetch,
            @Nullable Principal who,
            RedirectAttributes redirect) {
        var before = known(queue);
        if (!fits(concurrency) || !fits(prefetch)) {
            return page(queue, Deed.NOT_SCALED, redirect);
        }
        audit.run(
                who,
                "QUEUE_SCALED",
                "queue:" + queue,
                new Change(
                        scale(before.concurrency(), before.prefetch()),
                        scale(Optional.ofNullable(concurrency), Optional.ofNullable(prefetch))),
                () -> queues.scale(queue, Optional.ofNullable(concurrency), Optional.ofNullable(prefetch)));
        return page(queue, Deed.SCALED, redirect);
    }

    @PostMapping("/queues/purge")
    String purge(@RequestParam String queue, @Nullable Principal who, RedirectAttributes redirect) {
        known(queue);
        try {
            redirect.addAttribute(
                    "removed",
                    audit.runCounting(who, "QUEUE_PURGED", "queue:" + queue, queue, () -> queues.purge(queue)));
            return page(queue, Deed.PURGED, redirect);
        } catch (IllegalStateException away) {
            return page(queue, Deed.BROKER_AWAY, redirect);
        }
    }

    private TaskQueue known(String queue) {
        return queues.find(queue).orElseThrow(TaskQueueController::unknown);
    }

    private static ResponseStatusException unknown() {
        return new ResponseStatusException(HttpStatus.NOT_FOUND, NO_SUCH_QUEUE);
    }

    private static boolean fits(@Nullable Integer number) {
        return number == null || (number >= 1 && number <= MOST);
    }

    private static String said(boolean paused) {
        return paused ? "paused" : "running";
    }

    private static String scale(Optional<Integer> concurrency, Optional<Integer> prefetch) {
        return "concurrency %s, prefetch %s".formatted(said(concurrency), said(prefetch));
    }

    private static String said(Optional<Integer> number) {
        return number.map(Object::toString).orElse("as the settings say");
    }

    private String page(String queue, Deed done, RedirectAttributes redirect) {
        redirect.addAttribute("queue", queue).addAttribute("done", done);
        return properties.redirect("/queues/one");
    }

    /** What an operator did to a queue, or could not do. */
    enum Deed {
        PAUSED,
        RESUMED,
        SCALED,
        PURGED,
        NOT_SCALED,
        BROKER_AWAY;

        public boolean isNo() {
            return this == NOT_SCALED || this == BROKER_AWAY;
        }
    }
}
