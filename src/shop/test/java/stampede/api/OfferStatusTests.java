package stampede.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import stampede.account.AccountId;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.ProductFace;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.catalog.SlotId;
import stampede.counter.OfferStatus;
import stampede.counter.StockView;
import stampede.counter.StockView.Gate;
import stampede.money.Money;

class OfferStatusTests {

    private static final Instant OPENS = Instant.parse("2026-11-11T12:00:00Z");
    private static final Instant CLOSES = Instant.parse("2026-11-11T14:00:00Z");
    private static final Offer OFFER = new Offer(
            new OfferId(1),
            new SlotId(2),
            new SaleWindow(OPENS, CLOSES),
            new ProductId(3),
            new AccountId(4),
            ProductFace.of("Teapot", "", "/pictures/celadon-teapot.svg"),
            new Money(200),
            new Money(100),
            50,
            2,
            0,
            1);

    @Test
    void theClockComesFirst() {
        var left = new StockView(Gate.OPEN, 10, 50, 1);

        assertThat(OfferStatus.of(OFFER, left, OPENS.minusMillis(1))).isEqualTo(OfferStatus.UPCOMING);
        assertThat(OfferStatus.of(OFFER, left, OPENS)).isEqualTo(OfferStatus.ON_SALE);
        assertThat(OfferStatus.of(OFFER, left, CLOSES.minusMillis(1))).isEqualTo(OfferStatus.ON_SALE);
        assertThat(OfferStatus.of(OFFER, left, CLOSES)).isEqualTo(OfferStatus.ENDED);
    }

    @Test
    void thenTheGateAndWhatIsLeft() {
        assertThat(whileOpen(Gate.OPEN, 0)).isEqualTo(OfferStatus.SOLD_OUT);
        assertThat(whileOpen(Gate.PAUSED, 0)).isEqualTo(OfferStatus.PAUSED);
        assertThat(whileOpen(Gate.CLOSED, 5)).isEqualTo(OfferStatus.ENDED);
    }

    @Test
    void aCounterThatIsNotLoadedYetSendsNobodyAway() {
        var cold = new StockView(Gate.COLD, 0, 0, 0);

        assertThat(OfferStatus.of(OFFER, cold, OPENS)).isEqualTo(OfferStatus.ON_SALE);
        assertThat(OfferView.of(OFFER, cold, OPENS).unitsLeft()).isEqualTo(50);
        assertThat(OfferView.of(OFFER, cold, OPENS).unitsTotal()).isEqualTo(50);
    }

    @Test
    void nothingIsLeftOfASaleThatIsForgotten() {
        assertThat(OfferView.of(OFFER, new StockView(Gate.COLD, 0, 0, 0), CLOSES)
                        .unitsLeft())
                .isZero();
    }

    private static OfferStatus whileOpen(Gate gate, int left) {
        return OfferStatus.of(OFFER, new StockView(gate, left, 50, 1), OPENS);
    }
}
