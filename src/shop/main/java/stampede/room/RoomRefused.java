package stampede.room;

import stampede.refusal.RefusalException;

/** A waiting room says no. */
public class RoomRefused extends RefusalException {

    RoomRefused(RoomRefusal reason) {
        super(reason);
    }

    @Override
    public RoomRefusal reason() {
        return (RoomRefusal) super.reason();
    }
}
