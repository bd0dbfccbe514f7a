package stampede.channel;

/** Tells people outside the shop, by every channel that wants to know. */
public interface Channels {

    /**
     * Tells, at once and from this node, all channels that take messages of this kind. Answers without waiting for them: what could not
     * be delivered is tried again for some minutes. Needs neither database nor Redis nor broker.
     */
    void tell(ChannelMessage message);
}
