package stampede.site;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import org.springframework.boot.web.server.MimeMappings;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.ResourceUrlEncodingFilter;

/** What may be kept by browsers, and for how long. */
@Configuration(proxyBeanMethods = false)
class PageCachingConfiguration implements WebMvcConfigurer {

    private final LinkPrefetch links;

    PageCachingConfiguration(LinkPrefetch links) {
        this.links = links;
    }

    /** Their address carries what is in them, see {@link Assets}: they never change. */
    @Override
    public void addResourceHandlers(ResourceHandlerRegistry resources) {
        resources
                .addResourceHandler("/app/**")
                .addResourceLocations("classpath:/static/app/")
                .setCacheControl(CacheControl.maxAge(Duration.ofDays(1)).cachePublic());
        resources
                .addResourceHandler(
                        "/service-worker.js",
                        "/tokens.css",
                        "/stampede.css",
                        "/console.css",
                        "/stampede.js",
                        "/icons.svg",
                        "/favicon.svg")
                .addResourceLocations("classpath:/static/")
                .setCacheControl(
                        CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable());
    }

    /** One address answers with a page, or to htmx with a piece of it, in two languages: caches must tell them apart. */
    @Override
    public void addInterceptors(InterceptorRegistry interceptors) {
        interceptors.addInterceptor(links).addPathPatterns("/", "/search", "/slots/*", "/offers/*");
        interceptors
                .addInterceptor(new HandlerInterceptor() {
                    @Override
                    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
                        response.addHeader(HttpHeaders.VARY, "HX-Request, Accept-Language, Cookie");
                        return true;
                    }
                })
                .addPathPatterns(
                        "/",
                        "/search",
                        "/slots/**",
                        "/offers/**",
                        "/reminders/**",
                        "/purchases/**",
                        "/orders/**",
                        "/payments/**",
                        "/account/**");
    }

    /** Kinds of files that no list knows by their endings; browsers take neither as anything else. */
    @Bean
    WebServerFactoryCustomizer<ConfigurableServletWebServerFactory> kindsOfFiles() {
        var kinds = new MimeMappings();
        kinds.add("webmanifest", "application/manifest+json");
        kinds.add("speculationrules", "application/speculationrules+json");
        return server -> server.addMimeMappings(kinds);
    }

    /** Boot's filter looks on the class path for a static file behind every link of every page. The few that need it ask. */
    @Bean
    FilterRegistrationBean<ResourceUrlEncodingFilter> resourceUrlEncodingFilter() {
        var registration = new FilterRegistrationBean<>(new ResourceUrlEncodingFilter());
        registration.setEnabled(false);
        return registration;
    }
}
