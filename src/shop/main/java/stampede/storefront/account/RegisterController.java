package stampede.storefront.account;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.AccountRefused;
import stampede.security.LocalPath;
import stampede.security.PageCookies;
import stampede.signin.Authenticator;
import stampede.storefront.RefusalPage;

/** Opens shoppers' accounts and signs them in at once. */
@Controller
class RegisterController {

    private final Authenticator authenticator;
    private final PageCookies cookies;

    RegisterController(Authenticator authenticator, PageCookies cookies) {
        this.authenticator = authenticator;
        this.cookies = cookies;
    }

    @GetMapping("/register")
    String form(@RequestParam(name = "continue", defaultValue = "/") LocalPath wanted, Model model) {
        model.addAttribute("wanted", wanted);
        return "storefront/register";
    }

    @PostMapping("/register")
    String register(
            @RequestParam String username,
            @RequestParam String password,
            @RequestParam(name = "continue", defaultValue = "/") LocalPath wanted,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        try {
            cookies.signIn(authenticator.register(username, password, request.getRemoteAddr()), request, response);
            return "redirect:" + wanted;
        } catch (AccountRefused refused) {
            RefusalPage.show(refused, response, model);
            model.addAttribute("username", username);
            return form(wanted, model);
        }
    }
}
