package stampede.picture;

import com.twelvemonkeys.imageio.plugins.jpeg.JPEGImageReaderSpi;
import com.twelvemonkeys.imageio.plugins.webp.WebPImageReaderSpi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.spi.IIORegistry;
import javax.imageio.spi.ImageReaderSpi;

/** What people may upload. SVG is not among them: it can hold scripts, and there is no end to what drawing it may cost. */
enum PictureFormat {
    JPEG(40_000_000) {
        @Override
        ImageReader reader() {
            return reader(JPEGImageReaderSpi.class);
        }
    },
    PNG(40_000_000) {
        @Override
        ImageReader reader() {
            return ImageIO.getImageReadersByFormatName("png").next();
        }
    },
    GIF(40_000_000) {
        @Override
        ImageReader reader() {
            return ImageIO.getImageReadersByFormatName("gif").next();
        }
    },
    /** Its decoder keeps all of the picture in memory, 27 bytes for each pixel, however little of it is wanted. */
    WEBP(2_000_000) {
        @Override
        ImageReader reader() {
            return reader(WebPImageReaderSpi.class);
        }
    };

    /** How many bytes tell it. */
    static final int SIGNATURE = 12;

    private final int mostPixels;

    PictureFormat(int mostPixels) {
        this.mostPixels = mostPixels;
    }

    /** How large a picture of it may be, in pixels. */
    int mostPixels() {
        return mostPixels;
    }

    /** Whether decoding it takes all the memory that there is for pictures. */
    boolean isDecodedAlone() {
        return this == WEBP;
    }

    /** One to be used once, and disposed of. */
    abstract ImageReader reader();

    /** What a file is that begins like this, whatever its name says. */
    static Optional<PictureFormat> of(byte[] beginning) {
        var text = new String(beginning, StandardCharsets.ISO_8859_1);
        if (text.startsWith("\u00ff\u00d8\u00ff")) {
            return Optional.of(JPEG);
        }
        if (text.startsWith("\u0089PNG\r\n\u001a\n")) {
            return Optional.of(PNG);
        }
        if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) {
            return Optional.of(GIF);
        }
        return text.startsWith("RIFF") && text.startsWith("WEBP", 8) ? Optional.of(WEBP) : Optional.empty();
    }

    /** ImageIO finds plug-ins by the class loader of whichever thread asks first, which may not see them; so they are named. */
    static <T extends ImageReaderSpi> ImageReader reader(Class<T> plugIn) {
        var registry = IIORegistry.getDefaultInstance();
        synchronized (PictureFormat.class) {
            if (registry.getServiceProviderByClass(plugIn) == null) {
                registry.registerServiceProvider(made(plugIn), ImageReaderSpi.class);
            }
        }
        try {
            return registry.getServiceProviderByClass(plugIn).createReaderInstance();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static ImageReaderSpi made(Class<? extends ImageReaderSpi> plugIn) {
        return plugIn == WebPImageReaderSpi.class ? new WebPImageReaderSpi() : new JPEGImageReaderSpi();
    }
}
