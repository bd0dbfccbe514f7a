package stampede.support;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.dialect.DatabaseVersion;
import org.hibernate.dialect.MariaDBDialect;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Tells Hibernate when the server is a MariaDB. MySQL's driver takes every server for a MySQL, and MySQL's dialect says
 * things that MariaDB does not understand.
 */
@Component
class ServerDialect implements HibernatePropertiesCustomizer {

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.\\d+");

    private final DataSource dataSource;

    ServerDialect(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public void customize(Map<String, Object> hibernateProperties) {
        var version = new JdbcTemplate(dataSource).queryForObject("select version()", String.class);
        mariaDb(String.valueOf(version))
                .ifPresent(
                        release -> hibernateProperties.putIfAbsent(JdbcSettings.DIALECT, new MariaDBDialect(release)));
    }

    /**
     * Reads what a server answers to {@code select version()}.
     *
     * @return nothing unless it is a MariaDB; of several releases in the answer the highest, because MariaDB puts a lower one
     *     in front for old clients ({@code 5.5.5-10.11.19-MariaDB}, {@code 8.0.2-MariaDB-10.11.19})
     */
    static Optional<DatabaseVersion> mariaDb(String version) {
        if (!version.contains("MariaDB")) {
            return Optional.empty();
        }
        return VERSION.matcher(version)
                .results()
                .map(release ->
                        DatabaseVersion.make(Integer.parseInt(release.group(1)), Integer.parseInt(release.group(2))))
                .max(Comparator.comparingInt(DatabaseVersion::getMajor));
    }
}
