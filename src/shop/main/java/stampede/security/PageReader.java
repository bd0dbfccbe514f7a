package stampede.security;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import stampede.account.SignedIn;
import stampede.token.SignIn;

/** Who reads the page that is being made, behind the filters that have found it out. */
public final class PageReader {

    private PageReader() {}

    /** Empty if it is nobody who is signed in. */
    public static Optional<SignedIn> current() {
        return SecurityContextHolder.getContext().getAuthentication() instanceof AccountAuthentication known
                ? Optional.of(known.getPrincipal())
                : Optional.empty();
    }

    /** Makes a page as if somebody else read it. Of the reader nothing is known meanwhile, nor of any sign-in. */
    public static void change(SignedIn somebodyElse, Page page) throws IOException, ServletException {
        var before = SecurityContextHolder.getContext();
        var signIn = new SignIn(somebodyElse, SignIn.newId(), 0, Instant.EPOCH);
        SecurityContextHolder.setContext(new SecurityContextImpl(new AccountAuthentication(signIn)));
        try {
            page.make();
        } finally {
            SecurityContextHolder.setContext(before);
        }
    }

    /** A page that is made. */
    public interface Page {

        void make() throws IOException, ServletException;
    }
}
