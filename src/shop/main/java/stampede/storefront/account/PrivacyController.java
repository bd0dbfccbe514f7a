package stampede.storefront.account;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.privacy.AccountDeletion;
import stampede.privacy.PersonalData;
import stampede.refusal.RefusalException;
import stampede.signin.SecondFactors;
import stampede.storefront.RefusalPage;

/** What the shop keeps about whoever is signed in: to be taken along, and to be deleted. */
@Controller
class PrivacyController {

    private final PersonalData data;
    private final AccountDeletion deletion;
    private final SecondFactors factors;

    PrivacyController(PersonalData data, AccountDeletion deletion, SecondFactors factors) {
        this.data = data;
        this.deletion = deletion;
        this.factors = factors;
    }

    /** Written as it is read; whatever fails on the way leaves a file that is no JSON, so that nobody takes a half for the whole. */
    @GetMapping("/account/data")
    void download(@CurrentAccount SignedIn account, HttpServletResponse response) throws IOException {
        data.admit(account.id());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setHeader("Content-Disposition", "attachment; filename=\"stampede-account.json\"");
        response.setHeader("Cache-Control", "no-store");
        data.write(account, response.getOutputStream());
    }

    @GetMapping("/account/deletion")
    String question(@CurrentAccount SignedIn account, Model model) {
        deletion.obstacle(account).ifPresent(reason -> model.addAttribute("obstacle", reason));
        model.addAttribute("hasFactor", factors.isSetUp(account.id()));
        return "storefront/account-deletion";
    }

    @PostMapping("/account/deletion")
    String delete(
            @CurrentAccount SignedIn account,
            @RequestParam(defaultValue = "") String password,
            @RequestParam(defaultValue = "") String code,
            HttpServletResponse response,
            Model model) {
        try {
            deletion.delete(account, password, code);
            return "redirect:/sign-in?deleted";
        } catch (RefusalException refused) {
            RefusalPage.show(refused, response, model);
            return question(account, model);
        }
    }
}
