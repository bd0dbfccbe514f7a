package stampede.books;

import java.util.Locale;
import stampede.support.ResourceFile;

/** The queries behind the rules of the database; each lies beside this class as a file of its name. */
enum LedgerQuery {
    MOVEMENTS_OF_ORDERS,
    UNITS_OF_SHOPPERS,
    PAYMENTS_OF_ORDERS,
    REFUNDS_OF_PAYMENTS,
    WAYS_OF_ORDERS,
    PRICES_OF_ORDERS,
    SHIPMENTS_OF_ORDERS,
    COUPONS_OF_ORDERS,
    TICKETS_OF_ORDERS,
    OVERDUE_ORDERS,
    ENDS_OF_PAYMENTS;

    private final String sql =
            ResourceFile.read(LedgerQuery.class, name().toLowerCase(Locale.ROOT).replace('_', '-') + ".sql");

    String sql() {
        return sql;
    }
}
