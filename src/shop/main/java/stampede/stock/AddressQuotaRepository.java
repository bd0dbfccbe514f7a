package stampede.stock;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** How many units of an offer the orders to each address hold, where the offer limits that. Rows are always locked in the order of their keys. */
@Component
public class AddressQuotaRepository {

    private static final String EXCESS = """
            select quota.offer_id, hex(quota.address_key) as address_key, quota.used - balance.limit_per_address as excess
              from stock_address_quota quota
              join stock_balance balance on balance.offer_id = quota.offer_id
             where quota.offer_id = ? and quota.address_key in (%s) and balance.limit_per_address > 0
               and quota.used > balance.limit_per_address
            """;

    private final JdbcTemplate jdbc;

    public AddressQuotaRepository(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Books the units for their addresses as far as the limits allow, first come first served; as {@link ShopperQuotaRepository#claim}
     * does it for shoppers.
     *
     * @param reservations each with its address, in the order in which they came
     * @return those that are over the limit; nothing is booked for them
     */
    Set<Reservation> claim(Map<Reservation, AddressKey> reservations) {
        if (reservations.isEmpty()) {
            return Set.of();
        }
        var wanted = units(reservations);
        jdbc.batchUpdate(
                """
                insert into stock_address_quota (offer_id, address_key, used) values (?, unhex(?), ?)
                on duplicate key update used = used + values(used)
                """, wanted.entrySet().stream().map(AddressQuotaRepository::row).toList());
        var excess = excess(wanted.keySet());
        var over = new LinkedHashSet<Reservation>();
        var room = new HashMap<Place, Integer>();
        reservations.forEach((reservation, address) -> {
            var place = new Place(reservation.offer(), address);
            var left = room.computeIfAbsent(place, any -> wanted.getOrDefault(any, 0) - excess.getOrDefault(any, 0));
            if (reservation.units() <= left) {
                room.put(place, left - reservation.units());
            } else {
                over.add(reservation);
            }
        });
        var back = new HashMap<>(reservations);
        back.keySet().retainAll(over);
        giveUp(back);
        return over;
    }

    /** Takes units off their addresses again, in one trip. */
    void giveUp(Map<Reservation, AddressKey> reservations) {
        if (reservations.isEmpty()) {
            return;
        }
        var units = units(reservations);
        var updated = jdbc.batchUpdate(
                "update stock_address_quota set used = used - ? where offer_id = ? and address_key = unhex(?) and used >= ?",
                units.entrySet().stream()
                        .map(back -> new Object[] {
                            back.getValue(),
                            back.getKey().offer().value(),
                            back.getKey().address().hex(),
                            back.getValue()
                        })
                        .toList());
        for (var count : updated) {
            if (count != 1) {
                throw new IllegalStateException("Not each of these addresses has so many units: " + units);
            }
        }
    }

    private Map<Place, Integer> excess(Set<Place> places) {
        var byOffer = places.stream().collect(groupingBy(Place::offer));
        var questions = byOffer.values().stream()
                .map(ofOffer -> EXCESS.formatted(String.join(", ", Collections.nCopies(ofOffer.size(), "unhex(?)"))))
                .collect(joining(" union all "));
        var values = byOffer.entrySet().stream()
                .flatMap(offer -> Stream.concat(
                        Stream.of(offer.getKey().value()),
                        offer.getValue().stream().map(place -> place.address().hex())))
                .toArray();
        var excess = new HashMap<Place, Integer>();
        jdbc.query(
                questions,
                row -> {
                    excess.put(
                            new Place(
                                    new OfferId(row.getLong("offer_id")), new AddressKey(row.getString("address_key"))),
                            row.getInt("excess"));
                },
                values);
        return excess;
    }

    private static Map<Place, Integer> units(Map<Reservation, AddressKey> reservations) {
        var units = new TreeMap<Place, Integer>();
        reservations.forEach((reservation, address) ->
                units.merge(new Place(reservation.offer(), address), reservation.units(), Integer::sum));
        return units;
    }

    private static Object[] row(Map.Entry<Place, Integer> wanted) {
        return new Object[] {
            wanted.getKey().offer().value(), wanted.getKey().address().hex(), wanted.getValue()
        };
    }

    private record Place(OfferId offer, AddressKey address) implements Comparable<Place> {

        private static final Comparator<Place> BY_KEY =
                Comparator.<Place>comparingLong(place -> place.offer().value()).thenComparing(Place::address);

        @Override
        public int compareTo(Place other) {
            return BY_KEY.compare(this, other);
        }
    }
}
