package stampede.api.problem;

import com.google.common.base.Throwables;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.context.MessageSource;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.stereotype.Component;
import org.springframework.validation.Errors;
import org.springframework.validation.FieldError;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import stampede.address.AddressRefused;
import stampede.category.CategoryRefused;
import stampede.draft.DraftRefused;
import stampede.imports.ImportRefused;
import stampede.product.ProductFields;
import stampede.product.ProductProblem;
import stampede.product.ProductRefused;
import stampede.retryadmin.RetryRefused;
import stampede.setting.SettingProblem;
import stampede.setting.SettingRefused;
import tools.jackson.core.JacksonException;

/** Reads from the framework's exceptions which parts of a request are wrong, without a word about classes. */
@Component
public class FieldProblems {

    private final MessageSource messages;

    FieldProblems(MessageSource messages) {
        this.messages = messages;
    }

    List<FieldProblem> of(Exception exception) {
        if (exception instanceof SettingRefused refused) {
            return List.of(new FieldProblem(refused.field(), text(refused.problem())));
        }
        if (exception instanceof RetryRefused refused) {
            return List.of(new FieldProblem(
                    refused.field().equals("abandoned") ? "delays" : refused.field(),
                    text(refused.sentence(), refused.arguments().toArray())));
        }
        if (exception instanceof ImportRefused refused) {
            return of(refused);
        }
        if (exception instanceof DraftRefused refused) {
            return of(refused);
        }
        if (exception instanceof CategoryRefused refused && !refused.field().isEmpty()) {
            return List.of(
                    new FieldProblem(refused.field(), text(refused.reason().messageKey() + ".text")));
        }
        if (exception instanceof AddressRefused refused && !refused.field().isEmpty()) {
            return List.of(
                    new FieldProblem(refused.field(), text(refused.reason().messageKey() + ".text")));
        }
        if (exception instanceof ProductRefused refused) {
            return refused.problems().stream().map(this::of).toList();
        }
        if (exception instanceof MethodArgumentNotValidException invalid) {
            return of((Errors) invalid.getBindingResult());
        }
        if (exception instanceof HandlerMethodValidationException invalid) {
            return invalid.getParameterValidationResults().stream()
                    .flatMap(this::of)
                    .toList();
        }
        if (exception instanceof MissingRequestHeaderException missing) {
            return List.of(named(missing.getHeaderName(), "missing"));
        }
        if (exception instanceof MissingServletRequestParameterException missing) {
            return List.of(named(missing.getParameterName(), "missing"));
        }
        if (exception instanceof MethodArgumentTypeMismatchException mismatch) {
            return List.of(named(mismatch.getName(), "wrong"));
        }
        if (exception instanceof HttpMessageNotReadableException unreadable) {
            return List.of(inBody(unreadable));
        }
        return List.of();
    }

    /** A price is in fen here. */
    private FieldProblem of(ProductProblem problem) {
        return new FieldProblem(
                problem.field().equals(ProductFields.LIST_PRICE) ? "listPriceFen" : problem.field(),
                text(problem.message(), problem.arguments()));
    }

    /** A row by its number, or columns by their names. */
    private List<FieldProblem> of(ImportRefused refused) {
        var place = refused.place();
        return place.isEmpty()
                ? List.of()
                : List.of(new FieldProblem(
                        refused.isRow() ? text("imports.row", place) : place,
                        text(refused.reason().messageKey() + ".text")));
    }

    private List<FieldProblem> of(DraftRefused refused) {
        var field = refused.reason().field();
        return field.isEmpty()
                ? List.of()
                : List.of(new FieldProblem(field, text(refused.reason().messageKey() + ".text", refused.number())));
    }

    private List<FieldProblem> of(Errors errors) {
        return errors.getFieldErrors().stream().map(this::of).toList();
    }

    private FieldProblem of(FieldError error) {
        return error.isBindingFailure()
                ? named(error.getField(), "wrong")
                : new FieldProblem(error.getField(), Objects.requireNonNullElse(error.getDefaultMessage(), ""));
    }

    private Stream<FieldProblem> of(ParameterValidationResult result) {
        if (result instanceof ParameterErrors errors) {
            return of((Errors) errors).stream();
        }
        var name = Objects.requireNonNullElse(result.getMethodParameter().getParameterName(), "");
        return result.getResolvableErrors().stream()
                .map(error -> new FieldProblem(name, Objects.requireNonNullElse(error.getDefaultMessage(), "")));
    }

    /** The member whose value does not fit; or the body, if it is no JSON at all or missing. */
    private FieldProblem inBody(HttpMessageNotReadableException unreadable) {
        var path = jacksonIn(unreadable).map(FieldProblems::path).orElse("");
        return path.isEmpty() ? named("body", "wrong") : new FieldProblem(path, text("api.field.wrong"));
    }

    private static Optional<JacksonException> jacksonIn(Exception exception) {
        return Throwables.getCausalChain(exception).stream()
                .filter(JacksonException.class::isInstance)
                .map(JacksonException.class::cast)
                .findFirst();
    }

    private static String path(JacksonException exception) {
        return exception.getPath().stream()
                .map(JacksonException.Reference::getPropertyName)
                .filter(Objects::nonNull)
                .collect(Collectors.joining("."));
    }

    /** A field may have words of its own, such as {@code api.field.Idempotency-Key.missing}. */
    private FieldProblem named(String field, String what) {
        var fallback = text("api.field." + what);
        var message =
                messages.getMessage("api.field." + field + "." + what, null, fallback, LocaleContextHolder.getLocale());
        return new FieldProblem(field, Objects.requireNonNullElse(message, fallback));
    }

    private String text(SettingProblem problem) {
        return messages.getMessage(problem.key(), problem.arguments().toArray(), LocaleContextHolder.getLocale());
    }

    private String text(String code, Object... values) {
        return messages.getMessage(code, values, LocaleContextHolder.getLocale());
    }
}
