package stampede.support.rabbit;

import java.io.IOException;

/** Commands to the broker that wait for no answer. */
public interface BrokerWrites {

    void write() throws IOException;
}
