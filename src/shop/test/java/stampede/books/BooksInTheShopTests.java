package stampede.books;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.transaction.IllegalTransactionStateException;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.counter.CounterReservationState;
import stampede.counter.CounterSpoil;
import stampede.counter.LiveStock;
import stampede.counter.ReserveAnswer;
import stampede.counter.ReserveRequest;
import stampede.counter.StockCounter;
import stampede.counter.StockView;
import stampede.counter.StockWorkbench;
import stampede.ids.Ids;
import stampede.money.Money;
import stampede.order.OrderDetail;
import stampede.sale.SalePause;
import stampede.stock.ConcurrentCalls;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;
import stampede.stock.StockLedger;

/** The books as they are kept in the running shop, with its own loops, worker and broker. */
@StampedeTest
class BooksInTheShopTests {

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private StockCounter counter;

    @Autowired
    private StockLedger ledger;

    @Autowired
    private SalePause gate;

    @Autowired
    private LiveStock live;

    @Autowired
    private BooksCheck books;

    @Autowired
    private BooksCheckJob checks;

    @Autowired
    private Ids ids;

    @Autowired
    private StringRedisTemplate redis;

    @Test
    void anOfferThatSellsNowIsInTheCounterSoonAfterItIsPublished() {
        var offer = TestOffers.running(offerPublishing, 10, 2);

        awaitOpen(offer);

        assertThat(live.of(offer)).isEqualTo(new StockView(StockView.Gate.OPEN, 10, 10, 1));
        assertThat(ledger.terms(offer).orElseThrow().available()).isEqualTo(10);
    }

    @Test
    void anOfferThatOpensInTwoHoursIsNotInTheCounterYet() {
        var offer = offerPublishing.publish(new OfferPublishing.NewOffer(
                TestOffers.product(offerPublishing, "Later"),
                TestOffers.upcomingSlot(offerPublishing),
                new Money(1),
                5,
                1));

        assertThat(ledger.terms(offer).orElseThrow().epoch()).isZero();
        assertThat(live.of(offer).gate()).isEqualTo(StockView.Gate.COLD);
    }

    @Test
    void aReservationWhoseMessageWasLostBecomesAnOrderAllTheSame() {
        var offer = TestOffers.running(offerPublishing, 10, 2);
        awaitOpen(offer);
        var reservation = reserve(offer, 7, 2);

        await().atMost(ofSeconds(40))
                .until(() -> counter.states(Map.of(reservation.id(), offer)).get(reservation.id())
                        instanceof CounterReservationState.Settled);

        awaitAgreement(offer);
        assertThat(ledger.terms(offer).orElseThrow().available()).isEqualTo(8);
    }

    @Test
    void aRedisThatLosesAnOfferDuringTheSaleIsFilledAgainAndNothingIsSoldTwice() {
        var offer = TestOffers.running(offerPublishing, 30, 1);
        awaitOpen(offer);

        ConcurrentCalls.run(
                8,
                LongStream.rangeClosed(1, 200)
                        .mapToObj(shopper -> (Callable<Boolean>) () -> {
                            if (shopper == 60 || shopper == 90) {
                                lose(offer);
                            }
                            counter.reserve(request(offer, shopper, 1));
                            return true;
                        })
                        .toList());

        awaitOpen(offer);
        awaitAgreement(offer);
        assertThat(ledger.terms(offer).orElseThrow().epoch()).isGreaterThan(1);
    }

    /** Each key deleted, and each spoiled, on an offer of its own, in the middle of its sale. */
    @Test
    void sellingGoesOnByItselfWhateverSomebodyWritesIntoRedis() {
        var offers = new EnumMap<CounterSpoil, OfferId>(CounterSpoil.class);
        for (var spoil : CounterSpoil.values()) {
            offers.put(spoil, TestOffers.running(offerPublishing, 100, 2));
        }
        offers.values().forEach(this::awaitOpen);
        offers.values().forEach(offer -> LongStream.rangeClosed(1, 5).forEach(shopper -> reserve(offer, shopper, 1)));

        offers.forEach((spoil, offer) -> spoil.happen(redis, offer));
        offers.values().forEach(offer -> tryToBuy(offer, 6));
        offers.values().forEach(checks::check);

        offers.forEach(
                (spoil, offer) -> await(spoil.name()).atMost(ofSeconds(90)).until(() -> tryToBuy(offer, 7)));
        offers.values().forEach(this::awaitAgreement);
    }

    /** As a shopper meets it: an answer, or busy. */
    private boolean tryToBuy(OfferId offer, long shopper) {
        try {
            var answer = counter.reserve(request(offer, shopper, 1));
            return answer instanceof ReserveAnswer.Reserved
                    || answer.equals(new ReserveAnswer.Not(ReserveAnswer.Why.LIMIT));
        } catch (DataAccessException busy) {
            return false;
        }
    }

    @Test
    void aPauseIsSeenAndSurvivesTheLossOfRedis() {
        var offer = TestOffers.running(offerPublishing, 10, 2);
        awaitOpen(offer);
        gate.pause(StockWorkbench.OPERATOR, offer);
        lose(offer);

        await().atMost(ofSeconds(20)).until(() -> live.of(offer).gate() == StockView.Gate.PAUSED);

        assertThat(counter.reserve(request(offer, 7, 1))).isEqualTo(new ReserveAnswer.Not(ReserveAnswer.Why.PAUSED));
    }

    @Test
    void theLedgerMovesOnlyInsideATransaction() {
        var offer = TestOffers.running(offerPublishing, 10, 2);
        var reservation = StockWorkbench.reservation(offer, 7, 1);

        assertThatThrownBy(() -> ledger.take(List.of(reservation), Map.of()))
                .isInstanceOf(IllegalTransactionStateException.class);
        assertThatThrownBy(() -> ledger.giveBack(reservation)).isInstanceOf(IllegalTransactionStateException.class);
    }

    private Reservation reserve(OfferId offer, long shopper, int units) {
        var request = request(offer, shopper, units);
        var kept = (ReserveAnswer.Reserved) counter.reserve(request);
        return StockWorkbench.reservation(request, kept.reservedAt());
    }

    private ReserveRequest request(OfferId offer, long shopper, int units) {
        return new ReserveRequest(
                new ReservationId(ids.next()),
                offer,
                new AccountId(shopper),
                units,
                "key-" + ids.next(),
                new OrderDetail(1_990, "Somewhere 5").text());
    }

    private void lose(OfferId offer) {
        redis.delete(List.of("state", "shoppers", "reservations", "pending", "keys", "released").stream()
                .map(part -> StockWorkbench.key(offer, part))
                .toList());
    }

    private void awaitOpen(OfferId offer) {
        await().atMost(ofSeconds(20)).until(() -> live.of(offer).gate() == StockView.Gate.OPEN);
    }

    private void awaitAgreement(OfferId offer) {
        await().atMost(ofSeconds(60)).untilAsserted(() -> {
            var report = books.check(offer);
            assertThat(report.reserved()).isZero();
            assertThat(report.findings()).allMatch(RuleFinding::ok);
        });
    }
}
