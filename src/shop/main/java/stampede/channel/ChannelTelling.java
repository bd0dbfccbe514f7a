package stampede.channel;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Tells by the channels that this node knows. */
@Service
class ChannelTelling implements Channels {

    private static final Logger log = LoggerFactory.getLogger(ChannelTelling.class);

    @Override
    public void tell(ChannelMessage message) {
        log.warn("No channel for {}", message.id());
    }
}
