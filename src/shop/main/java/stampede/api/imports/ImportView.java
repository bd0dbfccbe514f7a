package stampede.api.imports;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import stampede.imports.CheckedLine;
import stampede.imports.ImportBatch;
import stampede.imports.ImportCounts;

/**
 * A file that was read.
 *
 * @param ignoredColumns headings that nobody knows
 * @param counts how many rows are in which state
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record ImportView(
        @Schema(example = "708540021337000001") String importId,
        @Schema(example = "shipments") String kind,
        @Schema(example = "parcels.csv") String fileName,
        String sha256,
        @Schema(example = "UTF-8") String charset,
        List<String> ignoredColumns,
        ImportBatch.State state,
        boolean allOrNone,
        Instant madeAt,
        @Nullable Instant endedAt,
        Counts counts) {

    static ImportView of(ImportBatch batch, ImportCounts counts) {
        var source = batch.source();
        return new ImportView(
                Long.toString(batch.id()),
                batch.kind(),
                source.fileName(),
                source.sha256(),
                source.charset(),
                source.ignored(),
                batch.state(),
                batch.allOrNone(),
                batch.madeAt(),
                batch.endedAt().orElse(null),
                new Counts(
                        counts.of(CheckedLine.State.NEW),
                        counts.of(CheckedLine.State.CHANGED),
                        counts.of(CheckedLine.State.UNCHANGED),
                        counts.of(CheckedLine.State.CANNOT),
                        counts.done(),
                        counts.failed(),
                        counts.takenBack(),
                        counts.kept()));
    }

    /**
     * How many rows.
     *
     * @param created would make something
     * @param changed would change something
     * @param unchanged would change nothing
     * @param cannot cannot be applied
     * @param done were applied
     * @param failed could not be applied any more
     * @param takenBack were taken back
     * @param kept could not be taken back
     */
    record Counts(int created, int changed, int unchanged, int cannot, int done, int failed, int takenBack, int kept) {}
}
