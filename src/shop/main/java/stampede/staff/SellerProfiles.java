package stampede.staff;

import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditLog.Change;

/** Sellers change what their shops are called. Operators see it; every change is audited. */
@Service
public class SellerProfiles {

    private static final SellerProfile NONE = new SellerProfile("", "", "");

    private final SellerProfileRepository profiles;
    private final AuditLog audit;
    private final TransactionTemplate transaction;

    SellerProfiles(SellerProfileRepository profiles, AuditLog audit, TransactionTemplate transaction) {
        this.profiles = profiles;
        this.audit = audit;
        this.transaction = transaction;
    }

    /** The profile of whoever is signed in. */
    public SellerProfile of(SignedIn seller) {
        return profiles.find(seller.id()).orElse(NONE);
    }

    /**
     * Changes it, unless it is another one by now.
     *
     * @param seen the version that was seen
     * @return the profile as it is now, if it is another one than was seen; nothing was changed then
     * @throws AccountRefused if a name or the contact will not do
     */
    public Optional<SellerProfile> change(SignedIn seller, SellerProfile wanted, long seen) {
        if (!SellerRegistration.isGood(wanted)) {
            throw new AccountRefused(AccountRefusal.BAD_SHOP_NAME);
        }
        return Objects.requireNonNull(transaction.execute(status -> {
            var now = profiles.hold(seller.id()).orElse(NONE);
            if (now.version() != seen) {
                return Optional.of(now);
            }
            if (!now.equals(wanted)) {
                profiles.change(seller.id(), wanted);
                audit.write(
                        new AuditLog.Act(seller.who(), "SHOP_CHANGED", "account:" + seller.id()),
                        Change.ofFields(now.fields(), wanted.fields()));
            }
            return Optional.<SellerProfile>empty();
        }));
    }
}
