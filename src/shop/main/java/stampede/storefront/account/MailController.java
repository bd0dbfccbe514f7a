package stampede.storefront.account;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Locale;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.mail.MailAddresses;
import stampede.mail.MailRefusal;
import stampede.mail.MailRefused;
import stampede.refusal.RefusalException;
import stampede.signin.PasswordChanges;
import stampede.storefront.RefusalPage;

/**
 * The mail address of whoever is signed in. Setting it asks for the password, because a forgotten one is set by mail; its link is good for the
 * account alone that asked for it, so nobody confirms somebody else's by mistake.
 */
@Controller
@RequestMapping("/account/mail")
class MailController {

    private static final String PAGE = "redirect:/account/mail";

    private final MailAddresses mail;
    private final PasswordChanges passwords;

    MailController(MailAddresses mail, PasswordChanges passwords) {
        this.mail = mail;
        this.passwords = passwords;
    }

    @GetMapping
    String page(@CurrentAccount SignedIn account, Model model) {
        model.addAttribute("mail", mail.state(account.id()));
        return "storefront/mail";
    }

    @PostMapping
    String want(
            @CurrentAccount SignedIn account,
            @RequestParam(defaultValue = "") String address,
            @RequestParam(defaultValue = "") String password,
            Locale language,
            HttpServletResponse response,
            Model model) {
        try {
            passwords.confirm(account, password);
            mail.want(account, address, language);
            return PAGE;
        } catch (RefusalException refused) {
            RefusalPage.show(refused, response, model);
            model.addAttribute("typed", address.length() > 254 ? "" : address);
            return page(account, model);
        }
    }

    @PostMapping("/removal")
    String remove(@CurrentAccount SignedIn account) {
        mail.remove(account);
        return PAGE;
    }

    /** Where a reload leads. */
    @GetMapping("/removal")
    String back() {
        return PAGE;
    }

    /** Looking at it confirms nothing: programs look at links before people do. */
    @GetMapping("/confirmation/{token}")
    String question(
            @CurrentAccount SignedIn account, @PathVariable String token, HttpServletResponse response, Model model) {
        if (!mail.isGood(account.id(), token)) {
            RefusalPage.show(new MailRefused(MailRefusal.MAIL_LINK_NOT_GOOD), response, model);
            return page(account, model);
        }
        model.addAttribute("token", token);
        model.addAttribute("mail", mail.state(account.id()));
        return "storefront/mail-confirmation";
    }

    @PostMapping("/confirmation/{token}")
    String confirm(
            @CurrentAccount SignedIn account, @PathVariable String token, HttpServletResponse response, Model model) {
        try {
            mail.confirm(account, token);
            return PAGE + "?done=confirmed";
        } catch (MailRefused refused) {
            RefusalPage.show(refused, response, model);
            return page(account, model);
        }
    }
}
