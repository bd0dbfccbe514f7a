package stampede.staff;

import java.util.Set;
import org.springframework.stereotype.Service;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.NewAccount;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.account.Standing;
import stampede.account.Username;
import stampede.signin.Authenticator;
import stampede.staff.SellerProperties.Registration;

/** Opens the accounts of those who want to sell here, as far as the shop lets them. */
@Service
public class SellerRegistration {

    private static final int LONGEST_SHOP_NAME = 60;
    private static final int LONGEST_CONTACT = 120;

    private final Authenticator authenticator;
    private final SellerPolicy sellers;

    SellerRegistration(Authenticator authenticator, SellerPolicy sellers) {
        this.authenticator = authenticator;
        this.sellers = sellers;
    }

    /** Whether anybody may register, and what comes then. */
    public Registration policy() {
        return sellers.registration();
    }

    /**
     * Opens a seller's account.
     *
     * @param address where the request came from
     * @return the account, which nobody can sign in to before an operator has approved it, unless the policy is {@link Registration#OPEN}
     * @throws AccountRefused if nobody may register, or what was given will not do
     */
    public SignedIn register(String username, String password, String shopName, String contact, String address) {
        if (policy() == Registration.CLOSED) {
            throw new AccountRefused(AccountRefusal.REGISTRATION_CLOSED);
        }
        if (isBad(shopName, LONGEST_SHOP_NAME) || isBad(contact, LONGEST_CONTACT)) {
            throw new AccountRefused(AccountRefusal.BAD_SHOP_NAME);
        }
        var standing = policy() == Registration.OPEN ? Standing.ACTIVE : Standing.PENDING;
        var wanted = new NewAccount(
                new Username(username), Role.SELLER, Set.of(), standing, shopName.strip(), contact.strip());
        return authenticator.register(wanted, password, address);
    }

    /** At least one name, and a contact. */
    static boolean isGood(SellerProfile profile) {
        var name = profile.shopName().isEmpty() ? profile.shopNameEn() : profile.shopName();
        return !isBad(name, LONGEST_SHOP_NAME)
                && (profile.shopNameEn().isEmpty() || !isBad(profile.shopNameEn(), LONGEST_SHOP_NAME))
                && !isBad(profile.contact(), LONGEST_CONTACT);
    }

    private static boolean isBad(String text, int longest) {
        return text.isBlank() || text.strip().length() > longest || text.chars().anyMatch(Character::isISOControl);
    }
}
