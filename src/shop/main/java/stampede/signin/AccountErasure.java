package stampede.signin;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import stampede.account.JdbcAccountRepository;
import stampede.account.SignedIn;

/** Takes away by what its owner signs in to an account: the name, the password, the second factor, and all sign-ins. */
@Service
public class AccountErasure {

    private final PasswordChanges passwords;
    private final SecondFactors factors;
    private final SecondFactorRepository factorRows;
    private final JdbcAccountRepository accounts;
    private final SignInRepository signIns;
    private final AccountChanges changes;

    AccountErasure(
            PasswordChanges passwords,
            SecondFactors factors,
            SecondFactorRepository factorRows,
            JdbcAccountRepository accounts,
            SignInRepository signIns,
            AccountChanges changes) {
        this.passwords = passwords;
        this.factors = factors;
        this.factorRows = factorRows;
        this.accounts = accounts;
        this.signIns = signIns;
        this.changes = changes;
    }

    /**
     * Asks for all that a sign-in asks for.
     *
     * @throws stampede.account.AccountRefused if the password or, where there is a second factor, the code is wrong
     */
    public void confirm(SignedIn account, String password, String code) {
        passwords.confirm(account, password);
        if (factors.isSetUp(account.id())) {
            factors.use(account, code);
        }
    }

    /** Does it, in the caller's transaction. Nobody can sign in to what is left, and nobody else gets the name. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void erase(SignedIn account) {
        factorRows.delete(account.id());
        accounts.erase(account);
        signIns.lock(account.id(), true).ifPresent(changes::tell);
    }
}
