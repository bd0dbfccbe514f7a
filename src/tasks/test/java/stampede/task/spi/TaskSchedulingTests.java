package stampede.task.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import stampede.support.JobScheduler;

/** The engine's periodic jobs and those of the application it is part of keep out of each other's way. */
class TaskSchedulingTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    TaskSchedulingAutoConfiguration.class, TaskExecutionAutoConfiguration.class, Engine.class));

    @Test
    void runsInAnApplicationThatSchedulesNothing() {
        application.run(context -> {
            await().untilAsserted(() ->
                    assertThat(context.getBean(EngineJob.class).threads).isNotEmpty());
            assertThat(context.getBean(EngineJob.class).threads).allMatch(name -> name.startsWith("task-scheduling-"));
        });
    }

    @Test
    void leavesTheApplicationItsScheduler() {
        application
                .withPropertyValues("spring.task.scheduling.thread-name-prefix=own-")
                .withUserConfiguration(ApplicationJob.class)
                .run(context -> {
                    await().untilAsserted(() -> assertThat(context.getBean(ApplicationJob.class).threads)
                            .isNotEmpty());
                    assertThat(context.getBean(ApplicationJob.class).threads).allMatch(name -> name.startsWith("own-"));
                    assertThat(context.getBean(TaskScheduler.class)).isSameAs(context.getBean("taskScheduler"));
                    assertThat(context).hasBean("applicationTaskExecutor");
                });
    }

    @Test
    void keepsItsThreadsWhereTheApplicationHasOneForEverything() {
        application
                .withUserConfiguration(OneForEverything.class, BlockedJob.class)
                .run(context -> {
                    await().untilAsserted(() -> assertThat(
                                    context.getBean(BlockedJob.class).begun.getCount())
                            .isZero());
                    var before = context.getBean(EngineJob.class).threads.size();
                    await().until(() -> context.getBean(EngineJob.class).threads.size() > before + 1);
                    assertThat(context.getBean(EngineJob.class).threads)
                            .allMatch(name -> name.startsWith("task-scheduling-"));
                });
    }

    /** A job that worked on would find the database's connections closed. */
    @Test
    void endsWhatRunsBeforeTheBeansItUses() {
        var events = new ConcurrentLinkedQueue<String>();
        application
                .withBean(WaitingJob.class, () -> new WaitingJob(events))
                .withBean("used", DisposableBean.class, () -> () -> events.add("closed"))
                .run(context -> {
                    context.getBean("used");
                    await().until(() -> events.contains("begun"));
                });

        assertThat(events).containsExactly("begun", "interrupted", "closed");
    }

    @EnableConfigurationProperties(TaskScheduling.Properties.class)
    @Import({TaskScheduling.class, EngineJob.class})
    static class Engine {}

    static class EngineJob {

        final Queue<String> threads = new ConcurrentLinkedQueue<>();

        @Scheduled(fixedDelay = 10, scheduler = JobScheduler.ENGINE)
        void turn() {
            threads.add(Thread.currentThread().getName());
        }
    }

    @EnableScheduling
    static class ApplicationJob {

        final Queue<String> threads = new ConcurrentLinkedQueue<>();

        @Scheduled(fixedDelay = 10)
        void turn() {
            threads.add(Thread.currentThread().getName());
        }
    }

    static class WaitingJob {

        private final Queue<String> events;

        WaitingJob(Queue<String> events) {
            this.events = events;
        }

        @Scheduled(fixedDelay = 10, scheduler = JobScheduler.ENGINE)
        void turn() {
            events.add("begun");
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException stopped) {
                events.add("interrupted");
                Thread.currentThread().interrupt();
            }
        }
    }

    static class OneForEverything {

        @Bean(destroyMethod = "shutdownNow")
        ScheduledExecutorService oneThread() {
            return new ScheduledThreadPoolExecutor(1);
        }

        @Bean
        SchedulingConfigurer configurer(ScheduledExecutorService oneThread) {
            return registrar -> registrar.setScheduler(oneThread);
        }
    }

    static class BlockedJob {

        final CountDownLatch begun = new CountDownLatch(1);

        @Scheduled(fixedDelay = 10)
        void turn() throws InterruptedException {
            begun.countDown();
            new CountDownLatch(1).await();
        }
    }
}
