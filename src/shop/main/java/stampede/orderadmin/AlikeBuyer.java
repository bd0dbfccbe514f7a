package stampede.orderadmin;

import com.google.common.collect.ImmutableSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import stampede.account.AccountId;
import stampede.order.OrderId;

/**
 * An order by an account that looks like others who bought the same. That proves nothing: a family shares an address, and an advertisement brings
 * many accounts in one minute. It is for people to look at.
 *
 * @param order the order
 * @param account who placed it
 * @param username its name; the number, if the account is gone
 * @param madeAt when the account was made
 * @param afterOpening how long after the opening its units were reserved
 * @param neighbours how many accounts bought to the same address, this one among them
 * @param marks what is alike
 */
public record AlikeBuyer(
        OrderId order,
        AccountId account,
        String username,
        Instant madeAt,
        Duration afterOpening,
        int neighbours,
        ImmutableSet<Mark> marks) {

    static AlikeBuyer of(BuyerRow row, Instant opensAt, int neighbours, Collection<Mark> marks) {
        return new AlikeBuyer(
                row.order(),
                row.account(),
                row.username(),
                row.madeAt(),
                Duration.between(opensAt, row.reservedAt()),
                neighbours,
                ImmutableSet.copyOf(marks));
    }

    /** After how many milliseconds its units were reserved. */
    public long afterMs() {
        return afterOpening.toMillis();
    }

    /** What is alike; the messages are {@code console.alike.mark.NAME}. */
    public enum Mark {
        /** Another account bought to the same address, however it is written. */
        SAME_ADDRESS,
        /** At least two other buyers' accounts were made within the same five minutes. */
        MADE_TOGETHER,
        /** Its units were reserved within a second of the opening. Alone it marks nobody. */
        FIRST_SECOND
    }
}
