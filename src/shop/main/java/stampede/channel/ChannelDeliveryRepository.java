package stampede.channel;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.listing.ListField;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListRepository;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.listing.ListSql;

/** What became of messages. A list may be asked for {@code channel}, {@code is}, {@code rule}, {@code from} and {@code to}. */
@Repository
public class ChannelDeliveryRepository {

    private final JdbcClient sql;
    private final ListRepository lists;

    ChannelDeliveryRepository(JdbcClient sql, ListRepository lists) {
        this.sql = sql;
        this.lists = lists;
    }

    /** What lists of deliveries can be asked. */
    public static ListSpec list(String path) {
        return new ListSpec(
                path,
                "channel.delivery",
                List.of(
                        ListField.text("channel"),
                        ListField.choice("is", "channel.delivery.state.", DeliveryState.values()),
                        ListField.text("rule"),
                        ListField.moment("from"),
                        ListField.moment("to")),
                List.of(ListSort.by("at", "at_ms", "id")));
    }

    /** The page that was asked for. */
    public ListPage<ChannelDelivery> page(ListQuery query) {
        return lists.page(chosen(query), query, ChannelDeliveryRepository::delivery);
    }

    /** As {@link ListRepository#forEach}. */
    public boolean forEach(ListQuery query, int most, Consumer<ChannelDelivery> row) {
        return lists.forEach(chosen(query), query, ChannelDeliveryRepository::delivery, most, row);
    }

    /** What became of these messages, in the order in which it did; at most so many. */
    public List<ChannelDelivery> of(Collection<String> messageIds, int most) {
        if (messageIds.isEmpty()) {
            return List.of();
        }
        return sql.sql("select * from channel_delivery where message_id in (:ids) order by at_ms, id limit :most")
                .param("ids", messageIds)
                .param("most", most)
                .query(ChannelDeliveryRepository::delivery)
                .list();
    }

    /** What became of the last messages in the channel that is called so, the newest first. */
    public List<ChannelDelivery> newest(String channelName, int most) {
        return sql.sql("""
                        select * from channel_delivery where channel_name = :name order by at_ms desc, id desc limit :most
                        """)
                .param("name", channelName)
                .param("most", most)
                .query(ChannelDeliveryRepository::delivery)
                .list();
    }

    /** Whether a try that was answered has been written down already. */
    boolean isDelivered(long channel, String messageId) {
        return sql.sql("""
                        select count(*) from channel_delivery
                         where message_id = :message and channel_id = :channel and state = 'DELIVERED'
                        """)
                        .param("message", messageId)
                        .param("channel", channel)
                        .query(Long.class)
                        .single()
                > 0;
    }

    /** Whether it was told there later that the same is right again. */
    boolean isResolvedSince(long channel, ChannelMessage message) {
        return sql.sql("""
                        select count(*) from channel_delivery
                         where channel_id = :channel and rule_name = :rule and grouping_key = :grouping and type = :resolved
                           and at_ms > :at
                        """)
                        .param("channel", channel)
                        .param("rule", message.rule())
                        .param("grouping", message.grouping())
                        .param("resolved", ChannelMessage.RESOLVED)
                        .param("at", message.at().toEpochMilli())
                        .query(Long.class)
                        .single()
                > 0;
    }

    /** Writes down how it stands. */
    void write(ChannelDelivery delivery) {
        sql.sql("""
                insert into channel_delivery
                  (message_id, channel_id, channel_name, type, rule_name, grouping_key, severity, state, tries, cause, http,
                   answer, ms, at_ms)
                values (:message, :channel, :name, :type, :rule, :grouping, :severity, :state, :tries, :cause, :http,
                   :answer, :ms, :at)
                on duplicate key update state = values(state), tries = values(tries), cause = values(cause),
                   http = values(http), answer = values(answer), ms = values(ms), at_ms = values(at_ms)
                """)
                .param("message", delivery.messageId())
                .param("channel", delivery.channelId())
                .param("name", delivery.channelName())
                .param("type", delivery.type())
                .param("rule", delivery.rule())
                .param("grouping", delivery.grouping())
                .param("severity", delivery.severity().name())
                .param("state", delivery.state().name())
                .param("tries", delivery.tries())
                .param("cause", delivery.result().cause().name())
                .param("http", delivery.result().http())
                .param("answer", delivery.result().answer())
                .param("ms", delivery.ms())
                .param("at", delivery.at().toEpochMilli())
                .update();
    }

    /** Forgets some of those that are older; answers how many. */
    int deleteBefore(long atMs, int most) {
        return sql.sql("delete from channel_delivery where at_ms < :at order by at_ms limit " + most)
                .param("at", atMs)
                .update();
    }

    private static ListSql chosen(ListQuery query) {
        var list = ListSql.of("*", "channel_delivery");
        query.value("channel").ifPresent(name -> list.where("channel_name = :name", "name", name));
        query.value("is").ifPresent(state -> list.where("state = :state", "state", state));
        query.value("rule").ifPresent(rule -> list.where("rule_name = :rule", "rule", rule));
        query.moment("from").ifPresent(from -> list.where("at_ms >= :from", "from", from.toEpochMilli()));
        query.moment("to").ifPresent(to -> list.where("at_ms < :to", "to", to.toEpochMilli()));
        return list;
    }

    private static ChannelDelivery delivery(ResultSet row, int number) throws SQLException {
        return new ChannelDelivery(
                row.getLong("id"),
                row.getString("message_id"),
                row.getLong("channel_id"),
                row.getString("channel_name"),
                row.getString("type"),
                row.getString("rule_name"),
                row.getString("grouping_key"),
                Severity.valueOf(row.getString("severity")),
                DeliveryState.valueOf(row.getString("state")),
                row.getInt("tries"),
                new DeliveryResult(
                        DeliveryCause.valueOf(row.getString("cause")), row.getInt("http"), row.getString("answer")),
                row.getLong("ms"),
                Instant.ofEpochMilli(row.getLong("at_ms")));
    }
}
