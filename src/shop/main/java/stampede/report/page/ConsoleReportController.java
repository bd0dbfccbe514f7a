package stampede.report.page;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.AccountId;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.Role;
import stampede.staff.AccountRecord;
import stampede.staff.AccountRecords;

/** What any seller sold, for operators. */
@Controller
class ConsoleReportController {

    private static final String WEEKS = "/console/accounts/{account}/report";
    private static final String WEEK = WEEKS + "/{week:[\\dW-]+}";

    private final ReportPages pages;
    private final AccountRecords accounts;

    ConsoleReportController(ReportPages pages, AccountRecords accounts) {
        this.pages = pages;
        this.accounts = accounts;
    }

    @Needs(Duty.SEE)
    @GetMapping(WEEKS)
    ModelAndView weeks(@PathVariable AccountId account, @RequestParam Optional<String> week) {
        var seller = seller(account);
        return pages.weeks(account, base(account), week).addObject("seller", seller.username());
    }

    @Needs(Duty.SEE)
    @GetMapping(WEEKS + ".csv")
    void weeksCsv(@PathVariable AccountId account, @RequestParam Optional<String> week, HttpServletResponse response)
            throws IOException {
        pages.weeksCsv(seller(account).id(), week, response);
    }

    @Needs(Duty.SEE)
    @GetMapping(WEEK)
    ModelAndView week(
            @PathVariable AccountId account, @PathVariable String week, @RequestParam Optional<Integer> from) {
        var seller = seller(account);
        return pages.week(account, base(account), week, from).addObject("seller", seller.username());
    }

    @Needs(Duty.SEE)
    @GetMapping(WEEK + ".csv")
    void weekCsv(@PathVariable AccountId account, @PathVariable String week, HttpServletResponse response)
            throws IOException {
        pages.weekCsv(seller(account).id(), week, response);
    }

    private AccountRecord seller(AccountId account) {
        return accounts.find(account)
                .filter(record -> record.role() == Role.SELLER)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    private static String base(AccountId account) {
        return "/console/accounts/" + account + "/report";
    }
}
