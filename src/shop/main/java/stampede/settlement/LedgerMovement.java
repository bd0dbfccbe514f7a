package stampede.settlement;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;

/**
 * A line of the stock ledger, and how it is linked to the one before.
 *
 * @param order of a TAKE or a RETURN, otherwise 0
 * @param totalVersion of INIT or ADJUST, otherwise 0
 */
record LedgerMovement(long id, long offer, String kind, int delta, long order, long totalVersion, long atMs) {

    /** What the first line is linked to. */
    static byte[] beginning(long offer) {
        return Hashing.sha256()
                .hashString("stampede settlement " + offer, StandardCharsets.UTF_8)
                .asBytes();
    }

    /** The link of this line, behind that one. */
    byte[] linkAfter(byte[] before) {
        var line = "|" + id + "|" + offer + "|" + kind + "|" + delta + "|" + order + "|" + totalVersion + "|" + atMs;
        return Hashing.sha256()
                .newHasher()
                .putBytes(before)
                .putString(line, StandardCharsets.UTF_8)
                .hash()
                .asBytes();
    }
}
