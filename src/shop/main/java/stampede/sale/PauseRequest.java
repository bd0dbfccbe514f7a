package stampede.sale;

import java.time.Instant;
import java.util.Optional;
import stampede.catalog.OfferId;

/**
 * What a seller asked for: that an offer of theirs is paused.
 *
 * @param offer which
 * @param product what the product is called where nobody's language is known
 * @param state what became of it
 * @param words why the seller wants it
 * @param askedBy who asked, such as {@code seller:7}
 * @param askedAt when
 * @param answer why it was declined; empty if it was not
 * @param answeredAt when it was answered or taken back
 */
public record PauseRequest(
        OfferId offer,
        String product,
        State state,
        String words,
        String askedBy,
        Instant askedAt,
        String answer,
        Optional<Instant> answeredAt) {

    public boolean isWaiting() {
        return state == State.ASKED;
    }

    /** What became of it. Its messages are {@code seller.pause.state.NAME}. */
    public enum State {
        /** It waits for an operator. */
        ASKED,
        TAKEN_BACK,
        /** An operator paused the sale. */
        PAUSED,
        DECLINED
    }
}
