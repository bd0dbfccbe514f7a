package stampede.security;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jsoup.Connection;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.FormElement;

/** Somebody who looks at the shop's pages and fills in its forms, without scripts, and keeps cookies as a browser does. */
public final class PageVisitor {

    private final String address;
    private final Connection session = Jsoup.newSession().ignoreHttpErrors(true).timeout(20_000);

    private PageVisitor(String address) {
        this.address = address;
    }

    /** A new shopper, signed in. */
    public static PageVisitor registered(String address) {
        var visitor = new PageVisitor(address);
        var name = "v" + UUID.randomUUID().toString().substring(0, 12);
        visitor.submit(
                visitor.open("/register"), "/register", Map.of("username", name, "password", "correct horse " + name));
        return visitor;
    }

    /** What it would send as its cookies. */
    public String cookies() {
        return session.cookieStore().getCookies().stream()
                .map(cookie -> cookie.getName() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    public View open(String path) {
        return view(session.newRequest(address + path));
    }

    /** Sends the form of the page that leads to where this is part of the address. */
    public View submit(View page, String action, Map<String, String> fields) {
        var form = (FormElement) page.document().expectFirst("form[action*=" + action + "]");
        fields.forEach((name, value) -> form.expectFirst("[name=" + name + "]").val(value));
        return view(form.submit());
    }

    private static View view(Connection request) {
        try {
            var answer = request.execute();
            return new View(answer, answer.parse());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A page, and how it came. */
    public record View(Connection.Response answer, Document document) {

        public int status() {
            return answer.statusCode();
        }

        public String title() {
            return document.expectFirst("h1").text();
        }

        /** Where it was found in the end. */
        public String path() {
            return answer.url().getPath();
        }
    }
}
