package stampede.purchase;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.function.Supplier;

/** Buys as a shopper does whom the shop could not tell what became of a press: sends the same again, by the same key. */
public final class PatientBuyer {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private PatientBuyer() {}

    /**
     * Buys, within half a minute.
     *
     * @param request each time as a new attempt with the same key
     */
    public static PurchaseId buy(Purchases purchases, Supplier<PurchaseRequest> request) {
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .pollDelay(Duration.ZERO)
                .ignoreExceptionsMatching(PatientBuyer::isUnknown)
                .until(() -> purchases.buy(request.get()), any -> true);
    }

    private static boolean isUnknown(Throwable failure) {
        return failure instanceof PurchaseRefused refused && refused.reason() == PurchaseRefusal.OUTCOME_UNKNOWN;
    }
}
