package stampede.challenge;

/**
 * Work for a browser, in the form of ALTCHA's version 1: to find the number for which {@code challenge} is the SHA-256 of the salt and the
 * number behind it.
 *
 * @param algorithm always {@code SHA-256}
 * @param challenge 64 hexadecimal digits
 * @param maxnumber the number is not above it
 * @param salt until when, for which offer and for whom it is good
 * @param signature by which the shop knows its own, 64 hexadecimal digits
 */
public record Puzzle(String algorithm, String challenge, int maxnumber, String salt, String signature) {}
