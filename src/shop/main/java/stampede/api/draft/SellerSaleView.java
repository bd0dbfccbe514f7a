package stampede.api.draft;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import stampede.counter.StockView;
import stampede.draft.OfferLine;
import stampede.report.SaleFigures;

/**
 * How an offer of a seller's sells.
 *
 * @param offer what it is
 * @param gate whether the counter reserves; COLD if it does not know the offer now, then units left are those of the ledger
 * @param paused whether an operator stopped it for a while
 * @param unitsLeft units that nobody has
 * @param unitsReserved units reserved for shoppers whose order is not written yet
 * @param unitsHeld units that orders hold, paid or not
 * @param unitsSold units that paid orders hold
 * @param ordersPlaced orders
 * @param ordersPaid those that were paid
 * @param ordersClosedUnpaid those that were closed without being paid for in time
 * @param moneyInFen what paid for them, in fen
 * @param refundsFen what went or goes back of that, in fen
 * @param netFen the rest, in fen
 */
@Schema(name = "SellerSale")
record SellerSaleView(
        SellerOfferView offer,
        StockView.Gate gate,
        boolean paused,
        int unitsLeft,
        int unitsReserved,
        int unitsHeld,
        long unitsSold,
        long ordersPlaced,
        long ordersPaid,
        long ordersClosedUnpaid,
        long moneyInFen,
        long refundsFen,
        long netFen) {

    static SellerSaleView of(OfferLine line, SaleFigures figures, Instant now) {
        var totals = figures.totals();
        return new SellerSaleView(
                SellerOfferView.of(line, now),
                figures.gate(),
                figures.paused(),
                figures.left(),
                figures.reserved(),
                figures.held(),
                totals.unitsSold(),
                totals.placed(),
                totals.paid(),
                totals.closedUnpaid(),
                totals.moneyIn().fen(),
                totals.refunds().fen(),
                totals.net().fen());
    }
}
