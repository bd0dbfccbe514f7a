package stampede.api.coupons;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.ids.Ids;
import stampede.token.AccessTokenIssuer;

/** Sellers of a test's own, and coupons that they offer by the API. */
@Component
public class CouponFixture {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Accounts accounts;
    private final AccessTokenIssuer tokens;
    private final ShopFixture shops;
    private final Ids ids;

    CouponFixture(Accounts accounts, AccessTokenIssuer tokens, ShopFixture shops, Ids ids) {
        this.accounts = accounts;
        this.tokens = tokens;
        this.shops = shops;
        this.ids = ids;
    }

    public SignedIn seller() {
        return accounts.ensure("c" + ids.next(), "a long enough password", Role.SELLER);
    }

    public ApiClient as(ApiClient shop, SignedIn account) {
        return shop.as(tokens.issue(account));
    }

    public ApiClient shopper(ApiClient shop) {
        return shop.as(shops.shopper());
    }

    static Map<String, Object> tenOff(int amount) {
        return new HashMap<>(Map.of(
                "name",
                "Ten off " + UUID.randomUUID(),
                "description",
                "For <all> teapots",
                "faceFen",
                1000,
                "minimumSpendFen",
                9900,
                "amount",
                amount));
    }

    /** The id of a coupon that can be had by now. */
    static String onOffer(ApiClient seller, int amount) {
        return seller.post("/api/v1/seller/coupons", tenOff(amount)).text("couponId");
    }

    /** Has one, with its code. */
    static ApiClient.Answer claimed(ApiClient shopper, String coupon) {
        var key = UUID.randomUUID().toString();
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(300))
                .until(() -> claim(shopper, coupon, key), answer -> answer.status() == 201);
    }

    static ApiClient.Answer claim(ApiClient shopper, String coupon, String key) {
        return shopper.with("Idempotency-Key", key).post("/api/v1/coupons/" + coupon + "/claims", Map.of());
    }
}
