package stampede.account;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import stampede.token.SignInId;

/**
 * A controller's parameter of type {@link SignedIn} that is who sent the request, by cookie or bearer token; or of type
 * {@code Optional<SignedIn>} on pages that anyone may see. Of type {@link SignInId} it is the sign-in behind the request.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface CurrentAccount {}
