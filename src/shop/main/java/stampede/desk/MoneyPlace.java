package stampede.desk;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Whose money this shop takes, which every page of the desk says by colour and word: {@code desk.place.NAME}. */
public enum MoneyPlace {
    /** The local Alipay: no money at all. */
    DEMO,
    /** Some other gateway: Alipay's sandbox, or one that stands in for it. */
    SANDBOX,
    /** Alipay itself. */
    PRODUCTION;

    private static final Set<String> HERE = Set.of("127.0.0.1", "localhost", "[::1]", "");

    /** Alipay's own addresses, at home and abroad. */
    private static final Set<String> ALIPAY = Set.of("openapi.alipay.com", "open-sea-global.alipay.com");

    static MoneyPlace of(URI gateway) {
        var host = Optional.ofNullable(gateway.getHost()).orElse("").toLowerCase(Locale.ROOT);
        return ALIPAY.contains(host) ? PRODUCTION : HERE.contains(host) ? DEMO : SANDBOX;
    }

    /** As classes of style sheets have it. */
    public String style() {
        return name().toLowerCase(Locale.ROOT);
    }
}
