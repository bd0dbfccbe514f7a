package stampede.load;

import java.net.URI;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * What is to be tried, and on which shop.
 *
 * @param shop where the shop answers
 * @param shoppers how many want a unit
 * @param units how many units there are
 * @param threads how many shoppers press at the same time
 * @param signingKey what the shop signs access tokens with
 * @param operator who publishes the offer and reads the books
 * @param password the operator's
 * @param databaseUrl where orders are counted, independently of the shop
 * @param databaseUser who may read them
 * @param databasePassword theirs
 * @param directory where the report goes
 */
record StressPlan(
        URI shop,
        int shoppers,
        int units,
        int threads,
        SecretKey signingKey,
        String operator,
        String password,
        String databaseUrl,
        String databaseUser,
        String databasePassword,
        Path directory) {

    private static final int MOST_SHOPPERS = 50_000;
    private static final int MOST_THREADS = 1_000;

    StressPlan {
        between(1, MOST_SHOPPERS, shoppers, "shoppers");
        between(1, 1_000_000, units, "units");
        between(1, MOST_THREADS, threads, "threads");
    }

    /** From {@code shoppers units} and the environment that scripts/stress prepares. */
    static StressPlan of(String[] arguments) {
        return new StressPlan(
                URI.create(variable("STRESS_SHOP")),
                number(arguments, 0, 5_000),
                number(arguments, 1, 500),
                Integer.parseInt(
                        Optional.ofNullable(System.getenv("STRESS_THREADS")).orElse("200")),
                new SecretKeySpec(
                        Base64.getDecoder()
                                .decode(variable("STAMPEDE_SIGNING_KEY").strip()),
                        "HmacSHA256"),
                variable("STRESS_OPERATOR"),
                variable("STRESS_PASSWORD"),
                variable("STAMPEDE_DB_URL"),
                variable("STAMPEDE_DB_USER"),
                variable("STAMPEDE_DB_PASSWORD"),
                Path.of(variable("STRESS_DIRECTORY")));
    }

    boolean onLoopback() {
        return shop.getHost().startsWith("127.");
    }

    private static int number(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    private static String variable(String name) {
        var value = System.getenv(name);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(name + " is not set; start the test by scripts/stress");
        }
        return value;
    }

    private static void between(int least, int most, int value, String what) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("The number of " + what + " must be from " + least + " to " + most);
        }
    }
}
