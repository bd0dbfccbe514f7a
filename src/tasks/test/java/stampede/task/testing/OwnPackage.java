package stampede.task.testing;

import java.util.List;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ClassPathBeanDefinitionScanner;
import org.springframework.context.annotation.FullyQualifiedAnnotationBeanNameGenerator;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Adds the components of a test's package to its context, also those that are nested in tests, and its entities and repositories, but
 * not the application in it, which would bring all of them a second time. Tests of one package are equal in this, so they share a
 * context.
 */
record OwnPackage(String name) implements ContextCustomizer {

    @Override
    public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration merged) {
        var beans = (BeanDefinitionRegistry) context.getBeanFactory();
        AutoConfigurationPackages.register(beans, name);
        var scanner = new ClassPathBeanDefinitionScanner(beans, true, context.getEnvironment());
        scanner.setBeanNameGenerator(FullyQualifiedAnnotationBeanNameGenerator.INSTANCE);
        scanner.addExcludeFilter(new AnnotationTypeFilter(TestComponent.class));
        scanner.addExcludeFilter(new AnnotationTypeFilter(SpringBootConfiguration.class));
        scanner.scan(name);
    }

    /** For {@link TaskTest}. */
    static final class Factory implements ContextCustomizerFactory {

        @Override
        public ContextCustomizer createContextCustomizer(
                Class<?> test, List<ContextConfigurationAttributes> attributes) {
            return new OwnPackage(test.getPackageName());
        }
    }
}
