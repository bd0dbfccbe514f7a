package stampede.payment;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** Counts money that came by what it was used for, and notifications by what was made of them. */
@Component
class PaymentMeters {

    private final MeterRegistry registry;

    PaymentMeters(MeterRegistry registry) {
        this.registry = registry;
        for (var state : Payment.State.values()) {
            registry.counter("stampede.payments", "state", tag(state));
        }
        for (var verdict : AlipayNotification.Verdict.values()) {
            registry.counter("stampede.payment.notifications", "verdict", tag(verdict));
        }
    }

    void countPayment(Payment.State state) {
        registry.counter("stampede.payments", "state", tag(state)).increment();
    }

    void countNotification(AlipayNotification.Verdict verdict) {
        registry.counter("stampede.payment.notifications", "verdict", tag(verdict))
                .increment();
    }

    private static String tag(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
