package stampede.faults;

import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import stampede.Stampede;
import stampede.testing.MainClassesOnly;

/** A second shop in the suite's process, on servers and with settings of its own. */
final class OwnShop implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private OwnShop(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static OwnShop start(OwnServers servers, List<String> settings) {
        return begin(servers.settings(), settings);
    }

    /** Reaches its servers by these lines. */
    static OwnShop start(OwnServers servers, ShopNode.ServerLines lines, List<String> settings) {
        return begin(servers.settings(lines), settings);
    }

    private static OwnShop begin(List<String> servers, List<String> settings) {
        var arguments = new ArrayList<>(servers);
        arguments.addAll(settings);
        arguments.addAll(List.of("--server.port=0", "--spring.main.banner-mode=off"));
        return new OwnShop(new SpringApplicationBuilder(Stampede.class)
                .profiles("development")
                .initializers(new MainClassesOnly())
                .registerShutdownHook(false)
                .run(arguments.toArray(String[]::new)));
    }

    <T> T the(Class<T> type) {
        return context.getBean(type);
    }

    /** Where it takes requests, on this machine. */
    int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    @Override
    public void close() {
        context.close();
    }
}
