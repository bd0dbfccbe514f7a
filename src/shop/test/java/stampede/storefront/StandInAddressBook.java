package stampede.storefront;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.dao.RecoverableDataAccessException;
import stampede.account.AccountId;
import stampede.address.Address;
import stampede.address.AddressBook;
import stampede.address.AddressFields;
import stampede.address.AddressId;

/** The book of shopper 7, in memory; nobody else has one. */
public final class StandInAddressBook implements AddressBook {

    private final List<Address> addresses = new CopyOnWriteArrayList<>();
    private final AtomicLong ids = new AtomicLong(708_540_021_337_000L);
    volatile boolean databaseIsAway;

    @Override
    public List<Address> list(AccountId account) {
        if (databaseIsAway) {
            throw new RecoverableDataAccessException("away, on purpose");
        }
        return account.equals(StandInShop.SHOPPER) ? List.copyOf(addresses) : List.of();
    }

    @Override
    public Optional<Address> find(AccountId account, AddressId address) {
        return list(account).stream().filter(one -> one.id().equals(address)).findFirst();
    }

    @Override
    public Optional<String> line(AccountId account, AddressId address) {
        return find(account, address).map(Address::line);
    }

    @Override
    public Address add(AccountId account, AddressFields fields) {
        var added = new Address(new AddressId(ids.incrementAndGet()), fields, addresses.isEmpty());
        addresses.add(added);
        return added;
    }

    @Override
    public Address change(AccountId account, AddressId address, AddressFields fields) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void remove(AccountId account, AddressId address) {
        addresses.removeIf(one -> one.id().equals(address));
    }

    @Override
    public void makeDefault(AccountId account, AddressId address) {
        throw new UnsupportedOperationException();
    }

    void clear() {
        addresses.clear();
        databaseIsAway = false;
    }
}
