package stampede.security;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationContext;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Duty;
import stampede.account.JdbcAccountRepository;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.ids.Ids;
import stampede.token.AccessTokenIssuer;
import stampede.token.JwtCodec;
import stampede.token.TokenPurpose;

/**
 * Every endpoint, asked by everybody: what {@code endpoints.txt} expects against what is seen. The endpoints are read from the
 * mappings, so a new one fails this class until it has its row.
 */
@StampedeTest
class EndpointAccessTests {

    private static final Path TABLE = Path.of("src/shop/test/resources/stampede/security/endpoints.txt");
    private static final Pattern VARIABLE = Pattern.compile("\\{([^}]*)}");

    /** Served by a filter, so no mapping has it. */
    private static final List<String> BY_FILTERS = List.of("POST /sign-out");

    @Autowired
    private ApplicationContext shop;

    @Autowired
    private Accounts accounts;

    @Autowired
    private JdbcAccountRepository rows;

    @Autowired
    private JwtCodec tokens;

    @Autowired
    private AccessTokenIssuer accessTokenIssuer;

    @Autowired
    private Ids ids;

    @LocalServerPort
    private int port;

    @Test
    void everyEndpointLetsInWhomTheTableSays() {
        var expected = new TreeMap<String, String>();
        rows().forEach(row ->
                expected.put(row[0] + " " + row[1], outcomes(Arrays.stream(row).skip(2))));
        var seen = new TreeMap<String, String>();
        var two = Executors.newFixedThreadPool(2);
        try {
            endpoints().forEach(endpoint -> seen.put(endpoint, outcomes(outcomes(endpoint, two).stream())));
        } finally {
            two.shutdown();
        }

        assertThat(lines(seen)).as("seen against %s", TABLE).isEqualTo(lines(expected));
    }

    /** Everybody has an account of their own, so they may ask at the same time. */
    private List<String> outcomes(String endpoint, ExecutorService threads) {
        return Arrays.stream(Who.values())
                .map(who -> CompletableFuture.supplyAsync(() -> outcome(endpoint, who), threads))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
    }

    /** What lets a caller in answers anything else than a wish for another caller, be it that there is no such order. */
    private String outcome(String endpoint, Who who) {
        var method = endpoint.substring(0, endpoint.indexOf(' '));
        var path = path(endpoint.substring(endpoint.indexOf(' ') + 1));
        var browser = new Browser(port);
        var account = account(who);
        var answer = path.startsWith("/api/")
                ? browser.call(
                        method, path, account.map(accessTokenIssuer::issue).map(token -> "Bearer " + token))
                : page(browser, method, path, account);
        return switch (answer.statusCode()) {
            case 401, 403 -> Integer.toString(answer.statusCode());
            case 302 ->
                answer.headers().firstValue("Location").orElse("").matches("(https?://[^/]+)?/sign-in\\?.*")
                        ? "sign-in"
                        : "in";
            default -> "in";
        };
    }

    private java.net.http.HttpResponse<?> page(
            Browser browser, String method, String path, Optional<SignedIn> account) {
        account.ifPresent(
                known -> browser.setCookie("stampede", tokens.issue(known, TokenPurpose.PAGES, Duration.ofMinutes(5))));
        return method.equals("GET")
                ? browser.call(method, path, Optional.empty())
                : browser.submit("/register", path, Map.of());
    }

    /** An endpoint that is of no method is asked by GET, because that is what a browser would do. */
    private Set<String> endpoints() {
        var all = new TreeSet<String>();
        shop.getBeansOfType(RequestMappingInfoHandlerMapping.class).values().stream()
                .flatMap(mapping -> mapping.getHandlerMethods().entrySet().stream())
                .filter(mapped -> isOfTheShop(mapped.getValue()))
                .flatMap(mapped -> endpoints(mapped.getKey()))
                .forEach(all::add);
        BY_FILTERS.forEach(all::add);
        return all;
    }

    private static Stream<String> endpoints(RequestMappingInfo info) {
        var methods =
                info.getMethodsCondition().getMethods().stream().map(Enum::name).toList();
        return info.getPatternValues().stream()
                .flatMap(path ->
                        (methods.isEmpty() ? List.of("GET") : methods).stream().map(method -> method + " " + path));
    }

    /** Tests have controllers of their own. */
    private static boolean isOfTheShop(HandlerMethod handler) {
        var source = handler.getBeanType().getProtectionDomain().getCodeSource();
        return source == null || !source.getLocation().getPath().contains("test-classes");
    }

    private static String path(String pattern) {
        return VARIABLE.matcher(pattern.replace("/**", "/1"))
                .replaceAll(variable -> variable.group(1).equals("day") ? "2000-01-01" : "1");
    }

    private static List<String[]> rows() {
        try (var lines = Files.lines(TABLE)) {
            return lines.filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.strip().split("\\s+"))
                    .toList();
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private static String outcomes(Stream<String> all) {
        return all.map("%-8s"::formatted).collect(joining(" ")).strip();
    }

    /** As the file has it, so that the difference can be read, and copied when it is meant. */
    private static String lines(Map<String, String> table) {
        return table.entrySet().stream()
                .sorted(Comparator.comparing(row -> row.getKey().replaceFirst("(\\S+) (\\S+)", "$2 $1")))
                .map(row -> "%-7s%-62s %s"
                        .formatted(
                                row.getKey().substring(0, row.getKey().indexOf(' ')),
                                row.getKey().substring(row.getKey().indexOf(' ') + 1),
                                row.getValue()))
                .collect(joining("\n", "\n", "\n"));
    }

    private Optional<SignedIn> account(Who who) {
        var account = who.role.map(role -> accounts.ensure("t" + ids.next(), "correct horse", role));
        account.filter(known -> known.role() == Role.OPERATOR)
                .ifPresent(operator ->
                        rows.giveDuties(operator.id(), who.duty.map(Set::of).orElse(Set.of())));
        return account;
    }

    /** Whoever may ask: operators with no duty, and with one each. */
    private enum Who {
        NOBODY(Optional.empty(), Optional.empty()),
        SHOPPER(Optional.of(Role.SHOPPER), Optional.empty()),
        SELLER(Optional.of(Role.SELLER), Optional.empty()),
        OPERATOR(Optional.of(Role.OPERATOR), Optional.empty()),
        SEEING(Optional.of(Role.OPERATOR), Optional.of(Duty.SEE)),
        RUNNING(Optional.of(Role.OPERATOR), Optional.of(Duty.RUN)),
        PAYING(Optional.of(Role.OPERATOR), Optional.of(Duty.MONEY)),
        ADMINISTERING(Optional.of(Role.OPERATOR), Optional.of(Duty.ADMIN));

        private final Optional<Role> role;
        private final Optional<Duty> duty;

        Who(Optional<Role> role, Optional<Duty> duty) {
            this.role = role;
            this.duty = duty;
        }
    }
}
