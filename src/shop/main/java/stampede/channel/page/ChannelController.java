package stampede.channel.page;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.channel.Channel;
import stampede.channel.ChannelActs;
import stampede.channel.ChannelDeliveryRepository;
import stampede.channel.ChannelFields;
import stampede.channel.ChannelKind;
import stampede.channel.ChannelRefusal;
import stampede.channel.ChannelRefused;
import stampede.channel.MessageType;
import stampede.channel.Severity;
import stampede.desk.Confirmations;
import stampede.desk.DeskForm;
import stampede.desk.EditConflict;

/** The list of channels, and a page for each. */
@Controller
class ChannelController {

    static final String PATH = "/console/channels";

    /** Fields of one value. */
    private static final List<String> FIELDS = List.of(
            ChannelFields.NAME,
            ChannelFields.KIND,
            ChannelFields.ADDRESS,
            ChannelFields.TOKEN,
            ChannelFields.SECRET,
            ChannelFields.CHANGING,
            ChannelFields.RECIPIENTS,
            ChannelFields.RULES,
            ChannelFields.LANGUAGE,
            ChannelFields.QUIET_FROM,
            ChannelFields.QUIET_UNTIL);

    /** They leave the browser, and never come back to it. */
    private static final List<String> SECRETS = List.of(ChannelFields.TOKEN, ChannelFields.SECRET);

    private final ChannelActs acts;
    private final ChannelDeliveryRepository deliveries;
    private final Confirmations confirmations;

    ChannelController(ChannelActs acts, ChannelDeliveryRepository deliveries, Confirmations confirmations) {
        this.acts = acts;
        this.deliveries = deliveries;
        this.confirmations = confirmations;
    }

    /** All of them; {@code done} says what was just done. */
    @Needs(Duty.ADMIN)
    @GetMapping(PATH)
    ModelAndView list(@RequestParam Optional<Done> done) {
        var page = new ModelAndView("channels/channels")
                .addObject("channels", acts.all())
                .addObject("kinds", ChannelKind.values());
        done.ifPresent(act -> page.addObject("done", act));
        return page;
    }

    /** The form of a new one. */
    @Needs(Duty.ADMIN)
    @GetMapping(PATH + "/new")
    ModelAndView blank(@RequestParam(defaultValue = "DINGTALK") ChannelKind kind) {
        return blank(DeskForm.of(
                Map.of(
                        ChannelFields.KIND,
                        kind.name(),
                        ChannelFields.LANGUAGE,
                        "zh",
                        ChannelFields.SEVERITIES,
                        Severity.URGENT + "," + Severity.WARNING),
                0));
    }

    @Needs(Duty.ADMIN)
    @PostMapping(PATH)
    ModelAndView add(@CurrentAccount SignedIn operator, HttpServletRequest request) {
        var form = form(request);
        try {
            var added = acts.add(operator, fields(form));
            return new ModelAndView("redirect:" + PATH + "/" + added.id() + "?done=" + Done.ADDED);
        } catch (ChannelRefused refused) {
            return refused(blank(form), form, refused);
        }
    }

    /** {@code tested} is the message of a test that was just sent. */
    @Needs(Duty.ADMIN)
    @GetMapping(PATH + "/{channel}")
    ModelAndView show(
            @PathVariable String channel,
            @RequestParam Optional<Done> done,
            @RequestParam(defaultValue = "") String tested) {
        var found = find(channel);
        var page = page(found, DeskForm.of(ChannelFields.of(found), found.version()));
        done.ifPresent(act -> page.addObject("done", act));
        if (!tested.isEmpty()) {
            deliveries.of(List.of(tested), 10).stream()
                    .filter(delivery -> delivery.channelId() == found.id())
                    .forEach(delivery -> page.addObject("tested", delivery));
        }
        return page;
    }

    /** Whoever saw another version is shown both: 409. */
    @Needs(Duty.ADMIN)
    @PostMapping(PATH + "/{channel}")
    ModelAndView save(@CurrentAccount SignedIn operator, @PathVariable String channel, HttpServletRequest request) {
        var found = find(channel);
        var form = form(request);
        try {
            var saved = acts.change(operator, found.id(), form.version(), fields(form));
            return done(found, saved.version() == form.version() ? Done.UNCHANGED : Done.SAVED);
        } catch (ChannelRefused refused) {
            if (refused.reason() == ChannelRefusal.CHANNEL_CHANGED) {
                var now = find(channel);
                throw new EditConflict(
                        PATH + "/" + now.id(),
                        "channel.field",
                        withoutSecrets(form),
                        ChannelFields.of(now),
                        now.version());
            }
            return refused(page(found, form), form, refused);
        }
    }

    /** Sends a message that says that it is a test, and shows what was answered. */
    @Needs(Duty.ADMIN)
    @PostMapping(PATH + "/{channel}/test")
    ModelAndView test(@CurrentAccount SignedIn operator, @PathVariable String channel) {
        var found = find(channel);
        try {
            var test = acts.test(operator, found.id());
            return new ModelAndView("redirect:" + PATH + "/" + found.id() + "?tested=" + test.messageId() + "#tested");
        } catch (ChannelRefused refused) {
            var page = page(found, DeskForm.of(ChannelFields.of(found), found.version()))
                    .addObject("refused", refused.reason());
            page.setStatus(refused.reason().status());
            return page;
        }
    }

    @Needs(Duty.ADMIN)
    @PostMapping(PATH + "/{channel}/pause")
    ModelAndView pause(@CurrentAccount SignedIn operator, @PathVariable String channel) {
        var found = find(channel);
        acts.pause(operator, found.id());
        return done(found, Done.PAUSED);
    }

    @Needs(Duty.ADMIN)
    @PostMapping(PATH + "/{channel}/resume")
    ModelAndView resume(@CurrentAccount SignedIn operator, @PathVariable String channel) {
        var found = find(channel);
        acts.resume(operator, found.id());
        return done(found, Done.RESUMED);
    }

    @Needs(Duty.ADMIN)
    @GetMapping(PATH + "/{channel}/removal")
    ModelAndView askRemoval(@CurrentAccount SignedIn operator, @PathVariable String channel) {
        var found = find(channel);
        return confirmations
                .ask(question(operator, found))
                .addObject("subject", found.terms().name());
    }

    @Needs(Duty.ADMIN)
    @PostMapping(PATH + "/{channel}/removal")
    ModelAndView remove(@CurrentAccount SignedIn operator, @PathVariable String channel, HttpServletRequest request) {
        var found = find(channel);
        var answer = confirmations.read(question(operator, found), request);
        if (answer.again().isPresent()) {
            return answer.again().get().addObject("subject", found.terms().name());
        }
        acts.remove(operator, found.id(), answer.reason());
        return new ModelAndView("redirect:" + PATH + "?done=" + Done.REMOVED);
    }

    private static Confirmations.Question question(SignedIn operator, Channel channel) {
        var page = PATH + "/" + channel.id();
        return new Confirmations.Question(
                operator.who() + " CHANNEL_REMOVED " + channel.subject() + " " + channel.version(),
                page + "/removal",
                page,
                "channel.removal",
                List.of(),
                "");
    }

    private static DeskForm form(HttpServletRequest request) {
        var form = DeskForm.of(request, FIELDS);
        var values = new HashMap<>(form.values());
        values.put(ChannelFields.SEVERITIES, together(request, ChannelFields.SEVERITIES));
        values.put(ChannelFields.TYPES, together(request, ChannelFields.TYPES));
        return new DeskForm(values, form.version(), form.errors());
    }

    private static String together(HttpServletRequest request, String field) {
        var given = request.getParameterValues(field);
        return given == null ? "" : String.join(",", given);
    }

    private static DeskForm withoutSecrets(DeskForm form) {
        var values = new HashMap<>(form.values());
        SECRETS.forEach(values::remove);
        return new DeskForm(values, form.version(), form.errors());
    }

    private static ChannelFields fields(DeskForm form) {
        return new ChannelFields(
                form.value(ChannelFields.NAME),
                form.value(ChannelFields.KIND),
                form.value(ChannelFields.ADDRESS),
                form.value(ChannelFields.TOKEN),
                form.value(ChannelFields.SECRET),
                !form.value(ChannelFields.CHANGING).isEmpty(),
                form.value(ChannelFields.RECIPIENTS),
                split(form.value(ChannelFields.SEVERITIES)),
                form.value(ChannelFields.RULES),
                split(form.value(ChannelFields.TYPES)),
                form.value(ChannelFields.LANGUAGE),
                form.value(ChannelFields.QUIET_FROM),
                form.value(ChannelFields.QUIET_UNTIL));
    }

    private static Set<String> split(String text) {
        return Arrays.stream(text.split(",")).filter(one -> !one.isEmpty()).collect(Collectors.toUnmodifiableSet());
    }

    private static ModelAndView blank(DeskForm form) {
        var kind = Arrays.stream(ChannelKind.values())
                .filter(one -> one.name().equals(form.value(ChannelFields.KIND)))
                .findFirst()
                .orElse(ChannelKind.WEBHOOK);
        return new ModelAndView("channels/channel-new").addObject("kind", kind).addAllObjects(model(form));
    }

    private ModelAndView page(Channel channel, DeskForm form) {
        return new ModelAndView("channels/channel")
                .addObject("channel", channel)
                .addObject("kind", channel.terms().kind())
                .addAllObjects(model(form))
                .addObject("deliveries", deliveries.newest(channel.terms().name(), 10));
    }

    private static Map<String, Object> model(DeskForm form) {
        return Map.of(
                "form",
                form,
                "allSeverities",
                Severity.values(),
                "severities",
                split(form.value(ChannelFields.SEVERITIES)),
                "allTypes",
                MessageType.values(),
                "types",
                split(form.value(ChannelFields.TYPES)));
    }

    private static ModelAndView refused(ModelAndView page, DeskForm form, ChannelRefused refused) {
        form.errors()
                .reject(
                        refused.field().isEmpty() ? ChannelFields.NAME : refused.field(),
                        refused.reason().messageKey() + ".text");
        page.setStatus(refused.reason().status());
        return page;
    }

    private static ModelAndView done(Channel channel, Done done) {
        return new ModelAndView("redirect:" + PATH + "/" + channel.id() + "?done=" + done);
    }

    /** What is no number is no channel either. */
    private Channel find(String id) {
        if (!id.matches("[1-9]\\d{0,17}")) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        try {
            return acts.find(Long.parseLong(id));
        } catch (ChannelRefused gone) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, gone.getMessage(), gone);
        }
    }

    /** What was just done; its messages are {@code channel.done.NAME}. */
    enum Done {
        ADDED,
        SAVED,
        UNCHANGED,
        PAUSED,
        RESUMED,
        REMOVED
    }
}
