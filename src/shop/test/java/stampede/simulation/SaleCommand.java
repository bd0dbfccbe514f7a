package stampede.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One thing that happens in a sale. The numbers choose among what there is when it happens, so any list of commands makes sense,
 * also one from which some were dropped.
 *
 * @param kind what happens
 * @param what to which reservation, order or trade
 * @param how for how many units, for how much, or on which way
 * @param mishap what goes wrong meanwhile
 */
record SaleCommand(Kind kind, int what, int how, int mishap) {

    private static final int MOST = 1000;

    /** What can happen, and how often it does. */
    enum Kind {
        RESERVE(24),
        PLACE(20),
        DELIVER_RELEASE(8),
        SWEEP(4),
        SWEEP_WHAT_IS_OLD(2),
        SWEEPER_DIES(2),
        LEASES_END(4),
        TIME_TO_PAY_ENDS(4),
        CLOSE(8),
        CANCEL(3),
        CLOSE_BY_OPERATOR(2),
        PROVIDER_IS_SILENT_FOR_LONG(2),
        BEGIN_TO_PAY(8),
        PAY(8),
        NOTIFY(9),
        NOTIFY_WRONG_AMOUNT(2),
        NOTIFY_FORGED(1),
        ASK_THE_PROVIDER(3),
        SHIP(4),
        CORRECT_PARCEL(2),
        RECEIVE(2),
        FINISH_BY_TIME(1),
        USE_COUPON(2),
        GIVE_MONEY_BACK(3),
        ASK_FOR_MONEY_BACK(2),
        PAY_BACK(7),
        PUT_UNITS_BACK(3),
        RESTOCK(3),
        TELL_AN_OLD_TOTAL(2),
        ALIGN(2),
        PAUSE_OR_RESUME(2),
        STOP_FOR_GOOD(1),
        /** Only at the beginning of a sale: it has not opened yet. */
        OPENS_LATER(0),
        OPENS_NOW(4),
        CHANGE_LIMIT(2),
        CHANGE_PRICE(2),
        LIMIT_ADDRESSES(2),
        WITHDRAW(1),
        A_CALL_ARRIVES_LATE(4),
        RESERVE_STRANGELY(2),
        /** From here on only where Redis forgets. */
        LOSE_REDIS(3),
        REMEMBER_REDIS(2),
        RESTORE_REDIS(2),
        AUDIT(3),
        REBUILD(5),
        BEGIN_REBUILD(5),
        STEP_REBUILD(12),
        SPOIL_REDIS(3);

        private final int often;

        Kind(int often) {
            this.often = often;
        }
    }

    /** With it a sale begins before it opens. */
    static final SaleCommand OPENS_LATER = new SaleCommand(Kind.OPENS_LATER, 0, 0, 0);

    private static final Set<Kind> IN_EACH = Set.of(Kind.RESERVE, Kind.PLACE, Kind.OPENS_NOW);

    /** What can happen in one sale: not everything in each, so that what is there comes together more often. */
    static List<Kind> some(Random chance, boolean redisForgets) {
        return Stream.of(Kind.values())
                .filter(kind -> redisForgets || kind.compareTo(Kind.LOSE_REDIS) < 0)
                .filter(kind -> IN_EACH.contains(kind) || chance.nextInt(3) > 0)
                .toList();
    }

    static SaleCommand random(Random chance, List<Kind> kinds) {
        var dice = chance.nextInt(kinds.stream().mapToInt(kind -> kind.often).sum());
        for (var kind : kinds) {
            dice -= kind.often;
            if (dice < 0) {
                return new SaleCommand(kind, chance.nextInt(MOST), chance.nextInt(MOST), chance.nextInt(MOST));
            }
        }
        throw new IllegalStateException("The dice fell off the table");
    }

    /** As {@link #parse} reads them. */
    static String text(List<SaleCommand> commands) {
        return commands.stream().map(SaleCommand::toString).collect(Collectors.joining(","));
    }

    static List<SaleCommand> parse(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(one -> one.split(":", -1))
                .map(parts -> new SaleCommand(
                        Kind.valueOf(parts[0]),
                        Integer.parseInt(parts[1]),
                        Integer.parseInt(parts[2]),
                        Integer.parseInt(parts[3])))
                .toList();
    }

    @Override
    public String toString() {
        return kind + ":" + what + ":" + how + ":" + mishap;
    }
}
