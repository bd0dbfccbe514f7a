package stampede.database;

import java.sql.SQLException;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.hibernate.dialect.DatabaseVersion;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.engine.jdbc.dialect.spi.DialectResolutionInfo;
import org.hibernate.engine.jdbc.dialect.spi.DialectResolver;
import org.jspecify.annotations.Nullable;

/**
 * Tells Hibernate when the server is a MariaDB, and which. MySQL's driver takes every server for a MySQL, and MySQL's
 * dialect says things that MariaDB does not understand. Named in {@code application.yaml}; public for Hibernate only.
 */
public class ServerDialect implements DialectResolver {

    private static final Pattern RELEASE = Pattern.compile("(\\d+)\\.(\\d+)\\.\\d+");

    /** The oldest that the shop runs on, for servers that do not tell. */
    private static final DatabaseVersion OLDEST = DatabaseVersion.make(10, 11);

    /** Answers null for a server that is no MariaDB: Hibernate then decides by itself. */
    @Override
    public @Nullable Dialect resolveDialect(DialectResolutionInfo info) {
        return mariaDb(productVersion(info)).map(MariaDBDialect::new).orElse(null);
    }

    /**
     * Reads the version that a server gives itself.
     *
     * @return nothing unless it is a MariaDB; of several releases named the highest, because MariaDB puts a lower one in front
     *     for clients that expect a MySQL ({@code 5.5.5-10.11.19-MariaDB}, {@code 8.0.2-MariaDB-10.11.19})
     */
    static Optional<DatabaseVersion> mariaDb(String version) {
        if (!version.toLowerCase(Locale.ROOT).contains("mariadb")) {
            return Optional.empty();
        }
        return RELEASE.matcher(version)
                .results()
                .map(release ->
                        DatabaseVersion.make(Integer.parseInt(release.group(1)), Integer.parseInt(release.group(2))))
                .max(Comparator.comparingInt(DatabaseVersion::getMajor))
                .filter(release -> release.isSameOrAfter(OLDEST))
                .or(() -> Optional.of(OLDEST));
    }

    private static String productVersion(DialectResolutionInfo info) {
        var metadata = info.getDatabaseMetadata();
        try {
            return metadata == null ? "" : String.valueOf(metadata.getDatabaseProductVersion());
        } catch (SQLException unreachable) {
            throw new IllegalStateException("The database does not tell its version", unreachable);
        }
    }
}
