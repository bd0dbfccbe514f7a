package stampede.load;

/**
 * Somebody who wants one unit.
 *
 * @param number counts from 0
 * @param token lets them into the API
 * @param key the idempotency key of their one purchase
 */
record Shopper(int number, String token, String key) {

    /** An address of their own, so that the limit per address stays on and yet hits nobody: 127.1.0.1 and up. */
    String source() {
        return "127." + (1 + number / 62_500) + "." + number / 250 % 250 + "." + (1 + number % 250);
    }
}
