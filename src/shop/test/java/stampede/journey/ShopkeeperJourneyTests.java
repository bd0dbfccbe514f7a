package stampede.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.journey.JourneyShopping.PATIENCE;

import com.microsoft.playwright.Page;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.alipaysandbox.LocalAlipay;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.SaleWindow;
import stampede.counter.LiveStock;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.testing.Apart;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/**
 * A shop by its pages alone, on a phone, in Chinese, at night and without scripts: a seller registers and is approved, makes a product, has
 * an offer approved for later; an operator puts the same product on sale now and adds units while it sells; two shoppers buy and pay; one
 * of them calls and is helped, the other gets their parcel.
 */
@Apart
@StampedeTest
class ShopkeeperJourneyTests {

    private static final LocalAlipay alipay = LocalAlipay.shared();

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private static final String PASSWORD = "a good password";
    private static final Device DEVICE =
            Device.PHONE.in("zh-CN").withoutJavaScript().atNight();

    @Autowired
    private Accounts accounts;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private Catalog catalog;

    @Autowired
    private LiveStock stock;

    @Autowired
    private Orders orders;

    @Autowired
    private JdbcClient sql;

    @LocalServerPort
    private int port;

    private final String unique = UUID.randomUUID().toString().substring(0, 8);

    @Test
    void aShopkeepersNight() {
        try (var seller = visitor();
                var operator = visitor();
                var one = visitor();
                var two = visitor()) {
            registers(seller);
            accounts.ensure("op" + unique, PASSWORD, Role.OPERATOR);
            signsIn(operator, "op" + unique, "/console");
            approvesTheSeller(operator);
            signsIn(seller, "seller" + unique, "/seller/products/new");
            var product = makesAProduct(seller);
            drafts(seller, "/seller/offers", product, slot(Duration.ofHours(3)), "2");
            approvesTheDraft(operator, seller);
            drafts(operator, "/console/offers", product, slot(Duration.ofMinutes(-1)), "1");
            var offer = published(operator);

            var first = buys(one, offer);
            pays(one, first);
            addsAUnit(operator, offer);
            var second = buys(two, offer);
            pays(two, second);

            seesWhatWaits(seller, first);
            ships(seller, first);
            receives(one, first);
            isHelpedOnTheTelephone(operator, second);
            seesThatTheMoneyCameBack(two, second);
            assertThat(unitsLeft(offer))
                    .as("both were sold, and units do not come back with the money")
                    .isZero();
        }
    }

    private void registers(BrowserVisitor seller) {
        var page = seller.open("/register/seller").inspect().page();
        page.fill("[name=username]", "seller" + unique);
        page.fill("[name=password]", PASSWORD);
        page.fill("[name=shopName]", "龙泉青瓷");
        page.fill("[name=contact]", "mei@example.com");
        press(page, "main form button[type=submit]");
        seller.inspect().photograph("keeper-1-registered");
    }

    private void approvesTheSeller(BrowserVisitor operator) {
        var page = operator.open("/console").inspect().page();
        page.locator("#tonight-sellers-pending").click();
        page.locator("main tbody a", new Page.LocatorOptions().setHasText("seller" + unique))
                .click();
        operator.inspect();
        page.locator("main a[href$='/acts/APPROVE']").click();
        page.fill("#reason", "We have met.");
        press(page, "main form button[type=submit]");
        operator.inspect().photograph("keeper-2-approved");
    }

    private static String makesAProduct(BrowserVisitor seller) {
        var page = seller.page();
        page.fill("#nameZh", "龙泉青瓷茶壶");
        page.fill("#nameEn", "Longquan teapot");
        page.fill("#listPrice", "129");
        page.locator("main form button:not([name])").last().click();
        page.waitForURL("**/seller/products/*?saved=new");
        seller.inspect();
        return page.url().replaceFirst(".*/products/(\\d+)\\?.*", "$1");
    }

    private static void drafts(BrowserVisitor who, String offers, String product, String slot, String units) {
        var page = who.open(offers + "/new").inspect().page();
        if (offers.startsWith("/seller")) {
            page.selectOption("#product", product);
        } else {
            page.fill("#product", product);
        }
        page.selectOption("#slot", slot);
        page.fill("#price", "49.90");
        page.fill("#units", units);
        page.fill("#limit", "1");
        page.locator("main form button:not([name])").last().click();
        page.waitForURL("**" + offers + "/drafts/*");
        who.inspect();
        press(page, "form[action$='/submission'] button");
        who.inspect().photograph("keeper-3-submitted");
    }

    private void approvesTheDraft(BrowserVisitor operator, BrowserVisitor seller) {
        var draft = seller.page().url().replaceFirst(".*/drafts/(\\d+).*", "$1");
        var page = operator.open("/console").page();
        page.locator("#tonight-offers-pending").click();
        operator.inspect().photograph("keeper-4-pending");
        page.locator("main a[href*='/drafts/" + draft + "']").first().click();
        page.locator("main a[href$='/approval']").click();
        operator.inspect();
        press(page, "form[action$='/approval'] button");
        var offer = published(operator);
        assertThat(seller.open("/offers/" + offer)
                        .inspect()
                        .photograph("keeper-5-upcoming")
                        .page()
                        .locator("h1")
                        .textContent())
                .isEqualTo("龙泉青瓷茶壶");
    }

    /** The offer whose page it has come to. */
    private OfferId published(BrowserVisitor operator) {
        var page = operator.page();
        page.waitForURL(Pattern.compile(".*/console/offers/\\d+.*"));
        var offer = OfferId.of(page.url().replaceFirst(".*/console/offers/(\\d+).*", "$1"));
        await().atMost(PATIENCE).until(() -> catalog.offer(offer).isPresent());
        return offer;
    }

    private OrderId buys(BrowserVisitor shopper, OfferId offer) {
        await().atMost(PATIENCE).until(() -> stock.of(offer).left() > 0);
        var shopping = new JourneyShopping(publishing, catalog, stock);
        shopping.registersAt(shopper, catalog.offer(offer).orElseThrow());
        shopping.buys(shopper);
        var href = shopper.page()
                .locator(".outcome.yes a.button[href^='/orders/']")
                .getAttribute("href");
        return OrderId.of(href.substring(href.lastIndexOf('/') + 1));
    }

    /** While it sells, and all that there was is taken. */
    private void addsAUnit(BrowserVisitor operator, OfferId offer) {
        await().atMost(PATIENCE).until(() -> unitsLeft(offer) == 0);
        var page = operator.open("/console/offers/" + offer + "/acts/ADD")
                .inspect()
                .page();
        page.fill("[name=number]", "1");
        page.fill("[name=reason]", "Somebody asked for one.");
        press(page, "main form button:not([name])");
        operator.inspect().photograph("keeper-6-added");
    }

    private void pays(BrowserVisitor shopper, OrderId order) {
        var page = shopper.page();
        press(page, "form.pay button");
        page.waitForURL(alipay.address() + "/cashier/*");
        press(page, "#pay");
        until(order, OrderStatus.PAID);
    }

    private static void seesWhatWaits(BrowserVisitor seller, OrderId order) {
        var page = seller.open("/seller/orders")
                .inspect()
                .photograph("keeper-7-to-ship")
                .page();
        assertThat(page.locator("main").textContent()).contains(order.toString());
        seller.open("/seller/orders/" + order).inspect();
        press(page, "form[action$='/address'] button");
        seller.inspect().photograph("keeper-8-address");
        assertThat(page.locator("main").textContent()).contains("1 Long Street");
    }

    private void ships(BrowserVisitor seller, OrderId order) {
        var page = seller.open("/seller/orders/" + order).page();
        page.fill("#carrier", "SF");
        page.fill("#number", "SF1234567890");
        press(page, "form[action$='/shipment'] button");
        seller.inspect().photograph("keeper-9-shipped");
        until(order, OrderStatus.SHIPPED);
    }

    private void receives(BrowserVisitor shopper, OrderId order) {
        var page = shopper.open("/orders/" + order)
                .inspect()
                .photograph("keeper-10-on-its-way")
                .page();
        assertThat(page.locator("main").textContent()).contains("SF1234567890");
        press(page, "form[action$='/receipt'] button");
        shopper.inspect();
        until(order, OrderStatus.FINISHED);
    }

    /** Found by its number from the list, and given back. */
    private void isHelpedOnTheTelephone(BrowserVisitor operator, OrderId order) {
        var page = operator.open("/console/orders").inspect().page();
        page.fill("#number", order.toString());
        press(page, "main form[role=search] button");
        operator.inspect().photograph("keeper-11-found");
        page.locator("main tbody th a").click();
        operator.inspect().photograph("keeper-12-order");
        page.locator("main a[href$='/refund']").click();
        operator.inspect().photograph("keeper-13-question");
        assertThat(page.locator("main").textContent()).contains("¥49.90");
        page.fill("#reason", "It was broken.");
        press(page, "form[action$='/refund'] button");
        operator.inspect();
        until(order, OrderStatus.REFUNDED);
    }

    private static void seesThatTheMoneyCameBack(BrowserVisitor shopper, OrderId order) {
        shopper.open("/orders/" + order).inspect().photograph("keeper-14-refunded");
        assertThat(shopper.page().locator("[data-refund=DONE]").count()).isEqualTo(1);
    }

    /** What is chosen for a slot that opens then. */
    private String slot(Duration fromNow) {
        var opens = Instant.now().plus(fromNow).truncatedTo(ChronoUnit.MINUTES);
        var window = new SaleWindow(opens, opens.plus(Duration.ofMinutes(50)));
        publishing.slot(window);
        return LocalDateTime.ofInstant(window.opensAt(), catalog.zone()) + "/"
                + LocalDateTime.ofInstant(window.closesAt(), catalog.zone());
    }

    private int unitsLeft(OfferId offer) {
        return sql.sql("select available from stock_balance where offer_id = :offer")
                .param("offer", offer.value())
                .query(Integer.class)
                .single();
    }

    private void until(OrderId order, OrderStatus status) {
        await().atMost(PATIENCE).until(() -> orders.find(order).orElseThrow().status() == status);
    }

    private static void signsIn(BrowserVisitor visitor, String username, String next) {
        var page = visitor.open("/sign-in?continue=" + next).page();
        page.fill("[name=username]", username);
        page.fill("[name=password]", PASSWORD);
        press(page, "main form button[type=submit]");
        page.waitForURL("**" + next);
    }

    private static void press(Page page, String button) {
        page.locator(button).first().click();
    }

    private BrowserVisitor visitor() {
        return chromium.visitor("http://127.0.0.1:" + port, DEVICE);
    }
}
