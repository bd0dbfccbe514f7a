package stampede.api.problem;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Locale;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import stampede.refusal.RefusalException;
import stampede.refusal.RefusalReason;

/** What each reason means: where the {@code type} of a problem leads to. */
@RestController
@Tag(name = "Problems")
class ProblemApi {

    private final ProblemWriter problems;

    ProblemApi(ProblemWriter problems) {
        this.problems = problems;
    }

    /** All reasons there are. */
    @Operation(summary = "All reasons for which the shop says no")
    @GetMapping("/problems")
    List<Explanation> problems(Locale locale) {
        return ApiRefusal.all().values().stream()
                .map(known -> explain(known, locale))
                .toList();
    }

    @Operation(summary = "What a reason means")
    @GetMapping("/problems/{reason}")
    Explanation problem(@PathVariable String reason, Locale locale) {
        return ApiRefusal.all().values().stream()
                .filter(known -> ProblemWriter.path(known).equals(reason))
                .findFirst()
                .map(known -> explain(known, locale))
                .orElseThrow(() -> new RefusalException(ApiRefusal.NOT_FOUND));
    }

    private Explanation explain(RefusalReason reason, Locale locale) {
        return new Explanation(
                reason, reason.status().value(), problems.title(reason, locale), problems.detail(reason, locale));
    }

    /**
     * A reason in words.
     *
     * @param reason its name
     * @param status the status it is answered with
     * @param title what it is
     * @param detail what to do now
     */
    record Explanation(RefusalReason reason, int status, String title, String detail) {}
}
