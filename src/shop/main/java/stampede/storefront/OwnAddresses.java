package stampede.storefront;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.address.Address;
import stampede.address.AddressBook;

/** Where the page of an offer lets its reader send it. */
@Component
public class OwnAddresses {

    private static final Logger log = LoggerFactory.getLogger(OwnAddresses.class);

    private final AddressBook addressBook;

    OwnAddresses(AddressBook addressBook) {
        this.addressBook = addressBook;
    }

    /** A shopper's, the default first. Without the database there is no book, and a page on which one can write. */
    public List<Address> of(SignedIn account) {
        if (account.role() != Role.SHOPPER) {
            return List.of();
        }
        try {
            return AnyShopper.addresses(account).orElseGet(() -> addressBook.list(account.id()));
        } catch (DataAccessException away) {
            log.debug("The page shows no addresses", away);
            return List.of();
        }
    }
}
