package stampede.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each statement that reads orders, the ledger, payments, or what is kept of sales, over more than one offer leaves shadows out by
 * {@code OfferId.IS_REAL}. One that names the offers, orders or accounts that it is about need not, nor one that begins at {@code offer},
 * where no shadow is. Any other fails this test until it does, or it is said here why it need not.
 */
class ShadowStatementTests {

    private static final Path MAIN = Path.of("src/shop/main");

    private static final Pattern READS = Pattern.compile(
            "\\b(from|join|update|delete from)\\s+(past_)?(orders|order_event|settlement|settlement_line|books_verdict|stock_balance"
                    + "|stock_movement|stock_quota|payment|payment_attempt|sale_minute)\\b",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern NAMES = Pattern.compile(
            "\\b(offer_id|order_id|shopper_id|account_id|trade_no|id)\\s*(=|in)\\s*\\(?\\s*(:\\w+|\\?)",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern BEGINS_AT_OFFER =
            Pattern.compile("\\b(from|join)\\s+offer\\b", Pattern.CASE_INSENSITIVE);

    private static final Pattern LITERAL =
            Pattern.compile("\"\"\"(?<block>.*?)\"\"\"|\"(?<line>(?:[^\"\\\\\\n]|\\\\.)*)\"", Pattern.DOTALL);

    /** Between two parts of a text that are put together. */
    private static final Pattern AND =
            Pattern.compile("\\s*(\\.formatted\\([^;]*?\\))?\\s*\\+\\s*([\\w.()]+\\s*\\+\\s*)?");

    /** What is put into a text, or behind it. */
    private static final Pattern BEHIND = Pattern.compile("\\s*(\\+\\s*[\\w.]+|\\.formatted\\([^)]*\\))");

    private static final String CLOSES = "shadows' orders close like all orders";
    private static final String ENDS = "a shadow is opened, closed out and dropped like all sales";
    private static final String PAID = "nobody pays for a shadow";
    private static final String ACCOUNTS = "of accounts, and no bot has one";
    private static final String COUNTED = "only forgets, or adds up, what is old";
    private static final String PART =
            "a part of statements that name an order, an offer or an account, or begin at offers";

    /** By file and the first words. */
    private static final Map<String, String> NEED_NOT = Map.ofEntries(
            Map.entry(
                    "AccountRecordRepository.java: , (select count(*) from orders where orders.shopper_id = acc",
                    ACCOUNTS),
            Map.entry("ArchiveRepository.java: task_dead.status = 'DEAD' and (task_dead.name = 'order.place", PART),
            Map.entry(
                    "ClosingOrderRepository.java: select id from orders where status = 'AWAITING_PAYMENT' + OV",
                    CLOSES),
            Map.entry(
                    "ClosingOrderRepository.java: select id from orders where status = 'CLOSING' and id > :aft",
                    CLOSES),
            Map.entry(
                    "CouponTermsRepository.java: coupon_terms join stock_balance on stock_balance.offer_id = ",
                    "of coupons"),
            Map.entry("OfferSearchRepository.java: offer o join product on product.id = o.product_id join slot ", PART),
            Map.entry(
                    "OrderAddressRepository.java: select id, placed_at_ms from orders where id > :after order ",
                    "of shadows, too, no address is kept for ever"),
            Map.entry("OrderKeyRepository.java: select order_id from payment force index (payment_of_state) ", PAID),
            Map.entry("OrderRepository.java: select id, offer_id, shopper_id, units, reserved_at_ms from ", PART),
            Map.entry("OrderRepository.java: select orders.*, shipment.carrier, shipment.number, shipment", PART),
            Map.entry("OrderTransition.java: update orders set", PART),
            Map.entry(
                    "PauseRequestRepository.java: join stock_balance on stock_balance.offer_id = pause_request",
                    "sellers ask for it, and no shadow is theirs"),
            Map.entry(
                    "ReconciliationRepository.java: select * from payment where received_at_ms >= :earliest and ",
                    PAID),
            Map.entry(
                    "SaleMinuteRepository.java: delete from sale_minute where by_second = 0 and minute_s < :", COUNTED),
            Map.entry(
                    "SaleMinuteRepository.java: select * from sale_minute where by_second = 1 and minute_s <", COUNTED),
            Map.entry(
                    "ShadowOrderRepository.java: select stock_balance.offer_id from rehearsal join stock_bala",
                    "of shadows alone"),
            Map.entry(
                    "ShipmentRepository.java: select shipment.order_id from shipment join orders on orders",
                    "what is shipped was paid for"),
            Map.entry(
                    "StockBalanceRepository.java: select * from stock_balance where closes_ms > :after and ope", ENDS),
            Map.entry(
                    "StockBalanceRepository.java: select offer_id from stock_balance where settled_ms = 0 and ", ENDS),
            Map.entry(
                    "StockBalanceRepository.java: select offer_id from stock_balance where settled_ms > 0 and ", ENDS),
            Map.entry("WeekReportRepository.java: select state, count(*) as n, sum(amount_fen) as fen from pay", PAID));

    @Test
    void statementsOverAllOffersLeaveShadowsOut() throws IOException {
        var reading = statements().stream()
                .filter(statement -> READS.matcher(statement.text).find())
                .toList();
        assertThat(reading).hasSizeGreaterThan(150);

        var careless = reading.stream()
                .filter(statement -> !statement.text.contains("IS_REAL"))
                .filter(statement -> !NAMES.matcher(statement.text).find())
                .filter(statement -> !BEGINS_AT_OFFER.matcher(statement.text).find())
                .map(Statement::toString)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(careless).isEqualTo(new TreeSet<>(NEED_NOT.keySet()));
    }

    /** A second statement in a file that has a careful one is seen. */
    @Test
    void eachStatementIsLookedAtAlone() {
        var texts = inJava("""
                sql.sql("select count(*) from orders where units > 1 and " + OfferId.IS_REAL).query();
                sql.sql(\"""
                        select sum(units)
                          from orders
                        \""").query(); numbers("select a " + "from payment where order_id = :order", two, "select 1");
                """);

        assertThat(texts)
                .containsExactly(
                        "select count(*) from orders where units > 1 and + OfferId.IS_REAL",
                        "select sum(units) from orders",
                        "select a from payment where order_id = :order",
                        "select 1");
    }

    private static List<Statement> statements() throws IOException {
        try (var files = Files.walk(MAIN)) {
            return files.filter(file -> !file.toString().contains("/migration/"))
                    .flatMap(file -> switch (file.toString().replaceFirst(".*\\.", "")) {
                        case "java" -> inJava(text(file)).stream().map(text -> new Statement(file, text));
                        case "sql" ->
                            Splitter.on(';').splitToList(text(file)).stream()
                                    .map(text -> new Statement(file, oneLine(text)));
                        default -> Stream.<Statement>of();
                    })
                    .toList();
        }
    }

    /** The texts of a source file, each put together from its parts, with the names of what is put in. */
    private static List<String> inJava(String source) {
        var texts = new ArrayList<String>();
        var literal = LITERAL.matcher(source);
        var text = new StringBuilder();
        var end = -1;
        while (literal.find()) {
            var part = literal.group("block") == null ? literal.group("line") : literal.group("block");
            var between = end < 0 ? "" : source.substring(end, literal.start());
            if (end >= 0 && AND.matcher(between).matches()) {
                text.append(between.replaceAll("^\\s*\\+\\s*$", "")).append(part);
            } else {
                add(texts, text, source, end);
                text.append(part);
            }
            end = literal.end();
        }
        add(texts, text, source, end);
        return texts;
    }

    private static void add(List<String> texts, StringBuilder text, String source, int end) {
        if (end >= 0) {
            var behind = BEHIND.matcher(source).region(end, source.length());
            texts.add(oneLine(text + (behind.lookingAt() ? behind.group() : "")));
            text.setLength(0);
        }
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private record Statement(Path file, String text) {

        private static final int FIRST_WORDS = 60;

        @Override
        public String toString() {
            return file.getFileName() + ": " + text.substring(0, Math.min(text.length(), FIRST_WORDS));
        }
    }
}
