package stampede.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import stampede.account.AccountId;
import stampede.setting.Settings;

class PurchaseRateLimiterTests {

    private static final AccountId SHOPPER = new AccountId(7);
    private static final String ADDRESS = "192.0.2.1";

    private final SimulatedTime time = new SimulatedTime();
    private final Settings settings = new Settings();
    private final PurchaseRateLimiter limiter = new PurchaseRateLimiter(defaults(), settings, time);

    @Test
    void neverAdmitsMoreThanFiveInAnySecondHoweverTheAttemptsAreSpread() {
        var random = new Random(20261111);
        var admitted = new ArrayList<Long>();
        for (int attempt = 0; attempt < 20_000; attempt++) {
            // Storms, pauses long enough to fill the bucket, and everything between.
            time.pass(Duration.ofNanos(random.nextInt(100) == 0 ? 3_000_000_000L : random.nextLong(40_000_000)));
            if (admits()) {
                admitted.add(time.currentTimeNanos());
            }
        }

        assertThat(admitted).hasSizeGreaterThan(500);
        assertThat(mostInOneSecond(admitted)).isBetween(4, 5);
    }

    @Test
    void admitsThreeAtOnceAndTwoEverySecondAfterwards() {
        assertThat(admittedOf(10)).isEqualTo(3);

        time.pass(Duration.ofSeconds(1));

        assertThat(admittedOf(10)).isEqualTo(2);
    }

    @Test
    void saysWhenTheNextAttemptMayBe() {
        assertThat(admittedOf(3)).isEqualTo(3);

        assertThatThrownBy(() -> limiter.admit(SHOPPER, ADDRESS))
                .isInstanceOfSatisfying(PurchaseRefused.class, refused -> {
                    assertThat(refused.reason()).isEqualTo(PurchaseRefusal.TOO_MANY_ATTEMPTS);
                    assertThat(refused.retryAfter()).contains(Duration.ofMillis(500));
                });

        time.pass(Duration.ofMillis(500));
        assertThat(admits()).isTrue();
    }

    @Test
    void keepsOneAddressToItsShareWhoeverSitsBehindIt() {
        var admitted = IntStream.rangeClosed(1, 500)
                .filter(shopper -> admits(new AccountId(shopper), ADDRESS))
                .count();

        assertThat(admitted).isEqualTo(60);
        assertThat(admits(new AccountId(900), "192.0.2.2")).isTrue();
    }

    @Test
    void doesNotChargeTheShopperForACrowdedAddress() {
        IntStream.rangeClosed(1, 60).forEach(shopper -> admits(new AccountId(shopper), ADDRESS));
        var late = new AccountId(901);
        assertThat(admits(late, ADDRESS)).isFalse();

        assertThat(IntStream.range(0, 10)
                        .filter(attempt -> admits(late, "192.0.2.3"))
                        .count())
                .isEqualTo(3);
    }

    @Test
    void keepsAWholeIpv6NetworkToOneShare() {
        var admitted = IntStream.rangeClosed(1, 500)
                .filter(shopper -> admits(new AccountId(shopper), "2001:db8:0:7::" + Integer.toHexString(shopper)))
                .count();

        assertThat(admitted).isEqualTo(60);
        assertThat(admits(new AccountId(900), "2001:db8:0:8::1")).isTrue();
    }

    @Test
    void remembersNothingForOthersWhileItIsAlone() {
        admittedOf(10);

        assertThat(limiter.takeRepeated()).isEmpty();
    }

    @Test
    void remembersABoundedNumberOfAdmissionsThatNobodyFetches() {
        limiter.shareAmong(2);
        for (int shopper = 1; shopper <= 150_000; shopper++) {
            var address = "2001:db8:0:" + Integer.toHexString(shopper % 60_000) + "::1";
            assertThat(admits(new AccountId(shopper), address)).isTrue();
            assertThat(admits(new AccountId(shopper), address)).isTrue();
        }

        assertThat(limiter.takeRepeated()).hasSizeBetween(100_000, 100_001);
    }

    @Test
    void sharesWhatMayComeAtOnceAmongTheNodes() {
        assertThat(PurchaseRateLimiter.Share.of(5, 1)).isEqualTo(new PurchaseRateLimiter.Share(3, 2));
        assertThat(PurchaseRateLimiter.Share.of(5, 2)).isEqualTo(new PurchaseRateLimiter.Share(2, 1));
        assertThat(PurchaseRateLimiter.Share.of(5, 3)).isEqualTo(new PurchaseRateLimiter.Share(1, 2));
        assertThat(PurchaseRateLimiter.Share.of(5, 9)).isEqualTo(new PurchaseRateLimiter.Share(1, 1));
        assertThat(PurchaseRateLimiter.Share.of(100, 2)).isEqualTo(new PurchaseRateLimiter.Share(30, 40));
    }

    @Test
    void countsRefusedAttemptsAgainstNobody() {
        limiter.shareAmong(2);
        admittedOf(10);

        assertThat(limiter.takeRepeated())
                .containsOnlyKeys("s:7", "a:" + ADDRESS)
                .containsValues(2);
        assertThat(limiter.takeRepeated()).isEmpty();
    }

    private long admittedOf(int attempts) {
        return IntStream.range(0, attempts).filter(attempt -> admits()).count();
    }

    private boolean admits() {
        return admits(SHOPPER, ADDRESS);
    }

    private boolean admits(AccountId shopper, String address) {
        try {
            limiter.admit(shopper, address);
            return true;
        } catch (PurchaseRefused refused) {
            return false;
        }
    }

    private static int mostInOneSecond(List<Long> instants) {
        return mostWithin(instants, 1_000_000_000L);
    }

    /** Both ends of the time count. */
    static int mostWithin(List<Long> instants, long span) {
        int most = 0;
        int first = 0;
        for (int last = 0; last < instants.size(); last++) {
            while (instants.get(last) - instants.get(first) > span) {
                first++;
            }
            most = Math.max(most, last - first + 1);
        }
        return most;
    }

    static PurchaseRateLimitProperties defaults() {
        return new Binder(new MapConfigurationPropertySource())
                .bindOrCreate("stampede.purchase", PurchaseRateLimitProperties.class);
    }
}
