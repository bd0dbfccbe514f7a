package stampede.support;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;

/** Prints as two sentences that there is no database at the start, or none for this user. */
final class DatabaseFailureAnalyzer extends AbstractFailureAnalyzer<SQLException> {

    private static final String AWAY = "08";
    private static final String NO_SUCH_DATABASE = "42000";
    private static final String WRONG_PASSWORD = "28000";

    private final Environment environment;

    DatabaseFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, SQLException cause) {
        var state = String.valueOf(cause.getSQLState());
        var url =
                environment.getProperty("spring.datasource.url", "the database").replaceAll("\\?.*", "");
        var reason = NestedExceptionUtils.getMostSpecificCause(cause).getMessage();
        if (state.startsWith(AWAY)) {
            return new FailureAnalysis(
                    "No database answers at " + url + ": " + reason + ".",
                    "Start it, or correct spring.datasource.url.",
                    cause);
        }
        var denied = reason != null && reason.contains("denied");
        if (state.equals(WRONG_PASSWORD) || (state.equals(NO_SUCH_DATABASE) && denied)) {
            return new FailureAnalysis(
                    "The database at " + url + " does not let us in: " + reason + ".",
                    "Correct spring.datasource.username or password, or grant the user what it lacks: the database, and the right to make"
                            + " tables in it.",
                    cause);
        }
        return null;
    }
}
