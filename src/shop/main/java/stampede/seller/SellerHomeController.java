package stampede.seller;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.staff.AccountRecord;
import stampede.staff.AccountRecords;

/** Where a seller begins. */
@Controller
class SellerHomeController {

    private final AccountRecords records;

    SellerHomeController(AccountRecords records) {
        this.records = records;
    }

    @GetMapping("/seller")
    String home(@CurrentAccount SignedIn seller, Model model) {
        model.addAttribute(
                "shopName",
                records.find(seller.id()).map(AccountRecord::shopName).orElse(""));
        return "seller/seller-home";
    }
}
