package stampede.console.shop;

import org.springframework.ui.Model;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import stampede.staff.AccountActs;

/** Shows a one-time link as a whole address, under the name by which the shop was asked, so that it can be given away as it stands. */
final class OneTimeLinkPage {

    private OneTimeLinkPage() {}

    static String show(AccountActs.Link link, String username, Model model) {
        model.addAttribute("account", link.account());
        model.addAttribute("username", username);
        model.addAttribute(
                "address",
                ServletUriComponentsBuilder.fromCurrentContextPath()
                        .path("/welcome/{secret}")
                        .buildAndExpand(link.secret())
                        .toUriString());
        return "console/account-link";
    }
}
