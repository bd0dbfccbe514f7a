package stampede.address;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountDeleted;
import stampede.account.AccountId;
import stampede.ids.Ids;
import stampede.support.DeadlockRetry;

/** Address books in the database. */
@Service
class AddressBookService implements AddressBook {

    /** Some hundred bytes each. */
    private static final int MOST_IN_MEMORY = 50_000;

    private static final Duration IN_MEMORY = Duration.ofMinutes(10);

    /** Two who add at once want the same place; more than a few at once is no person. */
    private static final int MOST_TRIES = 5;

    private final AddressRepository addresses;
    private final Ids ids;
    private final Clock clock;
    private final TransactionTemplate transaction;
    /** An id always stands for the same, so nothing here gets old. */
    private final Cache<AddressId, KnownLine> lines = CacheBuilder.newBuilder()
            .maximumSize(MOST_IN_MEMORY)
            .expireAfterAccess(IN_MEMORY)
            .build();

    AddressBookService(AddressRepository addresses, Ids ids, Clock clock, TransactionTemplate transaction) {
        this.addresses = addresses;
        this.ids = ids;
        this.clock = clock;
        this.transaction = transaction;
    }

    @Override
    public List<Address> list(AccountId account) {
        var all = addresses.list(account);
        all.forEach(address -> lines.put(address.id(), new KnownLine(account, address.line())));
        return all;
    }

    @Override
    public Optional<Address> find(AccountId account, AddressId address) {
        return addresses.find(account, address);
    }

    @Override
    public Optional<String> line(AccountId account, AddressId address) {
        var known = lines.getIfPresent(address);
        return known == null
                ? find(account, address).map(Address::line)
                : Optional.of(known)
                        .filter(line -> line.owner().equals(account))
                        .map(KnownLine::text);
    }

    @Override
    public Address add(AccountId account, AddressFields fields) {
        fields.check();
        return run(() -> {
            var taken = addresses.lockPlaces(account);
            var free = IntStream.rangeClosed(1, MOST)
                    .filter(place -> !taken.contains(place))
                    .findFirst()
                    .orElseThrow(() -> new AddressRefused(AddressRefusal.ADDRESS_BOOK_FULL));
            var isFirst = taken.isEmpty();
            var id = new AddressId(ids.next());
            addresses.add(account, id, free, fields, isFirst, clock.millis());
            return new Address(id, fields, isFirst);
        });
    }

    @Override
    public Address change(AccountId account, AddressId address, AddressFields fields) {
        fields.check();
        return run(() -> {
            var place = lock(account, address);
            var seen = find(account, address).orElseThrow();
            if (seen.fields().equals(fields)) {
                return seen;
            }
            var id = new AddressId(ids.next());
            addresses.delete(address);
            addresses.add(account, id, place, fields, seen.isDefault(), clock.millis());
            return new Address(id, fields, seen.isDefault());
        });
    }

    @Override
    public void remove(AccountId account, AddressId address) {
        run(() -> {
            lock(account, address);
            var seen = find(account, address).orElseThrow();
            addresses.delete(address);
            if (seen.isDefault()) {
                list(account).stream().findFirst().ifPresent(next -> addresses.setDefault(account, next.id()));
            }
            return seen;
        });
    }

    @Override
    public void makeDefault(AccountId account, AddressId address) {
        run(() -> {
            addresses.lockPlaces(account);
            lock(account, address);
            addresses.clearDefault(account);
            addresses.setDefault(account, address);
            return address;
        });
    }

    @EventListener
    void forget(AccountDeleted gone) {
        addresses.deleteAll(gone.account());
    }

    private int lock(AccountId account, AddressId address) {
        return addresses
                .lockPlace(account, address)
                .orElseThrow(() -> new AddressRefused(AddressRefusal.NO_SUCH_ADDRESS));
    }

    /** Keys of the table keep two who act on a book at once from spoiling it; the one who comes second looks again. */
    private <T> T run(Supplier<T> work) {
        for (var tried = 1; ; tried++) {
            try {
                return DeadlockRetry.run(() -> Objects.requireNonNull(transaction.execute(status -> work.get())));
            } catch (DuplicateKeyException meanwhile) {
                if (tried == MOST_TRIES) {
                    throw meanwhile;
                }
            }
        }
    }

    private record KnownLine(AccountId owner, String text) {}
}
