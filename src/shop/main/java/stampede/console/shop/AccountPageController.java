package stampede.console.shop;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import stampede.account.AccountId;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.signin.SignIns;
import stampede.staff.AccountActs;
import stampede.staff.AccountRecord;
import stampede.staff.AccountRecord.State;
import stampede.staff.AccountRecords;
import stampede.staff.ApiTokens;
import stampede.token.SignInId;

/** One account: what it is, where it is signed in, and what is done to it, each act on a page that asks for a reason. */
@Controller
class AccountPageController {

    private final AccountRecords records;
    private final AccountActs acts;
    private final SignIns signIns;
    private final ApiTokens tokens;

    AccountPageController(AccountRecords records, AccountActs acts, SignIns signIns, ApiTokens tokens) {
        this.records = records;
        this.acts = acts;
        this.signIns = signIns;
        this.tokens = tokens;
    }

    /** The account; {@code done} is what was just done to it, {@code paused} how many of its offers were. */
    @Needs(Duty.ADMIN)
    @GetMapping("/console/accounts/{account}")
    String account(
            @PathVariable AccountId account,
            @RequestParam Optional<Act> done,
            @RequestParam Optional<Integer> paused,
            Model model) {
        var record = find(account);
        model.addAttribute("record", record);
        model.addAttribute("signIns", signIns.open(account));
        model.addAttribute("tokens", tokens.of(account));
        model.addAttribute(
                "acts",
                Arrays.stream(Act.values()).filter(act -> act.fits(record)).toList());
        done.ifPresent(act -> model.addAttribute("done", act));
        paused.ifPresent(offers -> model.addAttribute("paused", offers));
        return "console/person";
    }

    @Needs(Duty.ADMIN)
    @GetMapping("/console/accounts/{account}/acts/{act}")
    String ask(@PathVariable AccountId account, @PathVariable Act act, Model model) {
        model.addAttribute("record", find(account));
        model.addAttribute("act", act);
        model.addAttribute("all", Duty.values());
        model.addAttribute("roles", Role.values());
        return "console/account-act";
    }

    @Needs(Duty.ADMIN)
    @PostMapping("/console/accounts/{account}/acts/{act}")
    String act(
            @PathVariable AccountId account,
            @PathVariable Act act,
            @RequestParam(defaultValue = "") String reason,
            @RequestParam(defaultValue = "") String typed,
            @RequestParam(defaultValue = "") Set<Duty> duties,
            @RequestParam Optional<Role> role,
            @CurrentAccount SignedIn operator,
            HttpServletResponse response,
            Model model) {
        var record = find(account);
        try {
            if (act.isTyped(record, duties) && !record.username().equals(typed.strip())) {
                throw new AccountRefused(AccountRefusal.NAME_NOT_TYPED);
            }
            switch (act) {
                case APPROVE -> acts.approve(operator, account, reason);
                case DECLINE -> acts.decline(operator, account, reason);
                case DUTIES -> acts.giveDuties(operator, account, duties, reason);
                case ROLE -> acts.changeRole(operator, account, role.orElse(record.role()), reason);
                case SIGN_INS -> acts.endSignIns(operator, account, reason);
                case LOCK -> acts.lock(operator, account, reason);
                case UNLOCK -> acts.unlock(operator, account, reason);
                case LINK -> {
                    return OneTimeLinkPage.show(acts.reset(operator, account, reason), record.username(), model);
                }
            }
            return "redirect:/console/accounts/" + account + "?done=" + act;
        } catch (AccountRefused refused) {
            response.setStatus(refused.reason().status().value());
            model.addAttribute("refusal", refused.reason());
            model.addAttribute("reason", reason);
            return ask(account, act, model);
        }
    }

    @Needs(Duty.ADMIN)
    @PostMapping("/console/accounts/{account}/sign-ins/{signIn}/end")
    String endSignIn(
            @PathVariable AccountId account, @PathVariable SignInId signIn, @CurrentAccount SignedIn operator) {
        acts.endSignIn(operator, find(account).id(), signIn);
        return "redirect:/console/accounts/" + account + "?done=" + Act.SIGN_INS;
    }

    private AccountRecord find(AccountId account) {
        return records.find(account).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    /** What is done to an account. */
    enum Act {
        APPROVE,
        DECLINE,
        LINK,
        DUTIES,
        ROLE,
        SIGN_INS,
        LOCK,
        UNLOCK;

        /** Whether it can be done to this account now. */
        boolean fits(AccountRecord record) {
            return switch (this) {
                case APPROVE, DECLINE -> record.state() == State.PENDING;
                case DUTIES -> record.role() == Role.OPERATOR;
                case ROLE -> record.state() != State.PENDING && (record.role() != Role.SHOPPER || record.orders() == 0);
                case SIGN_INS -> record.state() == State.ACTIVE;
                case LOCK, LINK -> record.state() == State.ACTIVE || record.state() == State.INVITED;
                case UNLOCK -> record.state() == State.LOCKED;
            };
        }

        /** Whether the username is typed as well: what cannot be taken back by whoever it hits. */
        boolean isTyped(AccountRecord record, Set<Duty> duties) {
            return switch (this) {
                case ROLE -> true;
                case LOCK -> record.role() == Role.OPERATOR;
                case DUTIES -> duties.contains(Duty.ADMIN) && !record.duties().contains(Duty.ADMIN);
                default -> false;
            };
        }
    }
}
