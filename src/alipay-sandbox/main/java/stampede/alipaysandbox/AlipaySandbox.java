package stampede.alipaysandbox;

import java.time.Clock;
import java.util.Map;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.MessageSourceAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration;
import org.springframework.boot.thymeleaf.autoconfigure.ThymeleafAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FullyQualifiedAnnotationBeanNameGenerator;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Profiles;

/**
 * Starts the local Alipay. It needs a port and a directory and no server; its settings are in {@code alipaysandbox.yaml}, not in
 * the shop's. What it uses of Spring Boot is named one by one, because most of what lies on the shop's class path is not for it.
 */
@Configuration(proxyBeanMethods = false)
@ComponentScan(nameGenerator = FullyQualifiedAnnotationBeanNameGenerator.class)
@ImportAutoConfiguration({
    PropertyPlaceholderAutoConfiguration.class,
    MessageSourceAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    HttpEncodingAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    ErrorMvcAutoConfiguration.class,
    ThymeleafAutoConfiguration.class
})
public class AlipaySandbox {

    public static void main(String[] args) {
        program().run(args);
    }

    /** The program, ready to run. */
    public static SpringApplicationBuilder program() {
        return new SpringApplicationBuilder(AlipaySandbox.class)
                .properties(Map.of("spring.config.name", "alipaysandbox"))
                .initializers(context -> refuseProduction(context.getEnvironment()));
    }

    private static void refuseProduction(ConfigurableEnvironment environment) {
        if (environment.acceptsProfiles(Profiles.of("production"))) {
            throw new SandboxSetupException(
                    "The local Alipay takes no real money, so it does not run in production.",
                    "Name a real gateway in STAMPEDE_ALIPAY_GATEWAY and do not start " + AlipaySandbox.class.getName()
                            + ".");
        }
    }

    @Bean
    SandboxProperties properties(ConfigurableEnvironment environment) {
        return bind(environment, SandboxProperties.class);
    }

    @Bean
    NotificationProperties notificationProperties(ConfigurableEnvironment environment) {
        return bind(environment, NotificationProperties.class);
    }

    private static <T> T bind(ConfigurableEnvironment environment, Class<T> properties) {
        return Binder.get(environment).bindOrCreate("stampede.alipaysandbox", properties);
    }

    @Bean
    SandboxKeys keys(SandboxProperties properties) {
        return SandboxKeys.in(properties.directory());
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }
}
