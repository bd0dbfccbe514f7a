package stampede.replica;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Where {@code stampede.replica.url} names one; a variable that is set to nothing names none. */
final class OnReplica implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return !context.getEnvironment().getProperty("stampede.replica.url", "").isBlank();
    }
}
