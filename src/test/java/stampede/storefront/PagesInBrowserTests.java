package stampede.storefront;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.catalog.OfferId;
import stampede.journey.Chromium;
import stampede.journey.Device;
import stampede.journey.Visitor;
import stampede.order.OrderStatus;
import stampede.purchase.PurchaseProgress.Placed;
import stampede.purchase.PurchaseProgress.Queued;
import stampede.purchase.PurchaseProgress.Refused;
import stampede.purchase.Refusal;
import stampede.stock.StockView.Gate;

/** How the pages look and behave in a browser, whatever state the shop is in. */
@StorefrontTest
class PagesInBrowserTests {

    private static Chromium chromium;

    @Autowired
    private StandInShop shop;

    @LocalServerPort
    private int port;

    @BeforeAll
    static void start() {
        chromium = new Chromium();
    }

    @AfterAll
    static void stop() {
        chromium.close();
    }

    static Stream<Device> devices() {
        return Stream.of(
                Device.PHONE,
                Device.PHONE.in("zh-CN").atNight(),
                Device.PHONE.wide(320),
                Device.DESKTOP.in("zh-CN"),
                Device.DESKTOP.atNight(),
                Device.PHONE.withoutJavaScript());
    }

    @ParameterizedTest
    @MethodSource("devices")
    void everyPageIsFitToBeSeen(Device device) {
        var onSale = stock();
        try (var visitor = shopper(device)) {
            for (var path : List.of("/", "/slots/1", "/slots/3", "/offers/" + onSale, "/orders")) {
                visitor.open(path)
                        .inspect()
                        .photograph("pages" + path.replaceAll("[0-9]{9,}", "n").replace('/', '-'));
            }
            var order = shop.order(
                    onSale, OrderStatus.AWAITING_PAYMENT, Instant.now().plusSeconds(280));
            visitor.open("/orders/" + order).inspect().photograph("pages-order");
            for (var progress :
                    List.of(new Queued(Optional.of(17)), new Placed(order), new Refused(Refusal.SOLD_OUT))) {
                var purchase = shop.purchase(onSale);
                shop.progress.put(purchase, progress);
                visitor.open("/purchases/" + purchase)
                        .inspect()
                        .photograph("pages-purchase-" + progress.getClass().getSimpleName());
            }
            visitor.open("/no-such-page").forgive().inspect().photograph("pages-error");
        }
    }

    private Visitor shopper(Device device) {
        return visitor(device).withCookie("as", StandInShop.SHOPPER.toString(), address());
    }

    private Visitor visitor(Device device) {
        return chromium.visitor(address(), device);
    }

    private String address() {
        return "http://127.0.0.1:" + port;
    }

    private OfferId stock() {
        shop.offer(StandInShop.ENDED, "Wool blanket", 3, 40, 1, Gate.OPEN);
        shop.offer(StandInShop.RUNNING, "Cast-iron teapot with a bamboo handle and two cups", 4, 50, 2, Gate.OPEN);
        var onSale = shop.offer(StandInShop.RUNNING, "手工陶瓷茶壶套装（含茶杯六只）", 32, 50, 2, Gate.OPEN);
        shop.offer(StandInShop.RUNNING, "Pocket radio", 0, 50, 1, Gate.OPEN);
        shop.offer(StandInShop.RUNNING, "Desk lamp", 50, 50, 1, Gate.PAUSED);
        shop.offer(StandInShop.UPCOMING, "Travel mug", 100, 100, 2, Gate.COLD);
        shop.offer(StandInShop.UPCOMING, "Fountain pen", 10, 10, 1, Gate.COLD);
        shop.order(onSale, OrderStatus.CLOSED, Instant.now().minusSeconds(900));
        shop.order(onSale, OrderStatus.PAID, Instant.now().minusSeconds(900));
        return onSale;
    }
}
