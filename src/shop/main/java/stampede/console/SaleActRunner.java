package stampede.console;

import org.springframework.stereotype.Component;
import stampede.account.SignedIn;
import stampede.money.Money;
import stampede.room.RoomOpening;
import stampede.room.RoomPolicy;
import stampede.sale.SaleAddressLimit;
import stampede.sale.SaleCounter;
import stampede.sale.SaleLimit;
import stampede.sale.SalePrice;
import stampede.sale.SaleStop;
import stampede.sale.SaleUnits;
import stampede.sale.SaleWithdrawal;

/** Does what was confirmed to a sale. */
@Component
class SaleActRunner {

    private final SaleUnits units;
    private final SaleLimit limit;
    private final SaleAddressLimit addressLimit;
    private final SalePrice price;
    private final SaleStop stopping;
    private final SaleWithdrawal withdrawal;
    private final SaleCounter counter;
    private final RoomOpening rooms;

    SaleActRunner(
            SaleUnits units,
            SaleLimit limit,
            SaleAddressLimit addressLimit,
            SalePrice price,
            SaleStop stopping,
            SaleWithdrawal withdrawal,
            SaleCounter counter,
            RoomOpening rooms) {
        this.units = units;
        this.limit = limit;
        this.addressLimit = addressLimit;
        this.price = price;
        this.stopping = stopping;
        this.withdrawal = withdrawal;
        this.counter = counter;
        this.rooms = rooms;
    }

    /**
     * Does it.
     *
     * @param number as it was typed in
     * @throws stampede.refusal.RefusalException if the sale does not take it
     */
    void run(SaleAct act, SignedIn operator, SaleActQuestions.Asked asked, String number, String reason) {
        var offer = asked.row().offer().id();
        var seen = asked.units().version();
        switch (act) {
            case ADD -> units.add(operator, offer, whole(number), seen, reason);
            case TAKE_OFF -> units.takeOff(operator, offer, whole(number), seen, reason);
            case LIMIT -> limit.change(operator, offer, whole(number), reason);
            case ADDRESS_LIMIT -> addressLimit.change(operator, offer, number.isBlank() ? -1 : whole(number), reason);
            case PRICE -> price.change(operator, offer, asked.row().offer().price(), yuan(number), reason);
            case ROOM -> rooms.open(operator, offer, reason);
            case ROOM_UNDER_PRESSURE -> rooms.choose(operator, offer, RoomPolicy.UNDER_PRESSURE, reason);
            case NO_ROOM -> rooms.choose(operator, offer, RoomPolicy.NEVER, reason);
            case STOP -> stopping.stop(operator, offer, reason);
            case WITHDRAW -> withdrawal.withdraw(operator, offer, reason);
            case REBUILD -> counter.rebuild(operator, offer, reason);
        }
    }

    /** What is no amount is a price that no sale takes. */
    private static Money yuan(String number) {
        try {
            return Money.ofYuan(number.strip());
        } catch (IllegalArgumentException unreadable) {
            return new Money(0);
        }
    }

    /** No number at all is none that a sale takes, so it is refused as such. */
    private static int whole(String number) {
        var digits = number.strip();
        return digits.matches("\\d{1,9}") ? Integer.parseInt(digits) : -1;
    }
}
