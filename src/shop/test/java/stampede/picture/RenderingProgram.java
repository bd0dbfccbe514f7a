package stampede.picture;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/** Draws pictures, the paths of which it is given, two at a time as a node does, in as little memory as it has. */
final class RenderingProgram {

    private static final int AT_A_TIME = 2;

    private RenderingProgram() {}

    public static void main(String[] arguments) throws InterruptedException, ExecutionException {
        var renderer = new PictureRenderer();
        var threads = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            for (var name : arguments) {
                var sample = Path.of(name);
                Callable<Integer> draw =
                        () -> renderer.render(sample, PictureShape.FIT).size();
                for (var drawn : threads.invokeAll(List.of(draw, draw))) {
                    System.out.println(sample.getFileName() + ": " + drawn.get() + " sizes");
                }
            }
        } finally {
            threads.shutdownNow();
        }
        System.out.println("DRAWN ALL");
    }
}
