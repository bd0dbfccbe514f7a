package stampede.purchase;

import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.challenge.AccountAge;
import stampede.challenge.Challenges;
import stampede.pressure.OfferPressure;

/** What false accounts and programs are asked for at the buy button and at the door of a waiting room; mostly nothing. */
@Component
public class CrowdGuard {

    private final OfferPressure pressure;
    private final AccountAge age;
    private final Challenges challenges;

    public CrowdGuard(OfferPressure pressure, AccountAge age, Challenges challenges) {
        this.pressure = pressure;
        this.age = age;
        this.challenges = challenges;
    }

    /**
     * Lets somebody to the door of the offer's room, and counts them as one of its crowd: call it after the account's own limit.
     *
     * @param proof what they brought; blank for nothing
     * @throws PurchaseRefused as {@link #check} does
     */
    public void admitToRoom(AccountId shopper, OfferId offer, String proof) {
        pressure.count(offer);
        check(shopper, offer, proof);
    }

    /**
     * Lets through whoever is old enough and, while a crowd presses, brought a proof.
     *
     * @throws PurchaseRefused if the account is too new, or a proof is wanted, with the challenge
     */
    void check(AccountId shopper, OfferId offer, String proof) {
        checkAge(shopper);
        challenges.wanted(shopper, offer, proof).ifPresent(challenge -> {
            throw new ProofWanted(challenge);
        });
    }

    /** @throws PurchaseRefused if the account is too new */
    void checkAge(AccountId shopper) {
        if (age.isTooNew(shopper)) {
            throw new PurchaseRefused(PurchaseRefusal.ACCOUNT_TOO_NEW);
        }
    }
}
