package stampede.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.desk.TimedReader;

/**
 * Judges from this node's memory whether the servers answer it: an alert about a server must not need that server. While the database
 * takes it, the alert goes into the table and is told as all are. Without the database the nodes tell by themselves: the one that is
 * first in Redis, or without Redis each, saying that it speaks for itself only.
 */
class ServerWatch {

    private static final Logger log = LoggerFactory.getLogger(ServerWatch.class);

    private final Map<String, BooleanSupplier> servers;
    private final TimedReader reader;
    private final AlertRepository rows;
    private final ToldInRedis told;
    private final AlertEvaluator.Telling telling;
    private final Duration lasts;
    private final String node;
    private final Map<String, Watched> away = new ConcurrentHashMap<>();

    /**
     * @param servers asks each, by name, whether it does what the shop needs
     * @param lasts for how long one must have been away before that is told
     * @param node as the others know it
     */
    ServerWatch(
            Map<String, BooleanSupplier> servers,
            TimedReader reader,
            AlertRepository rows,
            ToldInRedis told,
            AlertEvaluator.Telling telling,
            Duration lasts,
            String node) {
        this.servers = Map.copyOf(servers);
        this.reader = reader;
        this.rows = rows;
        this.told = told;
        this.telling = telling;
        this.lasts = lasts;
        this.node = node;
    }

    /** Asks all servers and does what follows. */
    void watch(Instant now) {
        var asked = servers.entrySet().stream()
                .map(server -> Map.entry(
                        server.getKey(), reader.read(() -> server.getValue().getAsBoolean())))
                .toList();
        asked.forEach(answer -> judge(answer.getKey(), answer.getValue().join().orElse(false), now));
        away.forEach((server, watched) -> act(server, watched, now));
    }

    /** Those of which this node knows by itself that they fire. */
    List<Alert> firing() {
        return away.entrySet().stream()
                .filter(entry -> entry.getValue().course().state() == AlertState.FIRING)
                .map(entry -> alert(entry.getKey(), entry.getValue()))
                .toList();
    }

    private void judge(String server, boolean answers, Instant now) {
        var before = Optional.ofNullable(away.get(server));
        if (!answers) {
            away.put(server, before.map(watched -> watched.bad(now, lasts)).orElseGet(() -> Watched.begin(now, lasts)));
        } else if (before.isPresent()
                && !before.get().isBadStill(now, telling.properties().resolveAfter())) {
            away.remove(server);
        }
    }

    private void act(String server, Watched watched, Instant now) {
        if (watched.course().state() != AlertState.FIRING) {
            return;
        }
        var isDatabaseAway = Optional.ofNullable(away.get(AlertTelling.DATABASE))
                .filter(database -> database.course().badAt().equals(now))
                .isPresent();
        if (isDatabaseAway) {
            if (watched.isToBeTold(now, telling.properties().repeatUrgent())) {
                tell(server, watched, now);
            }
        } else if (!watched.isKept()) {
            keep(server, watched);
        }
    }

    /** Written down once for each time that it was found away; the one who judges the rules says when it is over. */
    private void keep(String server, Watched watched) {
        try {
            rows.remember(alert(server, watched), watched.toldAt().isPresent());
            away.computeIfPresent(server, (name, same) -> same.keep());
        } catch (RuntimeException failure) {
            log.debug("That {} is away was not written down", server, failure);
        }
    }

    private void tell(String server, Watched watched, Instant now) {
        away.computeIfPresent(server, (name, same) -> same.tell(now));
        var first = told.isFirst(server, node);
        if (first == ToldInRedis.Answer.NO) {
            return;
        }
        var alone = first == ToldInRedis.Answer.NOBODY_KNOWS;
        var id = "alert-" + server + "-" + watched.firedAt().orElse(now).getEpochSecond() + "-" + watched.nextNumber();
        try {
            telling.channels()
                    .tell(telling.words()
                            .message(id, AlertState.FIRING, alert(server, watched), alone ? node : "", now));
        } catch (RuntimeException failure) {
            log.warn("{} was not told: {}", id, failure.toString());
        }
    }

    private static Alert alert(String server, Watched watched) {
        return new Alert(
                0,
                AlertRule.SERVER_AWAY,
                server,
                AlertRule.SERVER_AWAY.severity(),
                watched.course(),
                1,
                watched.firedAt(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Alert.Told.NEVER);
    }

    /**
     * A server that does not answer, or did not a moment ago.
     *
     * @param course how far its alert is
     * @param firedAt when it was away for long enough
     * @param toldAt when this node told it last, or found that another had
     * @param tells how often
     * @param keptAt of when what was written down is
     */
    private record Watched(
            AlertCourse course,
            Optional<Instant> firedAt,
            Optional<Instant> toldAt,
            int tells,
            Optional<Instant> keptAt) {

        static Watched begin(Instant now, Duration lasts) {
            return new Watched(AlertCourse.begin(now, lasts), Optional.empty(), Optional.empty(), 0, Optional.empty());
        }

        Watched bad(Instant now, Duration lasts) {
            var next = course.bad(now, lasts);
            return new Watched(
                    next,
                    firedAt.or(() -> next.state() == AlertState.FIRING ? Optional.of(now) : Optional.empty()),
                    toldAt,
                    tells,
                    keptAt);
        }

        /** Whether it still counts as away, although it answers. */
        boolean isBadStill(Instant now, Duration resolveAfter) {
            return course.good(now, resolveAfter)
                    .filter(next -> next.state() == AlertState.FIRING)
                    .isPresent();
        }

        Watched tell(Instant now) {
            return new Watched(course, firedAt, Optional.of(now), tells + 1, keptAt);
        }

        Watched keep() {
            return new Watched(course, firedAt, toldAt, tells, Optional.of(course.badAt()));
        }

        boolean isKept() {
            return keptAt.filter(course.badAt()::equals).isPresent();
        }

        boolean isToBeTold(Instant now, Duration repeat) {
            return toldAt.filter(told -> now.isBefore(told.plus(repeat))).isEmpty();
        }

        int nextNumber() {
            return tells + 1;
        }
    }
}
