package stampede.challenge;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import com.google.common.io.BaseEncoding;
import java.util.stream.IntStream;

/** Does what a browser does, as a program of somebody else would: from the five fields alone. */
public final class PuzzleSolver {

    private PuzzleSolver() {}

    /** The proof that answers a puzzle. */
    public static String solve(Puzzle puzzle) {
        return proof(puzzle.challenge(), number(puzzle), puzzle.salt(), puzzle.signature());
    }

    static int number(Puzzle puzzle) {
        return IntStream.rangeClosed(0, puzzle.maxnumber())
                .filter(number -> Hashing.sha256()
                        .hashString(puzzle.salt() + number, UTF_8)
                        .toString()
                        .equals(puzzle.challenge()))
                .findFirst()
                .orElseThrow();
    }

    static String proof(String challenge, long number, String salt, String signature) {
        return BaseEncoding.base64()
                .encode(
                        "{\"algorithm\":\"SHA-256\",\"challenge\":\"%s\",\"number\":%d,\"salt\":\"%s\",\"signature\":\"%s\"}"
                                .formatted(challenge, number, salt, signature)
                                .getBytes(UTF_8));
    }
}
