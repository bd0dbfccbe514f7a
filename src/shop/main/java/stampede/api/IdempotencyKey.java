package stampede.api;

import stampede.purchase.PurchaseRequest;

/**
 * The client's own name for one purchase: sent again with the same key, a request buys nothing more.
 *
 * @param value 1 to 64 letters, digits, {@code -} and {@code _}
 */
public record IdempotencyKey(String value) {

    public IdempotencyKey {
        if (!PurchaseRequest.isIdempotencyKey(value)) {
            throw new IllegalArgumentException("Not an idempotency key");
        }
    }

    /** Reads the header, with or without the quotes that a structured field would have. Public because Spring finds it so. */
    public static IdempotencyKey of(String header) {
        var quoted = header.length() > 2 && header.startsWith("\"") && header.endsWith("\"");
        return new IdempotencyKey(quoted ? header.substring(1, header.length() - 1) : header);
    }
}
