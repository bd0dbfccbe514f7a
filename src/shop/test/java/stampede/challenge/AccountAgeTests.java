package stampede.challenge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;
import stampede.account.AccountId;
import stampede.ids.Ids;
import stampede.order.OrderGroup;
import stampede.setting.Settings;

/** Which accounts are too new to buy, where the shop asks for an age. */
class AccountAgeTests {

    private static final Instant NOW = Instant.parse("2026-11-11T12:00:00Z");

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void anyAgeWillDoUnlessTheShopAsksForOne() {
        assertThat(age(Duration.ZERO, Map.of()).isTooNew(madeBefore(Duration.ZERO)))
                .isFalse();
        assertThat(asked).hasValue(0);
    }

    @Test
    void whoIsOldEnoughCostsNoQuestion() {
        var age = age(Duration.ofDays(7), Map.of());

        assertThat(age.isTooNew(madeBefore(Duration.ofDays(7)))).isFalse();
        assertThat(age.isTooNew(new AccountId(3))).as("from before all numbers").isFalse();
        assertThat(asked).hasValue(0);
    }

    @Test
    void whoIsNewAndHasPaidNothingIsTooNewAndTheDatabaseIsAskedOnce() {
        var age = age(Duration.ofDays(7), Map.of(OrderGroup.ALL, 2L, OrderGroup.TO_PAY, 1L, OrderGroup.BACK, 1L));
        var shopper = madeBefore(Duration.ofDays(7).minusSeconds(1));

        assertThat(age.isTooNew(shopper)).isTrue();
        assertThat(age.isTooNew(shopper)).isTrue();
        assertThat(asked).hasValue(1);
    }

    @Test
    void whoHasPaidAnOrderIsNot() {
        for (var group : new OrderGroup[] {OrderGroup.TO_SHIP, OrderGroup.ON_THE_WAY, OrderGroup.DONE}) {
            assertThat(age(Duration.ofDays(7), Map.of(group, 1L)).isTooNew(madeBefore(Duration.ofHours(1))))
                    .as("%s", group)
                    .isFalse();
        }
    }

    @Test
    void whileTheDatabaseIsAwayNobodyHasPaid() {
        var age = new AccountAge(
                StandInCrowds.orders(shopper -> {
                    throw new QueryTimeoutException("away");
                }),
                new ChallengeProperties(0, Duration.ofDays(7)),
                new Settings(),
                Clock.fixed(NOW, ZoneOffset.UTC));

        assertThat(age.isTooNew(madeBefore(Duration.ofHours(1)))).isTrue();
    }

    private AccountAge age(Duration least, Map<OrderGroup, Long> orders) {
        return new AccountAge(
                StandInCrowds.orders(shopper -> {
                    asked.incrementAndGet();
                    return orders;
                }),
                new ChallengeProperties(0, least),
                new Settings(),
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static AccountId madeBefore(Duration age) {
        return new AccountId(Ids.firstOf(NOW.minus(age).toEpochMilli()));
    }
}
