package stampede.simulation;

/** A shop in which one rule of the protocol is broken on purpose, to see that somebody would notice. */
public enum Mutant {
    /** Nothing is broken. */
    NONE,

    RELEASE_WITHOUT_TOMBSTONE("release", "redis.call('SADD', released, reservation)", "0"),
    RELEASE_TWICE("release", "    return 'GONE'", "    redis.call('HINCRBY', state, 'left', 1)\n    return 'GONE'"),
    RELEASE_BY_BARE_INCREMENT("release", "redis.call('HDEL', reservations, reservation)", ""),
    RELEASE_KEEPS_THE_LIMIT_USED(
            "release",
            "redis.call('HINCRBY', shoppers, shopper, -units)",
            "redis.call('HINCRBY', shoppers, shopper, 0)"),
    RESERVE_WITHOUT_LIMIT("reserve", "(redis.call('HGET', shoppers, shopper) or 0) + units > limit", "false"),
    RESERVE_WITHOUT_STOCK_GUARD("reserve", "units > left", "false"),
    RESERVE_WITHOUT_IDEMPOTENCY("reserve", "redis.call('HGET', keys, keyOfShopper)", "false"),
    RESERVE_WITH_ANY_GATE("reserve", "gate ~= 'OPEN'", "false"),
    RESERVE_TAKES_WHAT_LUA_TAKES_FOR_A_NUMBER("reserve", "plain(units, 9) and tonumber(units)", "tonumber(units)"),
    RESERVE_OUTSIDE_THE_OUTBOX(
            "reserve", "redis.call('ZADD', pending, string.format('%.0f', now + ARGV[1]), reservation)", ""),
    CLAIM_WITHOUT_LEASE("claim", "redis.call('ZADD', pending, nextCheck, reservation)", ""),
    RECHECK_OF_WHAT_IS_SETTLED("recheck", "redis.call('ZSCORE', pending, ARGV[i])", "true"),
    SETTLE_WITHOUT_ADOPTING(
            "settle", "if not record then", "if not record then\n    if true then return 'ADOPTED' end"),
    SETTLE_ABOVE_ZERO_ONLY(
            "settle",
            "redis.call('HINCRBY', state, 'left', -units)",
            "if tonumber(redis.call('HGET', state, 'left')) >= tonumber(units) then redis.call('HINCRBY', state, 'left', -units) end"),
    SETTLE_IN_SPITE_OF_THE_TOMBSTONE("settle", "redis.call('SISMEMBER', released, reservation) == 1", "false"),
    SETTLE_STAYS_IN_THE_OUTBOX("settle", "redis.call('ZREM', pending, reservation)", ""),
    INDEX_FORGETS_WHO_WAITS("index", "changed = redis.call('ZADD', pending, 'NX', now, name)", "changed = 0"),
    INDEX_LEAVES_NONSENSE("index", "changed = redis.call('ZREM', pending, name)", "changed = 0"),
    LOAD_WITHOUT_EPOCH_FENCE("load", "(tonumber(known) or 0) >= tonumber(epoch)", "false"),
    LOAD_OVER_WHAT_IS_THERE("load", "redis.call('UNLINK', unpack(KEYS))", ""),
    GATE_WITHOUT_EPOCH_FENCE("gate", "known ~= epoch", "false"),
    TOTAL_WITHOUT_VERSION("total", "tonumber(known) >= version", "false"),
    TOTAL_THAT_SETS_WHAT_IS_LEFT(
            "total",
            "redis.call('HINCRBY', state, 'left', total - before)",
            "redis.call('HSET', state, 'left', total)"),

    TAKE_OFF_WITHOUT_LOOKING_AT_WHAT_IS_RESERVED("total", "left + total - before < least", "false"),
    CLOSE_LEAVES_THE_GATE("close", "'gate', 'CLOSED', ", ""),
    PROBE_WITHOUT_THE_TERMS("probe", "has.opens ~= opens or has.closes ~= closes or has.limit ~= limit", "false"),

    /** A total of which only the counter knows stays there. */
    SQL_TOTAL_IS_NEVER_OVERTAKEN,
    /** Whoever reads the terms does not see that the sale was stopped. */
    SQL_STOP_IS_NOT_READ,
    /** What was reserved before a sale was stopped becomes an order only if it was before the stop by the ledger's clock. */
    SQL_STOP_FORGETS_THE_PLANNED_END,
    /** Whatever price a reservation has. */
    SQL_PRICE_IS_NOT_COMPARED,
    /** Also while it sells. */
    LIMIT_CHANGES_ANY_TIME,
    PRICE_CHANGES_ANY_TIME,
    WITHDRAWN_ANY_TIME,
    /** {@code available >= units} is missing; the table's check remains. */
    SQL_TAKE_WITHOUT_GUARD,
    /** Neither stops it: what is available ends at zero. */
    SQL_TAKE_DOWN_TO_ZERO,
    SQL_NO_QUOTA,
    /** What an order gives back is still counted with its address. */
    SQL_ADDRESS_KEEPS_ITS_UNITS,
    SQL_TOTAL_WITHOUT_VERSION,
    /** An order closes from wherever it is. */
    CLOSE_WITHOUT_CAS,
    /** The same, and the ledger does not look for what went back before; its unique key remains. */
    SQL_RETURNS_TWICE,
    /** The same without the key. */
    SQL_RETURNS_TWICE_BESIDE_THE_KEY,
    /** Whatever the order's state. */
    UNITS_PUT_BACK_ALWAYS,
    NOTIFY_BELIEVES_THE_AMOUNT,
    PAID_AFTER_CLOSED,
    REFUND_UNDER_NEW_NUMBERS,
    SWEEPER_WRITES_NO_TOMBSTONE,
    SWEEPER_RELEASES_WITHOUT_A_VERDICT,
    WORKER_ACKNOWLEDGES_FIRST,
    WORKER_TELLS_REDIS_BEFORE_THE_COMMIT,
    OPERATOR_WHO_INCREMENTS_REDIS,
    /** An operator closes an order without asking whether its trade was paid. */
    OPERATOR_CLOSES_WITHOUT_ASKING,
    /** Whoever ships does not look where the order stands. */
    SHIP_FROM_ANYWHERE,
    /** Nor whether its money goes back. */
    SHIP_IN_SPITE_OF_A_REFUND,
    /** What was shipped under one number is told to be shipped under another. */
    SHIP_FORGETS_THE_NUMBER,
    /** All money of an order goes back, and the order stays where it is. */
    REFUND_WITHOUT_ITS_STEP,
    /** Everything is finished as soon as it is ordered, not free coupons alone. */
    WORKER_TAKES_GOODS_FOR_COUPONS,
    /** The order of a coupon is there, and nobody has a code. */
    COUPON_WITHOUT_ROW,
    /** Whoever uses a coupon does not look whether it was used. */
    COUPON_USED_TWICE;

    private final String script;
    private final String rule;
    private final String instead;

    Mutant() {
        this("", "", "");
    }

    Mutant(String script, String rule, String instead) {
        this.script = script;
        this.rule = rule;
        this.instead = instead;
    }

    /**
     * The text of a script as this shop has it.
     *
     * @throws IllegalStateException if the rule is not in the script exactly once: the mutant would be none
     */
    public String bend(String label, String source) {
        if (!label.equals(script)) {
            return source;
        }
        var at = source.indexOf(rule);
        if (at < 0 || source.indexOf(rule, at + 1) >= 0) {
            throw new IllegalStateException(this + " does not fit " + label + ".lua any more");
        }
        return source.substring(0, at) + instead + source.substring(at + rule.length());
    }
}
