package stampede.payment;

import java.time.Instant;

/** Lets a few through in each minute. */
final class ForgedNotificationLimiter {

    private final int perMinute;
    private long minute = Long.MIN_VALUE;
    private int admitted;

    ForgedNotificationLimiter(int perMinute) {
        this.perMinute = perMinute;
    }

    synchronized boolean admits(Instant now) {
        var current = now.getEpochSecond() / 60;
        if (current != minute) {
            minute = current;
            admitted = 0;
        }
        return admitted++ < perMinute;
    }
}
