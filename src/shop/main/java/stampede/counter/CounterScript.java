package stampede.counter;

import java.util.Locale;
import stampede.redis.LuaScript;

/** The scripts that change or read an offer's keys in Redis; each lies beside this class as a file of its name. */
public enum CounterScript {
    RESERVE,
    SETTLE,
    RELEASE,
    CLAIM,
    RECHECK,
    RESERVATION_STATES("standing"),
    LOAD,
    MOVE_GATE("gate"),
    CLOSE,
    TOTAL,
    CHANGES_SINCE("moved"),
    PROBE,
    INDEX,
    DROP;

    private final String label;
    private final LuaScript lua = LuaScript.beside(CounterScript.class, fileName());

    CounterScript() {
        this.label = fileName();
    }

    CounterScript(String label) {
        this.label = label;
    }

    LuaScript lua() {
        return lua;
    }

    /** What metrics call it. */
    String label() {
        return label;
    }

    private String fileName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
