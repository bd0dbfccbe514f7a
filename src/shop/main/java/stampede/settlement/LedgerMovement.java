package stampede.settlement;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A line of the stock ledger, and how it is linked to the one before.
 *
 * @param order of a TAKE or a RETURN, otherwise 0
 * @param totalVersion of INIT or ADJUST, otherwise 0
 */
record LedgerMovement(long id, long offer, String kind, int delta, long order, long totalVersion, long atMs) {

    /** What the first line is linked to. */
    static byte[] beginning(long offer) {
        return digest(("stampede settlement " + offer).getBytes(StandardCharsets.UTF_8));
    }

    /** The link of this line, behind that one. */
    byte[] linkAfter(byte[] before) {
        var line = "|" + id + "|" + offer + "|" + kind + "|" + delta + "|" + order + "|" + totalVersion + "|" + atMs;
        var text = line.getBytes(StandardCharsets.UTF_8);
        var linked = new byte[before.length + text.length];
        System.arraycopy(before, 0, linked, 0, before.length);
        System.arraycopy(text, 0, linked, before.length, text.length);
        return digest(linked);
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
