package stampede.search;

import java.util.List;
import java.util.Set;
import stampede.catalog.CategoryId;
import stampede.catalog.Offer;

/**
 * An offer with what it can be found by.
 *
 * @param offer the offer
 * @param text its names and those of its categories, folded
 * @param categories its own and the one that is in
 */
record SearchedOffer(Offer offer, String text, Set<CategoryId> categories) {

    boolean has(List<String> words) {
        return words.stream().allMatch(text::contains);
    }

    /** Whether all signs of the words are there in any order: Chinese has no spaces, and names are longer than what people type. */
    boolean hasSignsOf(List<String> words) {
        return words.stream()
                .allMatch(word ->
                        word.codePoints().allMatch(sign -> Character.isIdeographic(sign) && text.indexOf(sign) >= 0));
    }
}
