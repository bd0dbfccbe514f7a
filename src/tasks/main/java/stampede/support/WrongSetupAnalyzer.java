package stampede.support;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints a {@link WrongSetup} as two sentences instead of a stack trace. */
final class WrongSetupAnalyzer extends AbstractFailureAnalyzer<WrongSetup> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, WrongSetup cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), cause);
    }
}
