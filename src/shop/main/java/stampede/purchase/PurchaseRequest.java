package stampede.purchase;

import java.util.regex.Pattern;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;

/**
 * A press of the buy button.
 *
 * @param attempt that it was let through, and whose it is
 * @param offer what is wanted
 * @param units how many; whether that many may be had is decided with the offer at hand
 * @param address where it shall be delivered; {@link DeliveryAddress#isGood}. White space around it is taken off
 * @param idempotencyKey the same key gives the same purchase; {@link #IDEMPOTENCY_KEY}
 * @param pass of the offer's waiting room, as text; blank for none
 * @param proof that a challenge was met; blank for none
 */
public record PurchaseRequest(
        AdmittedAttempt attempt,
        OfferId offer,
        int units,
        String address,
        String idempotencyKey,
        String pass,
        String proof) {

    /** What an idempotency key looks like, as a regular expression. */
    public static final String IDEMPOTENCY_KEY = "[A-Za-z0-9_-]{1,64}";

    private static final Pattern KEY = Pattern.compile(IDEMPOTENCY_KEY);

    /**
     * Checks the form of what the client chose.
     *
     * @throws IllegalArgumentException if the address or the idempotency key is not of its form, with a sentence that says how
     */
    public PurchaseRequest {
        address = address.strip();
        if (!DeliveryAddress.isGood(address)) {
            throw new IllegalArgumentException(
                    "An address is one line of 1 to " + DeliveryAddress.LONGEST + " characters");
        }
        if (!isIdempotencyKey(idempotencyKey)) {
            throw new IllegalArgumentException("An idempotency key is 1 to 64 of letters, digits, - and _");
        }
    }

    /**
     * One for an offer that has no waiting room, while no crowd presses.
     *
     * @throws IllegalArgumentException as the other
     */
    public PurchaseRequest(AdmittedAttempt attempt, OfferId offer, int units, String address, String idempotencyKey) {
        this(attempt, offer, units, address, idempotencyKey, "", "");
    }

    /** Who pressed it. */
    SignedIn account() {
        return attempt.account();
    }

    /** Whether it looks like one: {@link #IDEMPOTENCY_KEY}. */
    public static boolean isIdempotencyKey(String text) {
        return KEY.matcher(text).matches();
    }
}
