package stampede.orderadmin;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.stock.AddressKey;
import stampede.stock.AddressKeys;

/** Finds buyers of an offer who look alike, for an operator to look at. Nothing follows from it by itself. */
@Component
public class AlikeBuyers {

    /** How many orders are looked at. */
    private static final int MOST = 20_000;

    private static final Duration TOGETHER = Duration.ofMinutes(5);
    private static final int MADE_TOGETHER = 3;
    private static final Duration FIRST = Duration.ofSeconds(1);

    private final AlikeBuyerRepository buyers;
    private final AddressKeys addresses;

    AlikeBuyers(AlikeBuyerRepository buyers, AddressKeys addresses) {
        this.buyers = buyers;
        this.addresses = addresses;
    }

    /**
     * Those whose address or whose time of registration others share: with the most marks first, neighbours beside each other.
     *
     * @param opensAt when the offer began to sell
     */
    public List<AlikeBuyer> of(OfferId offer, Instant opensAt) {
        return alike(buyers.buyers(offer, MOST), opensAt);
    }

    List<AlikeBuyer> alike(List<BuyerRow> rows, Instant opensAt) {
        var byAddress = rows.stream()
                .filter(row -> key(row).isPresent())
                .collect(groupingBy(row -> key(row).orElseThrow(), mapping(BuyerRow::account, toSet())));
        var byTime = rows.stream().collect(groupingBy(AlikeBuyers::period, mapping(BuyerRow::account, toSet())));
        return rows.stream()
                .sorted(Comparator.comparing(
                        row -> key(row).map(AddressKey::hex).orElse("")))
                .map(row -> alike(row, opensAt, neighbours(row, byAddress), byTime))
                .filter(buyer -> buyer.marks().contains(AlikeBuyer.Mark.SAME_ADDRESS)
                        || buyer.marks().contains(AlikeBuyer.Mark.MADE_TOGETHER))
                .sorted(Comparator.<AlikeBuyer>comparingInt(
                                buyer -> -buyer.marks().size())
                        .thenComparing(buyer -> -buyer.neighbours()))
                .toList();
    }

    private static AlikeBuyer alike(BuyerRow row, Instant opensAt, int neighbours, Map<Long, Set<AccountId>> byTime) {
        var marks = EnumSet.noneOf(AlikeBuyer.Mark.class);
        if (neighbours > 1) {
            marks.add(AlikeBuyer.Mark.SAME_ADDRESS);
        }
        if (byTime.getOrDefault(period(row), Set.of()).size() >= MADE_TOGETHER) {
            marks.add(AlikeBuyer.Mark.MADE_TOGETHER);
        }
        if (Duration.between(opensAt, row.reservedAt()).compareTo(FIRST) < 0) {
            marks.add(AlikeBuyer.Mark.FIRST_SECOND);
        }
        return AlikeBuyer.of(row, opensAt, neighbours, marks);
    }

    private int neighbours(BuyerRow row, Map<AddressKey, Set<AccountId>> byAddress) {
        return key(row).map(key -> byAddress.getOrDefault(key, Set.of()).size()).orElse(1);
    }

    /** Coupons go to no address, and old orders have none any more. */
    private Optional<AddressKey> key(BuyerRow row) {
        return row.address().length() < 2 ? Optional.empty() : Optional.of(addresses.of(row.address()));
    }

    private static long period(BuyerRow row) {
        return row.madeAt().toEpochMilli() / TOGETHER.toMillis();
    }
}
