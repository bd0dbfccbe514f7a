package stampede.account;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Fills in parameters marked with {@link CurrentAccount}. */
final class CurrentAccountResolver implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.hasParameterAnnotation(CurrentAccount.class)
                && parameter.nestedIfOptional().getNestedParameterType() == SignedIn.class;
    }

    /** Throws what Spring Security answers with the sign-in page, or a 401 of the API, when nobody is signed in. */
    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        var account = currentAccount();
        return parameter.isOptional()
                ? account
                : account.orElseThrow(() -> new AuthenticationCredentialsNotFoundException("Nobody is signed in"));
    }

    private static Optional<SignedIn> currentAccount() {
        return SecurityContextHolder.getContext().getAuthentication() instanceof AccountAuthentication authentication
                ? Optional.of(authentication.getPrincipal())
                : Optional.empty();
    }
}
