package stampede.monitor;

import static java.util.stream.Collectors.toMap;

import java.security.Principal;
import java.util.List;
import java.util.Map;
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
import stampede.monitor.format.SpokenRate;
import stampede.task.TaskId;
import stampede.task.admin.TaskSchedule;
import stampede.task.admin.TaskSchedules;

/** The periodic tasks; an operator can run one now. */
@Controller
@RequestMapping(MonitorProperties.PATH)
class TaskScheduleController {

    private final TaskSchedules schedules;
    private final MonitorAudit audit;
    private final MonitorProperties properties;

    TaskScheduleController(TaskSchedules schedules, MonitorAudit audit, MonitorProperties properties) {
        this.schedules = schedules;
        this.audit = audit;
        this.properties = properties;
    }

    /** {@code sent} is the task of the tick that was just asked for. */
    @GetMapping("/schedules")
    String schedules(@RequestParam Optional<TaskId> sent, Model model) {
        var all = schedules.list();
        model.addAttribute("schedules", all);
        model.addAttribute("rates", ratesOf(all));
        sent.ifPresent(id -> model.addAttribute("sent", id));
        return MonitorView.template("schedules");
    }

    /** By the schedule's name; those that go by the calendar have none. */
    private static Map<String, SpokenRate> ratesOf(List<TaskSchedule> schedules) {
        return schedules.stream()
                .filter(schedule -> schedule.every().isPresent())
                .collect(toMap(
                        TaskSchedule::name,
                        schedule -> SpokenRate.of(schedule.every().orElseThrow())));
    }

    @PostMapping("/schedules/run")
    String runNow(@RequestParam String schedule, @Nullable Principal who, RedirectAttributes redirect) {
        var ran = audit.run(
                who,
                "SCHEDULE_RUN",
                "schedule:" + schedule,
                "",
                () -> schedules.runNow(schedule).map(id -> {
                    redirect.addAttribute("sent", id);
                    return Change.of("", "task:" + id);
                }));
        if (!ran) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        return properties.redirect("/schedules");
    }
}
