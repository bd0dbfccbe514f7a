package stampede.storefront.account;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.AccountRefused;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.signin.PasswordChanges;
import stampede.signin.SecondFactorOffer;
import stampede.signin.SecondFactors;
import stampede.storefront.RefusalPage;
import stampede.token.SignInId;

/** Sets up and removes the second factor of whoever is signed in. Secrets and recovery codes are shown by answers to a form only. */
@Controller
@RequestMapping("/account/second-factor")
class SecondFactorController {

    private final PasswordChanges passwords;
    private final SecondFactors factors;

    SecondFactorController(PasswordChanges passwords, SecondFactors factors) {
        this.passwords = passwords;
        this.factors = factors;
    }

    @GetMapping
    String page(@CurrentAccount SignedIn account, Model model) {
        model.addAttribute("isSetUp", factors.isSetUp(account.id()));
        model.addAttribute("codesLeft", factors.recoveryCodesLeft(account.id()));
        return "storefront/second-factor";
    }

    @PostMapping
    String begin(
            @CurrentAccount SignedIn account,
            @RequestParam String password,
            HttpServletResponse response,
            Model model) {
        return orShowAgain(account, response, model, () -> {
            passwords.confirm(account, password);
            return secret(factors.begin(account), model);
        });
    }

    @PostMapping("/confirmation")
    String confirm(
            @CurrentAccount SignedIn account,
            @CurrentAccount SignInId here,
            @RequestParam String code,
            HttpServletResponse response,
            Model model) {
        try {
            return codes(factors.confirm(account, here, code), model);
        } catch (AccountRefused refused) {
            RefusalPage.show(refused, response, model);
            return factors.offered(account).map(offer -> secret(offer, model)).orElseGet(() -> page(account, model));
        }
    }

    @PostMapping("/recovery-codes")
    String renewCodes(
            @CurrentAccount SignedIn account, @RequestParam String code, HttpServletResponse response, Model model) {
        return orShowAgain(account, response, model, () -> codes(factors.renewCodes(account, code), model));
    }

    @PostMapping("/removal")
    String remove(
            @CurrentAccount SignedIn account,
            @RequestParam String password,
            @RequestParam String code,
            HttpServletResponse response,
            Model model) {
        return orShowAgain(account, response, model, () -> {
            passwords.confirm(account, password);
            factors.remove(account, code);
            return "redirect:/account/second-factor";
        });
    }

    private String orShowAgain(SignedIn account, HttpServletResponse response, Model model, Supplier<String> deed) {
        try {
            return deed.get();
        } catch (AccountRefused refused) {
            RefusalPage.show(refused, response, model);
            return page(account, model);
        }
    }

    private static String secret(SecondFactorOffer offer, Model model) {
        model.addAttribute("offer", offer);
        return "storefront/second-factor-secret";
    }

    private static String codes(List<String> codes, Model model) {
        model.addAttribute("codes", codes);
        return "storefront/recovery-codes";
    }
}
