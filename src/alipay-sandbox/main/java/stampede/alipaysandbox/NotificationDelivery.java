package stampede.alipaysandbox;

import com.fasterxml.jackson.annotation.JsonTypeName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A notification on its way to the shop.
 *
 * @param url where to
 * @param fields what it says, unsigned
 * @param signer who signs it
 * @param repeats whether it is sent until the shop says {@code success}; what a fault adds is sent once
 * @param copies how many are sent at once the first time
 * @param due when it is sent next, while it is pending
 * @param sends what happened so far
 */
@JsonTypeName("delivery")
record NotificationDelivery(
        String id,
        String outTradeNo,
        String url,
        Map<String, String> fields,
        NotificationSigner signer,
        boolean repeats,
        int copies,
        State state,
        Instant due,
        List<Send> sends)
        implements JournalEntry {

    enum State {
        PENDING,
        /** The shop said {@code success}. */
        ACCEPTED,
        /** It was sent as often as it should be. */
        GIVEN_UP,
        /** A fault lost it before the first send. */
        DROPPED
    }

    /**
     * One try.
     *
     * @param status the HTTP status; 0 if there was no answer
     * @param answer the beginning of the answer, or why there was none
     */
    record Send(Instant at, int status, String answer) {

        /** By Alipay's clock, for people. */
        public String time() {
            return SandboxTimeFormat.text(at);
        }

        boolean accepted() {
            return status == 200 && answer.equals("success");
        }
    }

    boolean pending() {
        return state == State.PENDING;
    }

    NotificationDelivery after(Send send, State state, Instant due) {
        var all = Stream.concat(sends.stream(), Stream.of(send)).toList();
        return new NotificationDelivery(id, outTradeNo, url, fields, signer, repeats, copies, state, due, all);
    }
}
