package stampede.channel;

import stampede.refusal.RefusalException;

/** A channel stays as it is. */
public class ChannelRefused extends RefusalException {

    private static final long serialVersionUID = 1;

    private final String field;

    ChannelRefused(ChannelRefusal reason, String field) {
        super(reason);
        this.field = field;
    }

    @Override
    public ChannelRefusal reason() {
        return (ChannelRefusal) super.reason();
    }

    /** The field of a form that it is about; empty if it is about no single one. */
    public String field() {
        return field;
    }

    static void unless(boolean met, ChannelRefusal reason, String field) {
        if (!met) {
            throw new ChannelRefused(reason, field);
        }
    }
}
