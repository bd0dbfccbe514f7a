package stampede.challenge;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.util.stream.Stream;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import stampede.account.AccountId;
import stampede.ids.Ids;
import stampede.order.OrderGroup;
import stampede.order.Orders;
import stampede.setting.Setting;
import stampede.setting.SettingDeclaration;
import stampede.setting.Settings;

/**
 * Whether an account is old enough to buy, where the shop asks for that. Its number says when it was made; only of those that are too new the
 * database is asked whether they have paid an order, and not again for a minute.
 */
@Component
public class AccountAge {

    private static final long MOST = 100_000;
    private static final Duration KNOWN = Duration.ofMinutes(1);

    private final Orders orders;
    private final Clock clock;
    private final Setting<Duration> least;
    private final Cache<AccountId, Boolean> paid =
            Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(KNOWN).build();

    AccountAge(Orders orders, ChallengeProperties properties, Settings settings, Clock clock) {
        this.orders = orders;
        this.clock = clock;
        this.least = settings.declare(SettingDeclaration.duration(
                        "challenge.account-age",
                        properties,
                        ChallengeProperties::accountAge,
                        Duration.ZERO,
                        Duration.ofDays(365))
                .risky());
    }

    /** Whether it is younger than the shop asks for, and has paid nothing yet. While the database is away, nobody has. */
    public boolean isTooNew(AccountId account) {
        var age = least.value();
        return !age.isZero()
                && clock.millis() - Ids.epochMillisOf(account.value()) < age.toMillis()
                && !paid.get(account, this::hasPaid);
    }

    private boolean hasPaid(AccountId account) {
        try {
            var count = orders.count(account);
            return Stream.of(OrderGroup.TO_SHIP, OrderGroup.ON_THE_WAY, OrderGroup.DONE)
                    .anyMatch(group -> count.getOrDefault(group, 0L) > 0);
        } catch (DataAccessException | TransactionException away) {
            return false;
        }
    }
}
