package stampede.stock;

import com.google.common.collect.Maps;
import com.google.common.collect.Sets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import stampede.catalog.OfferId;

/**
 * Stock in MySQL, which decides: what is left of each offer, and every movement that led there.
 *
 * <p>Rows are locked in one order by everyone, so that transactions wait for each other but never in a circle: movements
 * of the orders at hand, the quotas of shoppers and then of addresses by key, the offers' balances by id, last and for the shortest time.
 */
@Component
public class StockLedger {

    private final StockBalanceRepository balances;
    private final ShopperQuotaRepository quotas;
    private final AddressQuotaRepository addressQuotas;
    private final StockMovementRepository movements;
    private final ApplicationEventPublisher events;

    public StockLedger(
            StockBalanceRepository balances,
            ShopperQuotaRepository quotas,
            AddressQuotaRepository addressQuotas,
            StockMovementRepository movements,
            ApplicationEventPublisher events) {
        this.balances = balances;
        this.quotas = quotas;
        this.addressQuotas = addressQuotas;
        this.movements = movements;
        this.events = events;
    }

    /**
     * Takes the units of new orders, inside the caller's transaction, which has inserted them and does nothing but commit
     * after this: the rows that all wait for are locked last, in the order of their ids. If not all can be had, first come
     * is first served.
     *
     * @param reservations none, if all orders of a batch are turned away for another reason
     * @param addresses where those go whose offers have a limit by address, which others have not: they cost nothing more
     * @return an answer for each
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public Map<ReservationId, TakeAnswer> take(
            List<Reservation> reservations, Map<ReservationId, AddressKey> addresses) {
        if (reservations.isEmpty()) {
            return Map.of();
        }
        var within = new LinkedHashSet<>(quotas.claim(reservations));
        var tooManyThere = addressQuotas.claim(known(within, addresses));
        quotas.giveUp(tooManyThere);
        within.removeAll(tooManyThere);
        movements.take(within, addresses);
        var surplus = surplus(byOffer(within));
        quotas.giveUp(surplus);
        addressQuotas.giveUp(known(surplus, addresses));
        movements.cancelTakes(surplus);
        var answers = new LinkedHashMap<ReservationId, TakeAnswer>();
        reservations.forEach(reservation -> answers.put(
                reservation.id(), within.contains(reservation) ? TakeAnswer.TAKEN : TakeAnswer.LIMIT_REACHED));
        surplus.forEach(reservation -> answers.put(reservation.id(), TakeAnswer.SOLD_OUT));
        return answers;
    }

    /**
     * Puts back the units that an order took, inside the caller's transaction.
     *
     * @return false if they had been put back before, or were never taken
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean giveBack(Reservation reservation) {
        return !giveBack(List.of(reservation)).isEmpty();
    }

    /** The same for many; answers those that were put back now. */
    @Transactional(propagation = Propagation.MANDATORY)
    public Set<ReservationId> giveBack(Collection<Reservation> reservations) {
        var taken = movements.takenForUpdate(reservations);
        var back = reservations.stream()
                .filter(reservation -> taken.orders().contains(reservation.id()))
                .collect(Collectors.toMap(Reservation::id, Function.identity(), (same, again) -> same))
                .values();
        quotas.giveUp(back);
        addressQuotas.giveUp(known(back, taken.addresses()));
        movements.putBack(back);
        byOffer(back).forEach((offer, ofOffer) -> balances.putBack(offer, units(ofOffer)));
        return taken.orders();
    }

    /**
     * Changes how many units there are in all. The counter hears of it after the commit, or from the audit.
     *
     * @throws IllegalArgumentException if more than that are sold, the sale is closed out, or the ledger has no such offer
     */
    @Transactional
    public void changeTotal(OfferId offer, int total) {
        balances.availableForUpdate(Set.of(offer));
        var difference = total - terms(offer).orElseThrow().total();
        if (difference == 0) {
            return;
        }
        var version = balances.adjust(offer, difference)
                .orElseThrow(() -> new IllegalArgumentException(
                        "More than " + total + " units of offer " + offer + " are sold already, or it is closed out"));
        movements.adjust(offer, difference, version);
        events.publishEvent(new StockTotalChanged(offer));
    }

    /**
     * The terms, and nobody else changes them or moves units of the offer before the caller's transaction ends.
     *
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public SaleTerms lock(OfferId offer) {
        balances.availableForUpdate(Set.of(offer));
        return terms(offer).orElseThrow();
    }

    /** The terms once whoever is changing them has committed. */
    @Transactional
    public Optional<SaleTerms> termsAfterOthers(OfferId offer) {
        return terms(offer).map(known -> lock(offer));
    }

    /** On which terms the offer sells, or empty if the ledger has no such offer. */
    public Optional<SaleTerms> terms(OfferId offer) {
        return balances.terms(List.of(offer)).stream().findFirst();
    }

    /** The same for many; those without a row are left out. */
    public Map<OfferId, SaleTerms> terms(Collection<OfferId> offers) {
        return balances.terms(Set.copyOf(offers)).stream()
                .collect(Collectors.toMap(SaleTerms::offer, Function.identity()));
    }

    /** The terms of all offers that open before the one instant and close after the other, and are not closed out. */
    public List<SaleTerms> sales(Instant opensBefore, Instant closesAfter) {
        return balances.terms(opensBefore, closesAfter);
    }

    /**
     * Takes what there is and answers those for whom there is none, which is usually nobody. One offer is simply tried. Several are
     * locked first, in the order of their keys: a guarded update that fails lets its row go, and whoever came back for it while
     * holding the next ones would meet others in a circle.
     */
    private List<Reservation> surplus(SortedMap<OfferId, List<Reservation>> wanting) {
        if (wanting.isEmpty()
                || (wanting.size() == 1 && !balances.take(units(wanting)).isEmpty())) {
            return List.of();
        }
        var available = balances.availableForUpdate(wanting.keySet());
        var served = new TreeMap<OfferId, List<Reservation>>(wanting.comparator());
        var surplus = new ArrayList<Reservation>();
        wanting.forEach((offer, ofOffer) -> {
            var mine = new ArrayList<Reservation>();
            for (var reservation : ofOffer) {
                var fits = units(mine) + reservation.units() <= available.getOrDefault(offer, 0);
                (fits ? mine : surplus).add(reservation);
            }
            served.put(offer, mine);
        });
        var lost = Sets.difference(served.keySet(), balances.take(units(served)));
        if (!lost.isEmpty()) {
            throw new IllegalStateException("These offers lost units under a lock: " + lost);
        }
        return surplus;
    }

    /** Those of them whose units are counted by address, in their order. */
    private static Map<Reservation, AddressKey> known(
            Collection<Reservation> reservations, Map<ReservationId, AddressKey> addresses) {
        if (addresses.isEmpty()) {
            return Map.of();
        }
        var known = new LinkedHashMap<Reservation, AddressKey>();
        for (var reservation : reservations) {
            var address = addresses.get(reservation.id());
            if (address != null) {
                known.put(reservation, address);
            }
        }
        return known;
    }

    private static SortedMap<OfferId, Integer> units(SortedMap<OfferId, List<Reservation>> byOffer) {
        return Maps.transformValues(byOffer, StockLedger::units);
    }

    private static int units(Collection<Reservation> reservations) {
        return reservations.stream().mapToInt(Reservation::units).sum();
    }

    private static SortedMap<OfferId, List<Reservation>> byOffer(Collection<Reservation> reservations) {
        var byId = new TreeMap<OfferId, List<Reservation>>(Comparator.comparingLong(OfferId::value));
        reservations.forEach(reservation -> byId.computeIfAbsent(reservation.offer(), offer -> new ArrayList<>())
                .add(reservation));
        return byId;
    }
}
