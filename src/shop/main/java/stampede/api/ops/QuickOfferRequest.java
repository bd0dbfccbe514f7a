package stampede.api.ops;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A product to be sold from this moment on, or soon.
 *
 * @param name its name
 * @param priceFen the price of one unit, in fen; the list price is the same
 * @param units how many there are
 * @param limitPerShopper how many of them one shopper may have
 * @param limitPerAddress how many of them may go to one address; as many as anybody orders if it is 0 or left out
 * @param opensInSeconds in a slot of its own that opens so much later; at once if left out
 */
@Schema(name = "QuickOffer")
public record QuickOfferRequest(
        @NotBlank @Size(max = 120) String name,
        @NotNull @Min(1) @Max(100_000_000) Long priceFen,
        @NotNull @Min(1) @Max(1_000_000) Integer units,
        @NotNull @Min(1) @Max(100) Integer limitPerShopper,
        @Nullable @Min(0) @Max(1_000) Integer limitPerAddress,
        @Nullable @Min(1) @Max(3_600) Integer opensInSeconds) {

    /** At once, and as many to one address as anybody orders. */
    public QuickOfferRequest(String name, Long priceFen, Integer units, Integer limitPerShopper) {
        this(name, priceFen, units, limitPerShopper, null, null);
    }

    /** 0 if there is no such limit. */
    int addressLimit() {
        return limitPerAddress == null ? 0 : limitPerAddress;
    }
}
