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

/** It says in one way, not in two or none, where the parcel goes. */
@Documented
@Constraint(validatedBy = OneAddress.Validator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface OneAddress {

    String message() default "{api.field.one-address}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** What has both ways to say it. */
    interface Addressed {

        @Nullable
        String address();

        @Nullable
        String addressId();
    }

    /** Tells it of the field {@code address}. */
    final class Validator implements ConstraintValidator<OneAddress, Addressed> {

        @Override
        public boolean isValid(Addressed wanted, ConstraintValidatorContext context) {
            if ((wanted.address() == null) != (wanted.addressId() == null)) {
                return true;
            }
            context.disableDefaultConstraintViolation();
            context.buildConstraintViolationWithTemplate(context.getDefaultConstraintMessageTemplate())
                    .addPropertyNode("address")
                    .addConstraintViolation();
            return false;
        }
    }
}
