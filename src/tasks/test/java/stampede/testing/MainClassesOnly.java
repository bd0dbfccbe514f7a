package stampede.testing;

import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/**
 * Keeps a program that runs on the class path of the tests from taking their components for its own; Spring's tests do that by
 * themselves, other programs do not.
 */
public final class MainClassesOnly extends TypeExcludeFilter
        implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final String TESTS = MainClassesOnly.class
            .getProtectionDomain()
            .getCodeSource()
            .getLocation()
            .getPath();

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        context.getBeanFactory().registerSingleton(MainClassesOnly.class.getName(), this);
    }

    @Override
    public boolean match(MetadataReader reader, MetadataReaderFactory factory) {
        return reader.getResource().toString().contains(TESTS);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MainClassesOnly;
    }

    @Override
    public int hashCode() {
        return MainClassesOnly.class.hashCode();
    }
}
