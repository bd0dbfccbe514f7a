package stampede.seller;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.payment.PaidOrders;
import stampede.report.SellerReports;
import stampede.sale.PauseRequests;
import stampede.security.PageCookies;
import stampede.security.SignedInVisitor;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** The pages of a seller in a real browser: fit to be seen on each device, and what is typed outlives the figures. */
@StampedeTest
class SellerPagesInBrowserTests {

    /** Asks the section for news as its clock does, and waits until the answer stands in the page. */
    private static final String REFRESH = """
            selector => new Promise(done => {
              document.body.addEventListener('htmx:afterSettle', () => done(), { once: true });
              htmx.trigger(document.querySelector(selector), 'refresh');
            })""";

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @LocalServerPort
    private int port;

    @Autowired
    private TestSellers sellers;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private PauseRequests requests;

    @Autowired
    private SellerReports reports;

    @Autowired
    private PageCookies cookies;

    private SignedIn seller;
    private OfferId offer;

    @BeforeEach
    void sell() {
        seller = sellers.account(Role.SELLER);
        offer = sellers.running(seller, 9);
        paidOrders.paid(offer);
        paidOrders.placed(offer);
    }

    @Test
    void everyPageIsFitToBeSeen() {
        sellers.upcoming(seller);
        requests.ask(seller, offer, "The picture shows another teapot");
        for (var device : List.of(
                Device.DESKTOP,
                Device.PHONE.in("zh-CN").atNight(),
                Device.PHONE.wide(320).withoutJavaScript())) {
            try (var visitor = visitor(seller, device)) {
                visitor.open("/seller").inspect().photograph("seller-today");
                visitor.open("/seller/offers/" + offer).inspect().photograph("seller-offer");
                visitor.open("/seller/report").inspect().photograph("seller-report");
                visitor.open("/seller/report/" + reports.current()).inspect().photograph("seller-report-week");
                visitor.open("/seller/account").inspect().photograph("seller-account");
            }
            try (var visitor = visitor(sellers.account(Role.OPERATOR), device)) {
                visitor.open("/console/offers/pause-requests").inspect().photograph("console-pause-requests");
                visitor.open("/console/offers/" + offer).inspect().photograph("console-pause-asked");
                visitor.open("/console/offers/" + offer + "/pause-request")
                        .inspect()
                        .photograph("console-pause-request");
            }
        }
    }

    @Test
    void whatIsTypedOutlivesTheFiguresThatAreReadAgain() {
        try (var visitor = visitor(seller, Device.DESKTOP)) {
            var page = visitor.open("/seller/offers/" + offer).page();
            page.locator("#add-units summary").click();
            page.locator("#more").fill("3");
            page.locator("#unitsReason").fill("More came in");
            page.evaluate("document.querySelector('#sale').dataset.old = 'yes'");
            paidOrders.placed(offer);

            page.locator("#sale:not([data-old]) #placed:text-is('3')").waitFor();

            assertThat(page.locator("#unitsReason:focus").inputValue()).isEqualTo("More came in");
            page.locator("#add-units button").click();
            page.locator("#total:text-is('12')").waitFor();
            visitor.inspect();
        }
    }

    @Test
    void theLinkOfAFigureKeepsTheFocus() {
        try (var visitor = visitor(seller, Device.DESKTOP)) {
            var page = visitor.open("/seller").page();
            page.locator("#today-to-ship").focus();

            page.evaluate(REFRESH, "#today");

            assertThat(page.locator("#today-to-ship:focus").count()).isEqualTo(1);
        }
    }

    private BrowserVisitor visitor(SignedIn account, Device device) {
        return SignedInVisitor.at(port, chromium, device, cookies, account);
    }
}
