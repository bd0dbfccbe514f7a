package stampede.api.draft;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import stampede.catalog.SaleWindow;
import stampede.draft.DraftProduct;
import stampede.draft.DraftRefusal;
import stampede.draft.DraftRefused;
import stampede.draft.DraftTerms;
import stampede.money.Money;

/**
 * What an offer is to be.
 *
 * @param productId the product's number; or its seller's key, with the seller's username and a slash before it where several have it
 * @param opensAt when it opens; with {@code closesAt} the window of a slot that there is, or of one of its own
 * @param closesAt when it closes
 * @param priceFen the flash price of one unit, in fen
 * @param units how many there are
 * @param limitPerShopper how many of them one shopper may have
 * @param limitPerAddress how many of them may go to one address; 0 for as many as anybody orders. Left out it is 0, or what the draft has
 */
@Schema(name = "OfferDraft")
record DraftRequest(
        @NotBlank @Size(max = 200) @Schema(example = "708540021337000001")
        String productId,

        @NotNull @Schema(example = "2026-11-24T12:00:00Z") Instant opensAt,
        @NotNull @Schema(example = "2026-11-24T14:00:00Z") Instant closesAt,

        @NotNull @Min(1) @Max(100_000_000) @Schema(example = "1990")
        Long priceFen,

        @NotNull @Min(1) @Max(1_000_000) @Schema(example = "100")
        Integer units,

        @NotNull @Min(1) @Max(100) @Schema(example = "2") Integer limitPerShopper,
        @Nullable @Min(0) @Max(1_000) @Schema(example = "4") Integer limitPerAddress) {

    /**
     * What it says.
     *
     * @param limitUnsaid how many may go to one address if it does not say
     * @throws DraftRefused if it closes before it opens, or long ago
     */
    DraftTerms terms(Function<String, DraftProduct> products, int limitUnsaid) {
        if (!opensAt.isBefore(closesAt) || opensAt.isBefore(Instant.EPOCH) || closesAt.isAfter(FURTHEST)) {
            throw new DraftRefused(DraftRefusal.BAD_WINDOW);
        }
        return new DraftTerms(
                products.apply(productId).id(),
                new SaleWindow(opensAt, closesAt),
                new Money(priceFen),
                units,
                limitPerShopper,
                limitPerAddress == null ? limitUnsaid : limitPerAddress);
    }

    /** Beyond it no column could hold the milliseconds. */
    private static final Instant FURTHEST = Instant.parse("3000-01-01T00:00:00Z");
}
