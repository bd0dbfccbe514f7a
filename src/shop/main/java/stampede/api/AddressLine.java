package stampede.api;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;
import stampede.purchase.DeliveryAddress;

/** A text that {@link DeliveryAddress#isGood}; nothing at all is for others to refuse. */
@Documented
@Constraint(validatedBy = AddressLine.Validator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
@interface AddressLine {

    String message() default "{api.field.one-line}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Asks the rule. */
    final class Validator implements ConstraintValidator<AddressLine, String> {

        @Override
        public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
            return text == null || DeliveryAddress.isGood(text);
        }
    }
}
