package stampede.journey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import stampede.product.SamplePictures;
import stampede.testing.Apart;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;
import stampede.testing.Proof;

/**
 * A shop in production from its first operator to the proof of its first sale, by its pages alone, on a phone, in Chinese, at night and
 * without scripts. In the suite the slot opens within two minutes, an operator ends the sale when all is sold, and it is closed out at
 * once; with {@code -Dproof=full} it opens in ten minutes and ends by itself after ten more, and every setting is production's own.
 */
@Apart
class ShopkeeperJourneyTests {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String PASSWORD = "nine green bottles";
    private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
    private static final Duration LEAD = Proof.isFull() ? Duration.ofMinutes(10) : Duration.ZERO;

    /** What the seller needs to come in, make a product and submit an offer of it: a few seconds, on a busy machine twenty. */
    private static final Duration UNTIL_SUBMITTED = Duration.ofSeconds(40);

    private static final Duration SALE = Duration.ofMinutes(10);
    private static final Device DEVICE =
            Device.PHONE.in("zh-CN").withoutJavaScript().atNight();

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private static ProductionShop shop;

    @BeforeAll
    static void start(@TempDir Path directory) {
        shop = Proof.isFull()
                ? ProductionShop.start(directory)
                : ProductionShop.start(directory, "--stampede.seller.lead=0s", "--stampede.books.settle-after=1s");
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @Test
    void aShopkeepersNight() throws Exception {
        shop.awaitOpen();
        var given = shop.makeOperator("boss");
        try (var operator = visitor();
                var seller = visitor();
                var one = visitor();
                var two = visitor()) {
            isLetIn(operator, given);
            var opens = makesASlot(operator);
            acceptsTheInvitation(seller, invites(operator));
            submits(seller, makesAProduct(seller), opens);
            var offer = approves(operator);
            assertThat(seller.open("/offers/" + offer)
                            .inspect()
                            .page()
                            .locator("h1")
                            .textContent())
                    .isEqualTo("龙泉青瓷茶壶");
            anotherSellerAsks(operator);
            registers(one, offer, "wang.fang");
            registers(two, offer, "li.na");

            awaitOpening(one, offer, opens);
            var first = buys(one);
            pays(one, first);
            addsAUnit(operator, offer);
            awaitUnits(two, offer);
            var second = buys(two);
            pays(two, second);
            ships(seller, first, "SF1234567890");
            ships(seller, second, "SF1234567891");
            receives(one, first);
            isHelpedOnTheTelephone(operator, "li.na", second, tradeOf(two, second));
            seesThatTheMoneyCameBack(two, second);
            endsTheSale(operator, offer, opens);
            seesTheProof(operator, offer, first, second);
            assertThat(shop.warnings()).as("what the shop's log complains of").isEmpty();
        }
    }

    /** The password that was printed opens nothing but its own change, and then a second factor has to be set up. */
    private static void isLetIn(BrowserVisitor operator, String given) {
        signsIn(operator, "boss", given, "/console");
        var page = operator.page();
        page.waitForURL("**/account/password?due");
        operator.inspect().photograph("keeper-01-password-due");
        page.fill("#present", given);
        page.fill("#next", PASSWORD);
        page.fill("#again", PASSWORD);
        press(page, "main form button[type=submit]");
        operator.open("/console");
        var app = setsUpASecondFactor(operator, "keeper-02");
        operator.open("/console").inspect().photograph("keeper-03-empty-shop");
        assertThat(page.locator("html").getAttribute("lang")).isEqualTo("zh-CN");
        assertThat(page.locator(".place.demo").count()).as("whose money it is").isEqualTo(1);

        press(page, "header details.menu summary");
        press(page, "header form[action$='/sign-out'] button");
        signsIn(operator, "boss", PASSWORD, "/console");
        operator.inspect().photograph("keeper-04-code");
        page.fill("#code", app.nextCode());
        press(page, "main form button[type=submit]");
        page.waitForURL("**/console");
    }

    private static AuthenticatorApp setsUpASecondFactor(BrowserVisitor visitor, String photograph) {
        var page = visitor.page();
        page.waitForURL("**/account/second-factor?due");
        page.fill("#password", PASSWORD);
        press(page, "main form button[type=submit]");
        visitor.inspect().photograph(photograph + "-second-factor");
        var app = new AuthenticatorApp(page.locator(".secret").textContent());
        page.fill("#code", app.code());
        press(page, "main form button[type=submit]");
        assertThat(visitor.inspect().page().locator(".codes li").count()).isEqualTo(10);
        return app;
    }

    private static Instant makesASlot(BrowserVisitor operator) {
        var earliest = Instant.now().plus(LEAD).plus(UNTIL_SUBMITTED);
        var opens = earliest.truncatedTo(ChronoUnit.MINUTES).plus(Duration.ofMinutes(1));
        var page = operator.open("/console/slots").inspect().page();
        page.fill("#opens", local(opens));
        page.fill("#closes", local(opens.plus(SALE)));
        press(page, "form:has(#opens) button");
        page.waitForURL(Pattern.compile(".*/console/slots/\\d+"));
        operator.inspect().photograph("keeper-05-slot");
        return opens;
    }

    /** The link that the seller is sent, by whatever way. */
    private static String invites(BrowserVisitor operator) {
        var page = operator.open("/console/accounts/new").inspect().page();
        page.fill("#username", "longquan");
        page.selectOption("#role", "SELLER");
        page.fill("#reason", "We met at the fair.");
        press(page, "main form button[type=submit]");
        operator.inspect().photograph("keeper-06-invited");
        var link = page.locator("#link").textContent();
        assertThat(link).startsWith(shop.address() + "/welcome/");
        return link;
    }

    private static void acceptsTheInvitation(BrowserVisitor seller, String link) {
        var page = seller.open(link).inspect().photograph("keeper-07-welcome").page();
        page.fill("#next", PASSWORD);
        page.fill("#again", PASSWORD);
        press(page, "main form button[type=submit]");
        signsIn(seller, "longquan", PASSWORD, "/seller");
        setsUpASecondFactor(seller, "keeper-08");
        seller.open("/seller").inspect().photograph("keeper-09-seller");
        assertThat(visitor().open(link).page().locator("#next").count())
                .as("it works once")
                .isZero();
    }

    private static String makesAProduct(BrowserVisitor seller) {
        var page = seller.open("/seller/products/new").inspect().page();
        page.fill("#nameZh", "龙泉青瓷茶壶");
        page.fill("#nameEn", "Longquan teapot");
        page.fill("#listPrice", "129");
        page.fill("#descriptionZh", "手工拉坯，断水利落。");
        press(page, "main form .form-end button");
        page.waitForURL("**/seller/products/*?saved=new");
        var product = page.url().replaceFirst(".*/products/(\\d+)\\?.*", "$1");
        for (var number = 1; number <= 2; number++) {
            page.setInputFiles("#picture", new FilePayload("pot.jpg", "image/jpeg", SamplePictures.jpeg()));
            press(page, "#upload-send");
            page.waitForURL("**#pictures");
            awaitElements(page, ".picture-list img", number);
        }
        seller.inspect().photograph("keeper-10-product");
        return product;
    }

    private static void submits(BrowserVisitor seller, String product, Instant opens) {
        var page = seller.open("/seller/offers/new").inspect().page();
        page.selectOption("#product", product);
        page.selectOption("#slot", local(opens) + "/" + local(opens.plus(SALE)));
        page.fill("#price", "49.90");
        page.fill("#units", "1");
        page.fill("#limit", "1");
        press(page, "main form .form-end button");
        page.waitForURL("**/seller/offers/drafts/*");
        seller.inspect().photograph("keeper-11-draft");
        press(page, "form[action$='/submission'] button");
        seller.inspect().photograph("keeper-12-submitted");
    }

    private static String approves(BrowserVisitor operator) {
        var page = operator.open("/console").page();
        press(page, "#tonight-offers-pending");
        operator.inspect().photograph("keeper-13-pending");
        press(page, "main a[href*='/drafts/']");
        press(page, "main a[href$='/approval']");
        operator.inspect().photograph("keeper-14-question");
        press(page, "form[action$='/approval'] button");
        page.waitForURL(Pattern.compile(".*/console/offers/\\d+.*"));
        operator.inspect().photograph("keeper-15-published");
        return page.url().replaceFirst(".*/console/offers/(\\d+).*", "$1");
    }

    /** The other way to become a seller. */
    private static void anotherSellerAsks(BrowserVisitor operator) {
        try (var other = visitor()) {
            var page = other.open("/register/seller").inspect().page();
            page.fill("[name=username]", "jingdezhen");
            page.fill("[name=password]", PASSWORD);
            page.fill("[name=shopName]", "景德镇白瓷");
            page.fill("[name=contact]", "mei@example.com");
            press(page, "main form button[type=submit]");
            other.inspect().photograph("keeper-16-registered");
        }
        var page = operator.open("/console").page();
        press(page, "#tonight-sellers-pending");
        operator.inspect();
        page.locator("main tbody a", new Page.LocatorOptions().setHasText("jingdezhen"))
                .click();
        operator.inspect();
        press(page, "main a[href$='/acts/APPROVE']");
        page.fill("#reason", "We have met.");
        press(page, "main form button[type=submit]");
        operator.inspect().photograph("keeper-17-approved");
    }

    private static void registers(BrowserVisitor shopper, String offer, String name) {
        var page = shopper.open("/offers/" + offer)
                .inspect()
                .photograph("keeper-18-upcoming")
                .page();
        press(page, "a.button.wide[href^='/sign-in']");
        press(page, "main a[href^='/register']");
        page.fill("[name=username]", name);
        page.fill("[name=password]", PASSWORD);
        press(page, "main form button[type=submit]");
        page.waitForURL("**/offers/" + offer);
        shopper.inspect();
    }

    private static void awaitOpening(BrowserVisitor shopper, String offer, Instant opens) {
        var page = shopper.open("/offers/" + offer).inspect().page();
        var left = Duration.between(Instant.now(), opens).plus(PATIENCE);
        await("the opening").atMost(left).pollInterval(Duration.ofSeconds(1)).until(() -> {
            var early = Instant.now().isBefore(opens);
            page.reload();
            return early ? assertCannotBuy(page, opens) : canBuy(page);
        });
        assertThat(Instant.now()).as("when the first could buy").isAfterOrEqualTo(opens);
    }

    /** Before it opens the button sleeps. */
    private static boolean assertCannotBuy(Page page, Instant opens) {
        assertThat(canBuy(page) && Instant.now().isBefore(opens))
                .as("on sale too early")
                .isFalse();
        return false;
    }

    private static boolean canBuy(Page page) {
        return page.locator("#buy button:enabled").count() == 1;
    }

    private static void awaitUnits(BrowserVisitor shopper, String offer) {
        var page = shopper.open("/offers/" + offer).page();
        await("the new unit").atMost(PATIENCE).until(() -> {
            page.reload();
            return canBuy(page);
        });
    }

    /** The number of the order. */
    private static String buys(BrowserVisitor shopper) {
        var page = shopper.page();
        page.fill("#address", "李娜，浙江省杭州市西湖区龙井路 1 号");
        shopper.inspect().photograph("keeper-19-ready");
        press(page, "#buy button[type=submit]");
        page.waitForURL("**/purchases/*");
        JourneyShopping.waitFor(page.locator(".outcome.yes"));
        shopper.inspect().photograph("keeper-20-bought");
        return page.locator(".outcome.yes a.button[href^='/orders/']")
                .getAttribute("href")
                .replaceFirst("/orders/", "");
    }

    private static void pays(BrowserVisitor shopper, String order) {
        var page = shopper.page();
        press(page, "form.pay button");
        page.waitForURL(shop.alipayAddress() + "/cashier/*");
        press(page, "#pay");
        awaitStatus(shopper, order, "PAID");
        shopper.inspect().photograph("keeper-21-paid");
    }

    /** While it sells, and all that there was is taken. */
    private static void addsAUnit(BrowserVisitor operator, String offer) {
        var page = operator.open("/console/offers/" + offer + "/acts/ADD")
                .inspect()
                .photograph("keeper-22-add")
                .page();
        assertThat(page.locator("main .figures dd").first().textContent().strip())
                .isEqualTo("1");
        page.fill("[name=number]", "1");
        page.fill("[name=reason]", "Somebody asked for one.");
        press(page, "main form button:not([name])");
        operator.inspect().photograph("keeper-23-added");
        assertThat(page.locator("#sale .figures dd").last().textContent()).isEqualTo("2");
    }

    private static void ships(BrowserVisitor seller, String order, String number) {
        var page = seller.open("/seller/orders")
                .inspect()
                .photograph("keeper-24-to-ship")
                .page();
        press(page, "main tbody a[href$='/seller/orders/" + order + "']");
        seller.inspect();
        press(page, "form[action$='/address'] button");
        seller.inspect().photograph("keeper-25-address");
        assertThat(page.locator("main").textContent()).contains("龙井路 1 号");
        page.fill("#carrier", "顺丰");
        page.fill("#number", number);
        press(page, "form[action$='/shipment'] button");
        seller.inspect().photograph("keeper-26-shipped");
        assertThat(page.locator("main [data-status]").first().getAttribute("data-status"))
                .isEqualTo("SHIPPED");
    }

    private static void receives(BrowserVisitor shopper, String order) {
        var page = shopper.open("/orders/" + order)
                .inspect()
                .photograph("keeper-27-on-its-way")
                .page();
        assertThat(page.locator("main").textContent()).contains("SF1234567890");
        press(page, "form[action$='/receipt'] button");
        awaitStatus(shopper, order, "FINISHED");
        shopper.inspect();
    }

    /** What the shopper reads out from their own page. */
    private static String tradeOf(BrowserVisitor shopper, String order) {
        var numbers = shopper.open("/orders/" + order)
                .page()
                .locator("main .facts dd.mono")
                .allTextContents();
        return numbers.stream()
                .filter(number -> number.matches("\\d{28}"))
                .findFirst()
                .orElseThrow();
    }

    /** By their name, by the number of the order and by that of the trade: whatever they can say leads to the order. */
    private static void isHelpedOnTheTelephone(BrowserVisitor operator, String name, String order, String trade) {
        var page = operator.open("/console").page();
        finds(page, name);
        operator.inspect().photograph("keeper-28-caller");
        press(page, "main a[href*='/console/orders?shopper=']");
        operator.inspect().photograph("keeper-29-their-orders");
        press(page, "main tbody th a");
        assertThat(page.url()).endsWith("/console/orders/" + order);
        for (var said : new String[] {order, trade}) {
            operator.open("/console");
            finds(page, said);
            page.waitForURL("**/console/orders/" + order);
        }
        operator.inspect().photograph("keeper-30-order");
        press(page, "main a[href$='/refund']");
        operator.inspect().photograph("keeper-31-question");
        assertThat(page.locator("main").textContent()).contains("¥49.90");
        page.fill("#reason", "It came in pieces.");
        press(page, "form[action$='/refund'] button");
        operator.inspect();
        await("the refund").atMost(PATIENCE).until(() -> {
            operator.open("/console/orders/" + order);
            return status(page).equals("REFUNDED");
        });
        operator.inspect().photograph("keeper-32-given-back");
    }

    private static void finds(Page page, String what) {
        page.fill("#find", what);
        press(page, "form.find button");
    }

    private static void seesThatTheMoneyCameBack(BrowserVisitor shopper, String order) {
        shopper.open("/orders/" + order).inspect().photograph("keeper-33-refunded");
        assertThat(shopper.page().locator("[data-refund=DONE]").count()).isEqualTo(1);
    }

    private static void endsTheSale(BrowserVisitor operator, String offer, Instant opens) {
        if (Proof.isFull()) {
            assertThat(Instant.now()).as("it still sells").isBefore(opens.plus(SALE));
            return;
        }
        var page = operator.open("/console/offers/" + offer + "/acts/STOP")
                .inspect()
                .photograph("keeper-34-stop")
                .page();
        page.fill("[name=reason]", "All of it is sold.");
        press(page, "main form button:not([name])");
        operator.inspect().photograph("keeper-35-stopped");
        assertThat(page.locator("#sale [data-gate]").first().getAttribute("data-gate"))
                .isEqualTo("CLOSED");
    }

    private static void seesTheProof(BrowserVisitor operator, String offer, String first, String second)
            throws IOException {
        var page = operator.open("/console/settlements").page();
        await("the settlement")
                .atMost(Proof.isFull() ? Duration.ofMinutes(30) : PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    page.reload();
                    return page.locator("#offer-" + offer).count() == 1;
                });
        operator.inspect().photograph("keeper-36-settlements");
        press(page, "#offer-" + offer);
        operator.inspect().photograph("keeper-37-proof");
        assertThat(page.locator("main .notice.good").count())
                .as("every unit is accounted for")
                .isEqualTo(1);
        assertThat(page.locator("main .notice.bad").count()).isZero();
        var head = page.locator("main .facts dd.mono").textContent();
        assertThat(head).matches("[0-9a-f]{64}");

        var file = page.waitForDownload(() -> press(page, "main a[href$='/settlement.csv']"));
        var lines = Files.readString(file.path(), UTF_8).lines().toList();
        assertThat(lines.get(1)).contains(head);
        assertThat(lines)
                .filteredOn(line -> line.startsWith("ORDER"))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).contains("order:" + first, ",FINISHED,"),
                        line -> assertThat(line).contains("order:" + second, ",REFUNDED,", ",4990"));
        assertThat(lines.get(lines.size() - 1)).as("left").matches("LEFT,,,,0,0,*");

        try (var stranger = visitor()) {
            var proof = stranger.open("/offers/" + offer + "/proof").inspect().photograph("keeper-41-public-proof");
            assertThat(proof.page().locator("main .facts .mono").textContent()).isEqualTo(head);
            stranger.open("/how-we-sell").inspect().photograph("keeper-42-how-we-sell");
        }

        operator.open("/console/offers/" + offer + "/books").inspect().photograph("keeper-38-books");
        assertThat(page.locator("main [data-ok=false]").count())
                .as("rules that are broken")
                .isZero();
        operator.open("/console/audit").inspect().photograph("keeper-39-audit");
        operator.open("/console").inspect().photograph("keeper-40-tonight");
    }

    private static void awaitStatus(BrowserVisitor shopper, String order, String status) {
        await(status).atMost(PATIENCE).until(() -> {
            shopper.open("/orders/" + order);
            return status(shopper.page()).equals(status);
        });
    }

    private static String status(Page page) {
        return String.valueOf(page.locator("main [data-status]").first().getAttribute("data-status"));
    }

    private static void awaitElements(Page page, String selector, int number) {
        await(selector).atMost(PATIENCE).until(() -> {
            page.reload();
            return page.locator(selector).count() == number;
        });
    }

    private static void signsIn(BrowserVisitor visitor, String username, String password, String next) {
        var page = visitor.open("/sign-in?continue=" + next).page();
        page.fill("[name=username]", username);
        page.fill("[name=password]", password);
        press(page, "main form button[type=submit]");
    }

    private static String local(Instant instant) {
        return LocalDateTime.ofInstant(instant, ZONE).toString();
    }

    private static void press(Page page, String button) {
        page.locator(button).first().click();
    }

    private static BrowserVisitor visitor() {
        return chromium.visitor(shop.address(), DEVICE);
    }
}
