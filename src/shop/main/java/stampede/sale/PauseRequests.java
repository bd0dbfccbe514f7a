package stampede.sale;

import static stampede.sale.SaleRules.require;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.OfferId;
import stampede.sale.PauseRequest.State;
import stampede.stock.StockLedger;

/**
 * Sellers ask for a pause of what they sell, operators pause or say no: a seller who could pause alone could take a sale back that
 * shoppers were promised. Every step is audited; whoever takes one holds the offer's balance. A pause answers by itself: {@link SalePause}.
 */
@Component
public class PauseRequests {

    private final PauseRequestRepository requests;
    private final StockLedger ledger;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public PauseRequests(
            PauseRequestRepository requests,
            StockLedger ledger,
            AuditLog audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.requests = requests;
        this.ledger = ledger;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** The last one about this offer, whatever became of it. */
    public Optional<PauseRequest> of(OfferId offer) {
        return requests.find(offer);
    }

    /** Those that wait for an operator, the oldest first. */
    public List<PauseRequest> waiting(int most) {
        return requests.waiting(clock.instant(), most);
    }

    /** How many wait for an operator. */
    public long countWaiting() {
        return requests.countWaiting(clock.instant());
    }

    /**
     * Asks for a pause of an offer that sells or will.
     *
     * @param words 5 to 200 characters: why
     * @throws SaleRefused if it is not theirs, is over or paused, or they have asked already
     */
    public void ask(SignedIn seller, OfferId offer, String words) {
        var why = SaleRules.reason(words);
        requireTheirs(seller, offer);
        transaction.executeWithoutResult(status -> {
            var terms = ledger.lock(offer);
            SaleRules.requireLive(terms);
            require(clock.instant().isBefore(terms.window().closesAt()), SaleRefusal.SALE_OVER);
            require(!terms.paused(), SaleRefusal.PAUSED_ALREADY);
            require(requests.find(offer).filter(PauseRequest::isWaiting).isEmpty(), SaleRefusal.PAUSE_ASKED);
            requests.ask(offer, seller.who(), why, clock.instant());
            write(seller, "PAUSE_ASKED", offer, why, AuditLog.Change.of("", State.ASKED));
        });
    }

    /**
     * Takes back what was asked for.
     *
     * @throws SaleRefused if it is not theirs, or none waits
     */
    public void takeBack(SignedIn seller, OfferId offer) {
        requireTheirs(seller, offer);
        transaction.executeWithoutResult(status -> answer(seller, offer, State.TAKEN_BACK, ""));
    }

    /**
     * Says no.
     *
     * @param words 5 to 200 characters, for the seller and the audit log
     * @throws SaleRefused if none waits
     */
    public void decline(SignedIn operator, OfferId offer, String words) {
        var why = SaleRules.reason(words);
        require(ledger.terms(offer).isPresent(), SaleRefusal.NO_SUCH_OFFER);
        transaction.executeWithoutResult(status -> answer(operator, offer, State.DECLINED, why));
    }

    private void answer(SignedIn by, OfferId offer, State state, String why) {
        ledger.lock(offer);
        require(requests.answer(offer, state, why, clock.instant()), SaleRefusal.NOT_ASKED);
        var action = state == State.DECLINED ? "PAUSE_DECLINED" : "PAUSE_TAKEN_BACK";
        write(by, action, offer, why, AuditLog.Change.of(State.ASKED, state));
    }

    private void write(SignedIn by, String action, OfferId offer, String why, AuditLog.Change change) {
        audit.write(new AuditLog.Act(by.who(), action, "offer:" + offer).because(why), change);
    }

    private void requireTheirs(SignedIn seller, OfferId offer) {
        require(
                requests.seller(offer)
                        .filter(owner -> Scope.of(seller).includes(owner))
                        .isPresent(),
                SaleRefusal.NO_SUCH_OFFER);
    }
}
