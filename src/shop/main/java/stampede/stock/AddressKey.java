package stampede.stock;

import java.util.regex.Pattern;

/**
 * What stands for an address where units are counted by address: the same for all ways to write it, and nobody can read the address in it.
 *
 * @param hex 16 bytes as 32 digits and capital letters
 */
public record AddressKey(String hex) implements Comparable<AddressKey> {

    private static final Pattern FORM = Pattern.compile("[0-9A-F]{32}");

    public AddressKey {
        if (!FORM.matcher(hex).matches()) {
            throw new IllegalArgumentException("Not the key of an address: " + hex);
        }
    }

    @Override
    public int compareTo(AddressKey other) {
        return hex.compareTo(other.hex);
    }
}
