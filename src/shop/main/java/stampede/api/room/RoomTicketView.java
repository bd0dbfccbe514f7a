package stampede.api.room;

import stampede.room.WaitingRooms;

/**
 * A ticket.
 *
 * @param ticket to be sent as {@code Waiting-Room-Ticket}; another account can do nothing with it
 * @param number of it, from 0 on, with which anybody can look where it stood in the draw
 */
public record RoomTicketView(String ticket, int number) {

    static RoomTicketView of(WaitingRooms.Joined joined) {
        return new RoomTicketView(joined.ticket(), joined.number());
    }
}
