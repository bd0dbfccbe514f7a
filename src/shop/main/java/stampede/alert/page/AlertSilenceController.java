package stampede.alert.page;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
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
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.UriComponentsBuilder;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.alert.AlertRefusal;
import stampede.alert.AlertRule;
import stampede.alert.AlertSilence.Which;
import stampede.alert.Alerts;
import stampede.channel.Severity;
import stampede.desk.Confirm;
import stampede.desk.Confirmations;
import stampede.refusal.RefusalException;
import stampede.site.ShopTimes;

/** What people do not want to be told for a while. Each silence is asked about first, with what it hushes now. */
@Controller
class AlertSilenceController {

    private static final String PATH = "/console/alerts/silences";
    private static final List<Integer> HOURS = List.of(1, 2, 4, 8, 24);
    private static final int LONGEST_SUBJECT = 160;

    private final Alerts alerts;
    private final Confirmations confirmations;
    private final ShopTimes times;

    AlertSilenceController(Alerts alerts, Confirmations confirmations, ShopTimes times) {
        this.alerts = alerts;
        this.confirmations = confirmations;
        this.times = times;
    }

    /** Those there are; and what one as described would hush now, if it says anything. */
    @Needs(Duty.SEE)
    @GetMapping(PATH)
    String silences(
            @RequestParam(defaultValue = "") String rule,
            @RequestParam(defaultValue = "") String subject,
            @RequestParam(defaultValue = "") String severity,
            @RequestParam(defaultValue = "1") String hours,
            @RequestParam(defaultValue = "") String done,
            Model model) {
        var wish = Wish.of(rule, subject, severity, hours);
        model.addAttribute("silences", alerts.silences());
        model.addAttribute("now", times.now());
        model.addAttribute("wish", wish);
        model.addAttribute("rules", AlertRule.values());
        model.addAttribute("severities", Severity.values());
        model.addAttribute("hours", HOURS);
        model.addAttribute("covered", wish.which().isNarrow() ? alerts.covered(wish.which()) : List.of());
        model.addAttribute("done", Optional.of(done).filter(List.of("MADE", "ENDED", "OVER")::contains));
        return "alert/silences";
    }

    @Needs(Duty.RUN)
    @GetMapping(PATH + "/new")
    ModelAndView ask(
            @RequestParam(defaultValue = "") String rule,
            @RequestParam(defaultValue = "") String subject,
            @RequestParam(defaultValue = "") String severity,
            @RequestParam(defaultValue = "1") String hours,
            @CurrentAccount SignedIn operator) {
        var wish = Wish.of(rule, subject, severity, hours);
        return wish.which().isNarrow()
                ? named(wish, confirmations.ask(question(operator, wish)))
                : new ModelAndView("redirect:" + PATH);
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH + "/new")
    ModelAndView silence(
            @RequestParam(defaultValue = "") String rule,
            @RequestParam(defaultValue = "") String subject,
            @RequestParam(defaultValue = "") String severity,
            @RequestParam(defaultValue = "1") String hours,
            @CurrentAccount SignedIn operator,
            HttpServletRequest request) {
        var wish = Wish.of(rule, subject, severity, hours);
        if (!wish.which().isNarrow()) {
            return new ModelAndView("redirect:" + PATH);
        }
        var answer = confirmations.read(question(operator, wish), request);
        if (!answer.isYes()) {
            return named(wish, answer.again().orElseThrow());
        }
        alerts.silence(operator, wish.which(), Duration.ofHours(wish.hours()), answer.reason());
        return new ModelAndView("redirect:" + PATH + "?done=MADE");
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{id}/end")
    String end(@PathVariable long id, @CurrentAccount SignedIn operator) {
        try {
            alerts.endSilence(operator, id);
            return "redirect:" + PATH + "?done=ENDED";
        } catch (RefusalException refused) {
            if (refused.reason() == AlertRefusal.NO_SUCH_SILENCE) {
                throw new ResponseStatusException(HttpStatus.NOT_FOUND, "No such silence", refused);
            }
            return "redirect:" + PATH + "?done=OVER";
        }
    }

    /** What it hushes moves while one reads, so the answer does not depend on it. */
    private Confirmations.Question question(SignedIn operator, Wish wish) {
        var words = wish.which().isUrgent() ? "alert.silence-urgent" : "alert.silence-some";
        return new Confirmations.Question(
                operator.who() + " ALERTS_SILENCED " + wish.which() + " " + wish.hours(),
                wish.path(PATH + "/new"),
                wish.path(PATH),
                words,
                List.of(new Confirm.Figure("alert.silence.hours", wish.hours())),
                "",
                List.of(new Confirm.Figure(
                        "alert.silence.now", alerts.covered(wish.which()).size())),
                Optional.empty());
    }

    private static ModelAndView named(Wish wish, ModelAndView page) {
        return page.addObject("subject", wish.which().toString());
    }

    /**
     * A silence as it was asked for. What cannot be read was not said.
     *
     * @param which of which alerts
     * @param hours how long
     */
    record Wish(Which which, int hours) {

        static Wish of(String rule, String subject, String severity, String hours) {
            var about = subject.strip();
            var which = new Which(
                    AlertRule.of(rule),
                    about.length() > LONGEST_SUBJECT ? about.substring(0, LONGEST_SUBJECT) : about,
                    List.of(Severity.values()).stream()
                            .filter(one -> one.name().equals(severity))
                            .findFirst());
            return new Wish(
                    which,
                    HOURS.stream()
                            .filter(one -> one.toString().equals(hours))
                            .findFirst()
                            .orElse(1));
        }

        String path(String path) {
            var address = UriComponentsBuilder.fromPath(path).queryParam("hours", hours);
            which.rule().ifPresent(rule -> address.queryParam("rule", rule.id()));
            which.severity().ifPresent(severity -> address.queryParam("severity", severity));
            if (!which.subject().isEmpty()) {
                address.queryParam("subject", "{subject}");
                return address.encode().buildAndExpand(which.subject()).toUriString();
            }
            return address.toUriString();
        }

        /** For the link to the question. */
        public String ask() {
            return path(PATH + "/new");
        }
    }
}
