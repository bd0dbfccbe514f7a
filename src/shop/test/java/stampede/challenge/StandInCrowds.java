package stampede.challenge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.order.OrderGroup;
import stampede.order.Orders;
import stampede.pressure.OfferPressure;
import stampede.purchase.CrowdGuard;
import stampede.purchase.ProofWanted;
import stampede.setting.Settings;

/** What is asked of a crowd, without a shop around it. */
public final class StandInCrowds {

    static final SecretKey KEY = new SecretKeySpec("a key for the puzzles of tests".getBytes(UTF_8), "HmacSHA256");

    private StandInCrowds() {}

    /** Nothing is ever asked. */
    public static CrowdGuard none() {
        return guard(levels(0, new OfferPressure(System::nanoTime)));
    }

    /** What somebody is told who presses for the offer in a crowd of the second level. */
    public static ProofWanted refusal(AccountId shopper, OfferId offer) {
        var levels = levels(1_000_000, new OfferPressure(System::nanoTime));
        levels.hear(Map.of(offer, CrowdLevel.MANY));
        try {
            guard(levels).admitToRoom(shopper, offer, "");
        } catch (ProofWanted wanted) {
            return wanted;
        }
        throw new IllegalStateException("Nothing was asked");
    }

    static CrowdLevels levels(int clicksPerSecond, OfferPressure pressure) {
        return new CrowdLevels(pressure, new ChallengeProperties(clicksPerSecond, Duration.ZERO), new Settings());
    }

    static Challenges challenges(CrowdLevels levels, Clock clock) {
        return new Challenges(levels, new ProofOfWork(List.of(KEY)), new WaitSigner(List.of(KEY)), clock);
    }

    private static CrowdGuard guard(CrowdLevels levels) {
        var clock = Clock.systemUTC();
        return new CrowdGuard(
                new OfferPressure(System::nanoTime),
                new AccountAge(
                        orders(shopper -> Map.of()), new ChallengeProperties(0, Duration.ZERO), new Settings(), clock),
                challenges(levels, clock));
    }

    /** Orders of which only how many there are is known. */
    static Orders orders(Function<AccountId, Map<OrderGroup, Long>> count) {
        return (Orders) Proxy.newProxyInstance(
                StandInCrowds.class.getClassLoader(), new Class<?>[] {Orders.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("count")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    return count.apply((AccountId) arguments[0]);
                });
    }
}
