package stampede.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.catalog.OfferState;
import stampede.catalog.SaleWindow;
import stampede.counter.LiveStock;
import stampede.counter.ReserveAnswer;
import stampede.counter.ReserveRequest;
import stampede.counter.StockCounter;
import stampede.counter.StockView;
import stampede.ids.Ids;
import stampede.order.OrderDetail;
import stampede.order.OrderId;
import stampede.order.Orders;
import stampede.stock.ReservationId;

/** How a draft becomes an offer: once, whoever wants it at the same moment, and by the rules of who submits it. */
@StampedeTest
class OfferSubmissionsTests {

    @Autowired
    private OfferDrafts drafts;

    @Autowired
    private OfferSubmissions submissions;

    @Autowired
    private DraftDesk desk;

    @Autowired
    private Catalog catalog;

    @Autowired
    private LiveStock live;

    @Autowired
    private StockCounter counter;

    @Autowired
    private Orders orders;

    @Autowired
    private Ids ids;

    private SignedIn seller;
    private SignedIn operator;

    @BeforeEach
    void signIn() {
        seller = desk.seller();
        operator = desk.operator();
    }

    @Test
    void whatASellerSubmitsWaitsIsSentBackWithWordsAndIsPublishedOnceApproved() {
        var draft = drafts.add(seller, desk.terms(seller));

        assertThat(submissions.submit(seller, draft.id()).state()).isEqualTo(OfferState.PENDING);
        assertThat(desk.offers(draft.terms().product())).isZero();
        refuses(DraftRefusal.NOT_A_DRAFT, () -> submissions.submit(seller, draft.id()));
        refuses(DraftRefusal.NOT_A_DRAFT, () -> drafts.change(seller, draft.id(), 1, draft.terms()));
        refuses(DraftRefusal.NOT_A_DRAFT, () -> drafts.delete(seller, draft.id()));
        refuses(DraftRefusal.BAD_WORDS, () -> submissions.reject(operator, draft.id(), 1, " nope "));
        refuses(DraftRefusal.CHANGED_MEANWHILE, () -> submissions.reject(operator, draft.id(), 0, "Not like this"));
        var back = submissions.reject(operator, draft.id(), 1, "  The price looks wrong. ");
        assertThat(back.state()).isEqualTo(OfferState.DRAFT);
        assertThat(back.words()).isEqualTo("The price looks wrong.");
        refuses(DraftRefusal.NOT_PENDING, () -> submissions.approve(operator, draft.id(), 2));
        submissions.submit(seller, draft.id());
        refuses(DraftRefusal.CHANGED_MEANWHILE, () -> submissions.approve(operator, draft.id(), 1));

        var offer = submissions.approve(operator, draft.id(), 3).offer().orElseThrow();

        var shown = catalog.offer(offer).orElseThrow();
        assertThat(shown.window()).isEqualTo(draft.terms().window());
        assertThat(shown.price()).isEqualTo(draft.terms().price());
        assertThat(shown.allotment()).isEqualTo(5);
        assertThat(shown.limitPerShopper()).isEqualTo(2);
        assertThat(desk.audited("offer-draft:" + draft.id()).stream().skip(1))
                .containsExactly(
                        "OFFER_SUBMITTED: DRAFT -> PENDING",
                        "OFFER_REJECTED: PENDING -> DRAFT",
                        "OFFER_SUBMITTED: DRAFT -> PENDING");
        assertThat(desk.audited("offer:" + offer)).containsExactly("OFFER_APPROVED: PENDING -> PUBLISHED");
    }

    @Test
    void operatorsWhoApproveAtTheSameMomentPublishOnce() throws Exception {
        var draft = drafts.add(seller, desk.terms(seller));
        submissions.submit(seller, draft.id());

        var outcomes = atOnce(IntStream.range(0, 6)
                .<Callable<Object>>mapToObj(i -> () -> submissions.approve(operator, draft.id(), 1))
                .toList());

        assertThat(outcomes.stream().filter(OfferDraft.class::isInstance)).hasSize(1);
        assertThat(outcomes.stream().filter(outcome -> outcome == DraftRefusal.NOT_PENDING))
                .hasSize(5);
        assertThat(desk.offers(draft.terms().product())).isEqualTo(1);
    }

    @Test
    void oneWhoApprovesAndOneWhoSendsBackAtTheSameMomentDoNotBoth() throws Exception {
        var draft = drafts.add(seller, desk.terms(seller));
        submissions.submit(seller, draft.id());

        var outcomes = atOnce(List.of(
                () -> submissions.approve(operator, draft.id(), 1),
                () -> submissions.reject(operator, draft.id(), 1, "Not like this")));

        assertThat(outcomes.stream().filter(OfferDraft.class::isInstance)).hasSize(1);
        assertThat(outcomes).contains(DraftRefusal.NOT_PENDING);
        var now = drafts.find(seller, draft.id());
        assertThat(desk.offers(draft.terms().product())).isEqualTo(now.state() == OfferState.PUBLISHED ? 1 : 0);
    }

    @Test
    void thePlacesOfASlotAreNotGivenTwice() throws Exception {
        var few = desk.submissions(DraftDesk.properties(true, false, 2));
        var slot = desk.slot(Duration.ofHours(2));
        var all = IntStream.range(0, 5)
                .mapToObj(i -> drafts.add(seller, desk.terms(desk.product(seller.id()), slot)))
                .toList();

        var outcomes = atOnce(all.stream()
                .<Callable<Object>>map(draft -> () -> few.submit(seller, draft.id()))
                .toList());

        assertThat(outcomes.stream().filter(OfferDraft.class::isInstance)).hasSize(2);
        assertThat(outcomes.stream().filter(outcome -> outcome == DraftRefusal.TOO_MANY_OFFERS))
                .hasSize(3);
    }

    @Test
    void aSellerSubmitsTenMinutesBeforeTheOpeningAtTheLatest() {
        var draft = drafts.add(seller, desk.terms(seller));
        var opens = draft.terms().window().opensAt();
        var latest = opens.minus(Duration.ofMinutes(10));

        refuses(DraftRefusal.TOO_SOON, () -> at(latest.plusMillis(1)).submit(seller, draft.id()));
        assertThat(at(latest).submit(seller, draft.id()).isPending()).isTrue();
        refuses(DraftRefusal.OPENED_MEANWHILE, () -> at(opens).approve(operator, draft.id(), 1));
        assertThat(at(opens.minusMillis(1)).approve(operator, draft.id(), 1).state())
                .isEqualTo(OfferState.PUBLISHED);
    }

    @Test
    void aTrustedSellerPublishesAtOnce() {
        var trusting = desk.submissions(DraftDesk.properties(false, false, 20));
        var draft = drafts.add(seller, desk.terms(seller));

        assertThat(trusting.submit(seller, draft.id()).state()).isEqualTo(OfferState.PUBLISHED);
        assertThat(desk.offers(draft.terms().product())).isEqualTo(1);
        var twice = drafts.add(seller, draft.terms());
        refuses(DraftRefusal.TWICE_IN_SLOT, () -> trusting.submit(seller, twice.id()));
    }

    @Test
    void anOperatorPublishesAtOnceInASlotOfItsOwnAndTheOfferCanBeBought() {
        var opens = Instant.ofEpochMilli(System.currentTimeMillis() - ids.next() % 60_000);
        var window = new SaleWindow(opens, opens.plus(Duration.ofMinutes(10)).plusSeconds(60));
        var draft = drafts.add(operator, desk.terms(desk.product(seller.id()), window));

        var offer = submissions.submit(operator, draft.id()).offer().orElseThrow();

        await().atMost(Duration.ofSeconds(20)).until(() -> live.of(offer).gate() == StockView.Gate.OPEN);
        var request = request(offer);
        assertThat(counter.reserve(request)).isInstanceOf(ReserveAnswer.Reserved.class);
        await().atMost(Duration.ofSeconds(40))
                .until(() -> orders.find(new OrderId(request.id().value())).isPresent());
    }

    @Test
    void nothingIsPublishedInASlotThatIsOver() {
        var draft = drafts.add(operator, desk.terms(seller));

        refuses(
                DraftRefusal.SLOT_OVER,
                () -> at(draft.terms().window().closesAt()).submit(operator, draft.id()));
    }

    private ReserveRequest request(OfferId offer) {
        return new ReserveRequest(
                new ReservationId(ids.next()),
                offer,
                new AccountId(7),
                1,
                "key-" + ids.next(),
                new OrderDetail(1_990, "Somewhere 5").text());
    }

    private OfferSubmissions at(Instant now) {
        return desk.submissions(DraftDesk.properties(true, false, 20), Clock.fixed(now, ZoneOffset.UTC));
    }

    /** What each of them answers, or the reason of its refusal. */
    private static List<Object> atOnce(List<Callable<Object>> acts) throws Exception {
        var start = new CyclicBarrier(acts.size());
        var threads = Executors.newFixedThreadPool(acts.size());
        try {
            var running = new ArrayList<Future<Object>>();
            for (var act : acts) {
                running.add(threads.submit(() -> {
                    start.await();
                    return act.call();
                }));
            }
            var outcomes = new ArrayList<Object>();
            for (var one : running) {
                try {
                    outcomes.add(one.get());
                } catch (ExecutionException refused) {
                    outcomes.add(refused.getCause() instanceof DraftRefused no ? no.reason() : refused.getCause());
                }
            }
            return outcomes;
        } finally {
            threads.shutdown();
        }
    }

    private static void refuses(DraftRefusal reason, ThrowingCallable act) {
        assertThatExceptionOfType(DraftRefused.class)
                .isThrownBy(act)
                .extracting(DraftRefused::reason)
                .isEqualTo(reason);
    }
}
