package stampede.api.ops;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.api.ActReason;
import stampede.retryadmin.RetryActs;
import stampede.retryadmin.RetryText;
import stampede.task.admin.TaskRetry;

/** When failed tasks are tried again. */
@RestController
@Tag(name = "Operations")
class OpsRetryApi {

    private final RetryActs acts;

    OpsRetryApi(RetryActs acts) {
        this.acts = acts;
    }

    @Operation(summary = "When each task is tried again that failed (operators)")
    @Needs(Duty.SEE)
    @GetMapping("/api/ops/retries")
    List<RetryView> retries(@CurrentAccount SignedIn account) {
        return acts.list().stream().map(this::view).toList();
    }

    @Operation(summary = "When one task is tried again (operators)")
    @Needs(Duty.SEE)
    @GetMapping("/api/ops/retries/{task}")
    RetryView retry(@CurrentAccount SignedIn account, @PathVariable String task) {
        return view(acts.find(task));
    }

    /** Every worker follows within half a second. Attempts that wait already keep their time. */
    @Operation(summary = "Set when a task is tried again (operators)")
    @ApiResponse(responseCode = "200", description = "It is set")
    @ApiResponse(responseCode = "409", description = "RETRIES_CHANGED: somebody else was faster")
    @ApiResponse(responseCode = "422", description = "BAD_RETRIES: what is wrong is in errors")
    @Needs(Duty.RUN)
    @PutMapping("/api/ops/retries/{task}")
    RetryView set(
            @CurrentAccount SignedIn account, @PathVariable String task, @Valid @RequestBody RetryRequest wanted) {
        var times = RetryText.read(
                String.join(" ", wanted.delays()),
                Integer.toString(wanted.jitterPercent()),
                Integer.toString(wanted.lastTries()),
                wanted.lastTryDelay());
        acts.set(account, task, times, wanted.version(), wanted.reason());
        return view(acts.find(task));
    }

    @Operation(summary = "Go back to what its annotation says (operators)")
    @Needs(Duty.RUN)
    @PostMapping("/api/ops/retries/{task}/reset")
    RetryView reset(@CurrentAccount SignedIn account, @PathVariable String task, @Valid @RequestBody ActReason why) {
        acts.reset(account, task, why.reason());
        return view(acts.find(task));
    }

    private RetryView view(TaskRetry retry) {
        var times = acts.times(retry);
        return new RetryView(
                retry.plan().name(),
                retry.set().isPresent(),
                times.delays().stream().map(RetryText::write).toList(),
                (int) Math.round(times.jitter() * 100),
                times.lastTries(),
                RetryText.write(times.lastTryDelay()),
                retry.version(),
                retry.changedAt().orElse(null));
    }

    /**
     * When a task is tried again.
     *
     * @param delays the wait before each further attempt: 0 to 20 of 1s to 24h
     * @param jitterPercent by which share each may be shorter or longer
     * @param lastTries how often it is tried once more after those
     * @param lastTryDelay the wait before each of those
     * @param version as it was read; 0 if nothing is set
     * @param reason for the audit log
     */
    @Schema(name = "RetryRequest")
    record RetryRequest(
            @NotNull @Size(max = 20) @Schema(example = "[\"10s\", \"30s\", \"1m\"]")
            List<@NotBlank @Size(max = 8) String> delays,

            @PositiveOrZero @Max(90) @Schema(example = "20") int jitterPercent,
            @PositiveOrZero @Max(20) @Schema(example = "2") int lastTries,

            @NotBlank @Size(max = 8) @Schema(example = "60s")
            String lastTryDelay,

            @PositiveOrZero @Schema(example = "0") long version,

            @NotBlank @Size(min = 5, max = 200) @Schema(example = "The database is slow tonight")
            String reason) {}

    /**
     * When a task is tried again.
     *
     * @param task its name
     * @param set whether somebody has set it; otherwise it is as its annotation says
     * @param delays the wait before each further attempt
     * @param jitterPercent by which share each may be shorter or longer
     * @param lastTries how often it is tried once more after those
     * @param lastTryDelay the wait before each of those
     * @param version to be sent with a change
     * @param changedAt when it was set
     */
    @Schema(name = "Retry")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record RetryView(
            @Schema(example = "order.place") String task,
            boolean set,
            @Schema(example = "[\"10s\", \"30s\", \"1m\"]") List<String> delays,
            @Schema(example = "20") int jitterPercent,
            @Schema(example = "2") int lastTries,
            @Schema(example = "60s") String lastTryDelay,
            @Schema(example = "1") long version,
            @Nullable Instant changedAt) {}
}
