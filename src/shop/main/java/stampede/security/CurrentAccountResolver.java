package stampede.security;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.token.SignInId;

/** Fills in parameters marked with {@link CurrentAccount}. */
final class CurrentAccountResolver implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        var type = parameter.nestedIfOptional().getNestedParameterType();
        return parameter.hasParameterAnnotation(CurrentAccount.class)
                && (type == SignedIn.class || type == SignInId.class);
    }

    /** Throws what Spring Security answers with the sign-in page, or a 401 of the API, when nobody is signed in. */
    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        var wanted = parameter.nestedIfOptional().getNestedParameterType();
        var account = authentication()
                .map(known -> wanted == SignInId.class ? (Object) known.signIn() : known.getPrincipal());
        return parameter.isOptional()
                ? account
                : account.orElseThrow(() -> new AuthenticationCredentialsNotFoundException("Nobody is signed in"));
    }

    private static Optional<AccountAuthentication> authentication() {
        return Optional.ofNullable(SecurityContextHolder.getContext().getAuthentication())
                .filter(AccountAuthentication.class::isInstance)
                .map(AccountAuthentication.class::cast);
    }
}
