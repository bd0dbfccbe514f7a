package stampede.rehearsal;

import java.util.Locale;
import java.util.Optional;

/**
 * Something that was measured.
 *
 * @param name what
 * @param value how much, in the unit of its name
 * @param grade what it comes to; empty if it is shown only
 */
public record RehearsalFigure(Name name, double value, Optional<RehearsalVerdict> grade) {

    /** The value as people read it, with its unit. */
    public String shown() {
        return String.format(Locale.ROOT, name.form, value);
    }

    /** What is measured, the gravest first. The names are part of the JSON API. */
    public enum Name {
        /** Units sold twice or beyond the allotment, and purchases that were accepted and have no order. */
        LOST("%.0f"),
        /** Rules of the books that the shadow breaks. */
        BOOKS("%.0f"),
        /** Presses that were answered by BUSY or an error, in parts of a hundred. */
        BUSY_SHARE("%.2f %%"),
        /** Of a hundred orders ninety-nine were there this long after the press, in milliseconds. */
        ORDER_P99("%.0f ms"),
        /** Of a hundred presses ninety-nine were decided in this time by the shop's own clock, in milliseconds. */
        DECIDE_P99("%.1f ms"),
        /** Units accepted a second, from the first press to the last unit. */
        ACCEPTED_PER_SECOND("%.1f"),
        /** From the last press until no order waited, in milliseconds. */
        DRAIN("%.0f ms"),
        /** Of a hundred looks at the offer's page, while bots pressed, ninety-nine took this long, in milliseconds. */
        PAGE_P99("%.0f ms"),
        /** Points of the readiness list that are open. */
        READINESS("%.0f"),
        /** How many times as many presses as are to be expected the shop answered in a second. */
        HEAD_ROOM("%.1f"),
        /** In place of the head room, where presses were spread so that it was not measured: at least so much. */
        HEAD_ROOM_UNMEASURED("%.1f"),
        /** Presses answered a second. */
        PRESSES_PER_SECOND("%.1f"),
        /** Of a hundred presses ninety-nine were answered in this time, as the bots waited for it, in milliseconds. */
        ANSWER_P99("%.0f ms"),
        /** Presses that the bots made. */
        PRESSES("%.0f"),
        /** Units that the bots were promised. */
        ACCEPTED("%.0f"),
        /** Units that all nodes together say they promised. */
        ACCEPTED_BY_SHOP("%.0f"),
        /** Orders in the database. */
        ORDERS("%.0f");

        private final String form;

        Name(String form) {
            this.form = form;
        }
    }
}
