package stampede.alipaysandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Lets in what the shop's app has signed, in the form that Alipay's documents ask for. */
@Component
class RequestVerifier {

    private static final Set<String> UNSIGNED = Set.of("sign");

    private final SandboxProperties properties;
    private final SandboxKeys keys;
    private final JsonMapper json;

    RequestVerifier(SandboxProperties properties, SandboxKeys keys, JsonMapper json) {
        this.properties = properties;
        this.keys = keys;
        this.json = json;
    }

    /**
     * Checks a request.
     *
     * @throws GatewayRefused if something is missing, of the wrong form, or not signed by the app
     */
    GatewayRequest check(Map<String, String[]> sent) {
        var parameters = onceEach(sent);
        if (!needed(parameters, "app_id", "app-id").equals(properties.appId())) {
            throw GatewayRefused.invalid("app-id");
        }
        if (!needed(parameters, "sign_type", "signature-type").equals("RSA2")) {
            throw GatewayRefused.invalid("signature-type");
        }
        var sign = needed(parameters, "sign", "signature");
        if (!Rsa2Signatures.fits(Rsa2Signatures.content(parameters, UNSIGNED), sign, keys.ofTheApp())) {
            throw GatewayRefused.invalid("signature");
        }
        form(parameters);
        return new GatewayRequest(needed(parameters, "method", "method"), parameters, content(parameters));
    }

    /** Checks what a phone's app would be given: the parameters in one line. */
    GatewayRequest check(String orderString) {
        return check(parse(orderString));
    }

    /** The parameters of a query or an order string. */
    static Map<String, String[]> parse(String query) {
        return Arrays.stream(query.split("&"))
                .map(pair -> pair.split("=", 2))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.groupingBy(
                        pair -> URLDecoder.decode(pair[0], UTF_8),
                        LinkedHashMap::new,
                        Collectors.collectingAndThen(
                                Collectors.toList(),
                                pairs -> pairs.stream()
                                        .map(pair -> URLDecoder.decode(pair[1], UTF_8))
                                        .toArray(String[]::new))));
    }

    private static Map<String, String> onceEach(Map<String, String[]> sent) {
        var parameters = new LinkedHashMap<String, String>();
        sent.forEach((name, values) -> {
            if (values.length != 1) {
                throw GatewayRefused.invalid("parameter");
            }
            parameters.put(name, values[0]);
        });
        return parameters;
    }

    private static String needed(Map<String, String> parameters, String name, String inCode) {
        var value = parameters.getOrDefault(name, "");
        if (value.isEmpty()) {
            throw GatewayRefused.missing(inCode);
        }
        return value;
    }

    private static void form(Map<String, String> parameters) {
        if (SandboxTimeFormat.parse(needed(parameters, "timestamp", "timestamp"))
                .isEmpty()) {
            throw GatewayRefused.invalid("timestamp");
        }
        if (!needed(parameters, "charset", "charset").equalsIgnoreCase("UTF-8")) {
            throw GatewayRefused.invalid("charset");
        }
        if (!needed(parameters, "version", "version").equals("1.0")) {
            throw GatewayRefused.invalid("version");
        }
    }

    private JsonNode content(Map<String, String> parameters) {
        try {
            var content = json.readTree(parameters.getOrDefault("biz_content", "{}"));
            if (content.isObject()) {
                return content;
            }
        } catch (JacksonException e) {
            // Answered like anything else that is no object.
        }
        throw GatewayRefused.invalid("parameter");
    }
}
