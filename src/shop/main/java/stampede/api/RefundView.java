package stampede.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;
import stampede.refund.Refund;

/**
 * Money that goes back, as the JSON API shows it.
 *
 * @param requestNo the shop's number for it, which Alipay knows too
 * @param amountFen how much, in fen
 * @param reason why
 * @param state how far it is
 * @param words what the person who asked for it said
 * @param answer what the shop said, if it declined and said something
 * @param requestedAt when it was wanted
 * @param doneAt when it had gone back, if it has
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RefundView(
        String requestNo,
        long amountFen,
        Refund.Reason reason,
        Refund.State state,
        String words,
        Optional<String> answer,
        Instant requestedAt,
        Optional<Instant> doneAt) {

    public static RefundView of(Refund refund) {
        return new RefundView(
                refund.requestNo(),
                refund.amount().fen(),
                refund.reason(),
                refund.state(),
                refund.words(),
                refund.whyDeclined(),
                refund.requestedAt(),
                refund.doneAt());
    }
}
