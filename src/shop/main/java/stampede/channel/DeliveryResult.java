package stampede.channel;

import com.google.common.base.Ascii;

/**
 * What a try came to.
 *
 * @param http the status of the answer; 0 if there was none, or the channel has no such thing
 * @param answer the beginning of it, in the words of who answered; hides secrets
 */
public record DeliveryResult(DeliveryCause cause, int http, String answer) {

    static final int LONGEST_ANSWER = 500;

    public DeliveryResult {
        answer = Ascii.truncate(
                answer.codePoints()
                        .map(letter -> Character.isISOControl(letter) ? ' ' : letter)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString()
                        .strip(),
                LONGEST_ANSWER,
                "…");
    }

    static DeliveryResult of(DeliveryCause cause) {
        return new DeliveryResult(cause, 0, "");
    }

    /** Whether it was taken. */
    public boolean isGood() {
        return cause == DeliveryCause.OK || cause == DeliveryCause.NOT_CALLED;
    }

    DeliveryResult with(DeliveryCause other) {
        return new DeliveryResult(other, http, answer);
    }
}
