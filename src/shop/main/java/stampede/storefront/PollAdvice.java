package stampede.storefront;

import java.time.Duration;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;
import stampede.setting.Setting;
import stampede.setting.SettingDeclaration;
import stampede.setting.Settings;

/** Tells pages how often to ask for news, in milliseconds: {@code poll} in templates. */
@ControllerAdvice(basePackageClasses = PollAdvice.class)
class PollAdvice {

    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Duration MOST = Duration.ofMinutes(2);

    private final Setting<Duration> stock;
    private final Setting<Duration> upcoming;
    private final Setting<Duration> order;

    PollAdvice(PollProperties properties, Settings settings) {
        this.stock = settings.declare(SettingDeclaration.duration(
                "storefront.stock-poll", properties, PollProperties::stockPoll, LEAST, MOST));
        this.upcoming = settings.declare(SettingDeclaration.duration(
                "storefront.upcoming-poll", properties, PollProperties::upcomingPoll, LEAST, MOST));
        this.order = settings.declare(SettingDeclaration.duration(
                "storefront.order-poll", properties, PollProperties::orderPoll, LEAST, MOST));
    }

    @ModelAttribute("poll")
    Poll poll() {
        return new Poll(
                stock.value().toMillis(),
                upcoming.value().toMillis(),
                order.value().toMillis());
    }

    /** In milliseconds. */
    record Poll(long stock, long upcoming, long order) {}
}
