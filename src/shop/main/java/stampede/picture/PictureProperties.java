package stampede.picture;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Pictures that people uploaded.
 *
 * @param keepUnused how long a picture is kept that no product shows
 * @param memory how much of a node's memory files may take that were asked for lately
 */
@ConfigurationProperties("stampede.picture")
record PictureProperties(
        @DefaultValue("7d") Duration keepUnused,
        @DefaultValue("64MB") DataSize memory) {}
