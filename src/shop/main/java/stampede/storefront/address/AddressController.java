package stampede.storefront.address;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.address.AddressBook;
import stampede.address.AddressFields;
import stampede.address.AddressId;
import stampede.address.AddressRefusal;
import stampede.address.AddressRefused;
import stampede.security.LocalPath;
import stampede.storefront.PageNotFound;
import stampede.storefront.RefusalPage;

/** A shopper's address book. Whoever came from an offer to write an address down goes back there. */
@Controller
class AddressController {

    private static final String PATH = "/account/addresses";

    private final AddressBook addressBook;

    AddressController(AddressBook addressBook) {
        this.addressBook = addressBook;
    }

    @GetMapping(PATH)
    String list(@CurrentAccount SignedIn account, Model model) {
        var addresses = addressBook.list(account.id());
        model.addAttribute("addresses", addresses);
        model.addAttribute("isFull", addresses.size() >= AddressBook.MOST);
        return "storefront/addresses";
    }

    @GetMapping(PATH + "/new")
    String blank(@RequestParam(name = "continue", defaultValue = PATH) LocalPath wanted, Model model) {
        return form(AddressFields.blank(), PATH, wanted, model);
    }

    @PostMapping(PATH)
    String add(
            @CurrentAccount SignedIn account,
            @RequestParam Map<String, String> form,
            @RequestParam(name = "continue", defaultValue = PATH) LocalPath wanted,
            HttpServletResponse response,
            Model model) {
        var fields = fields(form);
        try {
            addressBook.add(account.id(), fields);
            return "redirect:" + wanted;
        } catch (AddressRefused refused) {
            return refused(refused, fields, PATH, wanted, response, model);
        }
    }

    @GetMapping(PATH + "/{address}")
    String show(@CurrentAccount SignedIn account, @PathVariable AddressId address, Model model) {
        var found = addressBook.find(account.id(), address).orElseThrow(PageNotFound::new);
        return form(found.fields(), PATH + "/" + address, new LocalPath(PATH), model);
    }

    @PostMapping(PATH + "/{address}")
    String change(
            @CurrentAccount SignedIn account,
            @PathVariable AddressId address,
            @RequestParam Map<String, String> form,
            HttpServletResponse response,
            Model model) {
        var fields = fields(form);
        try {
            addressBook.change(account.id(), address, fields);
            return "redirect:" + PATH;
        } catch (AddressRefused refused) {
            return refused(refused, fields, PATH + "/" + address, new LocalPath(PATH), response, model);
        }
    }

    @PostMapping(PATH + "/{address}/default")
    String makeDefault(@CurrentAccount SignedIn account, @PathVariable AddressId address) {
        ifThere(() -> addressBook.makeDefault(account.id(), address));
        return "redirect:" + PATH;
    }

    @PostMapping(PATH + "/{address}/removal")
    String remove(@CurrentAccount SignedIn account, @PathVariable AddressId address) {
        ifThere(() -> addressBook.remove(account.id(), address));
        return "redirect:" + PATH;
    }

    /** Where a reload leads. */
    @GetMapping({PATH + "/{address}/default", PATH + "/{address}/removal"})
    String back() {
        return "redirect:" + PATH;
    }

    /** One that was removed in another tab meanwhile is not in the list that follows, and that says enough. */
    private static void ifThere(Runnable act) {
        try {
            act.run();
        } catch (AddressRefused refused) {
            if (refused.reason() != AddressRefusal.NO_SUCH_ADDRESS) {
                throw refused;
            }
        }
    }

    private static AddressFields fields(Map<String, String> form) {
        return new AddressFields(
                form.getOrDefault(AddressFields.NAME, ""),
                form.getOrDefault(AddressFields.PHONE, ""),
                form.getOrDefault(AddressFields.REGION, ""),
                form.getOrDefault(AddressFields.STREET, ""));
    }

    private static String refused(
            AddressRefused refused,
            AddressFields fields,
            String action,
            LocalPath wanted,
            HttpServletResponse response,
            Model model) {
        if (refused.reason() == AddressRefusal.NO_SUCH_ADDRESS) {
            throw new PageNotFound();
        }
        RefusalPage.show(refused, response, model);
        model.addAttribute("field", refused.field());
        return form(fields, action, wanted, model);
    }

    private static String form(AddressFields fields, String action, LocalPath wanted, Model model) {
        model.addAttribute("fields", fields);
        model.addAttribute("action", action);
        model.addAttribute("wanted", wanted);
        return "storefront/address";
    }
}
