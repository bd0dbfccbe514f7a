package stampede.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * How tests wait for what must come, unless they say otherwise. For a minute: a machine with other work is slow, and waiting costs only where a
 * test fails. On their own thread: Playwright may be used by one thread at a time, and one that waits elsewhere may still look at a page when the
 * test has given up and closes it.
 */
public final class TestPatience implements BeforeAllCallback {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(PATIENCE);
        Awaitility.pollInSameThread();
    }
}
