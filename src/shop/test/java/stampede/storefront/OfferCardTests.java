package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

class OfferCardTests {

    private static final Instant OPENS = Instant.parse("2026-11-11T12:00:00Z");
    private static final Instant CLOSES = Instant.parse("2026-11-11T14:00:00Z");
    private static final Offer OFFER = new Offer(
            new OfferId(1),
            new SlotId(1),
            new SaleWindow(OPENS, CLOSES),
            new ProductId(1),
            new AccountId(1),
            ProductFace.of("Teapot", "", "/pictures/celadon-teapot.svg"),
            new Money(4_900),
            new Money(1_990),
            200,
            1,
            0,
            1);

    @ParameterizedTest
    @CsvSource({
        "OPEN, 10, ON_SALE",
        "OPEN, 0, SOLD_OUT",
        "PAUSED, 10, PAUSED",
        "PAUSED, 0, PAUSED",
        "CLOSED, 10, ENDED",
        "COLD, 0, ON_SALE",
        "WARMING, 10, ON_SALE"
    })
    void whileItsSlotIsOpenTheCounterSaysWhereAnOfferStands(Gate gate, int left, OfferStatus state) {
        assertThat(OfferStatus.of(OFFER, new StockView(gate, left, 200, 1), OPENS))
                .isEqualTo(state);
    }

    @Test
    void beforeAndAfterItsSlotTheClockSaysWhereAnOfferStands() {
        var stock = new StockView(Gate.OPEN, 10, 200, 1);

        assertThat(OfferStatus.of(OFFER, stock, OPENS.minusMillis(1))).isEqualTo(OfferStatus.UPCOMING);
        assertThat(OfferStatus.of(OFFER, stock, CLOSES.minusMillis(1))).isEqualTo(OfferStatus.ON_SALE);
        assertThat(OfferStatus.of(OFFER, stock, CLOSES)).isEqualTo(OfferStatus.ENDED);
    }

    @Test
    void allOfItIsSoldOnlyWhenNothingIsLeft() {
        assertThat(card(200).percentSold()).isZero();
        assertThat(card(1).percentSold()).isEqualTo(99);
        assertThat(card(0).percentSold()).isEqualTo(100);
    }

    @Test
    void aCounterThatIsNotLoadedHasSoldNothing() {
        var card = OfferCard.of(OFFER, new StockView(Gate.COLD, 0, 0, 0), new SoldOutOffers(), OPENS);

        assertThat(card.left()).isEqualTo(200);
        assertThat(card.percentSold()).isZero();
    }

    @Test
    void afterTheSaleNobodyClaimsToKnowHowMuchWasSoldOnceTheCounterIsGone() {
        var settled = OfferCard.of(OFFER, new StockView(Gate.COLD, 0, 0, 0), new SoldOutOffers(), CLOSES);
        var ended = OfferCard.of(OFFER, new StockView(Gate.OPEN, 50, 200, 1), new SoldOutOffers(), CLOSES);

        assertThat(settled.counted()).isFalse();
        assertThat(ended.counted()).isTrue();
        assertThat(ended.percentSold()).isEqualTo(75);
    }

    @Test
    void theDiscountIsRoundedDown() {
        assertThat(card(1).percentOff()).isEqualTo(59);
    }

    private static OfferCard card(int left) {
        return OfferCard.of(OFFER, new StockView(Gate.OPEN, left, 200, 1), new SoldOutOffers(), OPENS);
    }
}
