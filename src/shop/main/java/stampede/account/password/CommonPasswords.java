package stampede.account.password;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.core.io.ClassPathResource;

/** The 10,000 commonest passwords of at least eight characters, in lower case. Where they come from is told beside the file. */
final class CommonPasswords {

    private static final Set<String> ALL = read();

    private CommonPasswords() {}

    static boolean contain(String lowerCase) {
        return ALL.contains(lowerCase);
    }

    static int count() {
        return ALL.size();
    }

    private static Set<String> read() {
        try {
            return new ClassPathResource("stampede/account/password/common-passwords.txt")
                    .getContentAsString(StandardCharsets.US_ASCII)
                    .lines()
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException missing) {
            throw new UncheckedIOException("The list of common passwords cannot be read", missing);
        }
    }
}
