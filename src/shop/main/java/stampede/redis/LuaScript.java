package stampede.redis;

import com.google.errorprone.annotations.Immutable;
import io.lettuce.core.codec.Base16;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.ClassPathResource;

/** A script for Redis that answers a list, and the digest by which Redis knows it once it has it. */
@Immutable
public final class LuaScript {

    private static final String PLACE = "--SCRIPT";

    private final String source;
    private final String digest;

    private LuaScript(String source) {
        this.source = source;
        this.digest = Base16.digest(bytes());
    }

    /** One that is at hand as text. */
    public static LuaScript of(String source) {
        return new LuaScript(source);
    }

    /**
     * Reads one that lies beside a class.
     *
     * @param name that of the file, without {@code .lua}
     */
    public static LuaScript beside(Class<?> owner, String name) {
        var file = name + ".lua";
        try {
            return new LuaScript(new ClassPathResource(file, owner).getContentAsString(StandardCharsets.UTF_8));
        } catch (IOException cause) {
            throw new UncheckedIOException("No script " + file, cause);
        }
    }

    /** The same for several callers at once, who say what is theirs as {@code several.lua} beside this class wants it. */
    public LuaScript forSeveral() {
        return new LuaScript(beside(LuaScript.class, "several").source.replace(PLACE, source));
    }

    public String source() {
        return source;
    }

    byte[] bytes() {
        return source.getBytes(StandardCharsets.UTF_8);
    }

    /** In hexadecimal digits, as EVALSHA takes it. */
    public String digest() {
        return digest;
    }
}
