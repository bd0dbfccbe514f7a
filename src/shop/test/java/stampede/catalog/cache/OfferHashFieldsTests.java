package stampede.catalog.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import stampede.account.AccountId;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
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
                "Celadon teapot 青瓷茶壶",
                "<p>“Quoted” & more</p>",
                "/pictures/celadon-teapot.svg",
                new Money(9_900),
                new Money(1_990),
                500,
                3,
                7);

        assertThat(OfferHashFields.read(OfferHashFields.of(offer))).isEqualTo(offer);
    }
}
