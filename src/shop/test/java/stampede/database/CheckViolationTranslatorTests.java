package stampede.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;

@StampedeTest
class CheckViolationTranslatorTests {

    @Autowired
    private JdbcTemplate jdbc;

    @Test
    void theShopsTemplateKnowsAViolatedCheck() {
        assertThatExceptionOfType(DataIntegrityViolationException.class)
                .isThrownBy(
                        () -> jdbc.update("insert into stock_quota (offer_id, shopper_id, used) values (1, 1, -1)"));
    }

    @Test
    void knowsWhatMySqlSays() {
        var said = new SQLException("Check constraint 'stock_balance_range' is violated.", "HY000", 3819);

        assertThat(new CheckViolationTranslator().translate("update", "update stock_balance", said))
                .isInstanceOf(DataIntegrityViolationException.class);
    }

    @Test
    void leavesOtherFailuresToSpring() {
        var said = new SQLException("Duplicate entry '1' for key 'PRIMARY'", "23000", 1062);

        assertThat(new CheckViolationTranslator().translate("insert", "insert into offer", said))
                .isInstanceOf(DuplicateKeyException.class);
    }
}
