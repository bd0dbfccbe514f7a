package stampede.retryadmin;

import java.util.List;
import stampede.refusal.RefusalException;

/** Retries are not changed, with a sentence about what was wanted. */
public final class RetryRefused extends RefusalException {

    private final String field;
    private final String sentence;
    private final transient List<String> arguments;

    RetryRefused(RetryRefusal reason, String field, String... arguments) {
        super(reason);
        this.field = field;
        this.sentence = "retries.refusal." + reason.name() + "." + field;
        this.arguments = List.of(arguments);
    }

    /** The part of the request that is wrong, such as {@code delays}. */
    public String field() {
        return field;
    }

    /** The key of the sentence. */
    public String sentence() {
        return sentence;
    }

    /** What stands in it. */
    public List<String> arguments() {
        return arguments;
    }
}
