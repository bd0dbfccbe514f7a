package stampede.storefront;

import com.google.common.collect.Sets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.RecoverableDataAccessException;
import stampede.account.AccountId;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.ProductFace;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.money.Money;
import stampede.order.Order;
import stampede.order.OrderGroup;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.order.ReservationOutcome;
import stampede.order.Shipment;
import stampede.purchase.AdmittedAttempt;
import stampede.purchase.AdmittedAttempts;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseProgress;
import stampede.purchase.PurchaseRefusal;
import stampede.purchase.PurchaseRefused;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;

/** A shop in memory that puts the pages into whatever state a test wants to see. */
public class StandInShop implements Catalog, LiveStock, Purchases, Orders {

    public static final AccountId SHOPPER = new AccountId(7);
    static final SlotId ENDED = new SlotId(1);
    public static final SlotId RUNNING = new SlotId(2);
    static final SlotId UPCOMING = new SlotId(3);

    /** An offer that another node has just published. */
    static final OfferId PUBLISHED_ELSEWHERE = new OfferId(77);

    private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

    private static final Set<OrderStatus> EVER_PAID = Sets.immutableEnumSet(
            OrderStatus.PAID, OrderStatus.SHIPPED, OrderStatus.FINISHED, OrderStatus.REFUNDING, OrderStatus.REFUNDED);

    public final Map<PurchaseId, PurchaseProgress> progress = new ConcurrentHashMap<>();
    /** Where parcels were to go. */
    final List<String> bought = new CopyOnWriteArrayList<>();

    final AtomicLong looks = new AtomicLong();
    final List<PurchaseRefusal> refusals = new CopyOnWriteArrayList<>();
    private final Map<SlotId, Slot> slots;
    private final Map<OfferId, Offer> offers = new ConcurrentHashMap<>();
    private final Map<OfferId, StockView> stock = new ConcurrentHashMap<>();
    private final Map<OrderId, Order> orders = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong(708_540_021_337_000L);
    volatile @Nullable PurchaseRefused refusal;
    volatile boolean databaseIsAway;

    StandInShop(Instant now) {
        var length = Duration.ofHours(2);
        this.slots = List.of(
                        new Slot(ENDED, new SaleWindow(now.minus(length), now.minusSeconds(60))),
                        new Slot(RUNNING, new SaleWindow(now.minusSeconds(60), now.plus(Duration.ofMinutes(83)))),
                        new Slot(
                                UPCOMING,
                                new SaleWindow(
                                        now.plus(Duration.ofMinutes(83)),
                                        now.plus(Duration.ofMinutes(83)).plus(length))))
                .stream()
                .collect(Collectors.toConcurrentMap(Slot::id, Function.identity()));
    }

    /** One more slot, for a test that wants its offers alone. */
    SlotId slot(SaleWindow window) {
        var id = new SlotId(ids.incrementAndGet());
        slots.put(id, new Slot(id, window));
        return id;
    }

    /** It is not among the slots any more, for the other tests. */
    void forget(SlotId slot) {
        slots.remove(slot);
    }

    public OfferId offer(SlotId slot, String name, int left, int total, int limit, StockView.Gate gate) {
        var face = ProductFace.of(
                name,
                "<p>Made by hand, <em>fired twice</em>.</p><ul><li>Holds a litre</li><li>Pours well</li></ul>",
                "/pictures/celadon-teapot.svg");
        return offer(slot, slot(slot).orElseThrow().window(), face, limit, new StockView(gate, left, total, 1));
    }

    OfferId offer(SlotId slot, SaleWindow window, ProductFace face, int limit, StockView view) {
        var id = new OfferId(ids.incrementAndGet());
        offers.put(
                id,
                new Offer(
                        id,
                        slot,
                        window,
                        new ProductId(id.value()),
                        new AccountId(3),
                        face,
                        new Money(4_900),
                        new Money(1_990),
                        view.total(),
                        limit,
                        0,
                        1));
        stock.put(id, view);
        return id;
    }

    void left(OfferId offer, int left) {
        stock.computeIfPresent(
                offer, (id, before) -> new StockView(before.gate(), left, before.total(), before.epoch()));
    }

    public OrderId order(OfferId offer, OrderStatus status, Instant payBy) {
        var id = new OrderId(ids.incrementAndGet());
        orders.put(
                id,
                new Order(
                        id,
                        offer,
                        SHOPPER,
                        offer(offer).orElseThrow().productName(),
                        1,
                        new Money(1_990),
                        status,
                        "Ann Lee, 1 Long Street, Springfield",
                        payBy.minusSeconds(300),
                        payBy,
                        EVER_PAID.contains(status) ? Optional.of(payBy.minusSeconds(200)) : Optional.empty(),
                        status == OrderStatus.CLOSED ? Optional.of(payBy) : Optional.empty(),
                        shipment(status, payBy)));
        return id;
    }

    private static Optional<Shipment> shipment(OrderStatus status, Instant payBy) {
        var sent = new Shipment("SF", "SF1020304050607", payBy.minusSeconds(100), Optional.empty());
        return switch (status) {
            case SHIPPED -> Optional.of(sent);
            case FINISHED ->
                Optional.of(new Shipment(
                        sent.carrier(), sent.number(), sent.shippedAt(), Optional.of(payBy.minusSeconds(50))));
            default -> Optional.empty();
        };
    }

    /** Nobody has anything to pay any more. */
    void closeAll() {
        orders.values().stream()
                .filter(order -> order.status() == OrderStatus.AWAITING_PAYMENT)
                .forEach(order -> move(order.id(), OrderStatus.CLOSED));
    }

    public void move(OrderId id, OrderStatus status) {
        orders.computeIfPresent(
                id,
                (key, old) -> new Order(
                        key,
                        old.offer(),
                        old.shopper(),
                        old.productName(),
                        old.units(),
                        old.unitPrice(),
                        status,
                        old.address(),
                        old.reservedAt(),
                        old.payBy(),
                        old.paidAt(),
                        status == OrderStatus.CLOSED ? Optional.of(Instant.now()) : old.closedAt(),
                        old.shipment()));
    }

    public PurchaseId purchase(OfferId offer) {
        return new PurchaseId(new ReservationId(ids.incrementAndGet()), offer);
    }

    @Override
    public ZoneId zone() {
        return ZONE;
    }

    @Override
    public Optional<Offer> offer(OfferId id) {
        return Optional.ofNullable(offers.get(id));
    }

    @Override
    public boolean mayBeNew(OfferId id) {
        return id.equals(PUBLISHED_ELSEWHERE);
    }

    @Override
    public List<Slot> slots(LocalDate day) {
        return slots.values().stream()
                .filter(slot ->
                        LocalDate.ofInstant(slot.window().opensAt(), ZONE).equals(day)
                                || day.equals(LocalDate.now(ZONE)))
                .sorted(Comparator.comparing(slot -> slot.window().opensAt()))
                .toList();
    }

    @Override
    public Optional<Slot> slot(SlotId id) {
        return Optional.ofNullable(slots.get(id));
    }

    @Override
    public Optional<Slot> runningSlot() {
        return slot(RUNNING);
    }

    private static boolean isShared(SlotId slot) {
        return slot.equals(ENDED) || slot.equals(RUNNING) || slot.equals(UPCOMING);
    }

    /** Of the slots that all tests share the newest first, so that what a test made is on the first page. */
    @Override
    public List<Offer> offers(SlotId slot) {
        return offers.values().stream()
                .filter(offer -> offer.slot().equals(slot))
                .sorted(Comparator.comparing(offer ->
                        isShared(slot) ? -offer.id().value() : offer.id().value()))
                .toList();
    }

    @Override
    public Optional<SlotId> withdrawnFrom(OfferId id) {
        return Optional.empty();
    }

    @Override
    public List<Offer> coupons() {
        return offers.values().stream().filter(Offer::isCoupon).toList();
    }

    @Override
    public StockView of(OfferId offer) {
        return Objects.requireNonNull(stock.get(offer));
    }

    @Override
    public Map<OfferId, StockView> of(Collection<OfferId> wanted) {
        return wanted.stream().collect(Collectors.toMap(Function.identity(), this::of));
    }

    @Override
    public AdmittedAttempt admit(SignedIn account, String clientAddress) {
        return AdmittedAttempts.of(account);
    }

    @Override
    public PurchaseId buy(PurchaseRequest request) {
        if (refusal != null) {
            throw refusal;
        }
        bought.add(request.address());
        var purchase = purchase(request.offer());
        progress.put(purchase, new PurchaseProgress.Reserved(Optional.of(17)));
        return purchase;
    }

    @Override
    public void refuse(PurchaseRefusal reason, OfferId offer) {
        refusals.add(reason);
    }

    @Override
    public Optional<PurchaseProgress> progress(AccountId shopper, PurchaseId purchase) {
        return shopper.equals(SHOPPER) ? Optional.ofNullable(progress.get(purchase)) : Optional.empty();
    }

    @Override
    public Map<PurchaseId, PurchaseProgress> progress(Collection<PurchaseId> purchases) {
        looks.incrementAndGet();
        return purchases.stream()
                .collect(Collectors.toMap(
                        Function.identity(),
                        id -> progress.getOrDefault(id, new PurchaseProgress.Refused(PurchaseRefusal.LOST))));
    }

    @Override
    public Optional<Order> find(AccountId shopper, OrderId id) {
        return Optional.ofNullable(orders.get(id))
                .filter(order -> order.shopper().equals(shopper));
    }

    @Override
    public OrderPage of(AccountId shopper, OrderGroup group, int page, int size) {
        if (databaseIsAway) {
            throw new RecoverableDataAccessException("10.1.2.3 does not answer");
        }
        var all = orders.values().stream()
                .filter(order ->
                        order.shopper().equals(shopper) && group.statuses().contains(order.status()))
                .sorted(Comparator.comparing((Order order) -> order.id().value())
                        .reversed())
                .toList();
        return new OrderPage(all.stream().skip((long) page * size).limit(size).toList(), page, size, all.size());
    }

    @Override
    public Map<OrderGroup, Long> count(AccountId shopper) {
        var counts = new EnumMap<OrderGroup, Long>(OrderGroup.class);
        Arrays.stream(OrderGroup.values())
                .forEach(group -> counts.put(group, of(shopper, group, 0, 1).total()));
        return counts;
    }

    @Override
    public List<Order> unpaid(AccountId shopper, int most) {
        return orders.values().stream()
                .filter(order -> order.shopper().equals(shopper) && order.status() == OrderStatus.AWAITING_PAYMENT)
                .filter(order -> order.payBy().isAfter(Instant.now()))
                .sorted(Comparator.comparing(Order::payBy))
                .limit(most)
                .toList();
    }

    @Override
    public List<Order> held(AccountId shopper, OfferId offer) {
        return orders.values().stream()
                .filter(order ->
                        order.shopper().equals(shopper) && order.offer().equals(offer))
                .filter(order -> order.status() != OrderStatus.CLOSED)
                .sorted(Comparator.comparing((Order order) -> order.id().value())
                        .reversed())
                .toList();
    }

    @Override
    public List<Reservation> held(Collection<OrderId> ids) {
        return List.of();
    }

    @Override
    public List<OrderId> held(OfferId offer, long afterOrderId, int limit) {
        return List.of();
    }

    @Override
    public Map<OrderId, ReservationOutcome> verdicts(Collection<OrderId> wanted) {
        return Map.of();
    }

    @Override
    public Set<OrderId> holding(Collection<OrderId> wanted) {
        return Set.of();
    }

    @Override
    public Map<OrderId, OrderStatus> statuses(Collection<OrderId> wanted) {
        return Map.of();
    }

    @Override
    public Optional<Order> find(OrderId id) {
        return Optional.ofNullable(orders.get(id));
    }

    @Override
    public boolean startClosing(OrderId id, String who) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void closeWithTrade(OrderId id) {
        move(id, OrderStatus.CLOSED);
    }

    @Override
    public void closeIfDue(OrderId id, String who) {
        // Nobody operates this shop.
    }

    @Override
    public void closeWithoutWord(OrderId id, String who) {
        // Nobody operates this shop.
    }

    @Override
    public boolean putUnitsBack(OrderId id) {
        return false;
    }

    @Override
    public boolean cancel(AccountId shopper, OrderId id) {
        var cancels = find(shopper, id)
                .filter(order -> order.status() == OrderStatus.AWAITING_PAYMENT)
                .isPresent();
        if (cancels) {
            move(id, OrderStatus.CLOSING);
        }
        return cancels;
    }
}
