package stampede.pulse;

import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Service;
import stampede.catalog.OfferId;

/** What happened to offers in each minute, from the database: minutes that ended some two minutes ago and earlier. */
@Service
public class SaleMinutes {

    /** The longest time that can be asked for. */
    public static final Duration MOST = Duration.ofDays(31);

    private final SaleMinuteRepository rows;

    SaleMinutes(SaleMinuteRepository rows) {
        this.rows = rows;
    }

    /**
     * The minutes of an offer in which something happened, the earliest first.
     *
     * @param fromS epoch seconds
     * @param untilS epoch seconds; a minute that begins then is not among them
     * @throws IllegalArgumentException if that is more than {@link #MOST}
     */
    public List<SaleMinute> of(OfferId offer, long fromS, long untilS) {
        if (untilS - fromS > MOST.toSeconds()) {
            throw new IllegalArgumentException("More than " + MOST.toDays() + " days");
        }
        return rows.of(offer.value(), fromS, untilS, (int) MOST.toMinutes()).stream()
                .map(row -> MinuteCounts.read(row.minute().minuteS(), row.complete(), row.arrays()))
                .toList();
    }
}
