package stampede.archive;

import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table of notes about dead tasks. */
@Repository
class ArchiveNoteRepository {

    /** More are kept, and not shown. */
    private static final int MOST = 100;

    private final JdbcClient sql;

    ArchiveNoteRepository(JdbcClient sql) {
        this.sql = sql;
    }

    void add(long dead, ArchiveNote note) {
        sql.sql("insert into archive_note (dead_id, at_ms, who, text) values (:dead, :at, :who, :text)")
                .param("dead", dead)
                .param("at", note.at().toEpochMilli())
                .param("who", note.who())
                .param("text", note.text())
                .update();
    }

    /** Those about one, newest first. */
    List<ArchiveNote> of(long dead) {
        return sql.sql("select at_ms, who, text from archive_note where dead_id = :dead order by id desc limit :most")
                .param("dead", dead)
                .param("most", MOST)
                .query((row, number) -> new ArchiveNote(
                        Instant.ofEpochMilli(row.getLong("at_ms")), row.getString("who"), row.getString("text")))
                .list();
    }
}
