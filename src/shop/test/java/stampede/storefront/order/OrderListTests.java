package stampede.storefront.order;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.storefront.PageClient.page;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.counter.StockView.Gate;
import stampede.order.OrderGroup;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.storefront.PageClient;
import stampede.storefront.StandInShop;
import stampede.storefront.StorefrontTest;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** A shopper's orders by kinds, and the way of one. */
@StorefrontTest
class OrderListTests {

    private static final Map<String, OrderStatus> GROUPS = Map.of(
            "TO_PAY", OrderStatus.AWAITING_PAYMENT,
            "TO_SHIP", OrderStatus.PAID,
            "ON_THE_WAY", OrderStatus.SHIPPED,
            "DONE", OrderStatus.FINISHED,
            "BACK", OrderStatus.CLOSED);

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Autowired
    private StandInShop shop;

    @LocalServerPort
    private int port;

    private PageClient web;
    private Map<OrderStatus, OrderId> orders;

    @BeforeEach
    void orderOneOfEach() {
        web = new PageClient(port);
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        orders = new EnumMap<>(OrderStatus.class);
        GROUPS.values()
                .forEach(status -> orders.put(
                        status, shop.order(offer, status, Instant.now().plusSeconds(200))));
    }

    @Test
    void eachKindHasATabWithItsNumberAndListsThoseAlone() {
        GROUPS.forEach((group, status) -> {
            var page = page(web.get("/orders?show=" + group));

            assertThat(page.select(".groups [aria-current] .number").text()).matches("[1-9]\\d*");
            assertThat(page.select(".rows .badge").eachAttr("data-status"))
                    .isSubsetOf(OrderGroup.valueOf(group).statuses().stream()
                            .map(OrderStatus::name)
                            .toList());
            assertThat(page.select(".rows a.cover").eachAttr("href")).contains("/orders/" + orders.get(status));
        });
        assertThat(web.get("/orders?show=NONE").statusCode()).isEqualTo(400);
    }

    @Test
    void whatIsToBePaidIsPaidFromTheList() {
        var page = page(web.get("/orders?show=TO_PAY"));

        assertThat(page.select(".row-pay").eachAttr("action"))
                .contains("/orders/" + orders.get(OrderStatus.AWAITING_PAYMENT) + "/payment");
        assertThat(page(web.get("/orders?show=DONE")).select(".row-pay")).isEmpty();
    }

    @Test
    void oneThatIsClosedSaysWhy() {
        var cancelled = Objects.requireNonNull(orders.get(OrderStatus.AWAITING_PAYMENT));
        shop.move(cancelled, OrderStatus.CLOSED);

        assertThat(web.get("/orders/" + cancelled, "Accept-Language", "en").body())
                .contains("It was cancelled before it was paid.");
        assertThat(web.get("/orders/" + orders.get(OrderStatus.CLOSED), "Accept-Language", "en")
                        .body())
                .contains("It was not paid in time.");
    }

    @Test
    void theWayOfAnOrderIsSeenAndItsNumberCopied() {
        for (var device : List.of(Device.PHONE, Device.PHONE.wide(320).in("zh-CN"), Device.DESKTOP.atNight())) {
            var address = "http://127.0.0.1:" + port;
            try (var visitor =
                    chromium.visitor(address, device).withCookie("as", StandInShop.SHOPPER.toString(), address)) {
                visitor.open("/orders").inspect().photograph("orders-groups");
                var order = orders.get(OrderStatus.AWAITING_PAYMENT);
                var page = visitor.open("/orders/" + order)
                        .inspect()
                        .photograph("order-steps")
                        .page();
                assertThat(page.locator(".stepper .taken").count()).isEqualTo(1);

                page.locator("[data-copy='" + order + "']").click();

                page.locator("[data-copy='" + order + "']:text-is('"
                                + (device.language().equals("zh-CN") ? "已复制" : "Copied") + "')")
                        .waitFor();
                visitor.open("/orders/" + orders.get(OrderStatus.CLOSED));
                assertThat(page.locator(".stepper").count()).isZero();
            }
        }
    }
}
