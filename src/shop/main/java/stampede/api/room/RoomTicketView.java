package stampede.api.room;

/**
 * A ticket.
 *
 * @param ticket to be sent as {@code Waiting-Room-Ticket}; another account can do nothing with it
 */
public record RoomTicketView(String ticket) {}
