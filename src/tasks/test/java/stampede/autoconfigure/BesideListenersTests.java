package stampede.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.ConnectionFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.AnonymousQueue;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import stampede.support.rabbit.EngineConnections;
import stampede.support.rabbit.LenientRabbitClient;
import stampede.task.Delivery;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;

/** An application that uses RabbitMQ by itself, in its own way, has tasks beside that. */
@SpringBootTest(
        classes = BesideListenersTests.Application.class,
        webEnvironment = WebEnvironment.NONE,
        properties = {
            "stampede.task.prefix=l${random.int[100000,999999]}",
            "spring.rabbitmq.requested-heartbeat=",
            "spring.rabbitmq.connection-timeout=",
            "spring.rabbitmq.cache.connection.mode=connection",
            "spring.rabbitmq.publisher-confirm-type=simple",
            "spring.rabbitmq.publisher-returns=false",
            "spring.rabbitmq.listener.simple.acknowledge-mode=none",
        })
class BesideListenersTests {

    @Autowired
    private CachingConnectionFactory connections;

    @Autowired
    private RabbitTemplate template;

    @Autowired
    private Post post;

    @Autowired
    private Queue queue;

    @Autowired
    private Tasks tasks;

    @Autowired
    private ApplicationContext context;

    @Test
    void itsListenerHearsWhatItsTemplateSays() {
        var confirmed = template.invoke(operations -> {
            operations.convertAndSend(queue.getName(), "hello");
            return operations.waitForConfirms(30_000);
        });

        assertThat(confirmed).as("as it has asked for").isTrue();
        await().untilAsserted(() -> assertThat(post.heard).contains("hello"));
    }

    @Test
    void itsTasksAreConfirmedAndRun() {
        assertThat(tasks.publish(new Note("one")).join()).isEqualTo(Delivery.CONFIRMED);
        tasks.send(new Note("two"));

        await().untilAsserted(() -> assertThat(post.noted).contains("one", "two"));
    }

    @Test
    void itsConnectionsStayAsItSetThem() {
        var client = connections.getRabbitConnectionFactory();
        var own = context.getBean(EngineConnections.BEAN, CachingConnectionFactory.class)
                .getRabbitConnectionFactory();

        assertThat(template.getConnectionFactory()).isSameAs(connections);
        assertThat(client.getClass()).isEqualTo(ConnectionFactory.class);
        assertThat(client.getRequestedHeartbeat()).isEqualTo(ConnectionFactory.DEFAULT_HEARTBEAT);
        assertThat(client.getHandshakeTimeout()).isEqualTo(ConnectionFactory.DEFAULT_HANDSHAKE_TIMEOUT);
        assertThat(connections.getCacheMode()).isEqualTo(CachingConnectionFactory.CacheMode.CONNECTION);
        assertThat(own).isInstanceOf(LenientRabbitClient.class);
        assertThat(own.getRequestedHeartbeat()).isEqualTo(4);
    }

    record Note(String text) {}

    /** Hears messages, and runs tasks. */
    @TaskHandlers
    static class Post {

        private final List<String> heard = new CopyOnWriteArrayList<>();
        private final List<String> noted = new CopyOnWriteArrayList<>();

        @RabbitListener(queues = "#{queue.name}")
        void hear(String message) {
            heard.add(message);
        }

        @Task(name = "post.note", queue = "notes")
        void note(Note note) {
            noted.add(note.text());
        }
    }

    @TestComponent
    @EnableAutoConfiguration
    @Import(Post.class)
    static class Application {

        @Bean
        Queue queue() {
            return new AnonymousQueue();
        }
    }
}
