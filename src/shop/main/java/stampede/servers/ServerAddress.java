package stampede.servers;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address of a server as its variable gives it, such as {@code amqps://user:password@host:5671/vhost}.
 *
 * @param text the whole, one node of the server only
 * @param scheme what stands before the colon and slashes; empty if nothing does
 * @param user empty if there is none
 * @param password empty if there is none
 * @param host without its port
 * @param port what it says, if it is one
 */
record ServerAddress(String text, String scheme, String user, String password, String host, Optional<Integer> port) {

    private static final Pattern PARTS =
            Pattern.compile("(?:(?<scheme>[^/@]*)://)?(?:(?<user>[^:@/]*)(?::(?<password>[^/]*))?@)?(?<host>[^/?]*).*");
    private static final Pattern PORT = Pattern.compile(":(\\d{0,5})$");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[?::1]?");

    /** Those in a list with commas, as RabbitMQ's client takes it. */
    static List<ServerAddress> list(String text) {
        return Arrays.stream(text.split(",", -1)).map(one -> parse(one.strip())).toList();
    }

    static ServerAddress parse(String text) {
        var parts = PARTS.matcher(text);
        if (!parts.matches()) {
            return new ServerAddress(text, "", "", "", "", Optional.empty());
        }
        var port = PORT.matcher(parts.group("host"));
        return new ServerAddress(
                text,
                textOf(parts.group("scheme")),
                textOf(parts.group("user")),
                textOf(parts.group("password")),
                port.replaceFirst(""),
                port.reset()
                        .results()
                        .map(found -> found.group(1))
                        .filter(digits -> !digits.isEmpty())
                        .map(Integer::valueOf)
                        .findFirst());
    }

    /** Whether what is sent there stays on this machine. */
    boolean isLoopback() {
        return isLoopback(host);
    }

    static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host).matches();
    }

    /** Fit for logs: without user, password and parameters. */
    static String withoutSecrets(String text) {
        return text.replaceAll("//[^/]*@", "//").replaceAll("\\?.*", "");
    }

    private static String textOf(String group) {
        return Optional.ofNullable(group).orElse("");
    }
}
