package stampede.servers;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A JDBC address of the database, such as {@code jdbc:mysql://db.example/stampede?sslMode=VERIFY_IDENTITY}. */
final class DatabaseUrl {

    private static final Pattern HOSTS = Pattern.compile("jdbc:mysql:(?:[a-z:+]*)//(?<hosts>[^/?]*).*");
    private static final Pattern PORT = Pattern.compile(":\\d*$");

    /** What the shop asks of the driver where the address says nothing else. */
    private static final Map<String, String> DEFAULTS = defaults();

    private final String text;
    private final Map<String, String> parameters = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    DatabaseUrl(String text) {
        this.text = text;
        var query = text.indexOf('?');
        if (query >= 0) {
            Arrays.stream(text.substring(query + 1).split("&", -1))
                    .map(parameter -> parameter.split("=", 2))
                    .forEach(pair -> parameters.put(pair[0], pair.length == 2 ? pair[1] : ""));
        }
    }

    boolean isMySql() {
        return HOSTS.matcher(text).matches();
    }

    Optional<String> parameter(String name) {
        return Optional.ofNullable(parameters.get(name));
    }

    /** Whether all its hosts are this machine. Forms in brackets are not looked into, and count as others. */
    boolean isLoopback() {
        var hosts = HOSTS.matcher(text);
        return hosts.matches()
                && List.of(hosts.group("hosts").split(",", -1)).stream()
                        .map(host -> PORT.matcher(host.replaceFirst(".*@", "")).replaceFirst(""))
                        .allMatch(host -> host.isEmpty() || ServerAddress.isLoopback(host));
    }

    /** Whether the server must prove by a certificate who it is. */
    boolean isVerified() {
        return parameter("sslMode").filter(mode -> mode.startsWith("VERIFY_")).isPresent();
    }

    /** With the shop's own parameters, and these; what the address names stays as it is. */
    String withDefaults(Map<String, String> more) {
        var missing = new LinkedHashMap<>(DEFAULTS);
        missing.putAll(more);
        missing.keySet().removeIf(parameters::containsKey);
        if (missing.isEmpty()) {
            return text;
        }
        return text
                + separator()
                + missing.entrySet().stream()
                        .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                        .collect(Collectors.joining("&"));
    }

    /** For migrations, which may take as long as they need: an index on a large table is no silence. */
    String withoutTimeLimit(Map<String, String> more) {
        var unlimited = new LinkedHashMap<>(more);
        unlimited.put("socketTimeout", "0");
        return withDefaults(unlimited);
    }

    private String separator() {
        return text.indexOf('?') < 0 ? "?" : text.endsWith("?") || text.endsWith("&") ? "" : "&";
    }

    private static Map<String, String> defaults() {
        var defaults = new LinkedHashMap<String, String>();
        defaults.put("rewriteBatchedStatements", "true");
        defaults.put("cachePrepStmts", "true");
        defaults.put("useServerPrepStmts", "false");
        defaults.put("useLocalSessionState", "true");
        defaults.put("characterEncoding", "UTF-8");
        defaults.put("connectionTimeZone", "UTC");
        defaults.put("connectTimeout", "2000");
        // A machine that has gone without a word would otherwise be waited for without an end. Not less than what may
        // take its time: a lock is waited for up to 50 s (innodb_lock_wait_timeout), a report read for up to 30 s, and
        // a line that is cut before leaves its transaction, with its locks, to a server that has not noticed; whoever
        // tries again would wait for it.
        defaults.put("socketTimeout", "60000");
        defaults.put("tcpKeepAlive", "true");
        return defaults;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DatabaseUrl url && url.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return ServerAddress.withoutSecrets(text);
    }
}
