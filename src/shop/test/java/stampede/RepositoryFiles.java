package stampede;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of the repository, as tests of what is written about them need them. Read once. */
final class RepositoryFiles {

    private static final Set<String> NOT_OURS = Set.of(".git", ".local", "target", "node_modules");
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|record|enum|interface|@interface)\\s+([A-Z]\\w*)");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?[a-z][\\w.]*\\.([A-Z]\\w*)[;.]");

    private final Path root;
    private final List<Path> all = new ArrayList<>();
    private final Set<String> types = new HashSet<>();

    RepositoryFiles() {
        root = root(Path.of("").toAbsolutePath());
        try {
            Files.walkFileTree(root, new Collector());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        named(".java")
                .map(this::text)
                .forEach(source -> Stream.of(TYPE, IMPORT)
                        .flatMap(pattern -> pattern.matcher(source).results())
                        .forEach(found -> types.add(found.group(1))));
    }

    Path root() {
        return root;
    }

    /** All whose name ends so. */
    Stream<Path> named(String end) {
        return all.stream().filter(file -> file.getFileName().toString().endsWith(end));
    }

    /** Whether there is a file or folder at this path, seen from the top. */
    boolean has(String path) {
        return Files.exists(root.resolve(path));
    }

    /** Whether a file anywhere has this name. */
    boolean hasNamed(String name) {
        return all.stream().anyMatch(file -> file.getFileName().toString().equals(name));
    }

    /** Whether some source declares a type of this name or imports one, so that it is real. */
    boolean hasType(String name) {
        return types.contains(name);
    }

    String text(Path file) {
        try {
            return Files.readString(file, UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    String text(String path) {
        return text(root.resolve(path));
    }

    /** README and whatever is written under src/docs. */
    List<Path> documents() {
        return Stream.concat(
                        Stream.of(root.resolve("README.md")),
                        named(".md").filter(file -> file.startsWith(root.resolve("src/docs"))))
                .collect(Collectors.toList());
    }

    /** Tests of an artifact run in its own folder. */
    private static Path root(Path from) {
        for (var folder = from; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("README.md")) && Files.exists(folder.resolve("src/docs"))) {
                return folder;
            }
        }
        throw new IllegalStateException("No folder above " + from + " has README.md and src/docs");
    }

    private final class Collector extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_OURS.contains(folder.getFileName().toString())
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            all.add(file);
            return FileVisitResult.CONTINUE;
        }
    }
}
