package stampede.account;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Service;
import stampede.account.password.PasswordHashingQueue.Lane;
import stampede.ids.Ids;

/** The shop's accounts: opened here, found here. */
@Service
public class Accounts {

    private final AccountRepository repository;
    private final JdbcAccountRepository rows;
    private final QueuedPasswordHasher hashes;
    private final Ids ids;
    private final Clock clock;

    Accounts(
            AccountRepository repository,
            JdbcAccountRepository rows,
            QueuedPasswordHasher hashes,
            Ids ids,
            Clock clock) {
        this.repository = repository;
        this.rows = rows;
        this.hashes = hashes;
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * Opens a shopper's account.
     *
     * @throws AccountRefused if the username or the password will not do, or the username is taken
     */
    public SignedIn register(String username, String password) {
        return open(new NewAccount(new Username(username), Role.SHOPPER), password);
    }

    /**
     * Opens an account with a password that its owner chose.
     *
     * @throws AccountRefused if the password will not do, or the username is taken
     */
    public SignedIn open(NewAccount wanted, String password) {
        refuseIfTaken(wanted);
        return store(wanted, hashes.of(password, wanted.username().value(), Lane.NEW));
    }

    /**
     * Opens an account that has no password yet.
     *
     * @throws AccountRefused if the username is taken
     */
    public SignedIn invite(NewAccount wanted) {
        refuseIfTaken(wanted);
        return store(wanted, hashes.ofGiven(unknownPassword()));
    }

    Optional<SignedIn> find(AccountId id) {
        return repository.findById(id.value()).map(Account::signedIn);
    }

    /** Finds an account by its username, in upper or lower case. */
    public Optional<SignedIn> find(String username) {
        return Username.read(username)
                .flatMap(known -> repository.findByUsername(known.value()))
                .map(Account::signedIn);
    }

    /** The usernames of these accounts; unknown ones are left out. */
    Map<AccountId, String> usernames(Collection<AccountId> ids) {
        return repository.findByIdIn(ids.stream().map(AccountId::value).toList()).stream()
                .map(Account::signedIn)
                .collect(Collectors.toMap(SignedIn::id, SignedIn::username));
    }

    /**
     * Opens the account unless there is one of this name, which keeps its password.
     *
     * @throws IllegalStateException if there is one with another role
     */
    public SignedIn ensure(String username, String password, Role role) {
        var there = find(username);
        if (there.isPresent()) {
            return withRole(there.get(), role);
        }
        try {
            return open(new NewAccount(new Username(username), role), password);
        } catch (AccountRefused quicker) {
            return withRole(find(username).orElseThrow(() -> quicker), role);
        }
    }

    /**
     * Opens many shoppers' accounts at once, named prefix1, prefix2 and so on, for load tests and demonstrations. They share
     * one password that nobody knows, so they are used by access tokens. Those that are there already are answered as they
     * are.
     *
     * @param prefix at most 24 characters of a username, reserved for this use
     */
    public List<SignedIn> addShoppers(int count, String prefix) {
        var hash = hashes.ofGiven(unknownPassword());
        var opened = IntStream.rangeClosed(1, count)
                .mapToObj(number -> new Account(
                        new AccountId(ids.next()),
                        new NewAccount(new Username(prefix + number), Role.SHOPPER),
                        hash,
                        clock.instant()))
                .toList();
        return rows.insertMissing(opened);
    }

    private void refuseIfTaken(NewAccount wanted) {
        // In this order: an account that is deleted in between is found by the second.
        if (repository.findByUsername(wanted.username().value()).isPresent() || rows.isFormer(wanted.username())) {
            throw new AccountRefused(AccountRefusal.USERNAME_TAKEN);
        }
    }

    private SignedIn store(NewAccount wanted, String hash) {
        try {
            return repository
                    .save(new Account(new AccountId(ids.next()), wanted, hash, clock.instant()))
                    .signedIn();
        } catch (DataIntegrityViolationException quicker) {
            throw new AccountRefused(AccountRefusal.USERNAME_TAKEN);
        }
    }

    private static SignedIn withRole(SignedIn account, Role role) {
        if (account.role() != role) {
            throw new IllegalStateException(account.username() + " is a " + account.role() + ", not a " + role);
        }
        return account;
    }

    private static String unknownPassword() {
        var bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
