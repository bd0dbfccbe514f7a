package stampede.room;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which a waiting room says no. The names are part of the JSON API. Nothing has changed. */
public enum RoomRefusal implements RefusalReason {
    /** The offer has none: it is bought at once. */
    NO_ROOM(HttpStatus.CONFLICT),
    /** There is nothing to wait for any more: the sale has ended, or all units are sold and paid. */
    ROOM_OVER(HttpStatus.CONFLICT),
    /** The sale has begun, so there is nothing to wait for. */
    ROOM_TOO_LATE(HttpStatus.CONFLICT),
    /** People wait in a room that an operator opened, and it stays until the sale ends. */
    ROOM_STAYS(HttpStatus.CONFLICT),
    /** As many rooms are open as the shop keeps. */
    ROOM_TOO_MANY(HttpStatus.CONFLICT),
    /** Only shoppers wait. */
    ROOM_FOR_SHOPPERS(HttpStatus.FORBIDDEN),
    /** One account asks too often. */
    ROOM_TOO_OFTEN(HttpStatus.TOO_MANY_REQUESTS),
    /** Who keeps the tickets does not answer. */
    ROOM_AWAY(HttpStatus.SERVICE_UNAVAILABLE),
    /** A ticket or pass was not given out by this shop, or has been changed since. */
    ROOM_FORGED(HttpStatus.FORBIDDEN),
    /** It is another account's. */
    ROOM_OTHER_ACCOUNT(HttpStatus.FORBIDDEN),
    /** It is for another offer, or for a room that was there before the present one. */
    ROOM_OTHER_ROOM(HttpStatus.FORBIDDEN),
    /** It is not their turn. */
    ROOM_NOT_YET(HttpStatus.CONFLICT),
    /** The pass is too old. */
    ROOM_TURN_OVER(HttpStatus.CONFLICT);

    private final HttpStatus status;

    RoomRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "room.refusal." + name();
    }
}
