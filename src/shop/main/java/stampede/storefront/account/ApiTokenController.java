package stampede.storefront.account;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Set;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.AccountRefused;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.SignedIn;
import stampede.staff.ApiTokens;
import stampede.storefront.Redirects;
import stampede.storefront.RefusalPage;

/** Tokens with which other systems use the API in the name of whoever is signed in. */
@Controller
class ApiTokenController {

    private static final String PAGE = "/account/tokens";

    private final ApiTokens tokens;

    ApiTokenController(ApiTokens tokens) {
        this.tokens = tokens;
    }

    @GetMapping(PAGE)
    String list(@CurrentAccount SignedIn account, Model model) {
        model.addAttribute("tokens", tokens.of(account.id()));
        model.addAttribute("duties", account.duties().stream().sorted().toList());
        return "storefront/tokens";
    }

    /** Shows the token at once: it is kept nowhere, so there is no page to lead to. */
    @PostMapping(PAGE)
    String make(
            @CurrentAccount SignedIn account,
            @RequestParam(defaultValue = "") String name,
            @RequestParam(defaultValue = "") Set<Duty> duties,
            @RequestParam(defaultValue = "0") int days,
            HttpServletResponse response,
            Model model) {
        try {
            model.addAttribute("made", tokens.make(account, name, duties, days));
        } catch (AccountRefused refused) {
            RefusalPage.show(refused, response, model);
            model.addAttribute("name", name);
        }
        return list(account, model);
    }

    @PostMapping(PAGE + "/{token}/end")
    ModelAndView end(@CurrentAccount SignedIn account, @PathVariable String token) {
        tokens.end(account, account.id(), token);
        return Redirects.seeOther(PAGE);
    }
}
