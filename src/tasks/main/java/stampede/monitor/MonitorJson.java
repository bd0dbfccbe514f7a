package stampede.monitor;

import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.server.ResponseStatusException;
import stampede.task.TaskId;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** Writes JSON as the application's own mapper does, but for ids of tasks, which are plain text; that one's tasks carry ids, too. */
final class MonitorJson {

    private final JsonMapper mapper;
    private final ZoneId zone;

    MonitorJson(JsonMapper mapper, ZoneId zone) {
        this.mapper = mapper.rebuild()
                .addModule(
                        new SimpleModule("stampede-monitor").addSerializer(TaskId.class, ToStringSerializer.instance))
                .build();
        this.zone = zone;
    }

    /** The zone in which times are asked for; answers have them in UTC. */
    ZoneId zone() {
        return zone;
    }

    ResponseEntity<byte[]> of(Object found) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(mapper.writeValueAsBytes(found));
    }

    /** 404 if there is no such thing. */
    ResponseEntity<byte[]> of(Optional<?> found) {
        return of(found, null);
    }

    /** 404 if there is no such thing, with the words of this key. */
    ResponseEntity<byte[]> of(Optional<?> found, @Nullable String otherwise) {
        return of(found.map(Object.class::cast)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, otherwise)));
    }
}
