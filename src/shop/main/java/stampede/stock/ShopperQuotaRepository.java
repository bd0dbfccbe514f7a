package stampede.stock;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.OfferId;

/** How many units of an offer each shopper's orders hold. Rows are always locked in the order of their keys. */
@Component
public class ShopperQuotaRepository {

    private static final String EXCESS = """
            select quota.offer_id, quota.shopper_id, quota.used - balance.limit_per_shopper as excess
              from stock_quota quota
              join stock_balance balance on balance.offer_id = quota.offer_id
             where quota.offer_id = ? and quota.shopper_id in (%s) and quota.used > balance.limit_per_shopper
            """;

    private final JdbcTemplate jdbc;
    private final JdbcClient sql;

    public ShopperQuotaRepository(JdbcTemplate jdbc, JdbcClient sql) {
        this.jdbc = jdbc;
        this.sql = sql;
    }

    /**
     * Books the units for their shoppers as far as the limits allow, first come first served.
     *
     * <p>Adds first and looks then: adding locks the shoppers' rows, so nobody else can book for them before this
     * transaction ends, and what is over the limit is taken off again. One trip adds all, however many rows are new.
     *
     * @return those that are within the limit
     */
    Set<Reservation> claim(List<Reservation> reservations) {
        var wanted = units(reservations);
        jdbc.batchUpdate(
                """
                insert into stock_quota (offer_id, shopper_id, used) values (?, ?, ?)
                on duplicate key update used = used + values(used)
                """, wanted.entrySet().stream().map(ShopperQuotaRepository::row).toList());
        var excess = excess(wanted.keySet());
        var within = new LinkedHashSet<Reservation>();
        var room = new HashMap<Holder, Integer>();
        for (var reservation : reservations) {
            var holder = Holder.of(reservation);
            var left = room.computeIfAbsent(holder, any -> wanted.getOrDefault(any, 0) - excess.getOrDefault(any, 0));
            if (reservation.units() <= left) {
                room.put(holder, left - reservation.units());
                within.add(reservation);
            }
        }
        giveUp(reservations.stream()
                .filter(reservation -> !within.contains(reservation))
                .toList());
        return within;
    }

    /** Takes units off their shoppers again: in one trip those who follow each other and give up as many, mostly all of an offer. */
    void giveUp(Collection<Reservation> reservations) {
        var alike = new ArrayList<Booked>();
        units(reservations).forEach((holder, units) -> {
            var last = alike.isEmpty() ? null : alike.get(alike.size() - 1);
            if (last != null && last.offer().equals(holder.offer()) && last.units() == units) {
                last.shoppers().add(holder.shopper().value());
            } else {
                alike.add(new Booked(
                        holder.offer(),
                        units,
                        new ArrayList<>(List.of(holder.shopper().value()))));
            }
        });
        alike.forEach(this::giveUp);
    }

    private void giveUp(Booked booked) {
        var updated = sql.sql("""
                update stock_quota set used = used - :units
                 where offer_id = :offer and shopper_id in (:shoppers) and used >= :units
                """)
                .param("units", booked.units())
                .param("offer", booked.offer().value())
                .param("shoppers", booked.shoppers())
                .update();
        if (updated != booked.shoppers().size()) {
            throw new IllegalStateException("Not each of them has so many units: " + booked);
        }
    }

    /** By how much shoppers are over the limit now. One trip for all offers, each with a question of its own that uses the key. */
    private Map<Holder, Integer> excess(Set<Holder> holders) {
        var byOffer = holders.stream().collect(groupingBy(Holder::offer));
        var questions = byOffer.values().stream()
                .map(ofOffer -> EXCESS.formatted(String.join(", ", Collections.nCopies(ofOffer.size(), "?"))))
                .collect(joining(" union all "));
        var values = byOffer.entrySet().stream()
                .flatMap(offer -> Stream.concat(
                        Stream.of(offer.getKey().value()),
                        offer.getValue().stream().map(holder -> holder.shopper().value())))
                .toArray();
        var excess = new HashMap<Holder, Integer>();
        jdbc.query(
                questions,
                row -> {
                    excess.put(
                            new Holder(new OfferId(row.getLong("offer_id")), new AccountId(row.getLong("shopper_id"))),
                            row.getInt("excess"));
                },
                values);
        return excess;
    }

    private static Map<Holder, Integer> units(Collection<Reservation> reservations) {
        var units = new TreeMap<Holder, Integer>();
        reservations.forEach(reservation -> units.merge(Holder.of(reservation), reservation.units(), Integer::sum));
        return units;
    }

    private static Object[] row(Map.Entry<Holder, Integer> wanted) {
        return new Object[] {
            wanted.getKey().offer().value(), wanted.getKey().shopper().value(), wanted.getValue()
        };
    }

    /** As many units each. */
    private record Booked(OfferId offer, int units, List<Long> shoppers) {}

    private record Holder(OfferId offer, AccountId shopper) implements Comparable<Holder> {

        private static final Comparator<Holder> BY_KEY = Comparator.<Holder>comparingLong(
                        holder -> holder.offer().value())
                .thenComparingLong(holder -> holder.shopper().value());

        static Holder of(Reservation reservation) {
            return new Holder(reservation.offer(), reservation.shopper());
        }

        @Override
        public int compareTo(Holder other) {
            return BY_KEY.compare(this, other);
        }
    }
}
