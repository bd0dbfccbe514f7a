package stampede.console.shop;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.AccountRefused;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.NewAccount;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.account.Standing;
import stampede.account.Username;
import stampede.desk.CsvDownload;
import stampede.desk.ListView;
import stampede.listing.ListQuery;
import stampede.listing.ListSpec;
import stampede.site.ShopTimes;
import stampede.staff.AccountActs;
import stampede.staff.AccountRecords;

/** Who has an account here, and the accounts that operators open for others. */
@Controller
class AccountListController {

    private static final ListSpec LIST = AccountRecords.list("/console/accounts");

    private final AccountRecords records;
    private final AccountActs acts;
    private final CsvDownload download;
    private final ShopTimes times;

    AccountListController(AccountRecords records, AccountActs acts, CsvDownload download, ShopTimes times) {
        this.records = records;
        this.acts = acts;
        this.download = download;
        this.times = times;
    }

    @Needs(Duty.ADMIN)
    @GetMapping("/console/accounts")
    String list(HttpServletRequest request, Model model) {
        var query = query(request);
        model.addAttribute("list", new ListView<>(query, records.page(query)));
        return "console/accounts";
    }

    /** Without what sellers gave as their contact. */
    @Needs(Duty.ADMIN)
    @GetMapping("/console/accounts.csv")
    void csv(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = query(request);
        download.send(
                response,
                LIST.name(),
                List.of("number", "username", "role", "duties", "state", "created", "last", "orders", "shop"),
                (most, line) -> records.forEach(
                        query,
                        most,
                        record -> line.accept(new Object[] {
                            "account:" + record.id(),
                            record.username(),
                            record.role(),
                            Duty.text(record.duties()),
                            record.state(),
                            times.at(record.created()).toOffsetDateTime(),
                            record.lastSignIn()
                                    .map(last ->
                                            times.at(last).toOffsetDateTime().toString())
                                    .orElse(""),
                            record.orders(),
                            record.shopName()
                        })));
    }

    private ListQuery query(HttpServletRequest request) {
        return ListQuery.of(LIST, request.getParameterMap(), times.zone());
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
