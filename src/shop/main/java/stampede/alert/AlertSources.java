package stampede.alert;

import java.util.List;

/** Sources of some rules. */
public interface AlertSources {

    List<AlertSource> sources();
}
