package stampede.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductDetails;
import stampede.catalog.ProductId;
import stampede.catalog.Products;
import stampede.catalog.TestOffers;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.money.Money;
import stampede.payment.PaidOrders;
import stampede.security.PageCookies;

/** What a product was called when it was bought, in the language of whoever reads it. */
@StampedeTest
class OrderNameTests {

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private Products products;

    @Autowired
    private PaidOrders orders;

    @Autowired
    private LiveStock live;

    @Autowired
    private TransactionTemplate transaction;

    private ConsoleBrowser operator;

    @BeforeEach
    void signIn() {
        operator = new ConsoleBrowser(
                port, cookies, accounts.ensure("name-operator", "a long enough password", Role.OPERATOR));
    }

    @Test
    void anOrderKeepsBothNamesOfItsProductWhateverBecomesOfThem() {
        var product = product("青瓷茶壶", "Celadon teapot");
        var order = orders.placed(open(product));
        transaction.executeWithoutResult(status -> products.change(
                product, TestOffers.SELLER, new ProductDetails("改过", "Renamed", "", "", new Money(9_900), "")));

        var page = "/console/orders/" + order.id();
        assertThat(operator.read(page + "?lang=en")).contains("Celadon teapot × 1");
        assertThat(operator.read(page + "?lang=zh-CN")).contains("青瓷茶壶");
        assertThat(operator.read("/console/orders?lang=en")).contains("Celadon teapot × 1");
        assertThat(order.productName().plain()).isEqualTo("青瓷茶壶");
        assertThat(order.productName().english()).isEqualTo("Celadon teapot");
    }

    @Test
    void whereThereIsOneNameEverybodyReadsIt() {
        var english = orders.placed(open(product("", "Only English")));
        var chinese = orders.placed(open(product("只有中文", "")));

        assertThat(operator.read("/console/orders/" + english.id() + "?lang=en"))
                .contains("Only English");
        assertThat(operator.read("/console/orders/" + english.id() + "?lang=zh-CN"))
                .contains("Only English");
        assertThat(operator.read("/console/orders/" + chinese.id() + "?lang=en"))
                .contains("只有中文");
    }

    private ProductId product(String nameZh, String nameEn) {
        return publishing.addProduct(new OfferPublishing.NewProduct(
                TestOffers.SELLER,
                new ProductDetails(nameZh, nameEn, "", "", new Money(9_900), ""),
                "/pictures/celadon-teapot.svg"));
    }

    private OfferId open(ProductId product) {
        var offer = publishing.publish(TestOffers.offer(product, TestOffers.runningSlot(publishing), 3, 1));
        await().until(() -> live.of(offer).gate() == StockView.Gate.OPEN);
        return offer;
    }
}
