package stampede.alipay;

import java.time.Duration;
import stampede.support.CircuitBreaker;

/** Whether Alipay answers this node, by what became of its requests: nobody asks Alipay only to know. */
public class AlipayAnswers {

    /** So many in a row without an answer are more than a line that was slow once. */
    private static final int SILENT_TIMES = 3;

    /** As long as anything waits for Alipay it is asked more often; after that nobody knows. */
    private static final Duration KNOWN_FOR = Duration.ofMinutes(1);

    private final CircuitBreaker answers = new CircuitBreaker(SILENT_TIMES, KNOWN_FOR);

    /** Whether it does, or nobody has asked for a while. */
    public boolean isAnswering() {
        return answers.permits();
    }

    void record(GatewayReply<?> reply) {
        if (reply instanceof GatewayReply.Silence<?>) {
            answers.recordFailure();
        } else {
            answers.recordSuccess();
        }
    }
}
