package stampede.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductId;
import stampede.ids.Ids;
import stampede.money.Money;

/** Pictures of products, and those of none. */
@StampedeTest
class ProductPicturesTests {

    private static final Duration LONG_AGO = Duration.ofDays(8);

    @Autowired
    private Accounts accounts;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private Pictures pictures;

    @Autowired
    private ProductPictures productPictures;

    @Autowired
    private PictureRepository rows;

    @Autowired
    private PictureStore store;

    @Autowired
    private PictureRetention retention;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private Ids ids;

    private AccountId seller;
    private ProductId product;

    @BeforeEach
    void newProduct() {
        seller = accounts.ensure("p" + ids.next(), "correct horse", Role.SELLER).id();
        product = publishing.addProduct(
                new OfferPublishing.NewProduct(seller, "Silk fan", "", "/pictures/folding-fan.svg", new Money(500)));
    }

    @Test
    void haveAnOrderAndWords() throws IOException {
        var first = upload().id();
        var second = productPictures
                .upload(product, seller, new ByteArrayInputStream(PictureSamples.jpeg(300, 300)), PictureShape.CUT)
                .id();
        productPictures.add(product, seller, first);
        productPictures.add(product, seller, first);
        assertThat(shown()).containsExactly(second, first);

        productPictures.arrange(product, List.of(first, new PictureId(1), second));
        assertThat(shown()).containsExactly(first, second);

        productPictures.describe(product, first, " 一把扇子 ", "x".repeat(200));
        var described = productPictures.of(product).get(0);
        assertThat(described.alt(Locale.CHINESE, "Silk fan")).isEqualTo("一把扇子");
        assertThat(described.alt(Locale.ENGLISH, "Silk fan")).hasSize(ProductPictures.LONGEST_ALT);
        assertThat(productPictures.of(product).get(1).alt(Locale.ENGLISH, "Silk fan"))
                .isEqualTo("Silk fan");

        productPictures.remove(product, first);
        assertThat(shown()).containsExactly(second);
        assertRefused(PictureRefusal.NO_SUCH_PICTURE, () -> productPictures.remove(product, first));
    }

    @Test
    void areEightAtMostAndOnesOwn() throws IOException {
        var other =
                accounts.ensure("p" + ids.next(), "correct horse", Role.SELLER).id();
        var picture = upload().id();
        assertRefused(PictureRefusal.NO_SUCH_PICTURE, () -> productPictures.add(product, other, picture));

        for (var number : IntStream.range(0, ProductPictures.MOST).toArray()) {
            assertThat(shown()).hasSize(number);
            productPictures.add(product, seller, upload().id());
        }

        assertRefused(PictureRefusal.TOO_MANY_PICTURES, () -> productPictures.add(product, seller, picture));
        assertThat(shown()).hasSize(ProductPictures.MOST);
    }

    @Test
    void areForgottenAWeekAfterTheirLastUse() throws IOException {
        var used = upload().id();
        var unused = upload().id();
        var fresh = upload().id();
        productPictures.add(product, seller, used);
        Awaitility.await().until(() -> List.of(used, unused, fresh).stream().allMatch(this::isDrawn));
        longAgo(unused);

        retention.forget();

        assertThat(rows.find(unused)).isEmpty();
        assertThat(store.find(unused, 160)).isEmpty();
        assertThat(store.find(used, 160)).isPresent();
        assertThat(store.find(fresh, 160)).isPresent();

        productPictures.remove(product, used);
        retention.forget();
        assertThat(store.find(used, 160)).isPresent();

        longAgo(used);
        retention.forget();
        assertThat(rows.find(used)).isEmpty();
    }

    private boolean isDrawn(PictureId picture) {
        return rows.find(picture).orElseThrow().state() == Picture.State.READY;
    }

    private void longAgo(PictureId picture) {
        var changed = jdbc.sql("update picture set unused_ms = unused_ms - :age where id = :id")
                .param("age", LONG_AGO.toMillis())
                .param("id", picture.value())
                .update();
        assertThat(changed).isOne();
    }

    private Picture upload() throws IOException {
        return pictures.upload(seller, new ByteArrayInputStream(PictureSamples.jpeg(300, 300)), PictureShape.FIT);
    }

    private List<PictureId> shown() {
        return productPictures.of(product).stream()
                .map(there -> there.picture().id())
                .toList();
    }

    private static void assertRefused(
            PictureRefusal reason, org.assertj.core.api.ThrowableAssert.ThrowingCallable act) {
        assertThatExceptionOfType(PictureRefused.class)
                .isThrownBy(act)
                .satisfies(refused -> assertThat(refused.reason()).isEqualTo(reason));
    }
}
