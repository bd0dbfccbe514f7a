package stampede.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.audit.AuditLog;
import stampede.catalog.Catalog;
import stampede.catalog.OfferPublishing;
import stampede.catalog.Products;
import stampede.catalog.Slot;
import stampede.draft.DraftDesk;
import stampede.ids.Ids;
import stampede.task.testing.RecordedTasks;

/** More of the demonstration: as much as was asked for, once, within bounds. */
@StampedeTest
class DemoDataTests {

    @Autowired
    private Accounts accounts;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private Products products;

    @Autowired
    private Catalog catalog;

    @Autowired
    private Clock clock;

    @Autowired
    private AuditLog audit;

    @Autowired
    private Ids ids;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private DraftDesk desk;

    @Autowired
    private JdbcTemplate jdbc;

    @Test
    void makesWhatWasAskedForAndAgainNothing() {
        var seller = desk.seller().id();
        var slots = IntStream.range(0, 3)
                .mapToObj(i -> desk.window(Duration.ofHours(5 + i)))
                .map(window -> new Slot(publishing.slot(window), window))
                .toList();
        var data = new DemoData(accounts, publishing, products, catalog, clock);
        var wanted = new MakeDemoData(Long.toString(ids.next()), 4, 9, 3, 5);

        data.make(wanted, seller, slots);
        data.make(wanted, seller, slots);

        assertThat(count("select count(*) from product where seller_id = ?", seller.value()))
                .isEqualTo(4);
        assertThat(count(
                        "select count(*) from offer join product on product.id = product_id where seller_id = ?",
                        seller.value()))
                .isEqualTo(9);
        assertThat(count(
                        "select count(*) from account where username like ?",
                        "demo" + wanted.run().substring(wanted.run().length() - 8) + "-%"))
                .isEqualTo(5);
    }

    @Test
    void whatIsAskedForHasBoundsAndIsAudited() {
        var tasks = new RecordedTasks();

        new DemoWishes(audit, tasks, ids, transaction).ask(desk.operator(), 501, 2_000, 99, -1);

        assertThat(tasks.sent()).hasSize(1);
        assertThat(jdbc.queryForObject(
                        "select value_after from operator_audit where action = 'DEMO_DATA_ASKED' order by id desc limit 1",
                        String.class))
                .isEqualTo("500 products, 1000 offers in 12 slots, 0 shoppers");
    }

    private int count(String question, Object value) {
        return Objects.requireNonNull(jdbc.queryForObject(question, Integer.class, value));
    }
}
