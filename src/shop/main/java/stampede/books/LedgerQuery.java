package stampede.books;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.springframework.core.io.ClassPathResource;

/** The queries behind the rules of the database; each lies beside this class as a file of its name. */
enum LedgerQuery {
    MOVEMENTS_OF_ORDERS,
    UNITS_OF_SHOPPERS,
    PAYMENTS_OF_ORDERS,
    REFUNDS_OF_PAYMENTS,
    WAYS_OF_ORDERS,
    PRICES_OF_ORDERS,
    OVERDUE_ORDERS,
    ENDS_OF_PAYMENTS;

    private final String sql = read(name().toLowerCase(Locale.ROOT).replace('_', '-') + ".sql");

    String sql() {
        return sql;
    }

    private static String read(String file) {
        try {
            return new ClassPathResource(file, LedgerQuery.class).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException cause) {
            throw new UncheckedIOException("No query " + file, cause);
        }
    }
}
