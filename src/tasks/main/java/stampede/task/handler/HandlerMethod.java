package stampede.task.handler;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.function.SingletonSupplier;
import stampede.task.Task;
import stampede.task.TaskContext;

/** A method of a bean that runs tasks. The bean is fetched when it is first needed, because handlers send tasks too. */
public final class HandlerMethod {

    private final Method method;
    private final Supplier<Callable> callable;
    private final Optional<Supplier<Once>> once;

    HandlerMethod(BeanFactory beans, String bean, Method method) {
        this.method = method;
        this.once =
                isOnce(method) ? Optional.of(SingletonSupplier.of(() -> beans.getBean(Once.class))) : Optional.empty();
        this.callable = SingletonSupplier.of(() -> Callable.of(beans.getBean(bean), method));
    }

    private static boolean isOnce(Method method) {
        var task = AnnotatedElementUtils.findMergedAnnotation(method, Task.class);
        return task != null && task.once();
    }

    /** Whether it runs in a transaction of the engine's, which commits once for an id. */
    public boolean isOnce() {
        return once.isPresent();
    }

    /** Calls it with the payload, and with the context if it asks for one; in a transaction that commits once, if it is so. */
    public @Nullable Object invoke(Object payload, TaskContext context) throws Exception {
        return once.isPresent()
                ? once.get()
                        .get()
                        .run(context, () -> Optional.ofNullable(callWith(payload, context)))
                        .orElse(null)
                : callWith(payload, context);
    }

    private @Nullable Object callWith(Object payload, TaskContext context) throws Exception {
        return method.getParameterCount() == 1 ? invoke(payload) : call(payload, context);
    }

    public @Nullable Object invoke(Object argument) throws Exception {
        return call(argument);
    }

    private @Nullable Object call(Object... arguments) throws Exception {
        var call = callable.get();
        try {
            return call.method().invoke(call.target(), arguments);
        } catch (InvocationTargetException failure) {
            throw causeOf(failure);
        }
    }

    /** An error of the handler fails the attempt like an exception; it must not end the thread that runs tasks. */
    private static Exception causeOf(InvocationTargetException failure) {
        return failure.getCause() instanceof Exception exception ? exception : new HandlerError(failure.getCause());
    }

    @Override
    public String toString() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    private record Callable(Object target, Method method) {

        static Callable of(Object target, Method declared) {
            var method = AopUtils.selectInvocableMethod(declared, target.getClass());
            ReflectionUtils.makeAccessible(method);
            return new Callable(target, method);
        }
    }

    /** A handler threw an {@link Error}. */
    public static final class HandlerError extends Exception {

        public HandlerError(@Nullable Throwable cause) {
            super(String.valueOf(cause), cause);
        }
    }
}
