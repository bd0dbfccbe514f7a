package stampede.storefront.account;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.mail.ForgottenPasswords;
import stampede.mail.MailRefused;
import stampede.mail.ShopperMail;
import stampede.storefront.RefusalPage;

/** Asks for a link to set a new password. What is answered is the same for every name. */
@Controller
class ForgottenPasswordController {

    private static final String PAGE = "/sign-in/forgotten";

    private final ForgottenPasswords forgotten;
    private final ShopperMail mail;

    ForgottenPasswordController(ForgottenPasswords forgotten, ShopperMail mail) {
        this.forgotten = forgotten;
        this.mail = mail;
    }

    /** The form; {@code sent} says that it was sent. */
    @GetMapping(PAGE)
    String form(Model model) {
        model.addAttribute("isSetUp", mail.isSetUp());
        return "storefront/forgotten";
    }

    @PostMapping(PAGE)
    String ask(
            @RequestParam(defaultValue = "") String username,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        try {
            forgotten.ask(username, request.getRemoteAddr());
            return "redirect:" + PAGE + "?sent";
        } catch (MailRefused refused) {
            RefusalPage.show(refused, response, model);
            return form(model);
        }
    }
}
