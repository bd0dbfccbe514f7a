package stampede.celery;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigureAfter;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import stampede.support.EngineConfiguration;
import stampede.support.WrongSetup;

/** Whoever wants to serve Celery's queues is told what is missing. */
@EngineConfiguration
@AutoConfigureAfter(CeleryAutoConfiguration.class)
@ConditionalOnProperty("stampede.celery.queues[0].name")
@ConditionalOnMissingBean(ResultBackend.class)
class CeleryWithoutRedisAutoConfiguration {

    @Bean
    static BeanFactoryPostProcessor celeryWithoutRedis() {
        return beans -> {
            throw new WrongSetup(
                    "stampede.celery.queues names a queue of Celery's to serve, and there is no Redis for its results.",
                    "Add spring-boot-starter-data-redis and set spring.data.redis.url, or name no queue.");
        };
    }
}
