package stampede.room;

import java.time.Instant;
import java.util.Optional;
import stampede.account.AccountId;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;

/** Waiting in front of a popular offer: a ticket for each account, a place by draw or by arrival, and a pass when it is one's turn. */
public interface WaitingRooms {

    /** The room of an offer, from memory; empty if it has none, or its sale is over. */
    Optional<RoomView> of(OfferId offer);

    /**
     * Gives an account its ticket, the same each time.
     *
     * @param shown the ticket that it has, as text; blank for none
     * @throws RoomRefused if there is no room, it is not for this account, the shown ticket is not theirs, or Redis does not answer
     */
    String join(SignedIn account, OfferId offer, String shown);

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
     * @throws RoomRefused if there is a room and the pass is none of theirs, or over
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

    /** Until when a pass is good; empty if it is none of theirs, or over. */
    Optional<Instant> goodUntil(AccountId shopper, OfferId offer, String pass);

    /**
     * What became of the wish for a pass.
     *
     * @param pass as text; empty if the turn was used up
     * @param until good before that
     * @param ticket the one to keep: another one if the turn was used up
     */
    record Turn(Optional<String> pass, Instant until, String ticket) {}
}
