package stampede.console.shop;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.AccountId;
import stampede.account.AccountRefused;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.NewAccount;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.account.Standing;
import stampede.account.Username;
import stampede.staff.AccountActs;
import stampede.staff.AccountFilter;
import stampede.staff.AccountRecord;
import stampede.staff.AccountRecords;

/** Who has an account here, and the accounts that operators open for others. */
@Controller
class AccountListController {

    private final AccountRecords records;
    private final AccountActs acts;

    AccountListController(AccountRecords records, AccountActs acts) {
        this.records = records;
        this.acts = acts;
    }

    @Needs(Duty.ADMIN)
    @GetMapping("/console/accounts")
    String list(
            @RequestParam(defaultValue = "") String text,
            @RequestParam Optional<Role> role,
            @RequestParam Optional<AccountRecord.State> state,
            @RequestParam Optional<AccountId> before,
            Model model) {
        var found = records.list(new AccountFilter(text, role, state, before));
        model.addAttribute("text", text);
        model.addAttribute("role", role.orElse(null));
        model.addAttribute("state", state.orElse(null));
        model.addAttribute("roles", Role.values());
        model.addAttribute("states", AccountRecord.State.values());
        model.addAttribute("accounts", found.stream().limit(AccountRecords.PAGE).toList());
        model.addAttribute("more", found.size() > AccountRecords.PAGE && text.isBlank());
        return "console/accounts";
    }

    @Needs(Duty.ADMIN)
    @GetMapping("/console/accounts/new")
    String form(Model model) {
        model.addAttribute("all", Duty.values());
        return "console/account-new";
    }

    /** Shows the link at once: it is kept nowhere, so there is no page to lead to. */
    @Needs(Duty.ADMIN)
    @PostMapping("/console/accounts")
    String open(
            @RequestParam(defaultValue = "") String username,
            @RequestParam(defaultValue = "SELLER") Role role,
            @RequestParam(defaultValue = "") Set<Duty> duties,
            @RequestParam(defaultValue = "") String reason,
            @CurrentAccount SignedIn operator,
            HttpServletResponse response,
            Model model) {
        try {
            var wanted = new NewAccount(
                    new Username(username),
                    role == Role.OPERATOR ? role : Role.SELLER,
                    role == Role.OPERATOR ? AccountActs.withSee(duties) : Set.of(),
                    Standing.INVITED,
                    "",
                    "");
            return OneTimeLinkPage.show(
                    acts.open(operator, wanted, reason), wanted.username().value(), model);
        } catch (AccountRefused refused) {
            response.setStatus(refused.reason().status().value());
            model.addAttribute("refusal", refused.reason());
            model.addAttribute("username", username);
            model.addAttribute("role", role);
            model.addAttribute("duties", duties);
            model.addAttribute("reason", reason);
            return form(model);
        }
    }
}
