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

    /** The rows behind that one; all, or those of one state. A row that failed counts as one that cannot be. */
    List<ImportRow> page(long batch, Optional<CheckedLine.State> state, int after, int most) {
        var chosen = state.map(one -> one == CheckedLine.State.CANNOT
                        ? " and (state = 'CANNOT' or outcome = 'FAILED')"
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

    void finish(long batch, Map<Integer, Long> subjects) {
        jdbc.batchUpdate(
                "update import_row set outcome = 'DONE', subject = ? where batch_id = ? and number = ?",
                subjects.entrySet(),
                200,
                (statement, row) -> {
                    statement.setLong(1, row.getValue());
                    statement.setLong(2, batch);
                    statement.setInt(3, row.getKey());
                });
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
        sql.sql(
                        "select state, outcome, count(*) as number from import_row where batch_id = :batch group by state, outcome")
                .param("batch", batch)
                .query(row -> {
                    var number = row.getInt("number");
                    found.merge(CheckedLine.State.valueOf(row.getString("state")), number, Integer::sum);
                    outcome(row).ifPresent(outcome -> ended.merge(outcome, number, Integer::sum));
                });
        return new ImportCounts(
                found, ended.getOrDefault(ImportRow.Outcome.DONE, 0), ended.getOrDefault(ImportRow.Outcome.FAILED, 0));
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
        return new ImportRow(checked, outcome(row), row.wasNull() ? OptionalLong.empty() : OptionalLong.of(subject));
    }

    private static Optional<ImportRow.Outcome> outcome(ResultSet row) throws SQLException {
        return Optional.ofNullable(row.getString("outcome")).map(ImportRow.Outcome::valueOf);
    }
}
