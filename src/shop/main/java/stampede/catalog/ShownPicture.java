package stampede.catalog;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * A drawn picture of a product as the catalogue shows it: squares in some sizes. What an address names never changes.
 *
 * @param folder where its files are, under the site's root, with a slash at the end
 * @param ending of its files, such as {@code jpg}
 * @param sides the sides there are, in pixels, smallest first; at least one
 * @param altZh what it shows, in Chinese; empty if nobody said
 * @param altEn what it shows, in English; empty if nobody said
 */
public record ShownPicture(String folder, String ending, List<Integer> sides, String altZh, String altEn) {

    private static final JsonMapper JSON = new JsonMapper();
    private static final TypeReference<List<ShownPicture>> LIST = new TypeReference<>() {};

    public ShownPicture {
        sides = sides.stream().sorted(Comparator.naturalOrder()).toList();
        if (sides.isEmpty()) {
            throw new IllegalArgumentException("A picture has at least one size: " + folder);
        }
    }

    /** The path of the smallest file that is as large as this, or of the largest. */
    public String path(int side) {
        var best = sides.stream().filter(there -> there >= side).findFirst().orElse(sides.get(sides.size() - 1));
        return folder + best + "." + ending;
    }

    /** All files, for the attribute {@code srcset} of an {@code img}. */
    public String srcset() {
        return sides.stream().map(side -> path(side) + " " + side + "w").collect(Collectors.joining(", "));
    }

    /** What it shows, in the language or else in the other; the product's name if nobody said. */
    public String alt(Locale language, String productName) {
        var said = Bilingual.choose(language, altZh, altEn);
        return said.isEmpty() ? productName : said;
    }

    /** As text, for a column or a cache. */
    public static String write(List<ShownPicture> pictures) {
        return JSON.writeValueAsString(pictures);
    }

    /** What {@link #write} wrote. */
    public static List<ShownPicture> read(String text) {
        return text.isEmpty() ? List.of() : JSON.readValue(text, LIST);
    }
}
