package stampede.api.draft;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

/**
 * What one unit of an offer is to cost.
 *
 * @param priceFen in fen, at most the list price
 * @param reason why, 5 to 200 characters, for the audit log
 */
@Schema(name = "OfferPriceChange")
record PriceRequest(
        @NotNull @Min(1) @Max(100_000_000) @Schema(example = "1890")
        Long priceFen,

        @NotNull @Size(max = 200) @Schema(example = "A typing error")
        String reason) {}
