package stampede.room;

import java.time.Instant;
import java.util.Optional;
import stampede.account.AccountId;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;

/** Waiting in front of a popular offer: a ticket for each account, a place by draw or by arrival, and a pass when it is one's turn. */
public interface WaitingRooms {

    /** The room of an offer, from memory; empty if it has none, or its sale ended some minutes ago. */
    Optional<RoomView> of(OfferId offer);

    /**
     * Gives an account its ticket, the same each time.
     *
     * @param shown the ticket that it has, as text; blank for none
     * @param door what somebody without a ticket has to pass; it is asked only where there is a room for this account, and no more often than
     *     an account may ask, and what it throws is thrown
     * @throws RoomRefused if there is no room, it is over or not for this account, it asks too often, the shown ticket is not theirs, or Redis does
     *     not answer
     */
    Joined join(SignedIn account, OfferId offer, String shown, Runnable door);

    /**
     * How it stands with a ticket, from memory.
     *
     * @throws RoomRefused if there is no room, or the ticket is not theirs
     */
    RoomPlace place(AccountId shopper, OfferId offer, String ticket);

    /**
     * Gives a pass to somebody whose turn it is, three times; then they wait again. While one is good it is given again.
     *
     * @throws RoomRefused if it is not their turn, the ticket is not theirs, or Redis does not answer
     */
    Turn take(AccountId shopper, OfferId offer, String ticket);

    /**
     * Lets through whoever has a pass, or everybody if the offer has no room.
     *
     * @param pass as text; blank for none
     * @throws RoomRefused if there is a room and the pass is none of theirs, or over; where all is over, for that reason
     */
    void check(AccountId shopper, OfferId offer, String pass);

    /** Something was bought with this pass, if it is good: others may come in its owner's place. From memory. */
    void use(AccountId shopper, OfferId offer, String pass);

    /**
     * With this pass, if it is good, nothing could be bought because there was nothing: it is none of the three. From memory.
     *
     * @param busy whether that was so because the shop did not keep up; then fewer are let in for a while
     */
    void giveBack(AccountId shopper, OfferId offer, String pass, boolean busy);

    /** What a pass says; empty if it is none of theirs, or over. */
    Optional<RoomPass> read(AccountId shopper, OfferId offer, String pass);

    /**
     * A ticket that was given.
     *
     * @param ticket as text
     * @param number of it, from 0 on, with which anybody can look where it stood in the draw
     */
    record Joined(String ticket, int number) {}

    /**
     * What became of the wish for a pass.
     *
     * @param pass as text; empty if the turn was used up
     * @param until good before that
     * @param ticket the one to keep: another one if the turn was used up
     */
    record Turn(Optional<String> pass, Instant until, String ticket) {}
}
