package stampede.monitor;

import java.util.Map;
import java.util.Set;
import org.thymeleaf.IEngineConfiguration;
import org.thymeleaf.spring6.templateresolver.SpringResourceTemplateResolver;

/** Finds the monitor's own templates, and no others, wherever the application keeps its own and whatever it calls them. */
final class MonitorTemplateResolver extends SpringResourceTemplateResolver {

    MonitorTemplateResolver() {
        setPrefix("classpath:/templates/tasks/");
        setSuffix(".html");
        setCharacterEncoding("UTF-8");
        setResolvablePatterns(Set.of(MonitorView.template("*")));
        setOrder(1);
    }

    @Override
    protected String computeResourceName(
            IEngineConfiguration configuration,
            String owner,
            String template,
            String prefix,
            String suffix,
            boolean forceSuffix,
            Map<String, String> aliases,
            Map<String, Object> attributes) {
        var file = template.substring(MonitorView.template("").length());
        return super.computeResourceName(configuration, owner, file, prefix, suffix, forceSuffix, aliases, attributes);
    }
}
