package stampede.catalog.publishing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.catalog.Catalog;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductDetails;
import stampede.catalog.ProductId;
import stampede.catalog.ProductState;
import stampede.catalog.Products;
import stampede.catalog.ShownPicture;
import stampede.catalog.TestOffers;
import stampede.money.Money;

/** Products that change under the offers which show them. */
@StampedeTest
class StoredProductsTests {

    private static final Scope ALL = new Scope.All();

    @Autowired
    private Products products;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private Catalog catalog;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private JdbcTemplate jdbc;

    @Test
    void aChangeIsShownByTheOffersOfTheProductAtOnce() {
        var product = add("茶壶", "Teapot", "");
        var slot = TestOffers.runningSlot(publishing);
        var offer = publishing.publish(TestOffers.offer(product, slot, 5, 1));
        var before = catalog.offers(slot).get(0);
        assertThat(before.name(Locale.CHINA)).isEqualTo("茶壶");
        assertThat(before.name(Locale.ENGLISH)).isEqualTo("Teapot");

        in(() -> {
            products.change(product, TestOffers.SELLER, details("", "Kettle", "<p onclick=x>Boils</p>", ""));
            return true;
        });

        var after = catalog.offers(slot).get(0);
        assertThat(after.name(Locale.CHINA)).as("the other language").isEqualTo("Kettle");
        assertThat(after.descriptionHtml(Locale.ENGLISH)).isEqualTo("<p>Boils</p>");
        assertThat(after.version()).isGreaterThan(before.version());
        assertThat(catalog.offer(offer)).contains(after);
    }

    @Test
    void picturesAreShownByTheOffersAndLeaveTheVersionAlone() {
        var product = add("茶壶", "Teapot", "");
        var slot = TestOffers.runningSlot(publishing);
        publishing.publish(TestOffers.offer(product, slot, 5, 1));
        var version = products.find(product, ALL).orElseThrow().version();
        var picture = new ShownPicture("/pictures/ab/", "jpg", List.of(640, 160, 320), "壶", "");

        in(() -> {
            products.showPictures(product, List.of(picture));
            return true;
        });

        var shown = catalog.offers(slot).get(0);
        assertThat(shown.picture()).isEqualTo("/pictures/ab/640.jpg");
        assertThat(shown.face().pictures()).containsExactly(picture);
        assertThat(picture.path(200)).isEqualTo("/pictures/ab/320.jpg");
        assertThat(picture.path(1280)).isEqualTo("/pictures/ab/640.jpg");
        assertThat(picture.srcset())
                .isEqualTo("/pictures/ab/160.jpg 160w, /pictures/ab/320.jpg 320w, /pictures/ab/640.jpg 640w");
        assertThat(picture.alt(Locale.ENGLISH, "Teapot")).isEqualTo("壶");
        var stored = products.find(product, ALL).orElseThrow();
        assertThat(stored.version()).isEqualTo(version);
        assertThat(stored.pictures()).containsExactly(picture);

        in(() -> {
            products.change(product, TestOffers.SELLER, details("茶壶二", "", "", ""));
            return true;
        });
        assertThat(products.find(product, ALL).orElseThrow().pictures())
                .as("a form that knows nothing of pictures")
                .containsExactly(picture);
    }

    @Test
    void aRetiredProductIsNotPutOnSaleAndGoesOnWhereItIs() {
        var product = add("茶壶", "", "");
        var slot = TestOffers.runningSlot(publishing);
        var offer = publishing.publish(TestOffers.offer(product, slot, 5, 1));

        in(() -> {
            products.changeState(product, ProductState.RETIRED);
            return true;
        });

        assertThat(catalog.offer(offer)).isPresent();
        var another = TestOffers.upcomingSlot(publishing);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> publishing.publish(TestOffers.offer(product, another, 5, 1)))
                .withMessageContaining("retired");
        assertThat(publishing.products(TestOffers.SELLER))
                .noneMatch(one -> one.id().equals(product));
    }

    @Test
    void aKeyNamesOneProductOfASellerAndOthersSeeNothing() {
        var sku = "SKU-" + UUID.randomUUID();
        var product = add("茶壶", "", sku);
        var other = new AccountId(78);

        assertThat(products.find(TestOffers.SELLER, sku).orElseThrow().id()).isEqualTo(product);
        assertThat(products.find(other, sku)).isEmpty();
        assertThat(products.find(product, new Scope.Of(TestOffers.SELLER))).isPresent();
        assertThat(products.find(product, new Scope.Of(other))).isEmpty();
        assertThat(in(() -> products.lock(product, new Scope.Of(other)))).isEmpty();
        assertThatThrownBy(() -> add("另一把", "", sku)).isInstanceOf(DataIntegrityViolationException.class);
    }

    @Test
    void knowsWhereAProductIsSoldAndForHowMuch() {
        var product = add("茶壶", "", "");
        assertThat(products.isOffered(product)).isFalse();
        assertThat(products.highestPrice(product)).isEmpty();

        publishing.publish(TestOffers.offer(product, TestOffers.upcomingSlot(publishing), 5, 1));

        assertThat(products.isOffered(product)).isTrue();
        assertThat(products.highestPrice(product)).contains(new Money(1_990));
    }

    /** As nodes of the release before write them. */
    @Test
    void aProductOfTheReleaseBeforeHasItsNameInOnePlace() {
        var product = add("x", "", "");
        jdbc.update(
                "update product set name = 'Teapot 茶壶', name_zh = null, name_en = null, description_html = '<p>Both</p>',"
                        + " description_zh = null, description_en = null where id = ?",
                product.value());

        var old = products.find(product, ALL).orElseThrow();

        assertThat(old.face().name(Locale.ENGLISH)).isEqualTo("Teapot 茶壶");
        assertThat(old.face().name(Locale.CHINA)).isEqualTo("Teapot 茶壶");
        assertThat(old.face().description(Locale.ENGLISH)).isEqualTo("<p>Both</p>");
        assertThat(old.details().sku()).isEmpty();
    }

    private ProductId add(String nameZh, String nameEn, String sku) {
        return in(() -> products.add(TestOffers.SELLER, details(nameZh, nameEn, "", sku)));
    }

    private static ProductDetails details(String nameZh, String nameEn, String description, String sku) {
        return new ProductDetails(nameZh, nameEn, description, "", new Money(9_900), sku);
    }

    private <T> T in(Supplier<T> work) {
        return Objects.requireNonNull(transaction.execute(status -> work.get()));
    }
}
