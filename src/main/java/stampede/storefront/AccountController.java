package stampede.storefront;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;

/** Who somebody is to the shop, and where they are signed in. */
@Controller
class AccountController {

    @GetMapping("/account")
    String account(@CurrentAccount SignedIn account, Model model) {
        model.addAttribute("known", account);
        return "storefront/account";
    }
}
