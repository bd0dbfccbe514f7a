package stampede.api;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Arrays;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** What each reason means: where the {@code type} of a problem leads to. */
@RestController
@Tag(name = "Problems")
class ProblemApi {

    private final Problems problems;

    ProblemApi(Problems problems) {
        this.problems = problems;
    }

    /** All reasons there are. */
    @Operation(summary = "All reasons for which the shop says no")
    @GetMapping("/problems")
    List<Explanation> problems() {
        return Arrays.stream(Reason.values()).map(this::explain).toList();
    }

    @Operation(summary = "What a reason means")
    @GetMapping("/problems/{reason}")
    Explanation problem(@PathVariable String reason) {
        return Arrays.stream(Reason.values())
                .filter(known -> known.path().equals(reason))
                .findFirst()
                .map(this::explain)
                .orElseThrow(() -> new Refused(Reason.NOT_FOUND));
    }

    private Explanation explain(Reason reason) {
        return new Explanation(
                reason, reason.status().value(), problems.text(reason, "title"), problems.text(reason, "detail"));
    }

    /**
     * A reason in words.
     *
     * @param reason its name
     * @param status the status it is answered with
     * @param title what it is
     * @param detail what to do now
     */
    record Explanation(Reason reason, int status, String title, String detail) {}
}
