package stampede.alert.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.alert.Alert;
import stampede.alert.AlertRefusal;
import stampede.alert.Alerts;
import stampede.desk.CsvDownload;
import stampede.desk.ListView;
import stampede.listing.ListQuery;
import stampede.listing.ListSpec;
import stampede.refusal.RefusalException;
import stampede.site.ShopTimes;

/** What is wrong now, and what was. */
@Controller
class AlertController {

    private static final ListSpec LIST = Alerts.list("/console/alerts");

    private static final List<String> HEADER = List.of(
            "number",
            "rule",
            "subject",
            "severity",
            "state",
            "value",
            "since",
            "fired",
            "resolved",
            "seconds",
            "told",
            "acknowledged by");

    private final Alerts alerts;
    private final CsvDownload download;
    private final ShopTimes times;

    AlertController(Alerts alerts, CsvDownload download, ShopTimes times) {
        this.alerts = alerts;
        this.download = download;
        this.times = times;
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/alerts")
    String list(HttpServletRequest request, Model model) {
        var query = query(request);
        model.addAttribute("list", new ListView<>(query, alerts.page(query)));
        return "alert/alerts";
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/alerts.csv")
    void csv(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = query(request);
        download.send(
                response,
                LIST.name(),
                HEADER,
                (most, line) -> alerts.forEach(query, most, alert -> line.accept(cells(alert))));
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/alerts/{id}")
    String one(@PathVariable long id, @RequestParam Optional<String> done, Model model) {
        var alert = alerts.find(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        model.addAttribute("alert", alert);
        model.addAttribute("earlier", alerts.earlier(alert));
        model.addAttribute("silences", alerts.silencesOf(alert));
        model.addAttribute("acts", alerts.acts(alert));
        model.addAttribute("deliveries", alerts.deliveries(alert));
        model.addAttribute("done", done.filter(List.of("ACKNOWLEDGED", "NOTED", "OVER", "WORDS")::contains));
        return "alert/alert";
    }

    @Needs(Duty.RUN)
    @PostMapping("/console/alerts/{id}/acknowledgement")
    String acknowledge(@PathVariable long id, @CurrentAccount SignedIn operator) {
        try {
            alerts.acknowledge(operator, id);
            return "redirect:/console/alerts/" + id + "?done=ACKNOWLEDGED";
        } catch (RefusalException refused) {
            return refused(id, refused);
        }
    }

    @Needs(Duty.RUN)
    @PostMapping("/console/alerts/{id}/notes")
    String note(
            @PathVariable long id, @RequestParam(defaultValue = "") String words, @CurrentAccount SignedIn operator) {
        try {
            alerts.note(operator, id, words);
            return "redirect:/console/alerts/" + id + "?done=NOTED";
        } catch (RefusalException refused) {
            return refused(id, refused);
        }
    }

    private static String refused(long id, RefusalException refused) {
        if (refused.reason() == AlertRefusal.NO_SUCH_ALERT) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        return "redirect:/console/alerts/" + id + "?done="
                + (refused.reason() == AlertRefusal.ALERT_OVER ? "OVER" : "WORDS");
    }

    private ListQuery query(HttpServletRequest request) {
        return ListQuery.of(LIST, request.getParameterMap(), times.zone());
    }

    private Object[] cells(Alert alert) {
        return new Object[] {
            alert.id(),
            alert.rule().id(),
            alert.subject(),
            alert.severity(),
            alert.state(),
            alert.shown(),
            times.at(alert.startedAt()).toOffsetDateTime(),
            alert.firedAt()
                    .map(at -> times.at(at).toOffsetDateTime().toString())
                    .orElse(""),
            alert.resolvedAt()
                    .map(at -> times.at(at).toOffsetDateTime().toString())
                    .orElse(""),
            alert.length(times.now()).toSeconds(),
            alert.told().times(),
            alert.ackedBy().orElse("")
        };
    }
}
