package stampede.support;

import java.util.Set;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Reads {@code stampede.roles} for {@link OnRole}; an unknown role stops the start with its name in the message. */
final class OnRoleCondition implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        var wanted = (NodeRole)
                metadata.getAnnotations().get(OnRole.class).getValue("value").orElseThrow();
        return Binder.get(context.getEnvironment())
                .bind("stampede.roles", Bindable.setOf(NodeRole.class))
                .orElseGet(() -> Set.of(NodeRole.values()))
                .contains(wanted);
    }
}
