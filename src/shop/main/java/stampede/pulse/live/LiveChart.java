package stampede.pulse.live;

import com.google.common.collect.ImmutableList;
import java.util.List;
import stampede.pulse.PulseEvent;

/** The charts of a live page. Their words are {@code live.chart.NAME}, those of a series {@code live.series.NAME}. */
enum LiveChart {
    PRESSES(Kind.AREA, "ACCEPTED", "REPEATED", "SOLD_OUT", "TOO_MANY_ATTEMPTS", LiveChart.OTHER),
    REFUSALS(Kind.LINES, PulseEvent.refusals().stream().map(Enum::name).toArray(String[]::new)),
    ORDERS(Kind.LINES, "PLACED", "REJECTED", "ABANDONED", "CLOSED"),
    MONEY(Kind.BARS, "PAID_FEN", "REFUNDED_FEN"),
    UNITS(Kind.STEPS, "left", "reserved", "held", "total"),
    WAITING(Kind.STEPS, "orders", "dead", "streams"),
    TIMES(Kind.LOG, "p50", "p99", "order");

    /** Refusals that have no area of their own. */
    static final String OTHER = "OTHER";

    private final Kind kind;
    private final ImmutableList<String> series;

    LiveChart(Kind kind, String... series) {
        this.kind = kind;
        this.series = ImmutableList.copyOf(series);
    }

    Kind kind() {
        return kind;
    }

    List<String> series() {
        return series;
    }

    /** Whether what did not happen is a nought and what happened can be added up; the others are states, which may be unknown. */
    boolean counts() {
        return switch (kind) {
            case AREA, LINES, BARS -> true;
            case STEPS, LOG -> false;
        };
    }

    static boolean isOther(PulseEvent event) {
        return PulseEvent.refusals().contains(event)
                && event != PulseEvent.SOLD_OUT
                && event != PulseEvent.TOO_MANY_ATTEMPTS;
    }

    /** How it is drawn. */
    enum Kind {
        /** One upon the other. */
        AREA,
        LINES,
        BARS,
        /** From one value to the next at once. */
        STEPS,
        /** Lines by a logarithmic scale. */
        LOG
    }
}
