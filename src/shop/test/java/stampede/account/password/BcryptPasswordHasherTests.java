package stampede.account.password;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

class BcryptPasswordHasherTests {

    private final BcryptPasswordHasher hashing = new BcryptPasswordHasher(4);

    @Test
    void tellsLongPasswordsApartThatDifferAtTheirEnd() {
        var hash = hashing.of("密".repeat(127) + "1");

        assertThat(hashing.matches("密".repeat(127) + "1", Optional.of(hash))).isTrue();
        assertThat(hashing.matches("密".repeat(127) + "2", Optional.of(hash))).isFalse();
    }

    @Test
    void knowsAPasswordHoweverItsLettersAreComposed() {
        assertThat(hashing.matches("cafe\u0301 ole\u0301", Optional.of(hashing.of("café olé"))))
                .isTrue();
    }

    @Test
    void understandsHashesMadeBefore() {
        var old = String.valueOf(new BCryptPasswordEncoder(4).encode("correct horse"));

        assertThat(hashing.matches("correct horse", Optional.of(old))).isTrue();
        assertThat(hashing.matches("wrong horse", Optional.of(old))).isFalse();
        assertThat(hashing.matches("x".repeat(500), Optional.of(old))).isFalse();
        assertThat(hashing.isOutdated(old)).isTrue();
    }

    @Test
    void findsHashesOutdatedThatWereLessWork() {
        var hash = hashing.of("correct horse");

        assertThat(hashing.isOutdated(hash)).isFalse();
        assertThat(new BcryptPasswordHasher(5).isOutdated(hash)).isTrue();
    }

    @Test
    void matchesNobody() {
        assertThat(hashing.matches("nobody has this password", Optional.empty()))
                .isFalse();
    }

    @Test
    void makesHashesThatFitTheTable() {
        assertThat(hashing.of("密".repeat(128)).length()).isLessThanOrEqualTo(100);
    }
}
