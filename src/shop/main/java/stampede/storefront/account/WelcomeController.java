package stampede.storefront.account;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.staff.OneTimeLinks;
import stampede.storefront.RefusalPage;

/** Behind a one-time link: whoever has it sets the account's password, and then signs in as anybody does. */
@Controller
class WelcomeController {

    private final OneTimeLinks links;

    WelcomeController(OneTimeLinks links) {
        this.links = links;
    }

    /** Looking at it does not use it up: programs look at links before people do. */
    @GetMapping("/welcome/{secret}")
    String form(@PathVariable String secret, HttpServletResponse response, Model model) {
        model.addAttribute("secret", secret);
        links.find(secret)
                .ifPresentOrElse(
                        account -> model.addAttribute("username", account.username()),
                        () -> RefusalPage.show(new AccountRefused(AccountRefusal.LINK_NOT_GOOD), response, model));
        return "storefront/welcome";
    }

    @PostMapping("/welcome/{secret}")
    String use(
            @PathVariable String secret,
            @RequestParam(defaultValue = "") String next,
            @RequestParam(defaultValue = "") String again,
            HttpServletResponse response,
            Model model) {
        if (!next.equals(again)) {
            model.addAttribute("differ", true);
            response.setStatus(HttpStatus.UNPROCESSABLE_CONTENT.value());
            return form(secret, response, model);
        }
        try {
            links.use(secret, next);
            return "redirect:/sign-in";
        } catch (AccountRefused refused) {
            form(secret, response, model);
            RefusalPage.show(refused, response, model);
            return "storefront/welcome";
        }
    }
}
