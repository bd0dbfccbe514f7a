package stampede.api.draft;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * What an operator decides about a draft.
 *
 * @param version the draft's, as it was looked at
 * @param words what its seller should change, 5 to 200 characters; none with an approval
 */
@Schema(name = "DraftDecision")
record DraftDecisionRequest(
        @NotNull @PositiveOrZero @Schema(example = "1") Long version,

        @Size(max = 200) @Schema(example = "The price looks wrong") @Nullable
        String words) {}
