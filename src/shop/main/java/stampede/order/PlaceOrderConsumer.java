package stampede.order;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.stock.AddressKeys;
import stampede.stock.Reservation;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;
import stampede.task.Job;
import stampede.task.Outcomes;

/** Takes what came through the queue: turns away what is forged or malformed, each alone, and has the rest placed together. */
@Component
class PlaceOrderConsumer {

    private final PurchaseTokens tokens;
    private final AddressKeys addresses;
    private final StockLedger ledger;
    private final OrderPlacing placing;
    private final DatabaseRetry database;

    PlaceOrderConsumer(
            PurchaseTokens tokens,
            AddressKeys addresses,
            StockLedger ledger,
            OrderPlacing placing,
            DatabaseRetry database) {
        this.tokens = tokens;
        this.addresses = addresses;
        this.ledger = ledger;
        this.placing = placing;
        this.database = database;
    }

    /** While the database is away it tries on, so that nobody waits for another attempt: what is stored already is found then. */
    Outcomes place(List<Job<PlaceOrder>> batch) {
        return database.whileAway(() -> placeOnce(batch));
    }

    private Outcomes placeOnce(List<Job<PlaceOrder>> batch) {
        var outcomes = Outcomes.allDone();
        var read = read(batch, outcomes);
        var terms = terms(read.values());
        var sound = onSale(read, terms, outcomes);
        if (!sound.isEmpty() && !placing.place(eachOnce(sound.values()), terms)) {
            sound.keySet().forEach(job -> outcomes.retry(job, "Redis has not been told"));
        }
        return outcomes;
    }

    private Map<Job<PlaceOrder>, OrderDraft> read(List<Job<PlaceOrder>> batch, Outcomes outcomes) {
        var sound = new LinkedHashMap<Job<PlaceOrder>, OrderDraft>();
        for (var job : batch) {
            try {
                var orderDraft = OrderDraft.of(job.payload());
                if (tokens.verify(job.payload())) {
                    sound.put(job, orderDraft);
                } else {
                    outcomes.reject(job, "The purchase token does not fit the message");
                }
            } catch (IllegalArgumentException malformed) {
                outcomes.reject(job, "Malformed: " + malformed.getMessage());
            }
        }
        return sound;
    }

    private Map<OfferId, SaleTerms> terms(Collection<OrderDraft> drafts) {
        return ledger.terms(drafts.stream()
                .map(orderDraft -> orderDraft.reservation().offer())
                .collect(Collectors.toSet()));
    }

    private Map<Job<PlaceOrder>, OrderDraft> onSale(
            Map<Job<PlaceOrder>, OrderDraft> drafts, Map<OfferId, SaleTerms> terms, Outcomes outcomes) {
        var onSale = new LinkedHashMap<Job<PlaceOrder>, OrderDraft>();
        drafts.forEach((job, orderDraft) -> {
            if (!isForWhomItIs(orderDraft.reservation())) {
                outcomes.reject(job, "Of a bot and no shadow, or of a shadow and no bot");
            } else if (wasOnSale(orderDraft, terms)) {
                onSale.put(job, counted(orderDraft, terms));
            } else {
                outcomes.reject(job, "Reserved outside of the sale");
            }
        });
        return onSale;
    }

    /** With its address, if its offer limits addresses. */
    private OrderDraft counted(OrderDraft orderDraft, Map<OfferId, SaleTerms> terms) {
        var sale = terms.get(orderDraft.reservation().offer());
        return sale != null && sale.limitsAddresses()
                ? orderDraft.countedAs(addresses.of(orderDraft.detail().address()))
                : orderDraft;
    }

    private static List<OrderDraft> eachOnce(Collection<OrderDraft> drafts) {
        var byId = new LinkedHashMap<OrderId, OrderDraft>();
        drafts.forEach(orderDraft -> byId.putIfAbsent(orderDraft.id(), orderDraft));
        return List.copyOf(byId.values());
    }

    /** The buy button knows already; what comes through the queue is not believed. */
    private static boolean isForWhomItIs(Reservation reservation) {
        return reservation.shopper().isBot() == reservation.offer().isShadow();
    }

    private static boolean wasOnSale(OrderDraft orderDraft, Map<OfferId, SaleTerms> terms) {
        var sale = terms.get(orderDraft.reservation().offer());
        return sale != null && sale.covers(orderDraft.reservation().reservedAt());
    }
}
