package stampede.payment;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import org.springframework.stereotype.Component;
import stampede.refund.MoneyMeter;

/** Counts money that came by what it was used for, and notifications by what was made of them. */
@Component
class PaymentMeters {

    private final MeterRegistry registry;
    private final MoneyMeter money;

    PaymentMeters(MeterRegistry registry) {
        this.registry = registry;
        this.money = new MoneyMeter(registry, "in");
        for (var state : Payment.State.values()) {
            payments(state);
        }
        for (var verdict : AlipayNotification.Verdict.values()) {
            notifications(verdict);
        }
    }

    void count(Payment payment) {
        payments(payment.state()).increment();
        money.count(payment.amount());
    }

    void countNotification(AlipayNotification.Verdict verdict) {
        notifications(verdict).increment();
    }

    private Counter payments(Payment.State state) {
        return Counter.builder("stampede.payments")
                .description("Payments that came, by what they were used for")
                .tag("state", tag(state))
                .register(registry);
    }

    private Counter notifications(AlipayNotification.Verdict verdict) {
        return Counter.builder("stampede.payment.notifications")
                .description("Notifications of Alipay, by what was made of them")
                .tag("verdict", tag(verdict))
                .register(registry);
    }

    private static String tag(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
