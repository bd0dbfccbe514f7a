package stampede.purchase;

import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.ShadowOffers;
import stampede.challenge.StandInCrowds;
import stampede.counter.LiveStock;
import stampede.counter.StockCounter;
import stampede.counter.StockView;
import stampede.ids.Ids;
import stampede.order.OrderWorkbench;
import stampede.order.PlaceOrder;
import stampede.pressure.OfferPressure;
import stampede.room.StandInRooms;
import stampede.setting.Settings;
import stampede.task.Delivery;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.Tasks;

/**
 * A web node of its own, with a memory of its own, before the real Redis and MariaDB. What it publishes is written down; tests
 * choose what the broker says to it.
 */
final class PurchaseTestNode implements AutoCloseable {

    private static final AtomicLong SEQUENCE = new AtomicLong(System.nanoTime() & 0xFFFFF);
    static final PurchaseIdSigner SIGNER = new PurchaseIdSigner(List.of(new SecretKeySpec(new byte[32], "HmacSHA256")));

    private static final long TSID_EPOCH = 1_577_836_800_000L;

    final OrderWorkbench shop = OrderWorkbench.get();
    final Queue<PlaceOrder> published = new ConcurrentLinkedQueue<>();
    /** How many orders each message carried. */
    final Queue<Integer> messages = new ConcurrentLinkedQueue<>();

    /** What bots may buy here. */
    final Map<OfferId, Offer> shadows = new ConcurrentHashMap<>();

    /** How long this node stood still. */
    final AtomicLong stoodStillNanos = new AtomicLong();

    final PauseDetector pauses = new PauseDetector(() -> System.nanoTime() + stoodStillNanos.get());
    final StandInRooms rooms = new StandInRooms();
    final OfferPressure pressure = new OfferPressure(System::nanoTime);
    final Queue<Delivery> answers = new ArrayDeque<>();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final PurchaseMeters purchaseMeters;
    final PurchaseRateLimiter limiter;
    final PlaceOrderPublisher writer;
    final Purchases purchases;
    volatile Delivery usually = Delivery.CONFIRMED;

    PurchaseTestNode(Clock clock, Map<String, String> settings) {
        this(clock, settings, OrderWorkbench.get().stock.counter);
    }

    PurchaseTestNode(Clock clock, Map<String, String> settings, StockCounter counter) {
        var properties = bind(PurchaseProperties.class, settings);
        var publishing = bind(PlaceOrderPublisherProperties.class, settings);
        limiter = new PurchaseRateLimiter(
                bind(PurchaseRateLimitProperties.class, settings), new Settings(), TimeMeter.SYSTEM_NANOTIME);
        writer = new PlaceOrderPublisher(
                shop.messages,
                new Broker(),
                new ReservationRechecks(shop.stock.counter, publishing),
                publishing,
                clock,
                meters);
        writer.start();
        var doorkeeper =
                new SaleGuard(rooms, pressure, StandInCrowds.none(), new Straight(), clock, properties, new Settings());
        purchaseMeters = new PurchaseMeters(meters, new UncountedPurchases());
        purchases = new PurchasePipeline(
                limiter,
                new BuyableOffers(shop.catalog(), new StandInShadows(shadows)),
                new IdempotencyKeyCache(),
                doorkeeper,
                new StockReserving(
                        counter,
                        newIds(),
                        writer,
                        new LimitRefusalResolver(shop.orders),
                        doorkeeper,
                        pauses,
                        purchaseMeters),
                new PurchaseProgressReader(counter, shop.orders, clock, properties, SIGNER, purchaseMeters),
                SIGNER,
                purchaseMeters);
    }

    static <T> T bind(Class<T> properties, Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate("stampede.purchase", properties);
    }

    /** As shoppers find it, but with a limiter that lets a crowd through. */
    static PurchaseTestNode generous() {
        return new PurchaseTestNode(Clock.systemUTC(), generously());
    }

    static Map<String, String> generously() {
        return Map.of(
                "stampede.purchase.attempts-per-second", "100000",
                "stampede.purchase.attempts-per-second-per-address", "100000");
    }

    PurchaseId buy(OfferId offer, long shopper, String key) {
        return buy(offer, shopper, 1, key);
    }

    PurchaseId buy(OfferId offer, long shopper, int units, String key) {
        return purchases.buy(request(offer, shopper, units, key));
    }

    PurchaseId buyWithPass(OfferId offer, long shopper, String key) {
        var plain = request(offer, shopper, 1, key);
        return purchases.buy(
                new PurchaseRequest(plain.attempt(), offer, plain.units(), plain.address(), key, "pass", ""));
    }

    /** The reason of the no, or empty if it was a yes. */
    Optional<PurchaseRefusal> refusal(OfferId offer, long shopper, String key) {
        try {
            buy(offer, shopper, key);
            return Optional.empty();
        } catch (PurchaseRefused refused) {
            return Optional.of(refused.reason());
        }
    }

    PurchaseRequest request(OfferId offer, long shopper, int units, String key) {
        var account = new SignedIn(new AccountId(shopper), "shopper-" + shopper, Role.SHOPPER);
        return new PurchaseRequest(purchases.admit(account, "192.0.2.1"), offer, units, "Somewhere 5", key);
    }

    /** An id made at this instant. */
    static long idOf(long epochMillis) {
        return ((epochMillis - TSID_EPOCH) << 22) | (SEQUENCE.incrementAndGet() & 0x3FFFFF);
    }

    /** Places what was published, as the worker does. */
    void placePublished() {
        var messages = List.copyOf(published);
        published.removeAll(messages);
        shop.place(messages.toArray(PlaceOrder[]::new));
    }

    double count(String outcome) {
        return meters.counter("stampede.purchases", "outcome", outcome).count();
    }

    private static Ids newIds() {
        return () -> idOf(System.currentTimeMillis());
    }

    @Override
    public void close() {
        pauses.stop();
        writer.stop();
    }

    private final class Broker implements Tasks {

        @Override
        public TaskId send(Record payload, SendOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Delivery> publish(Record payload, SendOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Delivery> publishTogether(Map<TaskId, ? extends Record> payloads) {
            Delivery answer;
            synchronized (answers) {
                answer = answers.isEmpty() ? usually : answers.remove();
            }
            if (answer == Delivery.CONFIRMED) {
                messages.add(payloads.size());
                payloads.values().forEach(payload -> published.add((PlaceOrder) payload));
            }
            return CompletableFuture.completedFuture(answer);
        }

        @Override
        public boolean cancel(TaskId id) {
            throw new UnsupportedOperationException();
        }
    }

    /** Live stock without the delay of a memory. */
    private final class Straight implements LiveStock {

        @Override
        public StockView of(OfferId offer) {
            return of(List.of(offer)).values().iterator().next();
        }

        @Override
        public Map<OfferId, StockView> of(Collection<OfferId> offers) {
            return shop.stock.inspection.views(offers).entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        }
    }

    private record StandInShadows(Map<OfferId, Offer> offers) implements ShadowOffers {

        @Override
        public Optional<Offer> find(OfferId shadow) {
            return Optional.ofNullable(offers.get(shadow));
        }

        @Override
        public Optional<Offer> findSold(OfferId shadow) {
            return find(shadow);
        }
    }
}
