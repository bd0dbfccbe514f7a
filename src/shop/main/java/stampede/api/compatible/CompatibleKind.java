package stampede.api.compatible;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.account.Role;

/** What somebody is to the clients of the earlier shop. */
enum CompatibleKind {
    CUSTOMER("customer", "shopper", Role.SHOPPER),
    SELLER("saler", "seller", Role.SELLER);

    private final String word;
    private final String ourWord;
    private final Role role;

    CompatibleKind(String word, String ourWord, Role role) {
        this.word = word;
        this.ourWord = ourWord;
        this.role = role;
    }

    /** By either word. */
    static Optional<CompatibleKind> read(@Nullable String text) {
        for (var kind : values()) {
            if (kind.word.equals(text) || kind.ourWord.equals(text)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /** Empty for operators, whom that shop did not have. */
    static Optional<CompatibleKind> of(Role role) {
        for (var kind : values()) {
            if (kind.role == role) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    String word() {
        return word;
    }
}
