package stampede.rehearsal;

import stampede.catalog.OfferId;
import stampede.refusal.RefusalException;

/**
 * What shall be played.
 *
 * @param offer whose units, limit and price are imitated
 * @param shoppers how many bots, 10 to 5,000
 * @param presses how often each of them presses, 1 to 5
 * @param curve how the presses are spread
 * @param units how many units the shadow has, 1 to 100,000
 * @param sellOutSeconds in which time all that can be sold shall be sold, 1 to 120 seconds
 * @param beside whether it may run although a sale is open or opens soon
 */
public record RehearsalPlan(
        OfferId offer, int shoppers, int presses, RehearsalCurve curve, int units, int sellOutSeconds, boolean beside) {

    /** The fewest bots. */
    public static final int FEWEST_SHOPPERS = 10;

    /** The most bots. */
    public static final int MOST_SHOPPERS = 5_000;

    /** The most presses of a bot. */
    public static final int MOST_PRESSES = 5;

    /** The most units of a shadow. */
    public static final int MOST_UNITS = 100_000;

    /** The longest time to sell out, in seconds. */
    public static final int MOST_SECONDS = 120;

    /** What is wanted unless somebody says otherwise: the time to sell out, in seconds. */
    public static final int USUAL_SECONDS = 30;

    public RehearsalPlan {
        require(shoppers, FEWEST_SHOPPERS, MOST_SHOPPERS);
        require(presses, 1, MOST_PRESSES);
        require(units, 1, MOST_UNITS);
        require(sellOutSeconds, 1, MOST_SECONDS);
    }

    private static void require(int value, int least, int most) {
        if (value < least || value > most) {
            throw new RefusalException(RehearsalRefusal.BAD_REHEARSAL);
        }
    }

    /** All presses together. */
    public int allPresses() {
        return shoppers * presses;
    }

    /** How many units can be sold at most. */
    int sellable(int limitPerShopper) {
        return Math.min(units, shoppers * Math.min(presses, limitPerShopper));
    }

    /** How many presses a second are to be expected of as many people: of all at once, that all press within a second. */
    double peakPerSecond() {
        var seconds = Math.max(1, curve.length().toSeconds());
        return (double) allPresses() / seconds;
    }
}
