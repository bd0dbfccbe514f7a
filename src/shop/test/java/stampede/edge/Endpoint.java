package stampede.edge;

import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.BeanUtils;
import org.springframework.context.ApplicationContext;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Something that can be asked of the shop, as its mapping says.
 *
 * @param method of HTTP
 * @param pattern the path, with variables in braces
 * @param parameters names of what a query or a form may hold
 * @param members names of what a JSON body may hold, if it takes one
 * @param headers names of headers that it reads
 */
record Endpoint(String method, String pattern, List<String> parameters, List<String> members, List<String> headers) {

    /** All of them, of the API and the pages, in an order that does not change. */
    static List<Endpoint> all(ApplicationContext shop) {
        return shop.getBeansOfType(RequestMappingHandlerMapping.class).values().stream()
                .flatMap(mappings -> mappings.getHandlerMethods().entrySet().stream())
                .flatMap(mapping -> of(mapping.getKey(), mapping.getValue()))
                .sorted(Comparator.comparing(Endpoint::toString))
                .toList();
    }

    boolean isOfApi() {
        return pattern.startsWith("/api/");
    }

    boolean changes() {
        return !method.equals("GET");
    }

    private static Stream<Endpoint> of(RequestMappingInfo mapping, HandlerMethod handler) {
        var methods = mapping.getMethodsCondition().getMethods();
        return mapping.getPatternValues().stream()
                .flatMap(pattern -> (methods.isEmpty() ? List.of(RequestMethod.GET, RequestMethod.POST) : methods)
                        .stream().map(method -> of(method.name(), pattern, handler)));
    }

    private static Endpoint of(String method, String pattern, HandlerMethod handler) {
        var parameters = new ArrayList<String>();
        var members = new ArrayList<String>();
        var headers = new ArrayList<String>();
        for (var parameter : handler.getMethodParameters()) {
            var type = parameter.nestedIfOptional().getNestedParameterType();
            if (parameter.hasParameterAnnotation(RequestBody.class)) {
                members.addAll(components(type));
            } else if (parameter.hasParameterAnnotation(RequestHeader.class)) {
                headers.add(Optional.ofNullable(parameter.getParameterAnnotation(RequestHeader.class))
                        .map(RequestHeader::value)
                        .orElse(""));
            } else if (type.isRecord() && !BeanUtils.isSimpleValueType(type) && isBound(parameter)) {
                parameters.addAll(components(type));
            } else if (parameter.hasParameterAnnotation(RequestParam.class)) {
                parameters.add(nameOf(parameter));
            }
        }
        return new Endpoint(method, pattern, parameters, members, headers);
    }

    private static boolean isBound(MethodParameter parameter) {
        return parameter.getParameterAnnotations().length == 0
                || Arrays.stream(parameter.getParameterAnnotations())
                        .anyMatch(note -> List.of("ModelAttribute", "Valid", "ParameterObject")
                                .contains(note.annotationType().getSimpleName()));
    }

    private static String nameOf(MethodParameter parameter) {
        var said = parameter.getParameterAnnotation(RequestParam.class);
        return said == null || said.value().isEmpty()
                ? parameter
                        .getExecutable()
                        .getParameters()[parameter.getParameterIndex()]
                        .getName()
                : said.value();
    }

    private static List<String> components(Type type) {
        return type instanceof Class<?> record && record.isRecord()
                ? Arrays.stream(record.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toList()
                : List.of();
    }
}
