package stampede.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.springframework.core.io.ClassPathResource;
import stampede.account.AccountId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductDetails;
import stampede.money.Money;
import tools.jackson.databind.json.JsonMapper;

/**
 * A product of the demonstration.
 *
 * @param nameZh its Chinese name
 * @param nameEn its English name
 * @param picture its picture's path
 * @param listPriceFen its usual price
 * @param english what it is
 * @param chinese the same
 */
record DemoProduct(String nameZh, String nameEn, String picture, long listPriceFen, String english, String chinese) {

    /** Those of {@code products.json}. */
    static final List<DemoProduct> ALL = read();

    private static List<DemoProduct> read() {
        try (var file = new ClassPathResource("products.json", DemoProduct.class).getInputStream()) {
            return List.of(new JsonMapper().readValue(file, DemoProduct[].class));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    OfferPublishing.NewProduct of(AccountId seller) {
        var details = new ProductDetails(
                nameZh, nameEn, "<p>" + chinese + "</p>", "<p>" + english + "</p>", new Money(listPriceFen), "");
        return new OfferPublishing.NewProduct(seller, details, picture);
    }
}
