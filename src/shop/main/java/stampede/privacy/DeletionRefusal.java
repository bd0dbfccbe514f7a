package stampede.privacy;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which an account is not deleted now. The names are part of the JSON API. */
public enum DeletionRefusal implements RefusalReason {
    /** An order waits for its payment, or is being closed. */
    ORDERS_TO_PAY(HttpStatus.CONFLICT),
    /** Something is paid and not sent yet. */
    ORDERS_TO_SHIP(HttpStatus.CONFLICT),
    /** Money is on its way back, or was asked back and nobody has decided. */
    MONEY_TO_REFUND(HttpStatus.CONFLICT),
    /** Operators and sellers are locked by an administrator instead: the audit log and offers need their names. */
    STAFF_STAYS(HttpStatus.CONFLICT);

    private final HttpStatus status;

    DeletionRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "privacy.refusal." + name();
    }
}
