package stampede.address;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which an address book stays as it is. The names are part of the JSON API. */
public enum AddressRefusal implements RefusalReason {
    /** There is none of this number, or it is somebody else's. */
    NO_SUCH_ADDRESS(HttpStatus.NOT_FOUND),
    FIELD_MISSING(HttpStatus.UNPROCESSABLE_CONTENT),
    FIELD_TOO_LONG(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A line break, a control character, or one that turns the direction of reading. */
    BAD_CHARACTERS(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A telephone number has digits, spaces and {@code + - ( )}. */
    BAD_PHONE(HttpStatus.UNPROCESSABLE_CONTENT),
    /** There are {@link AddressBook#MOST} already. */
    ADDRESS_BOOK_FULL(HttpStatus.CONFLICT);

    private final HttpStatus status;

    AddressRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "address.refusal." + name();
    }
}
