package stampede.account;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** What an operator may do. Each has any number of them; shoppers and sellers have none. The names are part of the JSON API. */
public enum Duty {
    /** Looks at everything but accounts and settings. */
    SEE(AccountRefusal.NEEDS_SEE),
    /** Runs sales, orders and tasks. */
    RUN(AccountRefusal.NEEDS_RUN),
    /** Decides about refunds. */
    MONEY(AccountRefusal.NEEDS_MONEY),
    /** Opens and locks accounts, gives duties, changes settings. */
    ADMIN(AccountRefusal.NEEDS_ADMIN);

    private static final Set<Duty> ALL = Collections.unmodifiableSet(EnumSet.allOf(Duty.class));

    private final AccountRefusal refusal;

    Duty(AccountRefusal refusal) {
        this.refusal = refusal;
    }

    /** Why somebody without it is refused. */
    public AccountRefusal refusal() {
        return refusal;
    }

    /** All of them. */
    public static Set<Duty> all() {
        return ALL;
    }

    /** The duties that the text names, with commas between them; what names none is left out. */
    public static Set<Duty> read(String text) {
        if (text.isEmpty()) {
            return Set.of();
        }
        var named = Arrays.asList(text.split(","));
        return ALL.stream().filter(duty -> named.contains(duty.name())).collect(Collectors.toUnmodifiableSet());
    }

    /** The form in which they are kept and audited: names in their order, with commas between them. */
    public static String text(Set<Duty> duties) {
        return duties.stream().sorted().map(Duty::name).collect(Collectors.joining(","));
    }
}
