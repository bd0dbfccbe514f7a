package stampede.imports;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.Scope;
import stampede.account.SignedIn;

/**
 * A file that was read.
 *
 * @param id its number
 * @param kind what is in it
 * @param account who sent it
 * @param username their name
 * @param seller whose it is; empty for an operator's
 * @param source the file
 * @param state how far it is
 * @param allOrNone whether it is applied as a whole or not at all
 * @param madeAt when it was read
 * @param endedAt when the last row was applied or taken back, or none was
 * @param reason why it was taken back; empty if it was not
 */
public record ImportBatch(
        long id,
        String kind,
        AccountId account,
        String username,
        Optional<AccountId> seller,
        Source source,
        State state,
        boolean allOrNone,
        Instant madeAt,
        Optional<Instant> endedAt,
        String reason) {

    /** Whoever sent it, as far as it matters for what it may be applied to. */
    SignedIn by() {
        return new SignedIn(account, username, seller.isPresent() ? Role.SELLER : Role.OPERATOR);
    }

    boolean isIn(Scope scope) {
        return seller.map(scope::includes).orElse(scope.only().isEmpty());
    }

    /** What the audit log says of it. */
    String detail() {
        return kind + " " + source.fileName() + " sha256:" + source.sha256();
    }

    /**
     * The file as it came.
     *
     * @param fileName as its sender calls it
     * @param sha256 of its bytes, in hexadecimal
     * @param charset in which it was written
     * @param ignored headings that no column has
     */
    public record Source(String fileName, String sha256, String charset, List<String> ignored) {

        public Source {
            ignored = List.copyOf(ignored);
        }
    }

    /** How far a file is. The names are part of the JSON API. */
    public enum State {
        /** It was read; nothing was changed for it. */
        CHECKED,
        /** Its rows are applied in the background. */
        APPLYING,
        /** All rows that could be are applied. */
        APPLIED,
        /** All or none was asked for, and one could not be. */
        NOT_APPLIED,
        /** Its rows are taken back in the background. */
        TAKING_BACK,
        /** All rows that could be are taken back. */
        TAKEN_BACK
    }
}
