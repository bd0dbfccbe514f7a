package stampede.order;

import java.util.List;
import javax.crypto.spec.SecretKeySpec;

/** Messages signed by a key of their own, for tests that do without the rest of the shop. */
public final class TestMessages {

    private TestMessages() {}

    public static PlacementMessages create() {
        return new PlacementMessages(new PurchaseTokens(List.of(new SecretKeySpec(new byte[32], "HmacSHA256"))));
    }
}
