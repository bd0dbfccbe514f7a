package stampede.alipaysandbox;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints a {@link SandboxSetupException} as two sentences instead of a stack trace. */
final class SandboxSetupAnalyzer extends AbstractFailureAnalyzer<SandboxSetupException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, SandboxSetupException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), cause);
    }
}
