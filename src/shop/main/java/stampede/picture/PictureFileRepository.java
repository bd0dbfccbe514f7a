package stampede.picture;

import java.util.Collection;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Keeps files in the database: every node reads them there, and its backup has them. */
@Component
class PictureFileRepository implements PictureStore {

    private final JdbcClient jdbc;

    PictureFileRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public void keep(PictureId picture, Collection<PictureFile> files) {
        files.forEach(file -> jdbc.sql("""
                        insert into picture_file (picture_id, side, type, bytes) values (:picture, :side, :type, :bytes)
                        on duplicate key update side = side
                        """)
                .param("picture", picture.value())
                .param("side", file.side())
                .param("type", file.type().name())
                .param("bytes", file.bytes())
                .update());
    }

    @Override
    public Optional<PictureFile> find(PictureId picture, int side) {
        return jdbc.sql("select type, bytes from picture_file where picture_id = :picture and side = :side")
                .param("picture", picture.value())
                .param("side", side)
                .query((row, number) ->
                        new PictureFile(side, PictureType.valueOf(row.getString("type")), row.getBytes("bytes")))
                .optional();
    }

    @Override
    public void delete(PictureId picture) {
        jdbc.sql("delete from picture_file where picture_id = :picture")
                .param("picture", picture.value())
                .update();
    }
}
