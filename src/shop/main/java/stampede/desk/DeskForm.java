package stampede.desk;

import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.ModelAndView;

/**
 * A form as somebody filled it in: its values stay in it whatever is wrong with them. Templates draw it as {@code form}, by the
 * fragments of {@code desk/form}.
 *
 * @param values by the names of its fields
 * @param version of the thing as the form was drawn; 0 for something new
 * @param errors what is wrong with it
 */
public record DeskForm(Map<String, String> values, long version, FormErrors errors) {

    /** The field that holds the version. */
    static final String VERSION = "version";

    public DeskForm {
        values = Map.copyOf(values);
    }

    /** A form to be filled in, with what the thing is now. */
    public static DeskForm of(Map<String, String> values, long version) {
        return new DeskForm(values, version, new FormErrors());
    }

    /** A form that was sent. */
    public static DeskForm of(HttpServletRequest request, List<String> fields) {
        var values = new LinkedHashMap<String, String>();
        fields.forEach(field -> {
            var given = request.getParameter(field);
            values.put(field, given == null ? "" : given.strip());
        });
        var version = request.getParameter(VERSION);
        return of(values, version != null && version.matches("\\d{1,18}") ? Long.parseLong(version) : 0);
    }

    /** What stands in a field; empty if nothing does. */
    public String value(String field) {
        return values.getOrDefault(field, "");
    }

    /** The page once more with what was typed in and what is wrong with it: 422. */
    public ModelAndView refused(String view) {
        return new ModelAndView(view, Map.of("form", this), HttpStatus.UNPROCESSABLE_CONTENT);
    }
}
