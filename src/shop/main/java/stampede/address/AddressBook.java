package stampede.address;

import java.util.List;
import java.util.Optional;
import stampede.account.AccountId;

/**
 * The addresses of each shopper. An order keeps a copy of the line that it was placed with, so nothing here changes where a parcel
 * goes. Somebody else's address is as good as none.
 */
public interface AddressBook {

    /** In one book. */
    int MOST = 20;

    /** All of a shopper's, the default first, then the newest. */
    List<Address> list(AccountId account);

    Optional<Address> find(AccountId account, AddressId address);

    /**
     * What an address stands for, from memory where a page showed it lately. Also of one that was removed in the last ten minutes: it is
     * what the page that is being sent still shows.
     */
    Optional<String> line(AccountId account, AddressId address);

    /**
     * Adds an address. The first of a book is its default.
     *
     * @throws AddressRefused if it cannot be one, or the book is full
     */
    Address add(AccountId account, AddressFields fields);

    /**
     * Puts another address in the place of one. It has a new id: a page that still shows the old one must not send a parcel to where
     * its reader did not read.
     *
     * @throws AddressRefused if there is none, or the new one cannot be
     */
    Address change(AccountId account, AddressId address, AddressFields fields);

    /**
     * Removes an address. If it was the default, the newest of the others is.
     *
     * @throws AddressRefused if there is none
     */
    void remove(AccountId account, AddressId address);

    /**
     * Makes it the default.
     *
     * @throws AddressRefused if there is none
     */
    void makeDefault(AccountId account, AddressId address);
}
