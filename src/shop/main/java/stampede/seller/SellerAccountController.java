package stampede.seller;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.desk.DeskForm;
import stampede.desk.EditConflict;
import stampede.staff.SellerProfile;
import stampede.staff.SellerProfiles;

/** What a seller's shop is called, how they are reached, and the way to all that keeps their account safe. */
@Controller
class SellerAccountController {

    private static final String PAGE = "/seller/account";
    private static final List<String> FIELDS = List.of("shopName", "shopNameEn", "contact");
    private static final int LONGEST_NAME = 60;
    private static final int LONGEST_CONTACT = 120;

    private final SellerProfiles profiles;

    SellerAccountController(SellerProfiles profiles) {
        this.profiles = profiles;
    }

    @GetMapping(PAGE)
    ModelAndView account(@CurrentAccount SignedIn seller, @RequestParam Optional<String> saved) {
        var profile = profiles.of(seller);
        return page(seller, DeskForm.of(profile.fields(), profile.version()), HttpStatus.OK)
                .addObject("saved", saved.isPresent());
    }

    @PostMapping(PAGE)
    ModelAndView save(@CurrentAccount SignedIn seller, HttpServletRequest request) {
        var form = DeskForm.of(request, FIELDS);
        check(form);
        if (!form.errors().none()) {
            return page(seller, form, HttpStatus.UNPROCESSABLE_CONTENT);
        }
        var wanted = new SellerProfile(form.value("shopName"), form.value("shopNameEn"), form.value("contact"));
        profiles.change(seller, wanted, form.version()).ifPresent(now -> {
            throw new EditConflict(PAGE, "seller.field", form, now.fields(), now.version());
        });
        return new ModelAndView("redirect:" + PAGE + "?saved");
    }

    private static void check(DeskForm form) {
        if (form.value("shopName").isEmpty() && form.value("shopNameEn").isEmpty()) {
            form.errors().reject("shopName", "seller.field.shopName.missing");
        }
        for (var name : List.of("shopName", "shopNameEn")) {
            if (isBad(form.value(name), LONGEST_NAME)) {
                form.errors().reject(name, "seller.field.shopName.bad", LONGEST_NAME);
            }
        }
        if (form.value("contact").isEmpty() || isBad(form.value("contact"), LONGEST_CONTACT)) {
            form.errors().reject("contact", "seller.field.contact.bad", LONGEST_CONTACT);
        }
    }

    private static boolean isBad(String text, int longest) {
        return text.length() > longest || text.chars().anyMatch(Character::isISOControl);
    }

    private static ModelAndView page(SignedIn seller, DeskForm form, HttpStatusCode status) {
        var page = new ModelAndView("seller/account").addObject("form", form).addObject("username", seller.username());
        page.setStatus(status);
        return page;
    }
}
