package stampede.account;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import org.springframework.context.MessageSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Answers those whom the JSON API does not let in, with problem details (RFC 9457) as everywhere in the API. */
@Component
class ApiGate implements AuthenticationEntryPoint, AccessDeniedHandler {

    private final JsonMapper json;
    private final MessageSource messages;

    ApiGate(JsonMapper json, MessageSource messages) {
        this.json = json;
        this.messages = messages;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException stranger)
            throws IOException {
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        answer(request, response, HttpStatus.UNAUTHORIZED, "NOT_SIGNED_IN", "Not signed in");
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
            throws IOException {
        answer(request, response, HttpStatus.FORBIDDEN, "FORBIDDEN", "Not allowed");
    }

    private void answer(
            HttpServletRequest request, HttpServletResponse response, HttpStatus status, String reason, String title)
            throws IOException {
        var problem = new LinkedHashMap<String, Object>();
        problem.put("type", "/problems/" + reason.toLowerCase(Locale.ROOT).replace('_', '-'));
        problem.put("title", title);
        problem.put("status", status.value());
        problem.put(
                "detail",
                String.valueOf(messages.getMessage("account.problem." + reason, null, title, request.getLocale())));
        problem.put("instance", request.getRequestURI());
        problem.put("reason", reason);
        response.setStatus(status.value());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream().write(json.writeValueAsString(problem).getBytes(StandardCharsets.UTF_8));
    }
}
