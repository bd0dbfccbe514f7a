package stampede.product.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.picture.PictureShape;

/** Products of all sellers and of the shop. */
@Controller
class ConsoleProductController {

    private static final String PATH = "/console/products";

    private final ProductPages pages;
    private final ProductPicturePages pictures;

    ConsoleProductController(ProductPages pages, ProductPicturePages pictures) {
        this.pages = pages;
        this.pictures = pictures;
    }

    @Needs(Duty.SEE)
    @GetMapping(PATH)
    ModelAndView list(@CurrentAccount SignedIn account, HttpServletRequest request) {
        return pages.list(account, PATH, request);
    }

    @Needs(Duty.SEE)
    @GetMapping(PATH + ".csv")
    void csv(@CurrentAccount SignedIn account, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        pages.csv(account, PATH, request, response);
    }

    @Needs(Duty.RUN)
    @GetMapping(PATH + "/new")
    ModelAndView blank(@CurrentAccount SignedIn account) {
        return pages.blank(account, PATH);
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH)
    ModelAndView add(@CurrentAccount SignedIn account, HttpServletRequest request) {
        return pages.add(account, PATH, request);
    }

    /** The product; {@code saved} names the fields that were just changed. */
    @Needs(Duty.SEE)
    @GetMapping(PATH + "/{product}")
    ModelAndView show(
            @CurrentAccount SignedIn account,
            @PathVariable String product,
            @RequestParam Optional<List<String>> saved) {
        return pages.show(account, PATH, product, saved);
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{product}")
    ModelAndView save(@CurrentAccount SignedIn account, @PathVariable String product, HttpServletRequest request) {
        return pages.save(account, PATH, product, request);
    }

    @Needs(Duty.SEE)
    @GetMapping(PATH + "/{product}/preview")
    ModelAndView preview(@CurrentAccount SignedIn account, @PathVariable String product) {
        return pages.preview(account, PATH, product);
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{product}/retirement")
    ModelAndView retire(@CurrentAccount SignedIn account, @PathVariable String product) {
        return pages.changeState(account, PATH, product, true);
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{product}/return")
    ModelAndView restore(@CurrentAccount SignedIn account, @PathVariable String product) {
        return pages.changeState(account, PATH, product, false);
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{product}/pictures")
    ModelAndView upload(
            @CurrentAccount SignedIn account,
            @PathVariable String product,
            @RequestParam(required = false) @Nullable MultipartFile picture,
            @RequestParam(defaultValue = "FIT") PictureShape shape)
            throws IOException {
        return pictures.upload(account, PATH, product, picture, shape);
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{product}/pictures/{picture}")
    ModelAndView changePicture(
            @CurrentAccount SignedIn account,
            @PathVariable String product,
            @PathVariable String picture,
            @RequestParam ProductPicturePages.Act act,
            @RequestParam(defaultValue = "") String altZh,
            @RequestParam(defaultValue = "") String altEn) {
        return pictures.change(account, PATH, product, picture, new ProductPicturePages.Change(act, altZh, altEn));
    }
}
