package stampede.idempotency;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.support.DeadlockRetry;

/** Remembers for a day what a request made, by its account and its key. */
@Service
public class IdempotentRequests {

    private final RequestKeyRepository keys;
    private final TransactionTemplate transaction;
    private final Clock clock;

    IdempotentRequests(RequestKeyRepository keys, TransactionTemplate transaction, Clock clock) {
        this.keys = keys;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * Does it, unless the same request with the same key did it before; both happen or none. Of two at the same moment one waits for the
     * other.
     *
     * @param key without one it is done in any case
     * @param request all that it depends on, as a record: its text tells it from another one
     * @param work makes something and answers its id
     * @return the id of what it made, now or before
     * @throws RequestKeyRefused if the key belongs to another request
     */
    public long once(SignedIn by, Optional<String> key, Record request, LongSupplier work) {
        if (key.isEmpty()) {
            return work.getAsLong();
        }
        var body = sha256(request.getClass().getSimpleName() + "\n" + request);
        return made(by, key.get(), body).orElseGet(() -> make(by, key.get(), body, work));
    }

    private long make(SignedIn by, String key, String body, LongSupplier work) {
        try {
            return DeadlockRetry.run(() -> Objects.requireNonNull(transaction.execute(status -> {
                keys.add(by.id(), key, body, clock.millis());
                var id = work.getAsLong();
                keys.say(by.id(), key, id);
                return id;
            })));
        } catch (DuplicateKeyException sameMoment) {
            return made(by, key, body).orElseThrow(() -> sameMoment);
        }
    }

    private Optional<Long> made(SignedIn by, String key, String body) {
        var found = keys.find(by.id(), key);
        if (found.filter(made -> !made.body().equals(body)).isPresent()) {
            throw new RequestKeyRefused(RequestKeyRefusal.KEY_OF_ANOTHER_REQUEST);
        }
        return found.map(RequestKeyRepository.Made::id);
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException none) {
            throw new IllegalStateException(none);
        }
    }
}
