package stampede.staff;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;
import stampede.account.AccountId;

/** Accounts as operators look at them. */
@Service
public class AccountRecords {

    /** How many a page of the list has. */
    public static final int PAGE = 50;

    private final AccountRecordRepository repository;
    private final Clock clock;

    AccountRecords(AccountRecordRepository repository, Clock clock) {
        this.repository = repository;
        this.clock = clock;
    }

    public Optional<AccountRecord> find(AccountId account) {
        return repository.find(account);
    }

    /** At most one more than {@link #PAGE}, which says that there are more. */
    public List<AccountRecord> list(AccountFilter filter) {
        return repository.list(filter, PAGE + 1);
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
