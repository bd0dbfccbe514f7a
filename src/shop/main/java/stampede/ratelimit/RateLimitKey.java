package stampede.ratelimit;

/**
 * What attempts are counted by, and how many there may be.
 *
 * @param key whose attempts are counted together; at most 100 characters
 * @param limit how often they may try
 */
public record RateLimitKey(String key, RateLimit limit) {}
