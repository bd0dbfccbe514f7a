package stampede.faults;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.alipaysandbox.LocalAlipay;
import tools.jackson.databind.JsonNode;

/**
 * What is demanded when the faults are over: the shop comes to rest by itself, its books agree, and each shopper got what they
 * were told.
 */
final class FaultRunCheck {

    private static final Set<String> NO_ORDER = Set.of("REJECTED", "ABANDONED");

    private final Fleet fleet;
    private final JdbcClient sql;
    private final LocalAlipay alipay;
    private final List<String> offers;
    private final List<PurchaseWish> wishes;
    private final boolean redisForgot;
    private final List<String> broken = new ArrayList<>();
    private final List<String> twice = new ArrayList<>();

    /** @param redisForgot whether Redis lost what it knew, all or the last of it */
    FaultRunCheck(
            Fleet fleet,
            OwnServers servers,
            LocalAlipay alipay,
            List<String> offers,
            List<PurchaseWish> wishes,
            boolean redisForgot) {
        this.fleet = fleet;
        this.sql = JdbcClient.create(servers.dataSource());
        this.alipay = alipay;
        this.offers = offers;
        this.wishes = wishes;
        this.redisForgot = redisForgot;
    }

    /** Waits until all is at rest, looks, and tells. */
    Result settle(Duration patience) throws InterruptedException {
        var begun = System.nanoTime();
        var end = begun + patience.toNanos();
        var restless = restless();
        while (!restless.isEmpty() && System.nanoTime() < end) {
            Thread.sleep(500);
            restless = restless();
        }
        var rest = Duration.ofNanos(System.nanoTime() - begun);
        broken.addAll(restless);
        var rows = rows();
        var lost = history(rows);
        return new Result(
                wishes.size(),
                wishes.stream().filter(PurchaseWish::wasAccepted).count(),
                rows.values().stream().filter(Row::isOrder).count(),
                named("LOST"),
                twice.size(),
                oversold(rows),
                lost,
                stranded(),
                doubleRefunds(),
                rest,
                List.copyOf(broken));
    }

    /** What keeps the shop from being at rest; empty if it is. */
    private List<String> restless() {
        var reasons = new ArrayList<String>();
        try {
            for (var offer : offers) {
                reasons.addAll(deviations(fleet.books(offer), "DRQ"));
            }
            reasons.addAll(notZero("orders where status in ('AWAITING_PAYMENT', 'CLOSING', 'REFUNDING')"));
            reasons.addAll(notZero("refund where state not in ('DONE', 'DECLINED')"));
            reasons.addAll(notZero("task_dead where status = 'DEAD'"));
            if (!alipay.open().none()) {
                reasons.add("Alipay has something under way");
            }
            if (reasons.isEmpty()) {
                money();
            }
        } catch (RuntimeException | AssertionError noAnswer) {
            reasons.add(text(noAnswer));
        }
        return reasons;
    }

    /** Rules of these kinds that do not hold; with all kinds, also what waits. */
    static List<String> deviations(JsonNode books, String kinds) {
        var deviations = new ArrayList<String>();
        for (var check : books.path("checks")) {
            var name = check.path("name").asString();
            if (kinds.contains(name.substring(0, 1)) && !check.path("ok").asBoolean()) {
                deviations.add("offer " + books.path("offerId").asString() + " " + name + ": "
                        + check.path("detail").asString());
            }
        }
        if (kinds.contains("Q") && books.path("pending").asInt() > 0) {
            deviations.add("offer " + books.path("offerId").asString() + " has "
                    + books.path("pending").asInt() + " reservations without orders");
        }
        return deviations;
    }

    private List<String> notZero(String rows) {
        var count = count(rows);
        return count == 0 ? List.of() : List.of(count + " " + rows);
    }

    private void money() {
        new MoneyCheck(sql, alipay).everyTradeIsKeptOrWentBack();
    }

    /** Compares what shoppers were told with the rows; answers how many lost what they were promised. */
    private long history(Map<Long, Row> rows) {
        var lost = 0L;
        for (var wish : wishes) {
            wish.contradictions().forEach(this::twice);
            if (!wish.isDecided()) {
                broken.add(wish.wasAccepted() ? "no end of " + wish.reservation() : "no answer to a click");
                lost++;
            } else if (wish.wasAccepted()) {
                var row = rows.get(wish.reservation());
                var isOrder = row != null && row.isOrder();
                if (isOrder != wish.hasOrder()) {
                    broken.add("purchase " + wish.reservation() + " was told "
                            + (wish.hasOrder() ? "PLACED" : wish.refusal()) + ", the database has " + row);
                    lost += isOrder ? 0 : 1;
                }
            }
        }
        strangers(rows);
        return lost;
    }

    /** An order that no shopper was told of: the click before the one that was answered became one as well. */
    private void strangers(Map<Long, Row> rows) {
        var told = wishes.stream()
                .filter(PurchaseWish::wasAccepted)
                .map(PurchaseWish::reservation)
                .collect(toSet());
        var unanswered = wishes.stream()
                .filter(PurchaseWish::hadNoAnswer)
                .map(wish -> wish.shopper().value() + " " + wish.offer())
                .collect(toSet());
        for (var row : rows.values()) {
            if (row.isOrder() && !told.contains(row.id())) {
                if (unanswered.contains(row.shopper() + " " + row.offer())) {
                    twice("order that nobody was told of, after a click without an answer: " + row);
                } else {
                    broken.add("order that nobody was told of: " + row);
                }
            }
        }
    }

    /** Redis keeps the idempotency keys; only when it forgot them may a click count twice. */
    private void twice(String what) {
        if (redisForgot) {
            twice.add(what);
        } else {
            broken.add(what);
        }
    }

    private long oversold(Map<Long, Row> rows) {
        return offers.stream()
                .mapToLong(offer -> {
                    var total = sql.sql("select total from stock_balance where offer_id = :offer")
                            .param("offer", offer)
                            .query(Long.class)
                            .single();
                    var held = rows.values().stream()
                            .filter(row -> row.offer().equals(offer) && row.holds())
                            .mapToLong(Row::units)
                            .sum();
                    return Math.max(0, held - total);
                })
                .sum();
    }

    /** Units that the database could sell and Redis does not offer. */
    private long stranded() {
        return broken.stream().filter(reason -> reason.contains(" Q2: ")).count();
    }

    /** Trades of which more went back than came, or more often than the shop wanted. */
    private long doubleRefunds() {
        var wanted = sql
                .sql("select trade_no, count(*) as refunds from refund group by trade_no")
                .query((row, number) -> Map.entry(row.getString("trade_no"), row.getInt("refunds")))
                .list()
                .stream()
                .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
        return alipay.trades().stream()
                .filter(trade -> trade.paidBackFen() > trade.fen()
                        || trade.refunds().size() > wanted.getOrDefault(trade.tradeNo(), 0))
                .count();
    }

    private long named(String refusal) {
        return wishes.stream()
                .filter(wish -> wish.wasAccepted() && wish.refusal().equals(refusal))
                .count();
    }

    /** How many were refused at once, by reason. */
    Map<String, Long> refusals() {
        return wishes.stream()
                .filter(wish -> !wish.wasAccepted() && !wish.refusal().isEmpty())
                .collect(groupingBy(PurchaseWish::refusal, counting()));
    }

    private Map<Long, Row> rows() {
        return sql
                .sql(
                        "select id, offer_id, shopper_id, units, status, holds_units from orders where offer_id in (:offers)")
                .param("offers", offers)
                .query((row, number) -> new Row(
                        row.getLong("id"),
                        Objects.requireNonNull(row.getString("offer_id")),
                        row.getLong("shopper_id"),
                        row.getInt("units"),
                        Objects.requireNonNull(row.getString("status")),
                        row.getInt("holds_units") == 1))
                .list()
                .stream()
                .collect(toMap(Row::id, row -> row));
    }

    private long count(String rows) {
        return sql.sql("select count(*) from " + rows).query(Long.class).single();
    }

    private static String text(Throwable failure) {
        return String.valueOf(failure.getMessage())
                .lines()
                .limit(12)
                .reduce("", (all, line) -> all + " " + line.strip());
    }

    private record Row(long id, String offer, long shopper, int units, String status, boolean holds) {

        boolean isOrder() {
            return !NO_ORDER.contains(status);
        }
    }

    /**
     * How it ended.
     *
     * @param clicks how many wanted something
     * @param purchases how many were accepted
     * @param orders how many of these have an order
     * @param givenUp how many were told LOST, which is a promise kept: there is no order
     * @param twice clicks that counted twice because Redis had forgotten their key
     * @param oversold units held beyond the total
     * @param lost promises that were not kept
     * @param stranded offers of which Redis sells less or more than the database has
     * @param doubleRefunds trades paid back more often, or with more, than the shop wanted
     * @param rest how long it took to come to rest
     * @param broken everything that is not as it should be, in words
     */
    record Result(
            long clicks,
            long purchases,
            long orders,
            long givenUp,
            long twice,
            long oversold,
            long lost,
            long stranded,
            long doubleRefunds,
            Duration rest,
            List<String> broken) {

        Result with(Collection<String> more) {
            var all = new ArrayList<>(broken);
            all.addAll(more);
            return new Result(
                    clicks,
                    purchases,
                    orders,
                    givenUp,
                    twice,
                    oversold,
                    lost,
                    stranded,
                    doubleRefunds,
                    rest,
                    List.copyOf(all));
        }
    }
}
