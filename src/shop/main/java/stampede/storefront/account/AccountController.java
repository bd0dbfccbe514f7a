package stampede.storefront.account;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.mail.MailAddresses;
import stampede.signin.SignIns;
import stampede.storefront.Redirects;
import stampede.token.SignInId;

/** Who somebody is to the shop, and where they are signed in. */
@Controller
class AccountController {

    private static final String PAGE = "/account";

    private final SignIns signIns;
    private final MailAddresses mail;

    AccountController(SignIns signIns, MailAddresses mail) {
        this.signIns = signIns;
        this.mail = mail;
    }

    @GetMapping("/account")
    String account(@CurrentAccount SignedIn account, @CurrentAccount SignInId here, Model model) {
        model.addAttribute("known", account);
        model.addAttribute("here", here);
        model.addAttribute("mail", mail.state(account.id()));
        model.addAttribute("signIns", signIns.open(account.id()));
        return "storefront/account";
    }

    /** Somebody else's sign-in, and one that has ended, is left alone. */
    @PostMapping("/account/sign-ins/{signIn}/end")
    ModelAndView end(@CurrentAccount SignedIn account, @PathVariable SignInId signIn) {
        signIns.end(account, signIn);
        return Redirects.seeOther(PAGE);
    }

    @PostMapping("/account/sign-out-everywhere")
    ModelAndView signOutEverywhere(@CurrentAccount SignedIn account) {
        signIns.endAll(account.id());
        return Redirects.seeOther("/sign-in");
    }

    /** Where a reload leads. */
    @GetMapping({"/account/sign-ins/{signIn}/end", "/account/sign-out-everywhere"})
    ModelAndView back() {
        return Redirects.seeOther(PAGE);
    }
}
