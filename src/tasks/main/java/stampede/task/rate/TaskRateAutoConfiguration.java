package stampede.task.rate;

import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import stampede.support.EngineConfiguration;

/** Rate limits: in the whole cluster where there is Redis, else on each node. */
@EngineConfiguration
@Import({RateLimitWait.class, TaskRateLimiter.class})
class TaskRateAutoConfiguration {

    @ConditionalOnClass({Bucket4jLettuce.class, LettuceConnectionFactory.class})
    @ConditionalOnBean(LettuceConnectionFactory.class)
    static class Redis {

        @Bean
        ClusterRateLimiter clusterRateLimiter(LettuceConnectionFactory redis) {
            return new ClusterRateLimiter(redis);
        }
    }
}
