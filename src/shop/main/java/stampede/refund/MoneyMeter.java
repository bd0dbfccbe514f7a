package stampede.refund;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import stampede.money.Money;

/** Counts money by where it goes, {@code stampede.money}, in fen. */
public class MoneyMeter {

    private final Counter fen;

    /** @param direction {@code in} or {@code back} */
    public MoneyMeter(MeterRegistry registry, String direction) {
        this.fen = Counter.builder("stampede.money")
                .description("Money that came and money that went back")
                .baseUnit("fen")
                .tag("direction", direction)
                .register(registry);
    }

    public void count(Money amount) {
        fen.increment((double) amount.fen());
    }
}
