package stampede.storefront.account;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.AccountRefused;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.security.PageCookies;
import stampede.signin.PasswordChanges;
import stampede.storefront.RefusalPage;

/** Changes the password of whoever is signed in. */
@Controller
class PasswordController {

    private final PasswordChanges passwords;
    private final PageCookies cookies;

    PasswordController(PasswordChanges passwords, PageCookies cookies) {
        this.passwords = passwords;
        this.cookies = cookies;
    }

    @GetMapping("/account/password")
    String form() {
        return "storefront/password";
    }

    @PostMapping("/account/password")
    String change(
            @CurrentAccount SignedIn account,
            @RequestParam String present,
            @RequestParam String next,
            @RequestParam String again,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        if (!next.equals(again)) {
            model.addAttribute("differ", true);
            response.setStatus(400);
            return form();
        }
        try {
            passwords.change(account, present, next);
            cookies.signIn(account, request, response);
            return "redirect:/account?done=password";
        } catch (AccountRefused refused) {
            RefusalPage.show(refused, response, model);
            return form();
        }
    }
}
