package stampede.account;

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

    /** Its id is given before it is stored, so it must say itself whether it is stored. */
    @Transient
    private boolean stored;

    @SuppressWarnings("NullAway") // for Hibernate, which fills the fields
    protected Account() {}

    Account(AccountId id, Username username, String passwordHash, Role role, Instant created) {
        this.id = id.value();
        this.username = username.value();
        this.passwordHash = passwordHash;
        this.role = role;
        this.createdMs = created.toEpochMilli();
    }

    public SignedIn signedIn() {
        return new SignedIn(new AccountId(id), username, role);
    }

    public boolean isLocked() {
        return lockedMs != null;
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
