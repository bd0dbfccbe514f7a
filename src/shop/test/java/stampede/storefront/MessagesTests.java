package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import stampede.account.AccountRefusal;
import stampede.alert.AlertRefusal;
import stampede.alert.AlertRule;
import stampede.category.CategoryRefusal;
import stampede.channel.ChannelRefusal;
import stampede.counter.OfferStatus;
import stampede.draft.DraftRefusal;
import stampede.idempotency.RequestKeyRefusal;
import stampede.imports.ImportRefusal;
import stampede.order.OrderRefusal;
import stampede.order.OrderStatus;
import stampede.payment.Payment;
import stampede.payment.PaymentRefusal;
import stampede.picture.PictureRefusal;
import stampede.purchase.PurchaseRefusal;
import stampede.refund.Refund;
import stampede.refusal.RefusalReason;
import stampede.sale.SaleRefusal;
import stampede.setting.SettingRefusal;
import stampede.shipping.ShippingRefusal;

class MessagesTests {

    private static final Path TEMPLATES = Path.of("templates");
    private static final Pattern NAMED = Pattern.compile("#\\{([a-zA-Z0-9._-]+)[}(]|msg\\('([^']+)'\\)");

    private final Properties english = read("messages.properties");
    private final Properties chinese = read("messages_zh.properties");

    @Test
    void bothLanguagesHaveWordsForTheSameThings() {
        assertThat(chinese.stringPropertyNames()).containsExactlyInAnyOrderElementsOf(english.stringPropertyNames());
        assertThat(Stream.of(english, chinese).flatMap(language -> language.values().stream()))
                .allSatisfy(words -> assertThat((String) words).isNotBlank());
    }

    @Test
    void bothLanguagesTakeTheSameValues() {
        assertThat(english.stringPropertyNames())
                .allSatisfy(
                        key -> assertThat(placeholders(chinese, key)).as(key).isEqualTo(placeholders(english, key)));
    }

    /** A single apostrophe would swallow the value after it. */
    @Test
    void noMessageWithValuesHasALoneApostrophe() {
        assertThat(Stream.of(english, chinese)
                        .flatMap(language -> language.values().stream().map(String.class::cast))
                        .filter(words -> words.contains("{"))
                        .map(words -> words.replace("''", "")))
                .noneMatch(words -> words.contains("'"));
    }

    @Test
    void everyRefusalHasATitleAReasonAndSomethingToDoNext() {
        assertThat(english.stringPropertyNames())
                .containsAll(Arrays.stream(PurchaseRefusal.values())
                        .flatMap(reason ->
                                Stream.of("title", "text", "next").map(part -> reason.messageKey() + "." + part))
                        .toList())
                .containsAll(Stream.<RefusalReason[]>of(
                                AccountRefusal.values(),
                                OrderRefusal.values(),
                                PaymentRefusal.values(),
                                PictureRefusal.values(),
                                SaleRefusal.values(),
                                ShippingRefusal.values(),
                                SettingRefusal.values(),
                                ImportRefusal.values(),
                                DraftRefusal.values(),
                                CategoryRefusal.values(),
                                ChannelRefusal.values(),
                                AlertRefusal.values(),
                                RequestKeyRefusal.values())
                        .flatMap(Stream::of)
                        .flatMap(reason -> Stream.of("title", "text").map(part -> reason.messageKey() + "." + part))
                        .toList());
    }

    @Test
    void everyStatusAndStateHasWords() {
        assertThat(english.stringPropertyNames())
                .containsAll(Arrays.stream(OrderStatus.values())
                        .flatMap(status -> Stream.of("order.status." + status, "order.status." + status + ".text"))
                        .toList())
                .containsAll(Arrays.stream(AlertRule.values())
                        .flatMap(rule ->
                                Stream.of("", ".what", ".means", ".todo").map(part -> "alert.rule." + rule + part))
                        .toList())
                .containsAll(Arrays.stream(OfferStatus.values())
                        .map(state -> "offer.state." + state)
                        .toList());
    }

    @Test
    void everythingThatHappensToMoneyHasWords() {
        assertThat(english.stringPropertyNames())
                .containsAll(named("payment.state.", Payment.State.values()))
                .containsAll(named("refund.reason.", Refund.Reason.values()))
                .containsAll(Arrays.stream(Refund.State.values())
                        .flatMap(state -> Stream.of("refund.state." + state, "refund.state." + state + ".text"))
                        .toList());
    }

    private static List<String> named(String prefix, Enum<?>... names) {
        return Arrays.stream(names).map(name -> prefix + name).toList();
    }

    @Test
    void templatesUseOnlyMessagesThatExist() throws IOException {
        assertThat(templates().stream()
                        .flatMap(template -> NAMED.matcher(text(template)).results())
                        .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                        .distinct())
                .isNotEmpty()
                .allMatch(english::containsKey);
    }

    /** Sample text stands inside elements that Thymeleaf fills; anything else would be shown as it is in every language. */
    @Test
    void templatesHaveNoWordsOfTheirOwn() throws IOException {
        assertThat(templates())
                .allSatisfy(template -> assertThat(
                                Jsoup.parse(text(template)).body().getAllElements())
                        .as(template.toString())
                        .noneMatch(MessagesTests::speaksForItself));
    }

    private static boolean speaksForItself(Element element) {
        var brand = element.hasClass("word");
        var filled = element.hasAttr("th:text") || element.hasAttr("th:utext");
        var words = element.ownText().matches("(?s).*\\p{L}.*");
        var labels = Stream.of("aria-label", "placeholder", "title", "alt")
                .anyMatch(name -> !element.attr(name).isBlank() && !element.hasAttr("th:" + name));
        return labels || (words && !filled && !brand && !element.nameIs("noscript"));
    }

    /** Those of the shop; the local Alipay and the task monitor have messages of their own. */
    private static List<Path> templates() throws IOException {
        try (var files = Files.walk(TEMPLATES)) {
            return files.filter(file -> file.toString().endsWith(".html"))
                    .filter(file -> !file.startsWith(TEMPLATES.resolve("console")))
                    .filter(file -> !file.startsWith(TEMPLATES.resolve("alipay")))
                    .filter(file -> !file.startsWith(TEMPLATES.resolve("tasks")))
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<String> placeholders(Properties language, String key) {
        return Pattern.compile("\\{\\d}")
                .matcher(language.getProperty(key, ""))
                .results()
                .map(found -> found.group())
                .sorted()
                .distinct()
                .toList();
    }

    private static Properties read(String file) {
        var properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of("src/shop/main/resources", file))) {
            properties.load(reader);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return properties;
    }
}
