package stampede.purchase;

import java.time.Duration;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.catalog.Offer;
import stampede.counter.CounterUnchanged;
import stampede.counter.ReserveAnswer;
import stampede.counter.ReserveRequest;
import stampede.counter.StockCounter;
import stampede.ids.Ids;
import stampede.ids.IdsUnavailable;
import stampede.order.OrderDetail;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;

/** The one trip to Redis that decides, and what its answers mean to a shopper. */
@Component
class StockReserving {

    private static final int ID_TRIES = 3;

    private final StockCounter stock;
    private final Ids ids;
    private final PlaceOrderPublisher writer;
    private final LimitRefusalResolver limits;
    private final SaleGuard saleGuard;
    private final PauseDetector pauses;
    private final PurchaseMeters meters;

    StockReserving(
            StockCounter stock,
            Ids ids,
            PlaceOrderPublisher writer,
            LimitRefusalResolver limits,
            SaleGuard saleGuard,
            PauseDetector pauses,
            PurchaseMeters meters) {
        this.stock = stock;
        this.ids = ids;
        this.writer = writer;
        this.limits = limits;
        this.saleGuard = saleGuard;
        this.pauses = pauses;
        this.meters = meters;
    }

    /**
     * Reserves the units and has the order written; or finds what this key reserved before.
     *
     * @throws PurchaseRefused if Redis says no, or does not answer: then nobody knows yet what it did
     */
    Kept reserve(PurchaseRequest request, Offer offer) {
        if (!writer.hasRoom() || pauses.hasJustPaused()) {
            throw busy();
        }
        try {
            return tryReserve(request, offer);
        } catch (CounterUnchanged | IdsUnavailable away) {
            throw busy();
        } catch (DataAccessException noAnswer) {
            // Redis may have done it all the same: then the same key finds it, and so does the sweeper.
            throw new PurchaseRefused(PurchaseRefusal.OUTCOME_UNKNOWN);
        }
    }

    /** What this key reserved before; empty if nothing, or nobody answers. Reserves nothing. */
    Optional<PurchaseId> find(PurchaseRequest request) {
        try {
            var answer = stock.reserve(new ReserveRequest(
                    new ReservationId(ids.next()),
                    request.offer(),
                    request.account().id(),
                    0,
                    request.idempotencyKey(),
                    ""));
            if (answer instanceof ReserveAnswer.Existing existing) {
                meters.countRepeated(request.offer());
                return Optional.of(new PurchaseId(existing.id(), request.offer()));
            }
        } catch (DataAccessException | IdsUnavailable away) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    private Kept tryReserve(PurchaseRequest request, Offer offer) {
        var detail = new OrderDetail(offer.price().fen(), request.address(), saleGuard.ticket(request));
        for (int tried = 0; tried < ID_TRIES; tried++) {
            var id = new ReservationId(ids.next());
            var answer = stock.reserve(new ReserveRequest(
                    id, offer.id(), request.account().id(), request.units(), request.idempotencyKey(), detail.text()));
            if (answer instanceof ReserveAnswer.Reserved kept) {
                meters.countAccepted(offer.id());
                writer.write(
                        new Reservation(id, offer.id(), request.account().id(), request.units(), kept.reservedAt()),
                        detail);
                return new Kept(new PurchaseId(id, offer.id()), true);
            }
            if (answer instanceof ReserveAnswer.Existing existing) {
                meters.countRepeated(offer.id());
                return new Kept(new PurchaseId(existing.id(), offer.id()), false);
            }
            if (answer instanceof ReserveAnswer.Not no && no.why() != ReserveAnswer.Why.ID_CLASH) {
                throw refusal(no.why(), request, offer);
            }
        }
        throw busy();
    }

    private PurchaseRefused refusal(ReserveAnswer.Why why, PurchaseRequest request, Offer offer) {
        return switch (why) {
            case COLD -> coldOrOver(offer);
            case WARMING, ID_CLASH -> busy();
            case PAUSED -> new PurchaseRefused(PurchaseRefusal.PAUSED);
            case CLOSED, ENDED -> new PurchaseRefused(PurchaseRefusal.ENDED);
            case EARLY -> new PurchaseRefused(PurchaseRefusal.NOT_OPEN_YET, Duration.ofSeconds(1));
            case LIMIT -> new PurchaseRefused(limits.resolve(request.account().id(), offer));
            case SOLD_OUT -> new PurchaseRefused(PurchaseRefusal.SOLD_OUT);
            case BAD_UNITS -> new PurchaseRefused(PurchaseRefusal.BAD_UNITS);
        };
    }

    /** After a sale its keys are deleted, which is no accident. Before, the counter has called for a rebuild. */
    private PurchaseRefused coldOrOver(Offer offer) {
        return saleGuard.isOver(offer) ? new PurchaseRefused(PurchaseRefusal.ENDED) : busy();
    }

    private static PurchaseRefused busy() {
        return new PurchaseRefused(PurchaseRefusal.BUSY);
    }

    /**
     * A purchase that has its units.
     *
     * @param isNew whether it has them since this call
     */
    record Kept(PurchaseId purchase, boolean isNew) {}
}
