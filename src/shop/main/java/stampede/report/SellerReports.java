package stampede.report;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.stereotype.Service;
import stampede.account.AccountId;
import stampede.replica.Replica;
import stampede.replica.ReplicaAnswer;
import stampede.site.ShopTimes;

/**
 * What a seller sold, by the weeks in which offers opened. A week is read once for everybody who looks at it on this node within the same
 * half minute: it reads each of its orders.
 */
@Service
public class SellerReports {

    /** How many weeks are looked at beside each other. */
    public static final int WEEKS = 4;

    /** More offers of one seller do not open in a week: there are twenty in a slot at most, and a slot every two hours or so. */
    private static final int MOST_OFFERS = 5_000;

    private static final Duration KEPT = Duration.ofSeconds(30);
    private static final int MOST_KEPT = 200;

    private final OpenedOfferRepository offers;
    private final SaleTotalsRepository totals;
    private final ShopTimes times;
    private final Replica replica;
    private final LoadingCache<Asked, ReplicaAnswer<SellerWeek>> weeks;

    SellerReports(OpenedOfferRepository offers, SaleTotalsRepository totals, ShopTimes times, Replica replica) {
        this.offers = offers;
        this.totals = totals;
        this.times = times;
        this.replica = replica;
        this.weeks = Caffeine.newBuilder()
                .expireAfterWrite(KEPT)
                .maximumSize(MOST_KEPT)
                .build(asked -> replica.answer(() -> read(asked)));
    }

    /** The week of now. */
    public Week current() {
        return Week.of(times.today());
    }

    /** A week as it was at most half a minute ago. What opens later is not in it yet. */
    public SellerWeek week(AccountId seller, Week week) {
        return replica.tell(weeks.get(new Asked(seller, week, replica.mayRead())));
    }

    /** Some weeks, the last of them first. */
    public List<SellerWeek> weeks(AccountId seller, Week last) {
        return IntStream.range(0, WEEKS)
                .mapToObj(back -> week(seller, last.later(-back)))
                .toList();
    }

    private SellerWeek read(Asked asked) {
        var from = asked.week().begins(times.zone());
        var end = asked.week().ends(times.zone());
        var opened = offers.of(asked.seller(), from, end.isBefore(times.now()) ? end : times.now(), MOST_OFFERS);
        var sold = totals.of(opened.stream().map(OfferReport::offer).toList());
        return new SellerWeek(
                asked.week(),
                opened.stream()
                        .map(offer -> with(offer, sold.getOrDefault(offer.offer(), SaleTotals.NONE)))
                        .toList());
    }

    private static OfferReport with(OfferReport offer, SaleTotals totals) {
        return new OfferReport(
                offer.offer(), offer.product(), offer.kind(), offer.window(), offer.unitsOffered(), totals);
    }

    private record Asked(AccountId seller, Week week, boolean fromReplica) {}
}
