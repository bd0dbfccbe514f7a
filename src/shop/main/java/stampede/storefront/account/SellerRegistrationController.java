package stampede.storefront.account;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.AccountRefused;
import stampede.staff.SellerProperties;
import stampede.staff.SellerRegistration;
import stampede.storefront.RefusalPage;

/** Registers those who want to sell here. */
@Controller
class SellerRegistrationController {

    private final SellerRegistration registration;

    SellerRegistrationController(SellerRegistration registration) {
        this.registration = registration;
    }

    /** The form; {@code done} says that an operator has to approve what was sent. */
    @GetMapping("/register/seller")
    String form(Model model) {
        model.addAttribute("policy", registration.policy());
        return "storefront/register-seller";
    }

    @PostMapping("/register/seller")
    String register(
            @RequestParam(defaultValue = "") String username,
            @RequestParam(defaultValue = "") String password,
            @RequestParam(defaultValue = "") String shopName,
            @RequestParam(defaultValue = "") String contact,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        try {
            registration.register(username, password, shopName, contact, request.getRemoteAddr());
            return registration.policy() == SellerProperties.Registration.OPEN
                    ? "redirect:/sign-in?continue=/seller"
                    : "redirect:/register/seller?done";
        } catch (AccountRefused refused) {
            RefusalPage.show(refused, response, model);
            model.addAttribute("username", username);
            model.addAttribute("shopName", shopName);
            model.addAttribute("contact", contact);
            return form(model);
        }
    }
}
