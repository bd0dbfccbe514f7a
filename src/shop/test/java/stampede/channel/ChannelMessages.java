package stampede.channel;

import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.springframework.context.support.ResourceBundleMessageSource;

/** Messages for tests, and the shop's words for them. */
public final class ChannelMessages {

    private ChannelMessages() {}

    /** Something is wrong with an offer. */
    public static ChannelMessage firing(String id, String rule, Severity severity, String title) {
        return of(id, ChannelMessage.FIRING, rule, severity, title);
    }

    /** It is right again. */
    public static ChannelMessage resolved(String id, String rule, Severity severity, String title) {
        return of(id, ChannelMessage.RESOLVED, rule, severity, title);
    }

    private static ChannelMessage of(String id, String type, String rule, Severity severity, String title) {
        var now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        return new ChannelMessage(
                id,
                type,
                severity,
                rule,
                "offer:42",
                new LocalizedText("库存差异 " + title, "Stock drift " + title),
                new LocalizedText("商品：青瓷壶\n差异：2 件", "Offer: Celadon teapot\nDrift: 2 units"),
                "/console/alerts/42",
                "/console/help#drift",
                now,
                now,
                2.0);
    }

    static MessageWords words() {
        var messages = new ResourceBundleMessageSource();
        messages.setBasename("messages");
        messages.setDefaultEncoding("UTF-8");
        messages.setFallbackToSystemLocale(false);
        return new MessageWords(messages, ZoneId.of("Asia/Shanghai"), "https://shop.example.com");
    }
}
