package stampede.console;

import java.time.Instant;
import java.util.List;
import stampede.catalog.SaleWindow;

/** What is done to a sale beside pausing it; its messages are {@code console.sale-act.NAME}. */
enum SaleAct {
    ADD,
    TAKE_OFF,
    LIMIT,
    ADDRESS_LIMIT,
    PRICE,
    ROOM,
    ROOM_UNDER_PRESSURE,
    NO_ROOM,
    STOP,
    WITHDRAW,
    REBUILD;

    /** Whether it needs a number; the price is one in yuan. */
    public boolean isCounted() {
        return this == ADD || this == TAKE_OFF || this == LIMIT || this == ADDRESS_LIMIT || this == PRICE;
    }

    /** What can be done at a moment; the sale itself decides. */
    static List<SaleAct> at(Instant now, SaleWindow window) {
        if (now.isBefore(window.opensAt())) {
            return List.of(
                    ADD, TAKE_OFF, LIMIT, ADDRESS_LIMIT, PRICE, ROOM, ROOM_UNDER_PRESSURE, NO_ROOM, REBUILD, WITHDRAW);
        }
        return now.isBefore(window.closesAt())
                ? List.of(ADD, TAKE_OFF, ROOM_UNDER_PRESSURE, NO_ROOM, REBUILD, STOP)
                : List.of(REBUILD);
    }
}
