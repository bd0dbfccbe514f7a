package stampede.servers;

import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/** As much of a node as has connections, and nothing else: starts in a second. Also a program that ends when told to. */
@SpringBootConfiguration(proxyBeanMethods = false)
@Import(ServersConfiguration.class)
@ImportAutoConfiguration({
    SslAutoConfiguration.class,
    DataSourceAutoConfiguration.class,
    DataRedisAutoConfiguration.class,
    RabbitAutoConfiguration.class
})
class ServerClients {

    public static void main(String[] arguments) {
        start(List.of(arguments));
    }

    static ConfigurableApplicationContext start(List<String> settings) {
        var all = new ArrayList<>(settings);
        all.add("--spring.main.banner-mode=off");
        if (settings.stream().noneMatch(setting -> setting.startsWith("--spring.profiles.active="))) {
            all.add("--spring.profiles.active=development");
        }
        return new SpringApplicationBuilder(ServerClients.class)
                .web(WebApplicationType.NONE)
                .run(all.toArray(String[]::new));
    }
}
