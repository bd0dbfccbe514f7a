package stampede.api.product;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import stampede.api.problem.LongestBody;
import stampede.money.Money;
import stampede.product.ProductFields;

/**
 * What is written about a product; what is missing is empty.
 *
 * @param nameZh its Chinese name; one of the two names is enough
 * @param nameEn its English name
 * @param descriptionZh text or simple HTML; what is not harmless is taken out
 * @param descriptionEn the same in English
 * @param listPriceFen the usual price of one unit, in fen
 * @param sku the seller's own key, unique among theirs
 * @param category its path by names in either language, or its id; empty for none
 * @param seller for operators: whose it is; empty is the shop, missing leaves it as it is
 */
@LongestBody(64 * 1024)
@Schema(name = "ProductRequest")
record ProductRequest(
        @Schema(example = "青瓷茶壶") @Nullable String nameZh,
        @Schema(example = "Celadon teapot") @Nullable String nameEn,

        @Schema(example = "<p>手工拉坯，断水利落。</p>") @Nullable String descriptionZh,

        @Schema(example = "<p>Thrown by hand. Does not drip.</p>") @Nullable
        String descriptionEn,

        @Schema(example = "12990") @NotNull @Min(1) @Max(1_000_000_000)
        Long listPriceFen,

        @Schema(example = "TP-1") @Nullable String sku,
        @Schema(example = "茶具/茶壶") @Nullable String category,
        @Schema(example = "teapots") @Nullable String seller) {

    /** As forms and files write it. */
    Map<String, String> fields(String sellerNow) {
        var fields = new HashMap<String, String>();
        fields.put(ProductFields.NAME_ZH, text(nameZh));
        fields.put(ProductFields.NAME_EN, text(nameEn));
        fields.put(ProductFields.DESCRIPTION_ZH, text(descriptionZh));
        fields.put(ProductFields.DESCRIPTION_EN, text(descriptionEn));
        fields.put(ProductFields.LIST_PRICE, new Money(listPriceFen).yuan());
        fields.put(ProductFields.SKU, text(sku));
        fields.put(ProductFields.CATEGORY, text(category));
        fields.put(ProductFields.SELLER, Objects.requireNonNullElse(seller, sellerNow));
        return fields;
    }

    private static String text(@Nullable String given) {
        return Objects.requireNonNullElse(given, "");
    }
}
