package stampede.archive;

import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.catalog.OfferId;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.task.spi.QueueNames;

/** The table of what dead tasks are about. */
@Repository
class SubjectRepository {

    private final JdbcClient sql;
    private final QueueNames names;

    SubjectRepository(JdbcClient sql, QueueNames names) {
        this.sql = sql;
        this.names = names;
    }

    /** Writes down what a dead task is about, once; what the payload does not say is taken from the order. */
    void add(long dead, List<Subject> subjects) {
        if (subjects.isEmpty()) {
            add(dead, 0, 0, Subject.of(Optional.empty(), Optional.empty()));
        }
        for (var place = 0; place < subjects.size(); place++) {
            add(dead, place, subjects.size(), subjects.get(place));
        }
    }

    private void add(long dead, int place, int orders, Subject subject) {
        sql.sql("""
                insert ignore into archived_task (dead_id, place, order_id, offer_id, seller_id, fen, orders)
                select :dead, :place, :order, coalesce(:offer, orders.offer_id), product.seller_id,
                       coalesce(:fen, orders.total_fen, 0), :orders
                  from (select 1 as one) one
                  left join (select id, offer_id, total_fen from orders where id = :order
                              union all
                             select id, offer_id, total_fen from past_orders where id = :order) orders on orders.id = :order
                  left join offer on offer.id = coalesce(:offer, orders.offer_id)
                  left join product on product.id = offer.product_id
                """)
                .param("dead", dead)
                .param("place", place)
                .param("order", subject.order().map(OrderId::value).orElse(null))
                .param("offer", subject.offer().map(OfferId::value).orElse(null))
                .param("fen", subject.amount().map(Money::fen).orElse(null))
                .param("orders", orders)
                .update();
    }

    /** What a refund is about. */
    Optional<Subject> refund(String requestNo) {
        return sql.sql("select order_id, amount_fen from refund where out_request_no = :no")
                .param("no", requestNo)
                .query((row, number) -> new Subject(
                        Optional.of(new OrderId(row.getLong("order_id"))),
                        Optional.empty(),
                        Optional.of(new Money(row.getLong("amount_fen")))))
                .optional();
    }

    /** Numbers of dead tasks behind this one, in order, whatever is known of them. */
    List<Long> dead(long after, int most) {
        return sql.sql("select id from task_dead where id > :after order by id limit :most")
                .param("after", after)
                .param("most", most)
                .query(Long.class)
                .list();
    }

    /** Those among these numbers of which nothing was written down. */
    List<Long> missing(List<Long> dead) {
        return sql.sql("""
                select task_dead.id from task_dead
                 where task_dead.id in (:dead) and task_dead.prefix = :prefix
                   and not exists (select 1 from archived_task known where known.dead_id = task_dead.id)
                """)
                .param("dead", dead)
                .param("prefix", names.prefix())
                .query(Long.class)
                .list();
    }

    /** Numbers of which something was written down, behind this one, in order. */
    List<Long> known(long after, int most) {
        return sql.sql("select distinct dead_id from archived_task where dead_id > :after order by dead_id limit :most")
                .param("after", after)
                .param("most", most)
                .query(Long.class)
                .list();
    }

    /** Forgets those among these numbers that are no dead tasks any more. */
    void forgetGone(List<Long> known) {
        for (var table : List.of("archived_task", "archive_note")) {
            sql.sql("delete from " + table + " where dead_id in (:known)"
                            + " and not exists (select 1 from task_dead where task_dead.id = " + table + ".dead_id)")
                    .param("known", known)
                    .update();
        }
    }
}
