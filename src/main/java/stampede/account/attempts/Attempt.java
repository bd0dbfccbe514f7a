package stampede.account.attempts;

/**
 * Something somebody tries.
 *
 * @param key whose attempts are counted together; at most 100 characters
 * @param limit how often they may try
 */
public record Attempt(String key, RateLimit limit) {}
