package stampede.seller;

import java.time.Duration;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.console.ConsoleBrowser;
import stampede.draft.DraftDesk;
import stampede.ids.Ids;
import stampede.money.Money;
import stampede.payment.PaidOrders;
import stampede.security.PageCookies;
import stampede.token.AccessTokenIssuer;

/** Sellers of a test's own with what they have on sale, and how they look at it. */
@Component
public class TestSellers {

    private final Accounts accounts;
    private final PageCookies cookies;
    private final AccessTokenIssuer tokens;
    private final PaidOrders paidOrders;
    private final OfferPublishing publishing;
    private final DraftDesk desk;
    private final JdbcClient sql;
    private final Ids ids;

    TestSellers(
            Accounts accounts,
            PageCookies cookies,
            AccessTokenIssuer tokens,
            PaidOrders paidOrders,
            OfferPublishing publishing,
            DraftDesk desk,
            JdbcClient sql,
            Ids ids) {
        this.accounts = accounts;
        this.cookies = cookies;
        this.tokens = tokens;
        this.paidOrders = paidOrders;
        this.publishing = publishing;
        this.desk = desk;
        this.sql = sql;
        this.ids = ids;
    }

    public SignedIn account(Role role) {
        return accounts.ensure("s" + ids.next(), "a long enough password", role);
    }

    public ConsoleBrowser browser(int port, SignedIn account) {
        return new ConsoleBrowser(port, cookies, account);
    }

    public ApiClient api(int port, SignedIn account) {
        return new ApiClient(port).as(tokens.issue(account));
    }

    /** An offer of theirs of ¥19.90 that sells now. */
    public OfferId running(SignedIn seller, int units) {
        var offer = paidOrders.open(units);
        sql.sql(
                        "update product join offer on offer.product_id = product.id set seller_id = :seller where offer.id = :offer")
                .param("seller", seller.id().value())
                .param("offer", offer.value())
                .update();
        return offer;
    }

    /** One that opens in three hours or so, of five units. */
    public OfferId upcoming(SignedIn seller) {
        var slot = publishing.slot(desk.window(Duration.ofHours(3)));
        return publishing.publish(
                new OfferPublishing.NewOffer(desk.product(seller.id()), slot, new Money(1_990), 5, 2));
    }

    /** What the audit log has of it, oldest first: action, before, after, reason. */
    public List<String> audited(String subject) {
        return sql.sql("""
                select concat(action, ': ', coalesce(value_before, ''), ' -> ', coalesce(value_after, ''), ' ', coalesce(reason, '')) from operator_audit
                 where subject = :subject order by id
                """).param("subject", subject).query(String.class).list();
    }
}
