package stampede.support;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Set;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** A bean that exists only on nodes with this role. */
@Documented
@Conditional(OnRole.OfThisNode.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface OnRole {

    NodeRole value();

    /** Reads {@code stampede.roles}; an unknown role stops the start with its name in the message. */
    final class OfThisNode implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            var wanted = (NodeRole) metadata.getAnnotations()
                    .get(OnRole.class)
                    .getValue("value")
                    .orElseThrow();
            return Binder.get(context.getEnvironment())
                    .bind("stampede.roles", Bindable.setOf(NodeRole.class))
                    .orElseGet(() -> Set.of(NodeRole.values()))
                    .contains(wanted);
        }
    }
}
