package stampede.database;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.EntityManagerFactory;
import org.hibernate.dialect.DatabaseVersion;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;

@StampedeTest
class ServerDialectTests {

    @Autowired
    private EntityManagerFactory entities;

    @Autowired
    private JdbcClient jdbc;

    @Test
    void speaksTheServersLanguage() {
        var server = jdbc.sql("select version()").query(String.class).single();
        var spoken = entities.unwrap(SessionFactoryImplementor.class)
                .getJdbcServices()
                .getDialect();

        assertThat(spoken.getClass()).isEqualTo(server.contains("MariaDB") ? MariaDBDialect.class : MySQLDialect.class);
    }

    @ParameterizedTest
    @CsvSource({
        "10.11.19-MariaDB-0+deb12u1, 10, 11",
        "5.5.5-10.11.19-MariaDB, 10, 11",
        "8.0.2-MariaDB-10.11.19, 10, 11",
        "11.4.2-MariaDB-ubu2404, 11, 4",
        "8.0.2-MariaDB-stampede, 10, 11"
    })
    void knowsAMariaDbByItsVersion(String version, int major, int minor) {
        assertThat(ServerDialect.mariaDb(version).map(DatabaseVersion::getMajor))
                .contains(major);
        assertThat(ServerDialect.mariaDb(version).map(DatabaseVersion::getMinor))
                .contains(minor);
    }

    @ParameterizedTest
    @CsvSource({"8.0.36", "8.4.2-commercial", "9.1.0"})
    void leavesAMySqlToHibernate(String version) {
        assertThat(ServerDialect.mariaDb(version)).isEmpty();
    }
}
