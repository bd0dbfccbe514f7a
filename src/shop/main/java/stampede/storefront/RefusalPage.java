package stampede.storefront;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.ui.Model;
import stampede.refusal.RefusalException;
import stampede.refusal.RetryAfter;

/** How a page shows a refusal: by its status, {@code Retry-After} and, as {@code refusal} of the model, the reason with its words. */
public final class RefusalPage {

    private RefusalPage() {}

    public static void show(RefusalException refused, HttpServletResponse response, Model model) {
        refused.retryAfter().ifPresent(wait -> RetryAfter.write(wait, response));
        response.setStatus(refused.reason().status().value());
        model.addAttribute("refusal", refused.reason());
    }
}
