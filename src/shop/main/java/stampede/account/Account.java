package stampede.account;

import com.google.common.base.Strings;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.Transient;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Persistable;

/** A shopper, a seller or an operator. */
@Entity
public class Account implements Persistable<Long> {

    @Id
    private long id;

    private String username;
    private String passwordHash;

    @Enumerated(EnumType.STRING)
    private Role role;

    private long createdMs;
    private @Nullable Long lockedMs;
    private String duties;

    @SuppressWarnings("UnusedVariable") // for Hibernate, which stores it
    private @Nullable String shopName;

    @SuppressWarnings("UnusedVariable") // for Hibernate, which stores it
    private @Nullable String contact;

    @Enumerated(EnumType.STRING)
    private Standing state;

    /** Its id is given before it is stored, so it must say itself whether it is stored. */
    @Transient
    private boolean stored;

    @SuppressWarnings("NullAway") // for Hibernate, which fills the fields
    protected Account() {}

    Account(AccountId id, NewAccount wanted, String passwordHash, Instant created) {
        this.id = id.value();
        this.username = wanted.username().value();
        this.passwordHash = passwordHash;
        this.role = wanted.role();
        this.duties = Duty.text(wanted.duties());
        this.state = wanted.standing();
        this.lockedMs = wanted.standing() == Standing.ACTIVE ? null : created.toEpochMilli();
        this.shopName = Strings.emptyToNull(wanted.shopName());
        this.contact = Strings.emptyToNull(wanted.contact());
        this.createdMs = created.toEpochMilli();
    }

    public SignedIn signedIn() {
        return new SignedIn(new AccountId(id), username, role, Duty.read(duties));
    }

    public boolean isLocked() {
        return lockedMs != null;
    }

    /** Whether it waits for an operator to approve it. */
    public boolean isPending() {
        return isLocked() && state == Standing.PENDING;
    }

    public String passwordHash() {
        return passwordHash;
    }

    public String username() {
        return username;
    }

    public Role role() {
        return role;
    }

    Instant created() {
        return Instant.ofEpochMilli(createdMs);
    }

    @Override
    public Long getId() {
        return id;
    }

    @Override
    public boolean isNew() {
        return !stored;
    }

    @PostLoad
    @PostPersist
    void markStored() {
        stored = true;
    }
}
