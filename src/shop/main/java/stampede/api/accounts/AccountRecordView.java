package stampede.api.accounts;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import stampede.account.Duty;
import stampede.account.Role;
import stampede.staff.AccountRecord;

/**
 * An account as operators see it.
 *
 * @param id names it
 * @param username what it is called
 * @param role what it may do
 * @param duties of an operator, in their order
 * @param state whether somebody may sign in to it, or why not
 * @param createdAt when it was opened
 * @param lastSignInAt when a password of it was right the last time, if one ever was
 * @param orders how many orders it placed
 * @param shopName of a seller who has one
 * @param contact of a seller who has one; absent in lists
 */
@Schema(name = "AccountRecord")
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record AccountRecordView(
        @Schema(example = "708540021337000001") String id,
        @Schema(example = "mei") String username,
        Role role,
        List<Duty> duties,
        AccountRecord.State state,
        Instant createdAt,
        Optional<Instant> lastSignInAt,
        long orders,
        Optional<String> shopName,
        Optional<String> contact) {

    static AccountRecordView inList(AccountRecord record) {
        return of(record, Optional.empty());
    }

    static AccountRecordView of(AccountRecord record) {
        return of(record, given(record.contact()));
    }

    private static AccountRecordView of(AccountRecord record, Optional<String> contact) {
        return new AccountRecordView(
                record.id().toString(),
                record.username(),
                record.role(),
                record.duties().stream().sorted().toList(),
                record.state(),
                record.created(),
                record.lastSignIn(),
                record.orders(),
                given(record.shopName()),
                contact);
    }

    private static Optional<String> given(String text) {
        return Optional.of(text).filter(said -> !said.isEmpty());
    }
}
