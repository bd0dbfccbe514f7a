package stampede.settlement;

import java.util.function.Consumer;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListSql;
import stampede.listing.ReplicaListRepository;

/** Finds sales that are closed out. A query may have {@code from} and {@code to}; sorted by {@code settled_ms, offer_id}. */
@Component
public class SettlementSearchRepository {

    private final ReplicaListRepository lists;

    SettlementSearchRepository(ReplicaListRepository lists) {
        this.lists = lists;
    }

    public ListPage<Settlement> page(ListQuery query) {
        return lists.page(chosen(query), query, SettlementRepository::settlement);
    }

    /** As {@link ReplicaListRepository#forEach}. */
    public boolean forEach(ListQuery query, int most, Consumer<Settlement> row) {
        return lists.forEach(chosen(query), query, SettlementRepository::settlement, most, row);
    }

    private static ListSql chosen(ListQuery query) {
        var list = ListSql.of("*", "settlement").where(OfferId.IS_REAL);
        query.moment("from").ifPresent(from -> list.where("settled_ms >= :from", "from", from.toEpochMilli()));
        query.moment("to").ifPresent(to -> list.where("settled_ms < :to", "to", to.toEpochMilli()));
        return list;
    }
}
