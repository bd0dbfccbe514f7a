package stampede.order;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;
import stampede.catalog.OfferId;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;
import stampede.task.Job;
import stampede.task.Outcomes;

/** Takes what came through the queue: turns away what is forged or malformed, each alone, and has the rest placed together. */
@Component
class PlacementBatch {

    private final PurchaseTokens tokens;
    private final StockLedger ledger;
    private final OrderPlacing placing;

    PlacementBatch(PurchaseTokens tokens, StockLedger ledger, OrderPlacing placing) {
        this.tokens = tokens;
        this.ledger = ledger;
        this.placing = placing;
    }

    /** A server that does not answer fails the whole batch, which is no reason to halve it: all of it is tried again later. */
    Outcomes place(List<Job<PlaceOrder>> batch) {
        var outcomes = Outcomes.allDone();
        var sound = read(batch, outcomes);
        try {
            place(sound, outcomes);
        } catch (TransientDataAccessException
                | DataAccessResourceFailureException
                | CannotCreateTransactionException away) {
            sound.keySet().forEach(job -> outcomes.retry(job, away.toString()));
        }
        return outcomes;
    }

    private Map<Job<PlaceOrder>, Draft> read(List<Job<PlaceOrder>> batch, Outcomes outcomes) {
        var sound = new LinkedHashMap<Job<PlaceOrder>, Draft>();
        for (var job : batch) {
            try {
                var draft = Draft.of(job.payload());
                if (tokens.verify(job.payload())) {
                    sound.put(job, draft);
                } else {
                    outcomes.reject(job, "The purchase token does not fit the message");
                }
            } catch (IllegalArgumentException malformed) {
                outcomes.reject(job, "Malformed: " + malformed.getMessage());
            }
        }
        return sound;
    }

    private void place(Map<Job<PlaceOrder>, Draft> sound, Outcomes outcomes) {
        if (sound.isEmpty()) {
            return;
        }
        var terms = ledger.terms(sound.values().stream()
                .map(draft -> draft.reservation().offer())
                .distinct()
                .toList());
        var drafts = new LinkedHashMap<OrderId, Draft>();
        sound.forEach((job, draft) -> {
            if (wasOnSale(draft, terms)) {
                drafts.putIfAbsent(draft.id(), draft);
            } else {
                outcomes.reject(job, "Reserved outside of the sale");
            }
        });
        if (!drafts.isEmpty()) {
            placing.place(new ArrayList<>(drafts.values()));
        }
    }

    private static boolean wasOnSale(Draft draft, Map<OfferId, SaleTerms> terms) {
        var sale = terms.get(draft.reservation().offer());
        if (sale == null) {
            return false;
        }
        var reservedAt = draft.reservation().reservedAt();
        return !reservedAt.isBefore(sale.window().opensAt())
                && reservedAt.isBefore(sale.window().closesAt());
    }
}
