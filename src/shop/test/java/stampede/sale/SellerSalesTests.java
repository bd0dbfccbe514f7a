package stampede.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.StampedeTest;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.money.Money;
import stampede.seller.TestSellers;
import stampede.staff.SellerProperties;
import stampede.stock.StockLedger;

/** Prices of sellers, where no operator approves them. */
@StampedeTest
class SellerSalesTests {

    @Autowired
    private TestSellers sellers;

    @Autowired
    private SaleUnits units;

    @Autowired
    private SalePrice price;

    @Autowired
    private StockLedger ledger;

    @Autowired
    private PauseRequestRepository offers;

    private SignedIn seller;
    private SellerSales sales;

    @BeforeEach
    void signIn() {
        seller = sellers.account(Role.SELLER);
        sales = new SellerSales(
                units,
                price,
                ledger,
                offers,
                new SellerProperties(
                        SellerProperties.Registration.APPROVAL, false, false, Duration.ofMinutes(10), 20, 6));
    }

    @Test
    void thePriceChangesBeforeItOpensAndNeverAfter() {
        var upcoming = sellers.upcoming(seller);
        var running = sellers.running(seller, 3);

        sales.changePrice(seller, upcoming, new Money(990), "A typing error");

        assertThat(ledger.terms(upcoming).orElseThrow().price()).contains(new Money(990));
        assertThat(sellers.audited("offer:" + upcoming))
                .containsExactly("PRICE_CHANGED: ¥19.90 -> ¥9.90 A typing error");
        refused(SaleRefusal.BAD_PRICE, () -> sales.changePrice(seller, upcoming, new Money(9_901), "A typing error"));
        refused(SaleRefusal.OPENED, () -> sales.changePrice(seller, running, new Money(990), "A typing error"));
        refused(
                SaleRefusal.NO_SUCH_OFFER,
                () -> sales.changePrice(sellers.account(Role.SELLER), upcoming, new Money(1), "Not mine"));
    }

    @Test
    void anOfferHasAsManyUnitsAsASellersMay() {
        var offer = sellers.running(seller, 3);

        var seen = sales.look(seller, offer);
        refused(SaleRefusal.TOO_MANY_UNITS, () -> sales.add(seller, offer, 4, seen.version(), "More came"));
        assertThat(sales.add(seller, offer, 3, seen.version(), "More came").total())
                .isEqualTo(6);
        refused(SaleRefusal.UNITS_ONLY_GROW, () -> sales.add(seller, offer, -1, seen.version(), "Fewer of them"));
    }

    private static void refused(SaleRefusal reason, ThrowingCallable act) {
        assertThatExceptionOfType(SaleRefused.class)
                .isThrownBy(act)
                .satisfies(refused -> assertThat(refused.reason()).isEqualTo(reason));
    }
}
