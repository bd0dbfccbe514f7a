package stampede.servers;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import stampede.support.WrongSetup;

/**
 * Tells from a failure whether a server is away or says no. One that is away may come; a password that is wrong stays wrong.
 */
final class ServerFailures {

    /** Access denied, for the account's password or the way it signs in. */
    private static final List<Integer> WRONG_CREDENTIALS = List.of(1045, 1130, 1251, 1698, 4151);

    /** Access to the schema denied, or no such schema. */
    private static final List<Integer> WRONG_SCHEMA = List.of(1044, 1049);

    private static final List<String> WRONG_REDIS_CREDENTIALS =
            List.of("WRONGPASS", "NOAUTH", "ERR AUTH", "ERR invalid password", "ERR Client sent AUTH");

    private static final Pattern NO_VIRTUAL_HOST = Pattern.compile("vhost (.{1,255}) not found");

    private ServerFailures() {}

    /** What to tell who set the shop up; nothing if the server is merely away. */
    static Optional<WrongSetup> of(Server server, String address, Exception failure) {
        return causes(failure)
                .flatMap(cause -> ofCause(server, address, cause).stream())
                .findFirst();
    }

    /** Whether the broker is there and will not have it so, as opposed to being away. */
    static boolean saysNo(Exception failure) {
        return of(Server.BROKER, "", failure).isPresent()
                || missingVirtualHost(failure).isPresent();
    }

    /** The virtual host that the broker says it has not, if it says so. Somebody who deleted it may make it again. */
    static Optional<String> missingVirtualHost(Exception failure) {
        return causes(failure)
                .flatMap(cause -> closeOf(cause).stream())
                .map(close -> NO_VIRTUAL_HOST.matcher(String.valueOf(close.getReplyText())))
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst();
    }

    /** The reason at the bottom, in one line. */
    static String reason(Exception failure) {
        var missing = missingVirtualHost(failure);
        if (missing.isPresent()) {
            return "it has no virtual host " + missing.get()
                    + ". Make it again (rabbitmqctl add_vhost, rabbitmqctl set_permissions), or correct "
                    + Server.BROKER.variable() + ".";
        }
        return Failures.reason(failure);
    }

    private static Optional<WrongSetup> ofCause(Server server, String address, Throwable cause) {
        if (cause instanceof UnknownHostException) {
            return wrong(
                    server.variable(),
                    address + ", and nobody knows a machine of that name (" + cause.getMessage() + ")");
        }
        if (cause instanceof CertificateException) {
            return Optional.of(
                    new WrongSetup(
                            server.variable() + " leads to " + address + ", whose certificate is not to be trusted ("
                                    + cause.getMessage() + ").",
                            "Use the name that its certificate is for, and let STAMPEDE_SERVERS_CA name a file with the certificate of who signed it."));
        }
        return switch (server) {
            case DATABASE -> ofDatabase(address, cause);
            case REDIS -> ofRedis(address, cause);
            case BROKER -> ofBroker(address, cause);
        };
    }

    private static Optional<WrongSetup> ofDatabase(String address, Throwable cause) {
        if (!(cause instanceof SQLException answer)) {
            return Optional.empty();
        }
        if (WRONG_CREDENTIALS.contains(answer.getErrorCode())) {
            return Optional.of(new WrongSetup(
                    "The database at " + address + " does not let STAMPEDE_DB_USER in with STAMPEDE_DB_PASSWORD ("
                            + reason(answer) + ").",
                    "Set STAMPEDE_DB_USER and STAMPEDE_DB_PASSWORD to an account that it knows."));
        }
        return WRONG_SCHEMA.contains(answer.getErrorCode())
                ? wrong(
                        Server.DATABASE.variable(),
                        address + ", whose schema this account cannot use (" + reason(answer) + ")")
                : Optional.empty();
    }

    private static Optional<WrongSetup> ofRedis(String address, Throwable cause) {
        var words = String.valueOf(cause.getMessage());
        if (WRONG_REDIS_CREDENTIALS.stream().anyMatch(words::startsWith)) {
            return wrong(Server.REDIS.variable(), address + ", which does not take its password (" + words + ")");
        }
        return words.startsWith("ERR DB index")
                ? wrong(Server.REDIS.variable(), address + ", which has no such database (" + words + ")")
                : Optional.empty();
    }

    private static Optional<WrongSetup> ofBroker(String address, Throwable cause) {
        if (cause instanceof AuthenticationFailureException
                || cause instanceof PossibleAuthenticationFailureException) {
            return wrong(Server.BROKER.variable(), address + ", which does not take its user and password");
        }
        return closeOf(cause)
                .filter(close ->
                        close.getReplyCode() == AMQP.NOT_ALLOWED || close.getReplyCode() == AMQP.ACCESS_REFUSED)
                .filter(close -> !NO_VIRTUAL_HOST.matcher(close.getReplyText()).find())
                .flatMap(close -> wrong(
                        Server.BROKER.variable(),
                        address + ", whose virtual host this user cannot use (" + close.getReplyText() + ")"));
    }

    private static Optional<AMQP.Connection.Close> closeOf(Throwable cause) {
        return cause instanceof ShutdownSignalException signal
                        && signal.getReason() instanceof AMQP.Connection.Close close
                ? Optional.of(close)
                : Optional.empty();
    }

    private static Optional<WrongSetup> wrong(String variable, String how) {
        return Optional.of(new WrongSetup(variable + " leads to " + how + ".", "Correct " + variable + "."));
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(20);
    }
}
