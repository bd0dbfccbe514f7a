package stampede.purchase;

import java.util.Map;
import stampede.challenge.Challenge;

/** A press is refused until it comes with a proof. */
public class ProofWanted extends PurchaseRefused {

    private final transient Challenge challenge;

    ProofWanted(Challenge challenge) {
        super(PurchaseRefusal.CHALLENGE);
        this.challenge = challenge;
    }

    /** What to bring. */
    public Challenge challenge() {
        return challenge;
    }

    @Override
    public Map<String, Object> details() {
        return challenge.details();
    }
}
