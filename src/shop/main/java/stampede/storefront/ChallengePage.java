package stampede.storefront;

import org.springframework.ui.Model;
import stampede.purchase.ProofWanted;
import stampede.purchase.PurchaseRefused;

/** The page that says why a press was refused; if a proof is wanted, it has the form to send it with. */
public final class ChallengePage {

    private ChallengePage() {}

    /**
     * The name of the template.
     *
     * @param action where the same form is to be sent once more
     */
    public static String viewOf(PurchaseRefused refused, String action, Model model) {
        if (refused instanceof ProofWanted wanted) {
            model.addAttribute("challenge", wanted.challenge());
            model.addAttribute("action", action);
            return "storefront/challenge";
        }
        return "storefront/refused";
    }
}
