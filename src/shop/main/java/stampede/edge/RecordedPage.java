package stampede.edge;

import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A page that is held back while it is made, and knows which of its headers were set meanwhile: others are of who asked for it. */
final class RecordedPage extends RecordedResponse {

    private final Map<String, List<String>> set = new LinkedHashMap<>();

    RecordedPage(HttpServletResponse response) {
        super(response);
    }

    Map<String, List<String>> ownHeaders() {
        return set;
    }

    /** Spring MVC takes headers back by null before it shows an error, as Servlet 6.1 allows and its wrapper does not say. */
    @Override
    @SuppressWarnings("NullAway")
    public void setHeader(String name, @Nullable String value) {
        if (value == null) {
            set.remove(name);
        } else {
            set.put(name, new ArrayList<>(List.of(value)));
        }
        super.setHeader(name, value);
    }

    @Override
    public void addHeader(String name, String value) {
        set.computeIfAbsent(name, first -> new ArrayList<>()).add(value);
        super.addHeader(name, value);
    }

    @Override
    public void reset() {
        set.clear();
        super.reset();
    }
}
