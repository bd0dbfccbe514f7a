package stampede.edge;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;
import stampede.support.WrongSetup;

/** Before Java 21 each request holds one of 200 threads, so that as many slow clients stop the shop: not in production. */
@Component
@Profile("production")
class JavaVersionCheck {

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    JavaVersionCheck() {
        check(Runtime.version().feature());
    }

    /** @throws WrongSetup if this Java has no virtual threads */
    static void check(int feature) {
        if (feature < FIRST_WITH_VIRTUAL_THREADS) {
            throw new WrongSetup(
                    "This is Java " + feature + ", on which 200 slow clients can hold up the shop.",
                    "In production start it with Java " + FIRST_WITH_VIRTUAL_THREADS + " or newer.");
        }
    }
}
