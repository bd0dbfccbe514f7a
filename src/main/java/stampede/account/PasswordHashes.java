package stampede.account;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * Hashes passwords with bcrypt, on at most half of the processors, so that a rush of sign-ins leaves the buy button its
 * share.
 */
@Component
class PasswordHashes {

    private static final int SHORTEST = 8;
    private static final int LONGEST = 72;
    private static final Duration WAIT = Duration.ofSeconds(5);

    private final BCryptPasswordEncoder bcrypt;
    private final Semaphore running;
    private final String nobody;

    PasswordHashes(AccountProperties properties) {
        this.bcrypt = new BCryptPasswordEncoder(properties.bcryptStrength());
        this.running = new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);
        this.nobody = String.valueOf(bcrypt.encode("nobody has this password"));
    }

    /** @throws AccountRefused if the password is too short or too long, or too many wait already */
    String of(String password) {
        var bytes = bytesOf(password);
        if (bytes < SHORTEST) {
            throw new AccountRefused(AccountRefusal.PASSWORD_TOO_SHORT);
        }
        if (bytes > LONGEST) {
            throw new AccountRefused(AccountRefusal.PASSWORD_TOO_LONG);
        }
        return inTurn(() -> String.valueOf(bcrypt.encode(password)));
    }

    /** Takes the same time whether there is a hash or not, so that nobody learns which usernames exist. */
    boolean matches(String password, Optional<String> hash) {
        var tried = bytesOf(password) > LONGEST ? "" : password;
        var matches = inTurn(() -> bcrypt.matches(tried, hash.orElse(nobody)));
        return matches && hash.isPresent();
    }

    private <T> T inTurn(Supplier<T> hashing) {
        if (!acquire()) {
            throw new AccountRefused(AccountRefusal.BUSY, WAIT);
        }
        try {
            return hashing.get();
        } finally {
            running.release();
        }
    }

    private boolean acquire() {
        try {
            return running.tryAcquire(WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static int bytesOf(String password) {
        return password.getBytes(StandardCharsets.UTF_8).length;
    }
}
