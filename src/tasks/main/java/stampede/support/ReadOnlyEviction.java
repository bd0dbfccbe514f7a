package stampede.support;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * Makes the pool let go of connections to a server that takes no writes: after a switch the address leads to another one, but a
 * connection that was open before stays with the old one for as long as it lives. Named in {@code application.yaml}.
 */
public final class ReadOnlyEviction implements SQLExceptionOverride {

    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException failure) {
        return DatabaseProbe.isReadOnly(failure)
                ? SQLExceptionOverride.Override.MUST_EVICT
                : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }
}
