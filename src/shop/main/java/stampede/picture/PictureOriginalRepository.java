package stampede.picture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What was uploaded, until it is drawn: in pieces, because the driver keeps whole rows in memory. */
@Component
class PictureOriginalRepository {

    private static final int PIECE = 512 * 1024;

    private final JdbcClient jdbc;

    PictureOriginalRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Keeps a file, in the transaction there is. */
    void add(PictureId picture, Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var piece = in.readNBytes(PIECE);
            for (int part = 0; piece.length > 0; part++) {
                jdbc.sql("insert into picture_original (picture_id, part, bytes) values (:picture, :part, :bytes)")
                        .param("picture", picture.value())
                        .param("part", part)
                        .param("bytes", piece)
                        .update();
                piece = in.readNBytes(PIECE);
            }
        }
    }

    /** Writes into a file what was kept; nothing if there is nothing. */
    void writeTo(Path file, PictureId picture) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            var piece = piece(picture, 0);
            for (int part = 1; piece.length > 0; part++) {
                out.write(piece);
                piece = piece(picture, part);
            }
        }
    }

    void delete(PictureId picture) {
        jdbc.sql("delete from picture_original where picture_id = :picture")
                .param("picture", picture.value())
                .update();
    }

    private byte[] piece(PictureId picture, int part) {
        return jdbc.sql("select bytes from picture_original where picture_id = :picture and part = :part")
                .param("picture", picture.value())
                .param("part", part)
                .query((row, number) -> row.getBytes("bytes"))
                .optional()
                .orElse(new byte[0]);
    }
}
