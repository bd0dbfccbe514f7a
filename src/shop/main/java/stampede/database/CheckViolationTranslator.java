package stampede.database;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.stereotype.Component;

/**
 * Makes a {@link DataIntegrityViolationException} of a check that a row does not meet, on any server. MariaDB gives it the SQL state of
 * all violations, MySQL none of its own.
 */
@Component
public class CheckViolationTranslator extends SQLExceptionSubclassTranslator {

    /** ER_CHECK_CONSTRAINT_VIOLATED of MySQL. */
    private static final int CHECK_VIOLATED = 3819;

    @Override
    protected @Nullable DataAccessException doTranslate(String task, @Nullable String sql, SQLException failed) {
        return failed.getErrorCode() == CHECK_VIOLATED
                ? new DataIntegrityViolationException(buildMessage(task, sql, failed), failed)
                : super.doTranslate(task, sql, failed);
    }
}
