package stampede.faults;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.faults.DeskAct.Kind;
import stampede.faults.DeskBrowser.Answer;

/**
 * Operators and a seller who do something to the sales and orders of a round, one act after another, until they are told to end. Each
 * act of an operator is done by an operator of its own, so that the audit log says of each whether it was done, and how often.
 */
final class DeskCrowd implements AutoCloseable {

    private static final int AT_ONCE = 4;
    private static final int OPERATORS = 600;
    private static final int TRIES = 3;
    private static final AtomicLong NEXT_OPERATOR = new AtomicLong(500_000);
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final Fleet fleet;
    private final JdbcClient sql;
    private final AccountId seller;
    private final List<String> onSale;
    private final List<String> upcoming;
    private final Queue<DeskAct> acts = new ConcurrentLinkedQueue<>();
    private final Set<String> stopped = ConcurrentHashMap.newKeySet();
    private final Queue<AccountId> operators = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    private volatile boolean isOpen = true;

    /**
     * @param seller whose offers these are
     * @param onSale what sells; the last of them may be stopped for good
     * @param upcoming what has not opened yet, and may be withdrawn
     */
    DeskCrowd(
            Fleet fleet, OwnServers servers, AccountId seller, List<String> onSale, List<String> upcoming, long seed) {
        this.fleet = fleet;
        this.sql = JdbcClient.create(servers.dataSource());
        this.seller = seller;
        this.onSale = onSale;
        this.upcoming = upcoming;
        var first = NEXT_OPERATOR.getAndAdd(OPERATORS);
        LongStream.range(first, first + OPERATORS).mapToObj(AccountId::new).forEach(operators::add);
        fleet.open(operators, Role.OPERATOR);
        for (int i = 0; i < AT_ONCE; i++) {
            var chance = new Random(seed * 1_009 + i);
            threads.execute(() -> actAndAct(chance));
        }
    }

    /** Nobody begins anything else, and what is paused sells again. All is well by now. */
    void end() throws InterruptedException {
        isOpen = false;
        threads.shutdown();
        if (!threads.awaitTermination(2, TimeUnit.MINUTES)) {
            throw new IllegalStateException("An operator waits for something that has no time-out");
        }
        var chance = new Random(0);
        var patience = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        for (var left = paused(); !left.isEmpty() && System.nanoTime() < patience; left = paused()) {
            resume(chance, left.get(0));
        }
    }

    /** All that was done, or perhaps done, so far. */
    Collection<DeskAct> acts() {
        return new ArrayList<>(acts);
    }

    private void actAndAct(Random chance) {
        try {
            while (isOpen) {
                act(chance, kind(chance));
                Thread.sleep(chance.nextInt(50, 300));
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private static Kind kind(Random chance) {
        var dice = chance.nextInt(
                Arrays.stream(Kind.values()).mapToInt(kind -> kind.often).sum());
        for (var kind : Kind.values()) {
            dice -= kind.often;
            if (dice < 0) {
                return kind;
            }
        }
        throw new IllegalStateException("The dice fell off the table");
    }

    private void act(Random chance, Kind kind) throws InterruptedException {
        switch (kind) {
            case ADD, TAKE_OFF ->
                toSale(
                        chance,
                        kind,
                        any(chance, chance.nextInt(4) == 0 ? upcoming : onSale),
                        1 + chance.nextInt(20) + "");
            case PAUSE -> pause(chance, any(chance, onSale));
            case RESUME -> resume(chance, any(chance, onSale));
            case STOP -> stop(chance, onSale.get(onSale.size() - 1));
            // Never the one before, which would be no change and no row.
            case LIMIT -> toSale(chance, kind, any(chance, upcoming), 1 + NUMBERS.incrementAndGet() % 97 + "");
            case PRICE -> toSale(chance, kind, any(chance, upcoming), "1." + (10 + NUMBERS.incrementAndGet() % 90));
            case WITHDRAW -> toSale(chance, kind, upcoming.get(0), "");
            case SHIP, SHIP_AS_SELLER -> ship(chance, kind);
            case CORRECT -> order(chance, "status = 'SHIPPED'").ifPresent(order -> correct(chance, order));
            case RECEIVE -> order(chance, "status = 'SHIPPED'").ifPresent(order -> receive(chance, order));
            case REFUND_ALL, REFUND_PART ->
                order(chance, "status in ('PAID', 'SHIPPED', 'FINISHED')")
                        .ifPresent(order -> refund(chance, kind, order));
            case PUT_BACK ->
                order(chance, "status = 'REFUNDED' and holds_units = 1").ifPresent(order -> putBack(chance, order));
        }
    }

    private static String any(Random chance, List<String> offers) {
        return offers.get(chance.nextInt(offers.size()));
    }

    private void toSale(Random chance, Kind kind, String offer, String number) throws InterruptedException {
        var page = "/console/offers/" + offer + "/acts/" + kind;
        send(chance, kind, "offer:" + offer, page, page, Map.of("number", number, "reason", "as chance has it"));
    }

    private void stop(Random chance, String offer) throws InterruptedException {
        if (stopped.add(offer)) {
            toSale(chance, Kind.STOP, offer, "");
        }
    }

    private void pause(Random chance, String offer) throws InterruptedException {
        var page = "/console/offers/" + offer + "/pause";
        send(chance, Kind.PAUSE, "offer:" + offer, page, page, Map.of());
        Thread.sleep(chance.nextInt(500, 2_000));
        resume(chance, offer);
    }

    private void resume(Random chance, String offer) throws InterruptedException {
        var page = "/console/offers/" + offer;
        send(chance, Kind.RESUME, "offer:" + offer, page, page + "/resume", Map.of());
    }

    private void ship(Random chance, Kind kind) {
        order(chance, "status = 'PAID'").ifPresent(order -> {
            var parcel = Map.of("carrier", "SF", "number", "SF" + NUMBERS.incrementAndGet());
            if (kind == Kind.SHIP) {
                sendForm(chance, kind, order, "/console/orders/" + order.id(), "/shipment", parcel);
            } else {
                call(
                        chance,
                        kind,
                        order,
                        "seller:" + seller,
                        "SF " + parcel.get("number"),
                        fleet.token(seller, Role.SELLER),
                        "/api/v1/seller/orders/" + order.id() + "/shipment",
                        parcel);
            }
        });
    }

    private void correct(Random chance, Order order) {
        var number = "SF" + NUMBERS.incrementAndGet();
        sendForm(
                chance,
                Kind.CORRECT,
                order,
                "/console/orders/" + order.id(),
                "/correction",
                Map.of("carrier", "SF", "number", number));
    }

    private void receive(Random chance, Order order) {
        var shopper = new AccountId(order.shopper());
        call(
                chance,
                Kind.RECEIVE,
                order,
                "shopper:" + shopper,
                "",
                fleet.token(shopper, Role.SHOPPER),
                "/api/v1/orders/" + order.id() + "/receipt",
                Map.of());
    }

    /** All that is left, or a part of it, from the page of the order's money. */
    private void refund(Random chance, Kind kind, Order order) {
        var filled = kind == Kind.REFUND_ALL
                ? Map.of("words", "a gift")
                : Map.of("words", "a gift", "amount", "0.0" + (1 + chance.nextInt(9)));
        sendForm(chance, kind, order, "/console/payments/orders/" + order.id(), "/refunds", filled);
    }

    private void putBack(Random chance, Order order) {
        sendForm(chance, Kind.PUT_BACK, order, "/console/payments/orders/" + order.id(), "/units", Map.of());
    }

    private void sendForm(Random chance, Kind kind, Order order, String page, String act, Map<String, String> filled) {
        try {
            send(chance, kind, "order:" + order.id(), page, page + act, filled);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends a form of a page, and once more if there was no answer and that may be. */
    private void send(Random chance, Kind kind, String subject, String page, String action, Map<String, String> filled)
            throws InterruptedException {
        var operator = operators.poll();
        if (operator == null) {
            return;
        }
        var browser = new DeskBrowser(fleet.cookie(operator, Role.OPERATOR));
        var drawn = browser.open(fleet.address(chance), page, action);
        if (drawn.isPresent()) {
            var form = drawn.get();
            for (var field : filled.entrySet()) {
                form = form.with(field.getKey(), field.getValue());
            }
            var filledIn = form;
            tell(kind, "operator:" + operator, subject, "", () -> browser.send(fleet.address(chance), filledIn));
        }
    }

    private void call(
            Random chance,
            Kind kind,
            Order order,
            String who,
            String mark,
            String token,
            String path,
            Map<String, String> body) {
        try {
            tell(
                    kind,
                    who,
                    "order:" + order.id(),
                    mark,
                    () -> called(fleet.door(chance).with(token), path, body));
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private static Answer called(ShopClient door, String path, Map<String, String> body) throws InterruptedException {
        try {
            var answer = door.tryToPost(path, body);
            return answer.status() >= 500 ? Answer.NONE : answer.isSuccess() ? Answer.YES : Answer.NO;
        } catch (ConnectException | HttpConnectTimeoutException away) {
            return Answer.AWAY;
        } catch (IOException none) {
            return Answer.NONE;
        }
    }

    private void tell(Kind kind, String who, String subject, String mark, Attempt attempt) throws InterruptedException {
        var wasUnknown = false;
        var answer = attempt.run();
        for (int tried = 1; tried < TRIES && answer == Answer.NONE && kind.mayBeRepeated(); tried++) {
            wasUnknown = true;
            Thread.sleep(500);
            answer = attempt.run();
        }
        if (answer == Answer.AWAY && !wasUnknown) {
            return;
        }
        acts.add(new DeskAct(kind, who, subject, mark, answer, wasUnknown, System.nanoTime()));
    }

    /** One of the latest that are so; empty if there is none, or the database is away. */
    private Optional<Order> order(Random chance, String so) {
        try {
            var some = sql.sql("select id, shopper_id from orders where offer_id in (:offers) and " + so
                            + " order by id desc limit 40")
                    .param("offers", onSale)
                    .query((row, number) -> new Order(row.getLong("id"), row.getLong("shopper_id")))
                    .list();
            return some.isEmpty() ? Optional.empty() : Optional.of(some.get(chance.nextInt(some.size())));
        } catch (DataAccessException away) {
            return Optional.empty();
        }
    }

    private List<String> paused() {
        return sql.sql("select offer_id from stock_balance where paused = 1 and offer_id in (:offers)")
                .param("offers", onSale)
                .query(String.class)
                .list();
    }

    @Override
    public void close() {
        isOpen = false;
        threads.shutdownNow();
    }

    private record Order(long id, long shopper) {}

    /** One try at it. */
    private interface Attempt {

        Answer run() throws InterruptedException;
    }
}
