package stampede.storefront;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.ui.Model;
import stampede.account.AccountRefused;

/** Shows the same form again, with what was typed (never the password) and why it was not accepted. */
final class RefusedForm {

    private RefusedForm() {}

    static void show(AccountRefused refused, String username, HttpServletResponse response, Model model) {
        response.setStatus(refused.reason().status().value());
        refused.retryAfter()
                .ifPresent(wait -> response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(wait.toSeconds() + 1)));
        model.addAttribute("refusal", refused.reason());
        model.addAttribute("username", username);
    }
}
