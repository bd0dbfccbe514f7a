package stampede.console.tonight;

import java.util.List;
import java.util.Optional;
import stampede.inquiry.OrderTotals;

/**
 * Whether all is well.
 *
 * @param waiting what waits for a person
 * @param servers how the servers answer
 * @param health how many nodes there are, what they are late with, and how far counters and close-outs are behind
 * @param next whether the slot that opens next is ready; empty if a server did not answer
 * @param rehearsed what the newest rehearsal of the last 24 hours came to; empty if the database did not answer
 * @param today what became of the orders of today; empty if the database did not answer
 */
public record Overview(
        List<Figure> waiting,
        List<ServerState> servers,
        List<Figure> health,
        Optional<NextSlot> next,
        Optional<LastRehearsal> rehearsed,
        Optional<OrderTotals> today) {

    /** Whether nothing waits, every server answers, every role has a node, the next slot is ready, and every
     * figure could be had. */
    public boolean isWell() {
        return waiting.stream().allMatch(figure -> figure.count().isPresent() && !figure.isWaiting())
                && servers.stream().allMatch(server -> server.state() == ServerState.State.UP)
                && health.stream().allMatch(figure -> figure.count().isPresent() && !isBad(figure))
                && next.filter(NextSlot::isReady).isPresent();
    }

    /** Whether this figure is one that somebody should look at: of nodes there should be some, of all else none. */
    public boolean isBad(Figure figure) {
        return figure.count().isPresent() && figure.name().startsWith("nodes-") != figure.isWaiting();
    }
}
