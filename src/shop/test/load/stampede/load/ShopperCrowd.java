package stampede.load;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.token.AccessTokenIssuer;

/** Many signed-in shoppers, and what they want of the shop. */
final class ShopperCrowd {

    static final int SHOPPERS = 20_000;
    static final String WANTED = "{\"units\":1,\"address\":\"Stress Road 8, Hangzhou\"}";

    private static final long FIRST = 9_000_000_001L;

    private final StressPlan plan;
    private final ShopApi shop;
    private final String operator;

    /** One more than come in the crowd. */
    private final List<String> tokens;

    ShopperCrowd(StressPlan plan) throws IOException, InterruptedException {
        this.plan = plan;
        this.shop = new ShopApi(plan.shop());
        this.operator = shop.signIn(plan.operator(), plan.password());
        var issuer = AccessTokenIssuer.signedWith(plan.signingKey(), Duration.ofHours(6));
        this.tokens = IntStream.rangeClosed(0, SHOPPERS)
                .mapToObj(number ->
                        issuer.issue(new SignedIn(new AccountId(FIRST + number), "bench" + number, Role.SHOPPER)))
                .toList();
    }

    ShopApi shop() {
        return shop;
    }

    /** Puts an offer on sale. Returns when the first unit is sold, to a shopper who then stays away. */
    String publish(int units, int limit) throws IOException, InterruptedException {
        var offer = shop.publish(operator, units, limit);
        var until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!buys(SHOPPERS, offer)) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException("Offer " + offer + " does not sell after 30 s");
            }
            Thread.sleep(100);
        }
        return offer;
    }

    boolean buys(int shopper, String offer) throws IOException, InterruptedException {
        return shop.buys(tokens.get(shopper), offer);
    }

    /** Requests for a unit, each of another shopper, of these offers in turn. */
    List<String> wishes(List<String> offers) {
        return IntStream.range(0, SHOPPERS)
                .mapToObj(shopper -> Wrk.line(
                        "POST",
                        "/api/v1/offers/" + offers.get(shopper % offers.size()) + "/purchases",
                        tokens.get(shopper),
                        WANTED,
                        ""))
                .toList();
    }

    /** Requests for how the first purchases of an offer stand. */
    List<String> purchases(String offer) throws SQLException {
        var lines = new ArrayList<String>();
        OrderCount.some(plan, offer, SHOPPERS)
                .forEach((order, shopper) -> lines.add(Wrk.line(
                        "GET",
                        "/api/v1/purchases/" + order + "-" + offer,
                        tokens.get((int) (shopper - FIRST)),
                        "",
                        "")));
        return lines;
    }
}
