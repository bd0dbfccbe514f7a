package stampede.site;

import org.springframework.context.annotation.Configuration;
import org.thymeleaf.spring6.view.ThymeleafViewResolver;

/** What every template can ask, whichever controller renders it: {@code page}, {@code times} and {@code assets}. */
@Configuration(proxyBeanMethods = false)
class TemplateVariablesConfiguration {

    TemplateVariablesConfiguration(ThymeleafViewResolver views, PageFrame pageFrame, ShopTimes times, Assets assets) {
        views.addStaticVariable("page", pageFrame);
        views.addStaticVariable("times", times);
        views.addStaticVariable("assets", assets);
        views.setProducePartialOutputWhileProcessing(false);
    }
}
