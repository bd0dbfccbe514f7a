package stampede.monitor;

import java.time.Duration;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.thymeleaf.spring6.SpringTemplateEngine;
import stampede.history.TaskHistory;
import stampede.task.admin.TaskQueues;
import stampede.workflow.Workflows;
import tools.jackson.databind.json.JsonMapper;

/**
 * The monitor, in an application with Spring MVC and Thymeleaf that has opened it to somebody. In any other there is none of its
 * mappings, so its path is free for whatever the application has there.
 */
@AutoConfiguration
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({DispatcherServlet.class, SpringTemplateEngine.class})
@ConditionalOnBean({TaskHistory.class, TaskQueues.class, Workflows.class})
@EnableConfigurationProperties(MonitorProperties.class)
public class MonitorAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @Conditional(IsClosed.class)
    static class Closed {

        Closed(MonitorProperties properties) {
            LoggerFactory.getLogger(MonitorAutoConfiguration.class)
                    .info(
                            "The task monitor is closed. To have it at {}, name roles in stampede.task.monitor.read-roles and "
                                    + "stampede.task.monitor.act-roles, or declare a bean of stampede.monitor.MonitorAccess",
                            properties.path());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Conditional(IsOpened.class)
    @Import({
        MonitorModel.class,
        MonitorExceptionHandler.class,
        MonitorApi.class,
        TaskRunController.class,
        TaskQueueController.class,
        DeadTaskController.class,
        AllDeadController.class,
        TaskScheduleController.class,
        TaskNodeController.class,
        WorkflowController.class,
        DeadMessageController.class,
        KnownTaskController.class,
        WaitingTaskController.class,
        WorkflowListController.class,
        MonitorListsApi.class,
        KnownTasksView.class,
        MonitorTemplateResolver.class,
        TaskStory.class,
        WaitingTasksView.class
    })
    static class Opened {

        @Bean
        MonitorGuard monitorGuard(MonitorProperties properties, ObjectProvider<MonitorAccess> rules) {
            var roles = new RoleAccess(properties.readRoles(), properties.actRoles());
            return new MonitorGuard(
                    Stream.concat(Stream.of(roles), rules.orderedStream()).toList());
        }

        @Bean
        @ConditionalOnMissingBean
        MonitorAudit monitorAudit() {
            return new LoggedAudit();
        }

        @Bean
        MonitorJson monitorJson(JsonMapper json, MonitorProperties properties) {
            return new MonitorJson(json, properties.zoneOrDefault());
        }

        @Bean
        WebMvcConfigurer monitorWeb(MonitorProperties properties, MonitorGuard guard) {
            return new WebMvcConfigurer() {
                @Override
                public void addInterceptors(InterceptorRegistry interceptors) {
                    interceptors.addInterceptor(guard);
                }

                @Override
                public void addResourceHandlers(ResourceHandlerRegistry resources) {
                    resources
                            .addResourceHandler(properties.path() + MonitorAssets.FOLDER + "**")
                            .addResourceLocations("classpath:/" + MonitorAssets.LOCATION)
                            .setCacheControl(CacheControl.maxAge(Duration.ofDays(365))
                                    .cachePublic()
                                    .immutable());
                }
            };
        }
    }

    /** By roles in the settings, or by a bean. */
    static final class IsOpened extends AnyNestedCondition {

        IsOpened() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @Conditional(NamesRoles.class)
        static final class ByRoles {}

        @ConditionalOnBean(MonitorAccess.class)
        static final class ByBean {}
    }

    static final class IsClosed extends NoneNestedConditions {

        IsClosed() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @Conditional(IsOpened.class)
        static final class Otherwise {}
    }

    static final class NamesRoles implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            var properties =
                    Binder.get(context.getEnvironment()).bind("stampede.task.monitor", MonitorProperties.class);
            return properties.isBound() && properties.get().opens();
        }
    }
}
