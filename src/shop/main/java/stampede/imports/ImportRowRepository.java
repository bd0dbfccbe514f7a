package stampede.imports;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The table of rows of files. */
@Repository
class ImportRowRepository {

    private static final TypeReference<Map<String, String>> CELLS = new TypeReference<>() {};

    private final JdbcTemplate jdbc;
    private final JdbcClient sql;
    private final JsonMapper json;

    ImportRowRepository(JdbcTemplate jdbc, JdbcClient sql, JsonMapper json) {
        this.jdbc = jdbc;
        this.sql = sql;
        this.json = json;
    }

    void add(long batch, Collection<CheckedLine> rows) {
        jdbc.batchUpdate(
                "insert into import_row (batch_id, number, state, cells, changes, problems) values (?, ?, ?, ?, ?, ?)",
                rows,
                200,
                (statement, row) -> {
                    statement.setLong(1, batch);
                    statement.setInt(2, row.line().number());
                    statement.setString(3, row.state().name());
                    statement.setString(4, json.writeValueAsString(row.line().cells()));
                    statement.setString(5, json.writeValueAsString(row.changes()));
                    statement.setString(6, json.writeValueAsString(row.problems()));
                });
    }

    /** The rows behind that one; all, or those of one state. A row that failed, or could not be taken back, counts as one that cannot be. */
    List<ImportRow> page(long batch, Optional<CheckedLine.State> state, int after, int most) {
        var chosen = state.map(one -> one == CheckedLine.State.CANNOT
                        ? " and (state = 'CANNOT' or outcome = 'FAILED' or taken_back = 'FAILED')"
                        : " and state = '" + one + "'")
                .orElse("");
        return sql.sql("select * from import_row where batch_id = :batch and number > :after" + chosen
                        + " order by number limit :most")
                .param("batch", batch)
                .param("after", after)
                .param("most", most)
                .query(this::row)
                .list();
    }

    /** Rows that are to be applied and have not been, in the order of the file. */
    List<ImportLine> open(long batch, int most) {
        return sql.sql("""
                select * from import_row
                 where batch_id = :batch and outcome is null and state in ('NEW', 'CHANGED')
                 order by number
                 limit :most
                """).param("batch", batch).param("most", most).query(this::row).list().stream()
                .map(row -> row.checked().line())
                .toList();
    }

    /** @param subjects of what each row was applied to, by what was found about it right before */
    void finish(long batch, Map<CheckedLine, Long> subjects) {
        jdbc.batchUpdate(
                "update import_row set outcome = 'DONE', did = ?, changes = ?, subject = ? where batch_id = ? and number = ?",
                subjects.entrySet(),
                200,
                (statement, row) -> {
                    statement.setString(1, row.getKey().state().name());
                    statement.setString(2, json.writeValueAsString(row.getKey().changes()));
                    statement.setLong(3, row.getValue());
                    statement.setLong(4, batch);
                    statement.setInt(5, row.getKey().line().number());
                });
    }

    /** Rows that did something and have not been taken back, the last ones first, below a number. */
    List<ImportRow> toTakeBack(long batch, int below, int most) {
        return sql.sql("""
                select * from import_row
                 where batch_id = :batch and outcome = 'DONE' and did in ('NEW', 'CHANGED') and taken_back is null
                   and number < :below
                 order by number desc
                 limit :most
                """)
                .param("batch", batch)
                .param("below", below)
                .param("most", most)
                .query(this::row)
                .list();
    }

    void takeBack(long batch, Collection<Integer> numbers) {
        jdbc.batchUpdate(
                "update import_row set taken_back = 'DONE' where batch_id = ? and number = ?",
                numbers,
                200,
                (statement, number) -> {
                    statement.setLong(1, batch);
                    statement.setInt(2, number);
                });
    }

    /** It is not taken back, and this is why. */
    void keep(long batch, int number, List<ImportProblem> problems) {
        sql.sql("""
                update import_row set taken_back = 'FAILED', problems = :problems
                 where batch_id = :batch and number = :number and taken_back is null
                """)
                .param("batch", batch)
                .param("number", number)
                .param("problems", json.writeValueAsString(problems))
                .update();
    }

    void fail(long batch, int number, List<ImportProblem> problems) {
        sql.sql("""
                update import_row set outcome = 'FAILED', problems = :problems
                 where batch_id = :batch and number = :number and outcome is null
                """)
                .param("batch", batch)
                .param("number", number)
                .param("problems", json.writeValueAsString(problems))
                .update();
    }

    ImportCounts count(long batch) {
        var found = new EnumMap<CheckedLine.State, Integer>(CheckedLine.State.class);
        var ended = new EnumMap<ImportRow.Outcome, Integer>(ImportRow.Outcome.class);
        var back = new EnumMap<ImportRow.Outcome, Integer>(ImportRow.Outcome.class);
        sql.sql("""
                select state, outcome, taken_back, count(*) as number from import_row where batch_id = :batch
                 group by state, outcome, taken_back
                """).param("batch", batch).query(row -> {
            var number = row.getInt("number");
            found.merge(CheckedLine.State.valueOf(row.getString("state")), number, Integer::sum);
            outcome(row, "outcome").ifPresent(outcome -> ended.merge(outcome, number, Integer::sum));
            outcome(row, "taken_back").ifPresent(outcome -> back.merge(outcome, number, Integer::sum));
        });
        return new ImportCounts(
                found,
                ended.getOrDefault(ImportRow.Outcome.DONE, 0),
                ended.getOrDefault(ImportRow.Outcome.FAILED, 0),
                back.getOrDefault(ImportRow.Outcome.DONE, 0),
                back.getOrDefault(ImportRow.Outcome.FAILED, 0));
    }

    void delete(long batch) {
        sql.sql("delete from import_row where batch_id = :batch")
                .param("batch", batch)
                .update();
    }

    private ImportRow row(ResultSet row, int number) throws SQLException {
        var line = new ImportLine(row.getInt("number"), json.readValue(row.getString("cells"), CELLS));
        var checked = new CheckedLine(
                line,
                CheckedLine.State.valueOf(row.getString("state")),
                Arrays.asList(json.readValue(row.getString("changes"), ImportChange[].class)),
                Arrays.asList(json.readValue(row.getString("problems"), ImportProblem[].class)));
        var subject = row.getLong("subject");
        var hasSubject = !row.wasNull();
        return new ImportRow(
                checked,
                outcome(row, "outcome"),
                hasSubject ? OptionalLong.of(subject) : OptionalLong.empty(),
                Optional.ofNullable(row.getString("did")).map(CheckedLine.State::valueOf),
                outcome(row, "taken_back"));
    }

    private static Optional<ImportRow.Outcome> outcome(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getString(column)).map(ImportRow.Outcome::valueOf);
    }
}
