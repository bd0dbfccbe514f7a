package stampede.account;

import java.util.Optional;

/**
 * Whose things may be seen and changed: an operator's are all, a seller's are theirs. What is out of scope is answered as what does not exist.
 */
public sealed interface Scope {

    /** Everything. */
    record All() implements Scope {}

    /**
     * What this seller has.
     *
     * @param seller who it is
     */
    record Of(AccountId seller) implements Scope {}

    /**
     * The scope of whoever is signed in.
     *
     * @throws IllegalArgumentException for a shopper, who sells nothing
     */
    static Scope of(SignedIn account) {
        return switch (account.role()) {
            case OPERATOR -> new All();
            case SELLER -> new Of(account.id());
            case SHOPPER -> throw new IllegalArgumentException("A shopper sells nothing: " + account.id());
        };
    }

    /** Whether what this seller has is in it. */
    default boolean includes(AccountId owner) {
        return only().map(owner::equals).orElse(true);
    }

    /** The one seller whose things are in it; empty if all are. */
    default Optional<AccountId> only() {
        return this instanceof Of one ? Optional.of(one.seller()) : Optional.empty();
    }
}
