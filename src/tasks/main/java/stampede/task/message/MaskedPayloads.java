package stampede.task.message;

import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import stampede.task.Sensitive;
import stampede.task.handler.TaskRegistry;
import stampede.task.spi.TaskPayloads;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows arguments without those that are {@link Sensitive}. */
class MaskedPayloads implements TaskPayloads {

    private static final String MASK = "***";

    private final TaskRegistry registry;
    private final JsonMapper json;
    private final Map<String, List<String>> components = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> secrets = new ConcurrentHashMap<>();

    MaskedPayloads(TaskRegistry registry, JsonMapper json) {
        this.registry = registry;
        this.json = json;
    }

    @Override
    public String readable(String task, byte[] body) {
        var hidden = secretsOf(task);
        var ours = hidden.isEmpty() ? EnvelopeConverter.kwargs(body) : Optional.<String>empty();
        return ours.orElseGet(() -> read(task, body, hidden));
    }

    @Override
    public boolean hasSecrets(String task) {
        return !secretsOf(task).isEmpty();
    }

    private String read(String task, byte[] body, Set<String> hidden) {
        try {
            if (json.readTree(body) instanceof ArrayNode parts
                    && parts.size() >= 2
                    && parts.get(0) instanceof ArrayNode args
                    && parts.get(1) instanceof ObjectNode kwargs) {
                return readable(task, args, kwargs, hidden).toString();
            }
        } catch (JacksonException unreadable) {
            return raw(body, hidden);
        }
        return raw(body, hidden);
    }

    private JsonNode readable(String task, ArrayNode args, ObjectNode kwargs, Set<String> hidden) {
        hidden.stream().filter(kwargs::has).forEach(name -> kwargs.put(name, MASK));
        if (args.isEmpty()) {
            return kwargs;
        }
        var names = hidden.isEmpty() ? List.<String>of() : componentsOf(task);
        IntStream.range(0, Math.min(args.size(), names.size()))
                .filter(position -> hidden.contains(names.get(position)))
                .forEach(position -> args.set(position, json.getNodeFactory().stringNode(MASK)));
        return json.createArrayNode().add(args).add(kwargs);
    }

    private static String raw(byte[] body, Set<String> hidden) {
        return hidden.isEmpty() ? new String(body, StandardCharsets.UTF_8) : MASK;
    }

    private Set<String> secretsOf(String task) {
        return secrets.computeIfAbsent(
                registry.payloadOf(task).isPresent() ? task : "",
                known -> components(known)
                        .filter(component -> component.isAnnotationPresent(Sensitive.class))
                        .map(RecordComponent::getName)
                        .collect(Collectors.toSet()));
    }

    private List<String> componentsOf(String task) {
        return components.computeIfAbsent(
                task, known -> components(known).map(RecordComponent::getName).toList());
    }

    private Stream<RecordComponent> components(String task) {
        return registry.payloadOf(task).stream()
                .flatMap(known -> Arrays.stream(known.type().getRecordComponents()));
    }
}
