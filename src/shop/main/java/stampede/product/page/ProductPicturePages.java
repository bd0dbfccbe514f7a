package stampede.product.page;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.SignedIn;
import stampede.picture.PictureId;
import stampede.picture.PictureRefusal;
import stampede.picture.PictureRefused;
import stampede.picture.PictureShape;
import stampede.product.ProductPictureActs;

/** What is done to the pictures of a product on its page. */
@Component
class ProductPicturePages {

    private final ProductPages pages;
    private final ProductPictureActs acts;

    ProductPicturePages(ProductPages pages, ProductPictureActs acts) {
        this.pages = pages;
        this.acts = acts;
    }

    ModelAndView upload(SignedIn account, String base, String id, @Nullable MultipartFile picture, PictureShape shape)
            throws IOException {
        var product = pages.id(account, id);
        if (picture == null || picture.isEmpty()) {
            return refused(account, base, id, new PictureRefused(PictureRefusal.PICTURE_EMPTY));
        }
        try (var file = picture.getInputStream()) {
            acts.upload(account, product, file, shape);
            return back(base, id);
        } catch (PictureRefused refused) {
            return refused(account, base, id, refused);
        }
    }

    ModelAndView change(SignedIn account, String base, String id, String picture, Change change) {
        var product = pages.id(account, id);
        var changed = pictureId(picture);
        try {
            switch (change.act()) {
                case UP -> acts.moveUp(account, product, changed);
                case DOWN -> acts.moveDown(account, product, changed);
                case REMOVE -> acts.remove(account, product, changed);
                case DESCRIBE -> acts.describe(account, product, changed, change.altZh(), change.altEn());
            }
            return back(base, id);
        } catch (PictureRefused refused) {
            return refused(account, base, id, refused);
        }
    }

    private static PictureId pictureId(String picture) {
        return Optional.of(picture)
                .filter(text -> text.matches("[1-9]\\d{0,17}"))
                .map(PictureId::of)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    private static ModelAndView back(String base, String id) {
        return new ModelAndView("redirect:" + base + "/" + id + "#pictures");
    }

    private ModelAndView refused(SignedIn account, String base, String id, PictureRefused refused) {
        var page = pages.again(account, base, id).addObject("refused", refused.reason());
        page.setStatus(refused.reason().status());
        return page;
    }

    /** What may be done to a picture. */
    enum Act {
        UP,
        DOWN,
        REMOVE,
        DESCRIBE
    }

    /**
     * What is to be done to one.
     *
     * @param act what
     * @param altZh what it shows, in Chinese; only to describe it
     * @param altEn the same in English
     */
    record Change(Act act, String altZh, String altEn) {}
}
