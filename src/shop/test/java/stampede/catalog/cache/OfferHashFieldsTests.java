package stampede.catalog.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import stampede.account.AccountId;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.ProductFace;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.catalog.ShownPicture;
import stampede.catalog.SlotId;
import stampede.money.Money;

class OfferHashFieldsTests {

    @Test
    void bringsBackAnOfferAsItWas() {
        var offer = new Offer(
                new OfferId(Long.MAX_VALUE),
                new SlotId(9_007_199_254_740_993L),
                new SaleWindow(Instant.parse("2026-11-11T12:00:00.123Z"), Instant.parse("2026-11-11T14:00:00Z")),
                new ProductId(3),
                new AccountId(4),
                new ProductFace(
                        "青瓷茶壶",
                        "Celadon teapot",
                        "<p>“引号”</p>",
                        "<p>“Quoted” & more</p>",
                        "/pictures/celadon-teapot.svg",
                        List.of(new ShownPicture("/pictures/0a/", "jpg", List.of(160, 320), "茶\"壶", "Pot"))),
                new Money(9_900),
                new Money(1_990),
                500,
                3,
                4,
                7);

        var fields = OfferHashFields.of(offer);
        assertThat(OfferHashFields.isReadable(fields)).isTrue();
        assertThat(OfferHashFields.read(fields)).isEqualTo(offer);
        assertThat(fields)
                .as("for nodes of the release before")
                .containsEntry("name", "青瓷茶壶")
                .containsEntry("descriptionHtml", "<p>“引号”</p>")
                .containsEntry("picture", "/pictures/0a/320.jpg");
    }

    /** It lacks what the database has. */
    @Test
    void aCopyOfTheReleaseBeforeIsNotRead() {
        assertThat(OfferHashFields.isReadable(Map.of("id", "1", "name", "Teapot")))
                .isFalse();
        assertThat(OfferHashFields.isReadable(Map.of("id", "1", "form", OfferHashFields.FORM, "limitPerShopper", "2")))
                .as("before offers had a limit for addresses")
                .isFalse();
        assertThat(OfferHashFields.isReadable(Map.of())).isFalse();
    }
}
