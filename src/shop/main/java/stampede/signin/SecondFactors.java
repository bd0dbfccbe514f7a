package stampede.signin;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import stampede.account.AccountId;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.SignedIn;
import stampede.audit.SecurityEvent;
import stampede.audit.SecurityEvents;
import stampede.signin.secondfactor.RecoveryCode;
import stampede.signin.secondfactor.SecretEncryption;
import stampede.signin.secondfactor.Totp;
import stampede.signin.secondfactor.TotpSecret;
import stampede.token.SignInId;

/** What an account proves besides its password: a code of an authenticator app, or one of its recovery codes. */
@Service
public class SecondFactors {

    private final SecondFactorRepository rows;
    private final SecretEncryption box;
    private final SignInRateLimiter limits;
    private final SignIns signIns;
    private final SecurityEvents events;
    private final Clock clock;

    SecondFactors(
            SecondFactorRepository rows,
            SecretEncryption box,
            SignInRateLimiter limits,
            SignIns signIns,
            SecurityEvents events,
            Clock clock) {
        this.rows = rows;
        this.box = box;
        this.limits = limits;
        this.signIns = signIns;
        this.events = events;
        this.clock = clock;
    }

    /** Whether the account is asked for a code. */
    public boolean isSetUp(AccountId account) {
        return rows.find(account).filter(SecondFactorRepository.Row::confirmed).isPresent();
    }

    /** How many recovery codes are left. */
    public int recoveryCodesLeft(AccountId account) {
        return rows.countCodes(account);
    }

    /**
     * Makes a secret that counts as soon as {@link #confirm} is given a code of it.
     *
     * @throws AccountRefused if the account has a second factor
     */
    public SecondFactorOffer begin(SignedIn account) {
        rows.offer(account.id(), box.close(TotpSecret.random(), account.id().value()));
        return offered(account).orElseThrow(() -> new AccountRefused(AccountRefusal.SECOND_FACTOR_IS_SET));
    }

    /** The secret that waits to be confirmed, if there is one. */
    public Optional<SecondFactorOffer> offered(SignedIn account) {
        return rows.find(account.id())
                .filter(row -> !row.confirmed())
                .flatMap(row -> secretIn(row, account.id()))
                .map(secret -> SecondFactorOffer.of(secret, account));
    }

    /**
     * Makes the offered secret count, and ends all other sign-ins, which nobody was asked a code for.
     *
     * @param here the sign-in that asks for it, which goes on
     * @return the recovery codes, which are told only now
     * @throws AccountRefused if the code is not one of it, was tried too often, or nothing is offered
     */
    public List<String> confirm(SignedIn account, SignInId here, String code) {
        limits.admitCode(account.id());
        var row = rows.find(account.id())
                .filter(found -> !found.confirmed())
                .orElseThrow(() -> new AccountRefused(AccountRefusal.NO_SECOND_FACTOR));
        var step = secretIn(row, account.id())
                .map(secret -> Totp.stepOf(secret.bytes(), digits(code), clock.instant()))
                .orElseThrow(() -> new AccountRefused(AccountRefusal.NO_SECOND_FACTOR))
                .orElseThrow(() -> refused(account));
        var codes = RecoveryCode.randoms();
        if (!rows.confirm(account.id(), row.secret(), step, clock.millis(), hashes(account, codes))) {
            throw new AccountRefused(AccountRefusal.SECOND_FACTOR_IS_SET);
        }
        limits.forgetCodes(account.id());
        signIns.endOthers(account.id(), here);
        events.write(SecurityEvent.SECOND_FACTOR_SET, account.username(), facts(account));
        return shown(codes);
    }

    /**
     * Takes a code, once.
     *
     * @param code six digits, or a recovery code
     * @throws AccountRefused if it is wrong or was used before, or too many were tried
     */
    public void use(SignedIn account, String code) {
        limits.admitCode(account.id());
        if (isCodeOfTheApp(account.id(), code)) {
            events.write(SecurityEvent.SECOND_FACTOR_USED, account.username(), facts(account));
        } else if (isRecoveryCode(account.id(), code)) {
            events.write(SecurityEvent.RECOVERY_CODE_USED, account.username(), facts(account));
        } else {
            throw refused(account);
        }
        limits.forgetCodes(account.id());
    }

    /** New recovery codes instead of those there are; a code is needed for it, as {@link #use} takes it. */
    public List<String> renewCodes(SignedIn account, String code) {
        use(account, code);
        var codes = RecoveryCode.randoms();
        rows.replaceCodes(account.id(), hashes(account, codes));
        return shown(codes);
    }

    /** From now on the password is enough; a code is needed for it, as {@link #use} takes it. */
    public void remove(SignedIn account, String code) {
        use(account, code);
        rows.delete(account.id());
        events.write(SecurityEvent.SECOND_FACTOR_REMOVED, account.username(), facts(account));
    }

    /** Closes all secrets with the present signing key, so that none is lost when the one before it is taken away. */
    @Scheduled(initialDelay = 10, fixedDelay = 60, timeUnit = TimeUnit.MINUTES)
    void reencrypt() {
        if (!box.knowsPreviousKeys()) {
            return;
        }
        var after = 0L;
        for (var page = rows.after(after); !page.isEmpty(); page = rows.after(after)) {
            page.forEach((account, row) -> secretIn(row, new AccountId(account)));
            after = page.lastKey();
        }
    }

    private boolean isCodeOfTheApp(AccountId account, String code) {
        var step = rows.find(account)
                .filter(SecondFactorRepository.Row::confirmed)
                .flatMap(row -> secretIn(row, account))
                .map(secret -> Totp.stepOf(secret.bytes(), digits(code), clock.instant()));
        return step.isPresent()
                && step.get().isPresent()
                && rows.useStep(account, step.get().getAsLong());
    }

    /** One that counts is closed anew if a signing key before the present one closed it. */
    private Optional<TotpSecret> secretIn(SecondFactorRepository.Row row, AccountId account) {
        var opened = box.open(row.secret(), account.value());
        if (row.confirmed()) {
            opened.filter(SecretEncryption.Opened::outdated)
                    .ifPresent(
                            old -> rows.replaceSecret(account, row.secret(), box.close(old.secret(), account.value())));
        }
        return opened.map(SecretEncryption.Opened::secret);
    }

    private boolean isRecoveryCode(AccountId account, String typed) {
        return RecoveryCode.parse(typed)
                .filter(code -> rows.useCode(account, code.hash(account.value())))
                .isPresent();
    }

    private AccountRefused refused(SignedIn account) {
        events.write(SecurityEvent.SECOND_FACTOR_FAILED, account.username(), facts(account));
        return new AccountRefused(AccountRefusal.WRONG_CODE);
    }

    private static List<String> hashes(SignedIn account, List<RecoveryCode> codes) {
        return codes.stream().map(code -> code.hash(account.id().value())).toList();
    }

    private static List<String> shown(List<RecoveryCode> codes) {
        return codes.stream().map(RecoveryCode::shown).toList();
    }

    private static Map<String, Object> facts(SignedIn account) {
        return Map.of("account", account.id(), "role", account.role());
    }

    /** Apps show a gap in the middle. */
    private static String digits(String typed) {
        return typed.length() > 16 ? "" : typed.replace(" ", "");
    }
}
