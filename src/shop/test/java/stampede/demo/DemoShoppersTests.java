package stampede.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.mock.env.MockEnvironment;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferPublishing;
import stampede.catalog.SaleWindow;
import stampede.counter.CounterInspection;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.counter.StockView.Gate;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.payment.Payments;
import stampede.purchase.Purchases;

/** The programs of the demonstration buy their share and no more, of the demonstration's products only, and never in production. */
@StampedeTest
class DemoShoppersTests {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Autowired
    private Accounts accounts;

    @Autowired
    private Catalog catalog;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private LiveStock stock;

    @Autowired
    private CounterInspection inspection;

    @Autowired
    private Purchases purchases;

    @Autowired
    private Orders orders;

    @Autowired
    private Payments payments;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private Clock clock;

    @Autowired
    private Environment environment;

    @Test
    void buyTheirShareAndLeaveTheRestToPersons() {
        var theirs = offer(DemoProduct.ALL.get(0), "", 40);
        var another = offer(DemoProduct.ALL.get(1), " of somebody else", 40);
        var shoppers = new DemoShoppers(accounts, catalog, stock, purchases, checkout(gateway()), clock);
        var offers = List.of(theirs, another);

        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(() -> {
            // On what was left a moment ago they would buy too much, and their job comes less often than that.
            if (isUpToDate(theirs)) {
                shoppers.shop(offers);
            }
            return missing(theirs) == 0;
        });
        for (var turn = 0; turn < 30; turn++) {
            shoppers.shop(offers);
        }

        assertThat(40 - stock.of(theirs.id()).left()).isBetween(11, 12);
        assertThat(stock.of(another.id()).left()).as("nobody's demonstration").isEqualTo(40);
        await().atMost(PATIENCE).until(() -> !ordersFor(theirs).isEmpty());
        assertThat(buyers(theirs)).isNotEmpty().allMatch(name -> name.startsWith(DemoShoppers.PREFIX));
    }

    @Test
    void payAtTheLocalAlipay() {
        var offer = offer(DemoProduct.ALL.get(2), "", 40);
        var shoppers = new DemoShoppers(accounts, catalog, stock, purchases, checkout(gateway()), clock);
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(() -> {
            shoppers.shop(List.of(offer));
            return !ordersFor(offer).isEmpty();
        });
        var order = ordersFor(offer).get(0);
        var shopper = orders.find(order).orElseThrow().shopper();

        checkout(gateway()).pay(shopper, order);

        await().atMost(PATIENCE)
                .until(() -> orders.find(order).map(found -> found.status()).equals(Optional.of(OrderStatus.PAID)));
    }

    @Test
    void payNowhereElse() {
        var elsewhere = checkout(URI.create("https://openapi.alipay.example/gateway.do"));

        assertThat(elsewhere.isLocal()).isFalse();
        assertThatThrownBy(() -> elsewhere.pay(new AccountId(1), new OrderId(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("openapi.alipay.example");
    }

    @ParameterizedTest
    @CsvSource({"1, 60, 0", "3, 60, 2", "8, 0, 0", "100, 0, 10", "100, 30, 55", "100, 60, 70", "100, 90, 70"})
    void takeMoreAsTheSaleGoesOnAndNeverAll(int total, int minute, int share) {
        var opens = Instant.parse("2026-11-27T04:00:00Z");
        var window = new SaleWindow(opens, opens.plus(Duration.ofHours(1)));
        var at = opens.plus(Duration.ofMinutes(minute));

        assertThat(DemoShoppers.missing(window, at, new StockView(Gate.OPEN, total, total, 1)))
                .isEqualTo(share);
        assertThat(DemoShoppers.missing(window, at, new StockView(Gate.OPEN, 0, total, 1)))
                .isNotPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"production", "development", "test", "demo,production"})
    void areInNoProfileButTheDemonstrations(String profiles) {
        assertThat(beans(profiles)).isEmpty();
        assertThat(beans("demo")).contains("demoShoppers", "demoShoppersJob", "demoCheckout");
    }

    private static List<String> beans(String profiles) {
        var environment = new MockEnvironment();
        environment.setActiveProfiles(profiles.split(","));
        var beans = new DefaultListableBeanFactory();
        var reader = new AnnotatedBeanDefinitionReader(beans, environment);
        reader.register(DemoShoppers.class, DemoShoppersJob.class, DemoCheckout.class);
        return List.of(beans.getBeanDefinitionNames()).stream()
                .filter(name -> name.startsWith("demo"))
                .toList();
    }

    private boolean isUpToDate(Offer offer) {
        return inspection.views(List.of(offer.id())).values().stream()
                .allMatch(counted -> counted.left() == stock.of(offer.id()).left());
    }

    private int missing(Offer offer) {
        return DemoShoppers.missing(offer.window(), clock.instant(), stock.of(offer.id()));
    }

    private DemoCheckout checkout(URI alipay) {
        return new DemoCheckout(orders, payments, alipay);
    }

    private Offer offer(DemoProduct product, String mark, int units) {
        var opens = clock.instant().minus(Duration.ofMinutes(10)).plusNanos(System.nanoTime() % 1_000_000_000);
        var slot = publishing.slot(new SaleWindow(opens, opens.plus(Duration.ofHours(1))));
        var named = new DemoProduct(
                product.nameZh() + mark,
                product.nameEn(),
                product.picture(),
                product.listPriceFen(),
                product.english(),
                product.chinese());
        var id = publishing.publish(new OfferPublishing.NewOffer(
                publishing.addProduct(named.of(new AccountId(1))), slot, new Money(1_990), units, 2));
        await().atMost(PATIENCE)
                .until(() ->
                        stock.of(id).gate() == Gate.OPEN && catalog.offer(id).isPresent());
        return catalog.offer(id).orElseThrow();
    }

    private List<OrderId> ordersFor(Offer offer) {
        return orders.held(offer.id(), 0, 10);
    }

    private URI gateway() {
        return URI.create(environment.getRequiredProperty("stampede.alipay.gateway"));
    }

    private List<String> buyers(Offer offer) {
        return jdbc
                .queryForList(
                        "select username from account join orders on account.id = shopper_id where offer_id = ?",
                        offer.id().value())
                .stream()
                .map(row -> String.valueOf(row.get("username")))
                .toList();
    }
}
