package stampede.challenge;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.ZSetOperations.TypedTuple;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** Tells the other nodes of crowds at this one, and hears of theirs. Writes only while there is one; without Redis each node goes by itself. */
@Component
class CrowdLevelJob {

    private static final Logger log = LoggerFactory.getLogger(CrowdLevelJob.class);

    /** What is told is believed so long. */
    private static final Duration BELIEVED = Duration.ofSeconds(3);

    private static final String CROWDS = "challenge:{crowds}";

    private final CrowdLevels levels;
    private final StringRedisTemplate redis;
    private final Clock clock;

    CrowdLevelJob(CrowdLevels levels, StringRedisTemplate redis, Clock clock) {
        this.levels = levels;
        this.redis = redis;
        this.clock = clock;
    }

    @Scheduled(fixedDelay = 400)
    void turn() {
        var here = levels.look();
        if (!levels.isOn()) {
            return;
        }
        try {
            tell(here);
            levels.hear(crowds());
        } catch (DataAccessException noRedis) {
            levels.hear(Map.of());
            log.debug("Crowds at other nodes are not known", noRedis);
        }
    }

    private void tell(Map<OfferId, CrowdLevel> here) {
        if (here.isEmpty()) {
            return;
        }
        var now = (double) clock.millis();
        redis.opsForZSet()
                .add(
                        CROWDS,
                        here.entrySet().stream()
                                .map(crowd -> TypedTuple.of(
                                        crowd.getKey() + ":" + crowd.getValue(), now + BELIEVED.toMillis()))
                                .collect(Collectors.toSet()));
        redis.opsForZSet().removeRangeByScore(CROWDS, 0, now);
        redis.expire(CROWDS, BELIEVED.multipliedBy(4));
    }

    private Map<OfferId, CrowdLevel> crowds() {
        var told = redis.opsForZSet().rangeByScore(CROWDS, (double) clock.millis(), Double.POSITIVE_INFINITY);
        var crowds = new HashMap<OfferId, CrowdLevel>();
        for (var crowd : told == null ? Set.<String>of() : told) {
            var end = crowd.indexOf(':');
            crowds.merge(
                    OfferId.of(crowd.substring(0, end)), CrowdLevel.valueOf(crowd.substring(end + 1)), CrowdLevel::or);
        }
        return crowds;
    }
}
