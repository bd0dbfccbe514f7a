package stampede.api.ops;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.alert.Alert;
import stampede.alert.AlertRefusal;
import stampede.alert.AlertRule;
import stampede.alert.AlertSilence;
import stampede.alert.AlertState;
import stampede.alert.Alerts;
import stampede.api.ListAnswer;
import stampede.api.ListParameters;
import stampede.channel.Severity;
import stampede.listing.ListSpec;
import stampede.refusal.RefusalException;

/** What is wrong, who looks after it, and of what nobody is told. */
@RestController
@Tag(name = "Operations")
class OpsAlertApi {

    private static final ListSpec LIST = Alerts.list("/api/ops/alerts");

    private final Alerts alerts;
    private final ListParameters parameters;

    OpsAlertApi(Alerts alerts, ListParameters parameters) {
        this.alerts = alerts;
        this.parameters = parameters;
    }

    @Operation(summary = "Alerts, newest first, as the console's page (operators)")
    @Parameter(in = ParameterIn.QUERY, name = "state", description = "PENDING, FIRING or RESOLVED", example = "FIRING")
    @Parameter(in = ParameterIn.QUERY, name = "severity", description = "URGENT or WARNING", example = "URGENT")
    @Parameter(in = ParameterIn.QUERY, name = "rule", description = "Such as DRIFT", example = "DRIFT")
    @Parameter(in = ParameterIn.QUERY, name = "subject", description = "What it begins with", example = "offer:")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "from",
            description = "Began then or later, in the shop's time",
            example = "2026-11-23T20:00")
    @Parameter(in = ParameterIn.QUERY, name = "to", description = "Began before", example = "2026-11-24T00:00")
    @Parameter(in = ParameterIn.QUERY, name = "size", description = "50, 100 or 200", example = "50")
    @Parameter(in = ParameterIn.QUERY, name = "after", description = "The member after of the page before")
    @Parameter(in = ParameterIn.QUERY, name = "before", description = "The member before of the page after")
    @Needs(Duty.SEE)
    @GetMapping("/api/ops/alerts")
    ListAnswer<AlertView> alerts(
            @CurrentAccount SignedIn account, @Parameter(hidden = true) HttpServletRequest request) {
        return ListAnswer.of(alerts.page(parameters.read(LIST, request)), AlertView::of);
    }

    @Operation(summary = "One alert (operators)")
    @Needs(Duty.SEE)
    @GetMapping("/api/ops/alerts/{alert}")
    AlertView alert(@CurrentAccount SignedIn account, @PathVariable long alert) {
        return view(alert);
    }

    @Operation(summary = "Say that somebody looks after it, so that it is not told again (operators)")
    @ApiResponse(responseCode = "200", description = "Somebody does, now or since before")
    @ApiResponse(responseCode = "409", description = "ALERT_OVER: it is good again")
    @Needs(Duty.RUN)
    @PostMapping("/api/ops/alerts/{alert}/acknowledgement")
    AlertView acknowledge(@CurrentAccount SignedIn account, @PathVariable long alert) {
        alerts.acknowledge(account, alert);
        return view(alert);
    }

    @Operation(summary = "The newest hundred silences (operators)")
    @Needs(Duty.SEE)
    @GetMapping("/api/ops/alerts/silences")
    List<SilenceView> silences(@CurrentAccount SignedIn account) {
        return alerts.silences().stream().map(SilenceView::of).toList();
    }

    @Operation(summary = "Keep people from being told of some alerts for a while (operators)")
    @ApiResponse(responseCode = "201", description = "Nobody is told of them until it ends")
    @ApiResponse(responseCode = "422", description = "BAD_SILENCE: it says nothing, or of a rule that there is not")
    @Needs(Duty.RUN)
    @PostMapping("/api/ops/alerts/silences")
    @ResponseStatus(HttpStatus.CREATED)
    SilenceView silence(@CurrentAccount SignedIn account, @Valid @RequestBody NewSilence wanted) {
        var id = alerts.silence(account, wanted.which(), Duration.ofMinutes(wanted.minutes()), wanted.reason());
        return silenceView(id);
    }

    @Operation(summary = "End a silence before its time (operators)")
    @ApiResponse(responseCode = "200", description = "It is over")
    @ApiResponse(responseCode = "409", description = "SILENCE_OVER: it was already")
    @Needs(Duty.RUN)
    @PostMapping("/api/ops/alerts/silences/{silence}/end")
    SilenceView end(@CurrentAccount SignedIn account, @PathVariable long silence) {
        alerts.endSilence(account, silence);
        return silenceView(silence);
    }

    private AlertView view(long id) {
        return alerts.find(id).map(AlertView::of).orElseThrow(() -> new RefusalException(AlertRefusal.NO_SUCH_ALERT));
    }

    private SilenceView silenceView(long id) {
        return alerts.silence(id)
                .map(SilenceView::of)
                .orElseThrow(() -> new RefusalException(AlertRefusal.NO_SUCH_SILENCE));
    }

    /**
     * An alert.
     *
     * @param id its number
     * @param rule what found it
     * @param subject what it is about; empty if the rule is about one thing only
     * @param value the last that was measured
     * @param since when it began to be bad
     * @param firedAt when it had been bad for long enough
     * @param resolvedAt when it had been good for long enough
     * @param told how often people were told
     * @param acknowledgedBy who looks after it
     */
    @Schema(name = "Alert")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record AlertView(
            @Schema(example = "42") String id,
            @Schema(example = "drift") String rule,
            @Schema(example = "offer:708540021337000001") String subject,
            Severity severity,
            AlertState state,
            @Schema(example = "2") double value,
            Instant since,
            Optional<Instant> firedAt,
            Optional<Instant> resolvedAt,
            @Schema(example = "1") int told,
            @Schema(example = "operator:3") Optional<String> acknowledgedBy) {

        static AlertView of(Alert alert) {
            return new AlertView(
                    Long.toString(alert.id()),
                    alert.rule().id(),
                    alert.subject(),
                    alert.severity(),
                    alert.state(),
                    alert.value(),
                    alert.startedAt(),
                    alert.firedAt(),
                    alert.resolvedAt(),
                    alert.told().times(),
                    alert.ackedBy());
        }
    }

    /**
     * A silence that is asked for; at least one of rule, subject and severity.
     *
     * @param rule of this rule
     * @param subject about exactly this
     * @param severity of this severity
     * @param minutes how long, 5 to 1440
     * @param reason 5 to 200 characters
     */
    @Schema(name = "NewSilence")
    record NewSilence(
            @Nullable @Schema(example = "drift") String rule,

            @Nullable @Size(max = 160) @Schema(example = "offer:708540021337000001")
            String subject,

            @Nullable Severity severity,

            @NotNull @Min(5) @Max(1440) @Schema(example = "60")
            Integer minutes,

            @NotBlank @Size(min = 5, max = 200) @Schema(example = "We are mending it")
            String reason) {

        AlertSilence.Which which() {
            var named = Optional.ofNullable(rule)
                    .map(name -> AlertRule.of(name).orElseThrow(() -> new RefusalException(AlertRefusal.BAD_SILENCE)));
            return new AlertSilence.Which(named, subject == null ? "" : subject.strip(), Optional.ofNullable(severity));
        }
    }

    /**
     * A silence.
     *
     * @param id its number
     * @param rule of this rule; none: of any
     * @param subject about exactly this; empty: about anything
     * @param severity of this severity; none: of any
     * @param from since when
     * @param until when it ends, or ended
     * @param reason in the words of who made it
     * @param who made it
     * @param endedBy who ended it before its time
     */
    @Schema(name = "Silence")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record SilenceView(
            @Schema(example = "7") String id,
            @Schema(example = "drift") Optional<String> rule,
            @Schema(example = "offer:708540021337000001") String subject,
            Optional<Severity> severity,
            Instant from,
            Instant until,
            @Schema(example = "We are mending it") String reason,
            @Schema(example = "operator:3") String who,
            @Schema(example = "operator:4") Optional<String> endedBy) {

        static SilenceView of(AlertSilence silence) {
            return new SilenceView(
                    Long.toString(silence.id()),
                    silence.which().rule().map(AlertRule::id),
                    silence.which().subject(),
                    silence.which().severity(),
                    silence.from(),
                    silence.until(),
                    silence.reason(),
                    silence.who(),
                    silence.endedBy());
        }
    }
}
