package stampede.api.draft;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

/**
 * How many units an offer is to have.
 *
 * @param units in all, not fewer than there are
 * @param reason why, 5 to 200 characters, for the audit log
 */
@Schema(name = "OfferUnitsChange")
record UnitsRequest(
        @NotNull @Min(1) @Max(1_000_000) @Schema(example = "120")
        Integer units,

        @NotNull @Size(max = 200) @Schema(example = "More came in today")
        String reason) {}
