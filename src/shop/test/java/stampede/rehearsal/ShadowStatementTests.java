package stampede.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Whoever reads orders, or what is kept of sales, over more than one offer leaves shadows out by {@code OfferId.IS_REAL}. A file with a new
 * statement fails this test until it does, or says here why it need not.
 */
class ShadowStatementTests {

    private static final Path MAIN = Path.of("src/shop/main");

    private static final Pattern READS = Pattern.compile(
            "(from|join|insert into|update|delete from)\\s+(past_)?(orders|settlement|books_verdict)\\b",
            Pattern.CASE_INSENSITIVE);

    private static final String ONE_OFFER = "of offers that the caller names";
    private static final String ONE_ORDER = "of orders that the caller names";
    private static final String ONE_SHOPPER = "of one account, and no account is a bot's";

    private static final Map<String, String> NEED_NOT = Map.ofEntries(
            Map.entry("AlikeBuyerRepository.java", ONE_OFFER),
            Map.entry("ArchiveRepository.java", ONE_ORDER),
            Map.entry("SubjectRepository.java", ONE_ORDER),
            Map.entry("LedgerCheckRepository.java", ONE_OFFER),
            Map.entry("ClosingOrderRepository.java", "shadows' orders close like all orders"),
            Map.entry("OrderAddressRepository.java", "of shadows, too, no address is kept for ever"),
            Map.entry("OrderRepository.java", ONE_ORDER + ", or " + ONE_SHOPPER),
            Map.entry("OrderStateMachine.java", ONE_ORDER),
            Map.entry("OrderTransition.java", ONE_ORDER),
            Map.entry("OrderTables.java", "only says how statements are written"),
            Map.entry("PastOrderRepository.java", ONE_OFFER),
            Map.entry("PersonalDataRepository.java", ONE_SHOPPER),
            Map.entry("ShadowOrderRepository.java", "of shadows alone"),
            Map.entry("UnpaidOrderRepository.java", ONE_OFFER),
            Map.entry("SaleCurveRepository.java", ONE_OFFER),
            Map.entry("SaleFigureRepository.java", ONE_OFFER),
            Map.entry("SaleTotalsRepository.java", ONE_OFFER),
            Map.entry("SettlementRepository.java", ONE_OFFER),
            Map.entry("ShipmentRepository.java", "what is shipped was paid for"),
            Map.entry("AccountRecordRepository.java", ONE_SHOPPER),
            Map.entry("coupons-of-orders.sql", ONE_OFFER),
            Map.entry("ends-of-payments.sql", ONE_OFFER),
            Map.entry("movements-of-orders.sql", ONE_OFFER),
            Map.entry("overdue-orders.sql", ONE_OFFER),
            Map.entry("payments-of-orders.sql", ONE_OFFER),
            Map.entry("prices-of-orders.sql", ONE_OFFER),
            Map.entry("refunds-of-payments.sql", ONE_OFFER),
            Map.entry("shipments-of-orders.sql", ONE_OFFER),
            Map.entry("units-of-shoppers.sql", ONE_OFFER),
            Map.entry("ways-of-orders.sql", ONE_OFFER),
            Map.entry("sale-orders.sql", ONE_OFFER),
            Map.entry("sale-sums.sql", ONE_OFFER));

    @Test
    void statementsOverAllOffersLeaveShadowsOut() throws IOException {
        try (var files = Files.walk(MAIN)) {
            var reading = files.filter(file -> file.toString().matches(".*\\.(java|sql)"))
                    .filter(file -> !file.toString().contains("/migration/"))
                    .filter(file -> READS.matcher(text(file)).find())
                    .toList();
            assertThat(reading).hasSizeGreaterThan(25);

            var careless = reading.stream()
                    .filter(file -> !text(file).contains("IS_REAL"))
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.toSet());

            assertThat(careless).isEqualTo(NEED_NOT.keySet());
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
