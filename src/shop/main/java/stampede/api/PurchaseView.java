package stampede.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseProgress;
import stampede.purchase.PurchaseRefusal;

/**
 * A purchase as the JSON API shows it.
 *
 * @param purchaseId its id
 * @param status how it stands; only {@code PLACED} means bought
 * @param place in the queue, 1 for the next in line; while queued, if known
 * @param orderId the order, once placed
 * @param reason why not, once refused
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record PurchaseView(
        String purchaseId,
        Status status,
        Optional<Integer> place,
        Optional<String> orderId,
        Optional<PurchaseRefusal> reason) {

    public static PurchaseView accepted(PurchaseId id) {
        return queued(id, Optional.empty());
    }

    public static PurchaseView of(PurchaseId id, PurchaseProgress progress) {
        if (progress instanceof PurchaseProgress.Placed placed) {
            return new PurchaseView(
                    id.toString(),
                    Status.PLACED,
                    Optional.empty(),
                    Optional.of(placed.order().toString()),
                    Optional.empty());
        }
        if (progress instanceof PurchaseProgress.Refused refused) {
            return new PurchaseView(
                    id.toString(), Status.REFUSED, Optional.empty(), Optional.empty(), Optional.of(refused.reason()));
        }
        return queued(id, ((PurchaseProgress.Reserved) progress).place());
    }

    private static PurchaseView queued(PurchaseId id, Optional<Integer> place) {
        return new PurchaseView(id.toString(), Status.QUEUED, place, Optional.empty(), Optional.empty());
    }

    /** Whether there is an order. */
    enum Status {
        QUEUED,
        PLACED,
        REFUSED
    }
}
