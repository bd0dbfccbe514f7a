package stampede.staff;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.account.AccountId;
import stampede.account.Duty;
import stampede.account.Role;
import stampede.account.Username;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListRepository;
import stampede.listing.ListSql;
import stampede.staff.AccountRecord.State;

/** Accounts as operators see and change them. */
@Repository
class AccountRecordRepository {

    private static final String COLUMNS = "id, username, role, duties, created_ms, last_sign_in_ms,"
            + " if(locked_ms is null, 'ACTIVE', if(state = 'ACTIVE', 'LOCKED', state)) as shown,"
            + " coalesce(shop_name, '') as shop_name, coalesce(shop_name_en, '') as shop_name_en,"
            + " coalesce(contact, '') as contact";

    private static final String ORDERS = ", (select count(*) from orders where orders.shopper_id = account.id)"
            + " + (select count(*) from past_orders where past_orders.shopper_id = account.id) as orders";

    private static final String SELECT = "select " + COLUMNS;

    private final JdbcClient jdbc;
    private final ListRepository lists;

    AccountRecordRepository(JdbcClient jdbc, ListRepository lists) {
        this.jdbc = jdbc;
        this.lists = lists;
    }

    Optional<AccountRecord> find(AccountId account) {
        return jdbc.sql(SELECT + ORDERS + " from account where id = :account")
                .param("account", account.value())
                .query((row, number) -> record(row))
                .optional();
    }

    ListPage<AccountRecord> page(ListQuery query) {
        return lists.page(chosen(query), query, (row, number) -> record(row));
    }

    boolean forEach(ListQuery query, int most, Consumer<AccountRecord> row) {
        return lists.forEach(chosen(query), query, (found, number) -> record(found), most, row);
    }

    private static ListSql chosen(ListQuery query) {
        var list = ListSql.of(COLUMNS + ORDERS, "account");
        query.value("text")
                .ifPresent(text ->
                        list.where("username like :text", "text", ListSql.beginning(ascii(Username.folded(text)))));
        query.value("role").ifPresent(role -> list.where("role = :role", "role", role));
        query.value("state").map(State::valueOf).ifPresent(state -> {
            switch (state) {
                case ACTIVE -> list.where("locked_ms is null");
                case LOCKED -> list.where("locked_ms is not null and state = 'ACTIVE'");
                default -> list.where("locked_ms is not null and state = :state", "state", state.name());
            }
        });
        return list;
    }

    /** What is outside ASCII is in no username. */
    private static String ascii(String text) {
        return text.replaceAll("[^\\x20-\\x7e]", "?");
    }

    long countPending(int most) {
        return jdbc.sql("""
                        select count(*) from (
                          select id from account where state = 'PENDING' and locked_ms is not null limit :most) as pending
                        """).param("most", most).query(Long.class).single();
    }

    /**
     * Holds all operators until the end of the transaction, so that two who change each other's duties do so one after the other. Always by the
     * same index: two who lock the same rows by different ones can wait for each other.
     */
    List<AccountRecord> holdOperators() {
        return jdbc.sql(SELECT + """
                        , 0 as orders from account force index (account_role)
                         where role = 'OPERATOR' order by id for update
                        """).query((row, number) -> record(row)).list();
    }

    /** Holds the account until the end of the transaction. */
    Optional<AccountRecord> hold(AccountId account) {
        return jdbc.sql(SELECT + ", 0 as orders from account where id = :account for update")
                .param("account", account.value())
                .query((row, number) -> record(row))
                .optional();
    }

    boolean hasOrders(AccountId account) {
        return !jdbc.sql("(select id from orders where shopper_id = :account limit 1)"
                        + " union all (select id from past_orders where shopper_id = :account limit 1)")
                .param("account", account.value())
                .query(Long.class)
                .list()
                .isEmpty();
    }

    void changeDuties(AccountId account, Set<Duty> duties) {
        jdbc.sql("update account set duties = :duties where id = :account")
                .param("duties", Duty.text(duties))
                .param("account", account.value())
                .update();
    }

    void changeRole(AccountId account, Role role, Set<Duty> duties) {
        jdbc.sql("update account set role = :role, duties = :duties where id = :account")
                .param("role", role.name())
                .param("duties", Duty.text(duties))
                .param("account", account.value())
                .update();
    }

    /** For use from now on; answers whether it was in that state. */
    boolean activate(AccountId account, State from) {
        return jdbc.sql("""
                                update account set state = 'ACTIVE', locked_ms = null
                                 where id = :account and state = :from and locked_ms is not null
                                """)
                        .param("account", account.value())
                        .param("from", from.name())
                        .update()
                == 1;
    }

    void decline(AccountId account) {
        jdbc.sql("update account set state = 'DECLINED' where id = :account and state = 'PENDING'")
                .param("account", account.value())
                .update();
    }

    /** It is locked by an operator now, whatever kept it from use before. */
    void forgetWhyNotActive(AccountId account) {
        jdbc.sql("update account set state = 'ACTIVE' where id = :account")
                .param("account", account.value())
                .update();
    }

    /** Offers of a seller that sell now or will, and are not paused. */
    List<Long> offersNotPaused(AccountId seller, Instant now) {
        return jdbc.sql("""
                        select stock_balance.offer_id from product
                          join offer on offer.product_id = product.id
                          join stock_balance on stock_balance.offer_id = offer.id
                         where product.seller_id = :seller and stock_balance.closes_ms > :now and not stock_balance.paused
                         order by stock_balance.offer_id
                        """)
                .param("seller", seller.value())
                .param("now", now.toEpochMilli())
                .query(Long.class)
                .list();
    }

    private static AccountRecord record(ResultSet row) throws SQLException {
        var last = row.getLong("last_sign_in_ms");
        return new AccountRecord(
                new AccountId(row.getLong("id")),
                Objects.requireNonNull(row.getString("username")),
                Role.valueOf(row.getString("role")),
                Duty.read(row.getString("duties")),
                State.valueOf(row.getString("shown")),
                Instant.ofEpochMilli(row.getLong("created_ms")),
                last == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(last)),
                row.getString("shop_name"),
                row.getString("shop_name_en"),
                row.getString("contact"),
                row.getLong("orders"));
    }
}
