package stampede.sale;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.counter.StockWorkbench.OPERATOR;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferChanges;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.OfferState;
import stampede.catalog.TestOffers;
import stampede.counter.LiveStock;
import stampede.counter.OfferStatus;
import stampede.counter.ReserveAnswer;
import stampede.counter.ReserveRequest;
import stampede.counter.StockCounter;
import stampede.counter.StockView;
import stampede.ids.Ids;
import stampede.order.OrderDetail;
import stampede.order.OrderId;
import stampede.order.Orders;
import stampede.stock.ReservationId;
import stampede.stock.StockLedger;

/** What ledger, counter and catalogue of the running shop say after an act. */
@StampedeTest
class SaleActsInTheShopTests {

    private static final String WHY = "because of the test";

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private OfferChanges changes;

    @Autowired
    private Catalog catalog;

    @Autowired
    private LiveStock live;

    @Autowired
    private StockCounter counter;

    @Autowired
    private StockLedger ledger;

    @Autowired
    private Orders orders;

    @Autowired
    private Ids ids;

    @Autowired
    private SaleUnits units;

    @Autowired
    private SaleStop stop;

    @Autowired
    private SaleLimit limit;

    @Autowired
    private SaleAddressLimit addressLimit;

    @Autowired
    private SaleWithdrawal withdrawal;

    @Test
    void addedUnitsAreSoldAtOnceAndTheCatalogueSaysSo() {
        var offer = running();

        units.add(OPERATOR, offer, 5, look(offer).version(), WHY);

        assertThat(counter.reserve(request(offer, 6))).isInstanceOf(ReserveAnswer.Reserved.class);
        assertThat(catalog.offer(offer)).get().extracting(Offer::allotment).isEqualTo(8);
        units.takeOff(OPERATOR, offer, 2, look(offer).version(), WHY);
        assertThat(catalog.offer(offer)).get().extracting(Offer::allotment).isEqualTo(6);
    }

    @Test
    void aStoppedOfferHasEndedEverywhereAndWhatWasReservedBecomesAnOrder() {
        var offer = running();
        var neighbour = TestOffers.running(offerPublishing, 3, 1);
        var request = request(offer, 1);
        assertThat(counter.reserve(request)).isInstanceOf(ReserveAnswer.Reserved.class);

        var end = stop.stop(OPERATOR, offer, WHY);

        assertThat(counter.reserve(request(offer, 1))).isEqualTo(new ReserveAnswer.Not(ReserveAnswer.Why.CLOSED));
        var shown = catalog.offer(offer).orElseThrow();
        assertThat(shown.window().closesAt()).isEqualTo(end);
        assertThat(OfferStatus.of(shown, live.of(offer), end)).isEqualTo(OfferStatus.ENDED);
        assertThat(catalog.offers(shown.slot())).contains(shown);
        assertThat(catalog.slot(shown.slot()).orElseThrow().window().closesAt())
                .as("others go on")
                .isAfter(end);
        assertThat(catalog.offer(neighbour)).isPresent();
        await().atMost(ofSeconds(40))
                .until(() -> orders.find(new OrderId(request.id().value())).isPresent());
    }

    @Test
    void aWithdrawnOfferIsInNoListAndNeverSells() {
        var offer = TestOffers.upcoming(offerPublishing);
        var slot = catalog.offer(offer).orElseThrow().slot();

        withdrawal.withdraw(OPERATOR, offer, WHY);

        assertThat(catalog.offer(offer)).isEmpty();
        assertThat(catalog.offers(slot)).isEmpty();
        assertThat(changes.state(offer)).contains(OfferState.WITHDRAWN);
        assertThat(offerPublishing.openingBefore(Instant.now().plusSeconds(20_000)))
                .noneMatch(other -> other.id().equals(offer));
        assertThat(ledger.terms(offer).orElseThrow().total()).isZero();
    }

    @Test
    void theLimitIsChangedInLedgerAndCatalogue() {
        var offer = TestOffers.upcoming(offerPublishing);

        limit.change(OPERATOR, offer, 2, WHY);

        assertThat(ledger.terms(offer).orElseThrow().limitPerShopper()).isEqualTo(2);
        assertThat(catalog.offer(offer))
                .get()
                .extracting(Offer::limitPerShopper)
                .isEqualTo(2);
    }

    @Test
    void theLimitForAddressesIsChangedInLedgerAndCatalogue() {
        var offer = TestOffers.upcoming(offerPublishing);

        addressLimit.change(OPERATOR, offer, 6, WHY);

        assertThat(ledger.terms(offer).orElseThrow().limitPerAddress()).isEqualTo(6);
        assertThat(catalog.offer(offer))
                .get()
                .extracting(Offer::limitPerAddress)
                .isEqualTo(6);
    }

    private OfferId running() {
        var offer = TestOffers.running(offerPublishing, 3, 8);
        await().atMost(ofSeconds(20)).until(() -> live.of(offer).gate() == StockView.Gate.OPEN);
        return offer;
    }

    private SaleUnits.Units look(OfferId offer) {
        return units.look(offer).orElseThrow();
    }

    private ReserveRequest request(OfferId offer, int wanted) {
        return new ReserveRequest(
                new ReservationId(ids.next()),
                offer,
                new AccountId(7),
                wanted,
                "key-" + ids.next(),
                new OrderDetail(1_990, "Somewhere 5").text());
    }
}
