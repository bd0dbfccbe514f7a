package stampede.servers;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import stampede.support.WrongSetup;

/**
 * What a shop must be told before it starts: whether it is open on purpose, and if not, passwords that nobody can guess and
 * connections that nobody can listen to. Looked at before anything is connected.
 */
final class ProductionSettingsCheck {

    private static final String PRODUCTION = "production";

    /** Profiles of shops that strangers do not reach. */
    private static final List<String> OPEN = List.of("demo", "development", "test");

    /** Those of this repository and of servers that were just installed. */
    private static final Set<String> KNOWN_PASSWORDS =
            Set.of("", "stampede", "stampede-demo", "guest", "root", "password", "changeit");

    private static final String REPLICA = "STAMPEDE_DB_REPLICA_URL";
    private static final String PLAIN_TEXT = "STAMPEDE_PLAIN_TEXT";

    private final Environment environment;

    ProductionSettingsCheck(Environment environment) {
        this.environment = environment;
    }

    /** @throws WrongSetup for the first rule that is broken */
    void check() {
        checkProfiles();
        if (environment.getProperty("spring.datasource.url") != null) {
            checkKind(Server.DATABASE.variable(), database());
        }
        if (!setting("stampede.replica.url").isBlank()) {
            checkKind(REPLICA, replica());
        }
        if (environment.acceptsProfiles(Profiles.of(PRODUCTION))) {
            checkDatabase();
            checkRedis();
            checkBroker();
            checkManagement();
        }
    }

    private void checkProfiles() {
        var production = environment.acceptsProfiles(Profiles.of(PRODUCTION));
        var open = OPEN.stream()
                .filter(profile -> environment.acceptsProfiles(Profiles.of(profile)))
                .toList();
        if (!production && open.isEmpty()) {
            throw new WrongSetup(
                    "No profile says what this shop is, and one that is open to everybody must be open on purpose.",
                    "Set SPRING_PROFILES_ACTIVE to production; or to development or demo on a machine that strangers do not reach.");
        }
        if (production && !open.isEmpty()) {
            throw new WrongSetup(
                    "The profiles " + open.get(0) + " and production are both active, and " + open.get(0)
                            + " is for shops that strangers do not reach.",
                    "Leave one of them out of SPRING_PROFILES_ACTIVE.");
        }
    }

    private static void checkKind(String variable, DatabaseUrl url) {
        if (!url.isMySql()) {
            throw new WrongSetup(
                    variable + " is " + url + ", which is no address of a MySQL or MariaDB.",
                    "Set it to jdbc:mysql://HOST:PORT/SCHEMA.");
        }
    }

    private void checkDatabase() {
        checkPassword(
                Server.DATABASE,
                "STAMPEDE_DB_PASSWORD",
                setting("spring.datasource.username"),
                setting("spring.datasource.password"));
        var migrator = setting("spring.flyway.user");
        if (!migrator.isEmpty()) {
            checkPassword(
                    Server.DATABASE, "STAMPEDE_DB_MIGRATION_PASSWORD", migrator, setting("spring.flyway.password"));
        }
        checkLine(Server.DATABASE.variable(), database());
        if (!setting("stampede.replica.url").isBlank()) {
            checkPassword(
                    Server.DATABASE,
                    "STAMPEDE_DB_REPLICA_PASSWORD",
                    setting("stampede.replica.username"),
                    setting("stampede.replica.password"));
            checkLine(REPLICA, replica());
        }
    }

    private void checkLine(String variable, DatabaseUrl url) {
        if (!url.isVerified() && !url.isLoopback()) {
            checkPlainText(
                    Server.DATABASE,
                    variable,
                    url.toString(),
                    "Add ?sslMode=VERIFY_IDENTITY to it, and name the authority of its certificate in STAMPEDE_SERVERS_CA.");
        }
    }

    private void checkRedis() {
        checkRedis(Server.REDIS.variable(), setting("spring.data.redis.url"));
        Map.of(
                        "STAMPEDE_STOCK_REDIS_URL", setting("stampede.stock.redis.url"),
                        "STAMPEDE_CELERY_RESULT_BACKEND", setting("stampede.celery.result-backend"))
                .forEach((variable, url) -> {
                    if (!url.isBlank()) {
                        checkRedis(variable, url);
                    }
                });
    }

    private void checkRedis(String variable, String url) {
        var address = ServerAddress.parse(url);
        checkPassword(Server.REDIS, variable, address.user(), address.password());
        if (!address.scheme().equals("rediss") && !address.isLoopback()) {
            checkPlainText(
                    Server.REDIS,
                    variable,
                    ServerAddress.withoutSecrets(address.text()),
                    "Let it begin with rediss://.");
        }
    }

    private void checkBroker() {
        for (var address : ServerAddress.list(setting("spring.rabbitmq.addresses"))) {
            var named = !address.user().isEmpty();
            checkPassword(
                    Server.BROKER,
                    Server.BROKER.variable(),
                    named ? address.user() : setting("spring.rabbitmq.username"),
                    named ? address.password() : setting("spring.rabbitmq.password"));
            if (!address.scheme().equals("amqps") && !address.isLoopback()) {
                checkPlainText(
                        Server.BROKER,
                        Server.BROKER.variable(),
                        ServerAddress.withoutSecrets(address.text()),
                        "Let each address begin with amqps://.");
            }
        }
    }

    /** The console signs in there with the broker's password; to make a deleted virtual host again, an administrator does. */
    private void checkManagement() {
        var administrators = setting("stampede.task.virtual-host.management");
        if (!administrators.isBlank()) {
            ServerAddress.list(administrators)
                    .forEach(one -> checkPassword(Server.BROKER, "STAMPEDE_RABBIT_ADMIN", one.user(), one.password()));
        }
        var management = setting("stampede.console.rabbit-management");
        if (management.startsWith("http:")
                && !ServerAddress.isLoopback(
                        String.valueOf(URI.create(management).getHost()))
                && !isAllowed(Server.BROKER)) {
            throw new WrongSetup(
                    "STAMPEDE_RABBIT_MANAGEMENT is " + ServerAddress.withoutSecrets(management)
                            + ": the profile production sends no password in plain text to another machine.",
                    "Let it begin with https://, or leave it away.");
        }
    }

    private static void checkPassword(Server server, String variable, String user, String password) {
        if (KNOWN_PASSWORDS.contains(password) || password.equals(user)) {
            throw new WrongSetup(
                    variable + " gives " + server
                            + (password.isEmpty() ? " no password" : " a password that everybody can guess")
                            + ", which the profile production does not take.",
                    "Give the account a random password (`openssl rand -hex 24`) at the server and in " + variable
                            + ".");
        }
    }

    private void checkPlainText(Server server, String variable, String address, String remedy) {
        if (!isAllowed(server)) {
            throw new WrongSetup(
                    variable + " is " + address + ": the profile production speaks no plain text with another machine.",
                    remedy + " Where the network itself is closed, " + PLAIN_TEXT + "="
                            + server.name().toLowerCase(Locale.ROOT) + " lets it be.");
        }
    }

    private boolean isAllowed(Server server) {
        return Stream.of(setting("stampede.plain-text").split(",", -1))
                .map(String::strip)
                .anyMatch(server.name()::equalsIgnoreCase);
    }

    private DatabaseUrl database() {
        return new DatabaseUrl(setting("spring.datasource.url"));
    }

    private DatabaseUrl replica() {
        return new DatabaseUrl(setting("stampede.replica.url"));
    }

    private String setting(String name) {
        return environment.getProperty(name, "");
    }
}
