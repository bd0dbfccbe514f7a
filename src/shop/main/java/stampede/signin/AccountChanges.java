package stampede.signin;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.listener.ChannelTopic;
import org.springframework.data.redis.listener.RedisMessageListenerContainer;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tells all nodes that accounts changed or sign-ins ended: this one at once, the others by a channel of Redis on which they ask the database.
 * While Redis is away they hear of it when they ask by themselves.
 */
@Component
class AccountChanges {

    private static final Logger log = LoggerFactory.getLogger(AccountChanges.class);

    private static final String CHANNEL = "account:changes";

    private final EndedSignInCache endings;
    private final StringRedisTemplate redis;

    AccountChanges(EndedSignInCache endings, StringRedisTemplate redis) {
        this.endings = endings;
        this.redis = redis;
    }

    /** The account is this from now on; in a transaction, from its commit on. */
    void tell(AccountState state) {
        afterCommit(() -> {
            endings.add(state);
            callOut();
        });
    }

    /** These sign-ins have ended and are refused here; the other nodes are to look. */
    void tellEnded() {
        afterCommit(this::callOut);
    }

    private void callOut() {
        try {
            redis.convertAndSend(CHANNEL, "");
        } catch (DataAccessException away) {
            log.debug("Other nodes hear of a changed account when they ask for it", away);
        }
    }

    private static void afterCommit(Runnable work) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            work.run();
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                work.run();
            }
        });
    }

    /** Listens for what other nodes call out. */
    @Configuration(proxyBeanMethods = false)
    static class Listener {

        @Bean
        RedisMessageListenerContainer accountChanges(RedisConnectionFactory redis, EndedSignInCache endings) {
            var container = new RedisMessageListenerContainer();
            container.setConnectionFactory(redis);
            container.addMessageListener((message, pattern) -> endings.turn(), new ChannelTopic(CHANNEL));
            return container;
        }
    }
}
