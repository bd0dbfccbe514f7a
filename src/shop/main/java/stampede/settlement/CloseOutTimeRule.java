package stampede.settlement;

import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.books.SaleWatchProperties;
import stampede.recovery.RecoveryProperties;
import stampede.setting.SettingProblem;
import stampede.setting.SettingRule;
import stampede.setting.Settings;

/** Keeps the time to pay so short that each order of a sale has ended when the sale is closed out. */
@Component
class CloseOutTimeRule implements SettingRule<Duration> {

    /** For whatever is done when the time is up. */
    private static final Duration SLACK = Duration.ofMinutes(1);

    private final SaleWatchProperties watch;
    private final RecoveryProperties recovery;

    CloseOutTimeRule(SaleWatchProperties watch, RecoveryProperties recovery, Settings settings) {
        this.watch = watch;
        this.recovery = recovery;
        settings.require("order.payment-time", this);
    }

    @Override
    public Optional<SettingProblem> check(Duration paymentTime) {
        var most = watch.settleAfter().minus(recovery.abandonAfter()).minus(SLACK);
        return paymentTime.compareTo(most) <= 0
                ? Optional.empty()
                : Optional.of(SettingProblem.of(
                        "setting.problem.close-out",
                        most.toSeconds(),
                        watch.settleAfter().toSeconds(),
                        recovery.abandonAfter().toSeconds()));
    }
}
