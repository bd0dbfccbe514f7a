package stampede.storefront.account;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.security.LocalPath;
import stampede.security.PageCookies;
import stampede.signin.Authenticator;
import stampede.signin.KnownDevices;
import stampede.signin.SecondFactorNeeded;
import stampede.storefront.RefusalPage;

/** Signs people in, and leads them back to what they wanted. Signing out is a filter's work: POST /sign-out. */
@Controller
class SignInController {

    private final Authenticator authenticator;
    private final PageCookies cookies;
    private final KnownDevices devices;

    SignInController(Authenticator authenticator, PageCookies cookies, KnownDevices devices) {
        this.authenticator = authenticator;
        this.cookies = cookies;
        this.devices = devices;
    }

    @GetMapping("/sign-in")
    String form(@RequestParam(name = "continue", defaultValue = "/") LocalPath wanted, Model model) {
        model.addAttribute("wanted", wanted);
        return "storefront/sign-in";
    }

    @PostMapping("/sign-in")
    String signIn(
            @RequestParam String username,
            @RequestParam String password,
            @RequestParam(name = "continue", defaultValue = "/") LocalPath wanted,
            @RequestParam(defaultValue = "false") boolean kept,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        var device = devices.find(username, request);
        try {
            var account = authenticator.signIn(username, password, request.getRemoteAddr(), device);
            completeSignIn(account, kept, request, response);
            return "redirect:" + landing(account, wanted);
        } catch (SecondFactorNeeded halfWay) {
            return codeForm(halfWay.token(), wanted, model);
        } catch (AccountRefused refused) {
            RefusalPage.show(refused, response, model);
            model.addAttribute("username", username);
            model.addAttribute("kept", kept);
            return form(wanted, model);
        }
    }

    @PostMapping("/sign-in/code")
    String signInWithCode(
            @RequestParam String token,
            @RequestParam String code,
            @RequestParam(name = "continue", defaultValue = "/") LocalPath wanted,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        try {
            var account = authenticator.signInWithCode(token, code, request.getRemoteAddr());
            completeSignIn(account, false, request, response);
            return "redirect:" + landing(account, wanted);
        } catch (AccountRefused refused) {
            RefusalPage.show(refused, response, model);
            return refused.reason() == AccountRefusal.BAD_SIGN_IN_TOKEN
                    ? form(wanted, model)
                    : codeForm(token, wanted, model);
        }
    }

    /** Sellers buy nothing, so they begin at their own shop. */
    private static String landing(SignedIn account, LocalPath wanted) {
        return account.role() == Role.SELLER && wanted.value().equals("/") ? "/seller" : wanted.value();
    }

    private static String codeForm(String token, LocalPath wanted, Model model) {
        model.addAttribute("wanted", wanted);
        model.addAttribute("token", token);
        return "storefront/sign-in-code";
    }

    private void completeSignIn(
            SignedIn account, boolean kept, HttpServletRequest request, HttpServletResponse response) {
        cookies.signIn(account, kept, request, response);
        if (devices.find(account.username(), request).isEmpty()) {
            devices.remember(account, response);
        }
    }
}
