package stampede.support;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.InfrastructureProxy;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/**
 * For a pool whose connections do not commit by themselves, as is common beside JPA: a single statement outside of any transaction is
 * committed all the same, instead of being rolled back when its connection goes back to the pool.
 */
@AutoConfiguration(after = DataSourceAutoConfiguration.class, before = JdbcTemplateAutoConfiguration.class)
@ConditionalOnProperty(name = "spring.datasource.hikari.auto-commit", havingValue = "false")
class EngineJdbcAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(JdbcOperations.class)
    JdbcTemplate jdbcTemplate(DataSource pool, ObjectProvider<SQLExceptionTranslator> translator) {
        var jdbc = new JdbcTemplate(new Committing(pool));
        translator.ifUnique(jdbc::setExceptionTranslator);
        return jdbc;
    }

    /** Is asked for connections outside of transactions only: inside, Spring finds the transaction's own under the pool. */
    private static final class Committing extends DelegatingDataSource implements InfrastructureProxy {

        Committing(DataSource pool) {
            super(pool);
        }

        @Override
        public Object getWrappedObject() {
            return obtainTargetDataSource();
        }

        @Override
        public Connection getConnection() throws SQLException {
            var connection = super.getConnection();
            try {
                connection.setAutoCommit(true);
                return connection;
            } catch (SQLException broken) {
                connection.close();
                throw broken;
            }
        }
    }
}
