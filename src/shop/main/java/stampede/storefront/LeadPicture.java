package stampede.storefront;

import org.jspecify.annotations.Nullable;

/**
 * The picture that is seen first and largest on a page. The head of the page asks for it, so that it does not wait for the style.
 *
 * @param path of the file
 * @param srcset all sizes, or null if there is a drawing only
 * @param sizes how wide it is shown; the same words as at the picture itself, or the browser fetches two files
 */
public record LeadPicture(
        String path, @Nullable String srcset, @Nullable String sizes) {

    private static final String OF_A_HERO = "(min-width: 1000px) 430px, (min-width: 640px) 280px, 148px";
    private static final String OF_AN_OFFER = "(min-width: 900px) 560px, 100vw";

    static LeadPicture ofHero(OfferCard card) {
        return of(card, OF_A_HERO);
    }

    static LeadPicture ofOffer(OfferCard card) {
        return of(card, OF_AN_OFFER);
    }

    private static LeadPicture of(OfferCard card, String sizes) {
        var srcset = card.srcset();
        return new LeadPicture(card.offer().picture(), srcset, srcset == null ? null : sizes);
    }
}
