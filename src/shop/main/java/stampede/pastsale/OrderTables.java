package stampede.pastsale;

import java.util.regex.Pattern;

/**
 * In which tables the orders of an offer are, with their steps, movements and quotas. Statements are written for the tables of today,
 * {@code orders}, {@code order_event}, {@code stock_movement} and {@code stock_quota}, without an alias, and are turned into those for
 * the others.
 */
public enum OrderTables {
    /** Those of today. */
    CURRENT {
        @Override
        public String in(String statement) {
            return statement;
        }
    },
    /** Some here, some there: the sale is being moved, or one of its orders was brought back. */
    BOTH {
        @Override
        public String in(String statement) {
            return HINT.matcher(union(statement)).replaceAll("$1");
        }
    },
    /** Those of past sales. */
    PAST {
        @Override
        public String in(String statement) {
            return NAMED.matcher(statement).replaceAll("$1 past_$2 $2");
        }
    };

    private static final Pattern NAMED =
            Pattern.compile("\\b(from|join)\\s+(orders|order_event|stock_movement|stock_quota)\\b");

    /** A table that is made for one statement has no index that could be named. */
    private static final Pattern HINT = Pattern.compile("(\\) orders)\\s+force index \\(\\w+\\)");

    private static final String OF_OFFER =
            "$1 (select * from $2 where offer_id = :offer union all select * from past_$2 where offer_id = :offer) $2";

    /** Steps do not say of which offer they are. */
    private static final String OF_ORDERS =
            "$1 (select order_event.* from orders join order_event on order_event.order_id = orders.id where orders.offer_id = :offer"
                    + " union all select past_order_event.* from past_orders"
                    + " join past_order_event on past_order_event.order_id = past_orders.id where past_orders.offer_id = :offer) $2";

    /**
     * A statement for these tables. For {@link #BOTH} it must be about one offer, {@code :offer} in it; it reads every order of it.
     *
     * @param statement one for the tables of today
     */
    public abstract String in(String statement);

    /**
     * A statement for an order, or a shopper, that reads from both: the rows of either. Each order lies in one of them with all that is
     * written down about it, so what joins those tables by its number is right, too.
     *
     * @param statement a select for the tables of today; may have an order and a limit, which hold for either half
     */
    public static String either(String statement) {
        return "(" + statement + ") union all (" + PAST.in(statement) + ")";
    }

    private static String union(String statement) {
        return NAMED.matcher(statement)
                .replaceAll(named -> named.group(2).equals("order_event") ? OF_ORDERS : OF_OFFER);
    }
}
