package stampede.storefront;

import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.ModelAndView;

/** Answers that several pages give. */
public final class Redirects {

    private Redirects() {}

    /** What the page shows still holds: htmx leaves it alone. */
    public static ModelAndView nothingNew() {
        var nothing = new ModelAndView((model, request, response) -> {});
        nothing.setStatus(HttpStatus.NO_CONTENT);
        return nothing;
    }

    /** Go there by GET, whatever the method was. */
    public static ModelAndView seeOther(String path) {
        return new ModelAndView("redirect:" + path, HttpStatus.SEE_OTHER);
    }
}
