package stampede.order;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.transaction.PlatformTransactionManager;
import stampede.account.AccountId;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.ProductFace;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;
import stampede.counter.StockWorkbench;
import stampede.coupon.CouponTwin;
import stampede.money.Money;
import stampede.order.meter.OrderMeters;
import stampede.pastsale.PastOrderRepository;
import stampede.setting.Settings;
import stampede.simulation.Mutant;
import stampede.stock.AddressKeys;
import stampede.stock.Reservation;
import stampede.task.Delivery;
import stampede.task.Job;
import stampede.task.Outcomes;
import stampede.task.SendOption;
import stampede.task.TaskContext;
import stampede.task.TaskId;
import stampede.task.Tasks;

/** Orders and stock on the real servers without the rest of the shop: what tasks are sent is written down, not run. */
public final class OrderWorkbench {

    /** Nobody looks at these figures. */
    static final OrderMeters METERS = new OrderMeters(new SimpleMeterRegistry());

    static final AddressKeys ADDRESSES = new AddressKeys(List.of(new SecretKeySpec(new byte[32], "HmacSHA256")));

    private static final OrderWorkbench ONE = new OrderWorkbench();

    public final StockWorkbench stock = StockWorkbench.get();
    public final CouponTwin coupons =
            new CouponTwin(Objects.requireNonNull(stock.transactions.getTransactionManager()), Mutant.NONE);
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    public final ConcurrentLinkedQueue<Record> sent = new ConcurrentLinkedQueue<>();
    public final ConcurrentLinkedQueue<Object> events = new ConcurrentLinkedQueue<>();
    public final Map<OfferId, Offer> offers = new ConcurrentHashMap<>();
    public final PlaceOrderMessages messages;
    public final ReservationAbandonment placement;
    public final Orders orders;
    public final OrderStateMachine steps;
    final OrderProperties properties = new OrderProperties(
            Duration.ofMinutes(5), Duration.ofSeconds(10), Duration.ofDays(180), Duration.ofMinutes(10));
    final PurchaseTokens tokens = new PurchaseTokens(List.of(new SecretKeySpec(new byte[32], "HmacSHA256")));
    final AddressRetention addresses;
    final OrderTaskHandlers tasks;
    final PlatformTransactionManager transactions = Objects.requireNonNull(stock.transactions.getTransactionManager());

    private OrderWorkbench() {
        messages = new PlaceOrderMessages(tokens);
        steps = new OrderStateMachine(stock.jdbc, stock.sql, METERS, new PastOrderRepository(stock.sql), transactions);
        var rows = new OrderRepository(stock.sql, stock.jdbc, meters);
        var placing = new OrderPlacing(
                rows,
                stock.ledger,
                stock.counter,
                new NewOrders(
                        rows,
                        new KnownOffers(),
                        new WrittenDown(),
                        new DatabaseClock(stock.sql),
                        properties,
                        new Settings()),
                coupons.issue,
                new DatabaseClock(stock.sql),
                events::add,
                transactions);
        placement = placing;
        var closing = closing(TradeCloser.Answer.CLOSED);
        addresses = new AddressRetention(
                new OrderAddressRepository(stock.sql), new DatabaseClock(stock.sql), properties, new Settings());
        tasks = new OrderTaskHandlers(
                new PlaceOrderConsumer(tokens, ADDRESSES, stock.ledger, placing, new DatabaseRetry()),
                closing,
                addresses);
        orders = new OrderService(rows, closing);
    }

    public static OrderWorkbench get() {
        return ONE;
    }

    public Catalog catalog() {
        return new KnownOffers();
    }

    /** With a provider that always says the same. */
    OrderCloser closing(TradeCloser.Answer always) {
        return closing(orders -> orders.stream().collect(Collectors.toMap(order -> order, order -> always)));
    }

    OrderCloser closing(TradeCloser trades) {
        return new OrderCloser(
                steps,
                new ClosingOrderRepository(stock.sql),
                trades,
                stock.ledger,
                new WrittenDown(),
                events::add,
                properties,
                transactions);
    }

    /** A teapot on sale, in the catalog, the ledger and the counter. */
    public OfferId openOffer(int units, int limitPerShopper) {
        var offer = stock.openOffer(units, limitPerShopper);
        stock.price(offer, 1990);
        var now = Instant.now();
        know(offer, units, limitPerShopper, new SaleWindow(now.minusSeconds(60), now.plusSeconds(3600)));
        return offer;
    }

    public void know(OfferId offer, int units, int limitPerShopper, SaleWindow window) {
        offers.put(
                offer,
                new Offer(
                        offer,
                        new SlotId(1),
                        window,
                        new ProductId(1),
                        new AccountId(1),
                        ProductFace.of("Teapot", "<p>Keeps warm.</p>", "/pictures/celadon-teapot.svg"),
                        new Money(9900),
                        new Money(1990),
                        units,
                        limitPerShopper,
                        0,
                        1));
    }

    /** Reserves in the counter. */
    public Reservation reserved(OfferId offer, long shopper, int units) {
        return stock.reserve(StockWorkbench.request(offer, shopper, units)).orElseThrow();
    }

    /** Reserved in the counter, and placed. */
    public Reservation placed(OfferId offer, long shopper, int units) {
        var reservation = reserved(offer, shopper, units);
        place(message(reservation));
        return reservation;
    }

    public PlaceOrder message(Reservation reservation) {
        return messages.of(reservation, new OrderDetail(1990, "Somewhere 5"));
    }

    /** Runs the task for these messages as one batch. */
    public Outcomes place(PlaceOrder... batch) {
        return tasks.place(jobs(batch));
    }

    static List<Job<PlaceOrder>> jobs(PlaceOrder... batch) {
        return List.of(batch).stream()
                .map(message -> new Job<>(message, new TaskContext(TaskId.random(), "order.place", 1)))
                .toList();
    }

    public static OrderId id(Reservation reservation) {
        return new OrderId(reservation.id().value());
    }

    public Optional<OrderStatus> status(Reservation reservation) {
        return Optional.ofNullable(orders.statuses(List.of(id(reservation))).get(id(reservation)));
    }

    /** The events of an order, such as {@code null>AWAITING_PAYMENT by worker}. */
    List<String> steps(Reservation reservation) {
        return stock.sql
                .sql(
                        "select concat(coalesce(from_status, 'null'), '>', to_status, ' by ', who) from order_event where order_id = :id order by id")
                .param("id", reservation.id().value())
                .query(String.class)
                .list();
    }

    /** As if its time had run out. */
    void overdue(Reservation reservation) {
        stock.sql
                .sql("update orders set expires_at_ms = placed_at_ms - 1 where id = :id")
                .param("id", reservation.id().value())
                .update();
    }

    /** How often its units went back, by the ledger. */
    long returns(Reservation reservation) {
        return stock.sql
                .sql("select count(*) from stock_movement where order_id = :id and kind = 'RETURN'")
                .param("id", reservation.id().value())
                .query(Long.class)
                .single();
    }

    public int available(OfferId offer) {
        return stock.sql
                .sql("select available from stock_balance where offer_id = :offer")
                .param("offer", offer.value())
                .query(Integer.class)
                .single();
    }

    /** What the counter has, below zero if the database sold more than it knew. */
    public int left(OfferId offer) {
        return stock.inspection.check(offer).left();
    }

    private final class KnownOffers implements Catalog {

        @Override
        public Optional<Offer> offer(OfferId id) {
            return Optional.ofNullable(offers.get(id));
        }

        @Override
        public boolean mayBeNew(OfferId id) {
            return false;
        }

        @Override
        public ZoneId zone() {
            return ZoneOffset.UTC;
        }

        @Override
        public List<Slot> slots(LocalDate day) {
            return List.of();
        }

        @Override
        public Optional<Slot> slot(SlotId id) {
            return Optional.empty();
        }

        @Override
        public Optional<Slot> runningSlot() {
            return Optional.empty();
        }

        @Override
        public List<Offer> offers(SlotId slot) {
            return List.of();
        }

        @Override
        public Optional<SlotId> withdrawnFrom(OfferId id) {
            return Optional.empty();
        }

        @Override
        public List<Offer> coupons() {
            return List.of();
        }
    }

    private final class WrittenDown implements Tasks {

        @Override
        public TaskId send(Record payload, SendOption... options) {
            sent.add(payload);
            return TaskId.random();
        }

        @Override
        public CompletableFuture<Delivery> publish(Record payload, SendOption... options) {
            sent.add(payload);
            return CompletableFuture.completedFuture(Delivery.CONFIRMED);
        }

        @Override
        public boolean cancel(TaskId id) {
            throw new UnsupportedOperationException();
        }
    }
}
