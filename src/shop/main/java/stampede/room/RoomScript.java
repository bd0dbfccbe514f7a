package stampede.room;

import java.util.Locale;
import stampede.redis.LuaScript;

/** The scripts that change a room's keys in Redis; each lies beside this class as a file of its name. */
enum RoomScript {
    OPEN_ROOM,
    JOIN_ROOM,
    MOVE_TURN,
    TAKE_PASS,
    GIVE_BACK_PASS,
    USE_PASS;

    private final LuaScript lua =
            LuaScript.beside(RoomScript.class, name().toLowerCase(Locale.ROOT).replace('_', '-'));

    LuaScript lua() {
        return lua;
    }
}
