package stampede.staff;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.stereotype.Service;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.listing.ListField;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;

/** Accounts as operators look at them. */
@Service
public class AccountRecords {

    private final AccountRecordRepository repository;
    private final Clock clock;

    AccountRecords(AccountRecordRepository repository, Clock clock) {
        this.repository = repository;
        this.clock = clock;
    }

    /** What lists of accounts can be asked; for {@link #page}. */
    public static ListSpec list(String path) {
        return new ListSpec(
                path,
                "console.accounts",
                List.of(
                        ListField.text("text"),
                        ListField.choice("role", "account.role.", Role.values()),
                        ListField.choice("state", "console.account.state.", AccountRecord.State.values())),
                List.of(ListSort.by("created", "id")));
    }

    public Optional<AccountRecord> find(AccountId account) {
        return repository.find(account);
    }

    /** Accounts by the beginning of their username ({@code text}), by {@code role} and by {@code state}. */
    public ListPage<AccountRecord> page(ListQuery query) {
        return repository.page(query);
    }

    /** The same, all of them; answers whether those were all. */
    public boolean forEach(ListQuery query, int most, Consumer<AccountRecord> row) {
        return repository.forEach(query, most, row);
    }

    /** How many accounts wait for an operator to approve them, counted no further than this. */
    public long countPending(int most) {
        return repository.countPending(most);
    }

    /** Ids of a seller's offers that sell now or will, and are not paused. */
    public List<Long> offersNotPaused(AccountId seller) {
        return repository.offersNotPaused(seller, clock.instant());
    }
}
