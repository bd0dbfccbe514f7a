package stampede.challenge;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.OfferId;

/** Asks those who press for a proof while a crowd does; of everybody else nothing is asked. */
@Component
public class Challenges {

    /** How long a wait that is over counts. */
    private static final Duration KEPT = ProofOfWork.LIFE;

    private final CrowdLevels levels;
    private final ProofOfWork work;
    private final WaitSigner waits;
    private final Clock clock;

    Challenges(CrowdLevels levels, ProofOfWork work, WaitSigner waits, Clock clock) {
        this.levels = levels;
        this.work = work;
        this.waits = waits;
        this.clock = clock;
    }

    /**
     * What this account has to bring for this offer.
     *
     * @param proof what it brought: the answer to a puzzle, or a wait; blank for nothing
     * @return empty if there is no crowd, or the proof is good. Whoever comes too early with a wait keeps it
     */
    public Optional<Challenge> wanted(AccountId shopper, OfferId offer, String proof) {
        var level = levels.of(offer);
        if (level == CrowdLevel.NONE) {
            return Optional.empty();
        }
        var now = clock.instant();
        var waiting = waits.read(proof, shopper, offer);
        var isGood = waiting.isPresent()
                ? !now.isBefore(waiting.get()) && now.isBefore(waiting.get().plus(KEPT))
                : !proof.isBlank() && work.isSolved(proof, shopper, offer, now);
        if (isGood) {
            return Optional.empty();
        }
        var from = waiting.filter(now::isBefore).orElse(now.plus(level.waiting()));
        return Optional.of(Challenge.of(
                work.make(level.hashes(), shopper, offer, now), waits.write(shopper, offer, from), from, now));
    }
}
