package stampede.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;

/**
 * A test class that mostly waits, for processes of its own or as a shopper does, and neither touches nor looks at what others use. It runs beside the
 * rest of the suite, one such class at a time, or beside others of its kind where the artifact sets {@value #TOGETHER}. Its methods run in order: that
 * is what the lock is for.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(providers = Apart.Locks.class)
public @interface Apart {

    /** The system property that lets such classes run beside one another. */
    String TOGETHER = "stampede.testing.apart-together";

    /** One for all such classes, or one for each. */
    final class Locks implements ResourceLocksProvider {

        @Override
        public Set<Lock> provideForClass(Class<?> testClass) {
            return Set.of(new Lock(Boolean.getBoolean(TOGETHER) ? testClass.getName() : Apart.class.getName()));
        }
    }
}
