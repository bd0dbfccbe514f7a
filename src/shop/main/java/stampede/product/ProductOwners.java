package stampede.product;

import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.staff.AccountRecord;
import stampede.staff.AccountRecords;

/** Whose products are: a seller's, or the shop's own, which then are those of the operator who made them. */
@Component
public class ProductOwners {

    private final Accounts accounts;
    private final AccountRecords records;

    ProductOwners(Accounts accounts, AccountRecords records) {
        this.accounts = accounts;
        this.records = records;
    }

    /** The username of the seller whose it is; empty if it is the shop's own. */
    public String name(AccountId owner) {
        return records.find(owner)
                .filter(record -> record.role() == Role.SELLER)
                .map(AccountRecord::username)
                .orElse("");
    }

    /**
     * Who is meant.
     *
     * @param by who says it; a seller can only mean themselves
     * @param written a seller's username; the shop if it is empty
     * @param now whose it is now, if there is it
     * @return empty if there is no such seller
     */
    public Optional<AccountId> find(SignedIn by, String written, Optional<AccountId> now) {
        if (by.role() == Role.SELLER) {
            return Optional.of(by.id());
        }
        if (now.isPresent() && name(now.get()).equalsIgnoreCase(written.strip())) {
            return now;
        }
        return written.isBlank()
                ? Optional.of(by.id())
                : accounts.find(written.strip())
                        .filter(account -> account.role() != Role.SHOPPER)
                        .map(SignedIn::id);
    }
}
