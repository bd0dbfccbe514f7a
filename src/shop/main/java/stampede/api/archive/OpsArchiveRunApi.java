package stampede.api.archive;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.api.problem.ApiRefusal;
import stampede.archive.ArchiveFields;
import stampede.archive.ArchiveRefusal;
import stampede.archive.ArchiveRun;
import stampede.archive.ArchiveRuns;
import stampede.listing.ListQuery;
import stampede.listing.ListSpec;
import stampede.refusal.RefusalException;
import stampede.site.ShopTimes;

/** Many dead tasks sent again, so many a second. */
@RestController
@Tag(name = "Operations")
class OpsArchiveRunApi {

    private static final ListSpec LIST = ArchiveFields.ofPrograms("/api/ops/archive");
    private static final int USUAL_PACE = 10;

    private final ArchiveRuns runs;
    private final ShopTimes times;

    OpsArchiveRunApi(ArchiveRuns runs, ShopTimes times) {
        this.runs = runs;
        this.times = times;
    }

    @Operation(
            summary = "Send many dead tasks again, those that are named or all that match a filter (operators)",
            description =
                    "Either ids, at most 1000, or filter with the parameters of the list, newest and expected. If others match"
                            + " than were expected, nothing is done.")
    @ApiResponse(responseCode = "202", description = "It has begun; Location is where it can be watched")
    @ApiResponse(responseCode = "409", description = "NUMBER_MOVED, or ALREADY_DECIDED about each of them")
    @ApiResponse(responseCode = "422", description = "NO_FILTER: neither ids nor a filter say which; or TOO_MANY_TASKS")
    @Needs(Duty.RUN)
    @PostMapping("/api/ops/archive/retries")
    ResponseEntity<ArchiveRunView> begin(@CurrentAccount SignedIn account, @Valid @RequestBody Retries wanted) {
        var run = begin(
                account,
                wanted,
                new ArchiveRuns.Pace(
                        wanted.perSecond() == null ? USUAL_PACE : wanted.perSecond(),
                        wanted.reason().strip()));
        return ResponseEntity.accepted()
                .location(URI.create("/api/ops/archive/runs/" + run.id()))
                .body(ArchiveRunView.of(run, 0));
    }

    private ArchiveRun begin(SignedIn account, Retries wanted, ArchiveRuns.Pace pace) {
        if (wanted.ids() != null) {
            return runs.begin(
                    account, wanted.ids().stream().map(Long::valueOf).distinct().toList(), pace);
        }
        if (wanted.filter() == null || wanted.filter().isEmpty() || wanted.expected() == null) {
            throw new RefusalException(ArchiveRefusal.NO_FILTER);
        }
        return runs.begin(
                account,
                query(wanted.filter()),
                wanted.newest() == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(wanted.newest())),
                Optional.empty(),
                wanted.expected(),
                pace);
    }

    /** A filter of which only a part is understood would choose too many. */
    private ListQuery query(Map<String, String> filter) {
        var query = ListQuery.of(
                LIST,
                filter.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, each -> new String[] {each.getValue()})),
                times.zone());
        if (!query.ignored().isEmpty() || query.values().size() != filter.size()) {
            throw new RefusalException(ApiRefusal.INVALID_REQUEST);
        }
        return query;
    }

    @Operation(summary = "How far a run through the archive is (operators)")
    @Needs(Duty.SEE)
    @GetMapping("/api/ops/archive/runs/{runId}")
    ArchiveRunView run(@CurrentAccount SignedIn account, @PathVariable long runId) {
        return view(runId);
    }

    @Operation(summary = "Stop a run; what had no turn yet stays as it is (operators)")
    @ApiResponse(responseCode = "200", description = "It does not go on, now or since before")
    @Needs(Duty.RUN)
    @PostMapping("/api/ops/archive/runs/{runId}/stop")
    ArchiveRunView stop(@CurrentAccount SignedIn account, @PathVariable long runId) {
        runs.stop(account, runId);
        return view(runId);
    }

    private ArchiveRunView view(long id) {
        var run = runs.find(id);
        return ArchiveRunView.of(run, runs.failedAgain(run));
    }

    /**
     * Which are meant, how fast, and why.
     *
     * @param ids the numbers of those that are meant; absent if all that match are
     * @param filter the parameters of the list and their values
     * @param newest the number of the newest that is meant; absent if all are
     * @param expected how many match
     * @param perSecond 1 to 100; 10 if it is absent
     * @param reason 5 to 200 characters, for the audit log
     */
    @Schema(
            name = "ArchiveRetries",
            example =
                    "{\"filter\":{\"state\":\"UNDECIDED\",\"task\":\"order.place\"},\"newest\":\"4711\",\"expected\":1234,"
                            + "\"perSecond\":10,\"reason\":\"The database is back\"}")
    record Retries(
            @Nullable @Size(min = 1, max = 1000) List<@NotNull @Pattern(regexp = "[1-9]\\d{0,17}") String> ids,

            @Nullable @Size(max = 20) Map<@Size(max = 20) String, @NotNull @Size(max = 100) String> filter,

            @Nullable @Pattern(regexp = "[1-9]\\d{0,17}") String newest,
            @Nullable @PositiveOrZero Long expected,
            @Nullable Integer perSecond,
            @NotNull @Size(min = 5, max = 200) String reason) {}
}
