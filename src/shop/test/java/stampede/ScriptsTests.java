package stampede;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the scripts do before they do anything, tried on copies of them where nothing runs. */
class ScriptsTests {

    @TempDir
    private Path clone;

    private Path place;

    @BeforeEach
    void copy() throws IOException {
        run("cp -r " + Path.of("scripts").toAbsolutePath() + " .");
        place = Files.createDirectories(clone.resolve(".local/up"));
    }

    @Test
    void ofTwoStartsTheSecondSaysWhoIsFirst() throws IOException {
        var first = ProcessHandle.current().pid();
        run(". scripts/lib/common.sh; remember .local/up/up.pid " + first);

        var second = run("scripts/up --detach");

        assertThat(second.status()).isEqualTo(1);
        assertThat(second.said()).contains("it is being brought up already by process " + first);
        assertThat(place.resolve("up.pid")).content().startsWith(first + " ");
    }

    @Test
    void aSecondStartShowsTheAddressesOfAShopThatIsOpen() throws IOException {
        run(". scripts/lib/common.sh; remember .local/up/shop.pid "
                + ProcessHandle.current().pid());
        Files.writeString(place.resolve("addresses"), "  open http://127.0.0.1:1");

        var second = run("scripts/up --detach");

        assertThat(second.status()).isZero();
        assertThat(second.said()).contains("It is up already").contains("open http://127.0.0.1:1");
    }

    @Test
    void aPortThatIsAboutToBeFreedIsWaitedFor() throws IOException {
        var socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var soon = new Thread(() -> {
            // The script looks at the port again and again; after so many looks it is free.
            try (socket) {
                for (var look = 0; look < 10; look++) {
                    socket.accept().close();
                }
            } catch (IOException closed) {
                throw new UncheckedIOException(closed);
            }
        });
        soon.start();

        var waited = run(". scripts/lib/common.sh; base=1024; await_port " + socket.getLocalPort() + " 'a test'");

        assertThat(waited.status()).as(waited.said()).isZero();
        assertThat(waited.said()).contains("is still taken; waiting for it");
    }

    @Test
    void aPortThatStaysTakenIsNamed() throws IOException {
        try (var socket = new ServerSocket(0, 500, InetAddress.getLoopbackAddress())) {
            var waited = run(". scripts/lib/common.sh; base=1024; await_port " + socket.getLocalPort() + " 'a test'");

            assertThat(waited.status()).isEqualTo(1);
            assertThat(waited.said()).contains("port " + socket.getLocalPort() + ", wanted for a test, is taken");
        }
    }

    @Test
    void whatWatchesHasAPlaceThatItCanReadAndATokenThatNobodyElseCan() {
        run("mkdir -p src && cp -r " + Path.of("src/deploy").toAbsolutePath() + " src/");

        var made = run(". scripts/lib/common.sh; umask 022; export STAMPEDE_MANAGEMENT_TOKEN=some-token-of-sixteen;"
                + " make_watch_place .local/up/watch 1080 1093 1080 && make_watch_place .local/up/watch 1081 1094 1101 1102"
                + " && stat -c %a .local/up/watch/management-token && cat .local/up/watch/*s.yml"
                + " && promtool check config .local/up/watch/prometheus.yml"
                + " && amtool check-config .local/up/watch/alertmanager.yml");

        assertThat(made.status()).as(made.said()).isZero();
        assertThat(made.said())
                .contains("600", "['127.0.0.1:1101']", "['127.0.0.1:1102']", "['127.0.0.1:1094']", "SUCCESS");
    }

    @Test
    void aPersonIsAskedBeforeDataIsThrownAway() throws IOException {
        var data = Files.writeString(place.resolve("data"), "all");

        var no = run("echo n | script -qec 'scripts/down --wipe' /dev/null");
        assertThat(no.said()).contains("will be gone. Go on? [y/N]").contains("nothing was touched");
        assertThat(data).exists();

        var yes = run("echo y | script -qec 'scripts/down --wipe' /dev/null");
        assertThat(yes.said()).contains("the data is gone");
        assertThat(data).doesNotExist();
    }

    @Test
    void aScriptThrowsDataAwayUnasked() throws IOException {
        var data = Files.writeString(place.resolve("data"), "all");

        assertThat(run("scripts/down --wipe --yes").said()).contains("the data is gone");
        assertThat(data).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', delimiterString = " => ", textBlock = """
            scripts/fresh => say which suite of Debian: scripts/fresh bookworm|trixie|sid
            scripts/fresh jessie => unknown suite 'jessie'; bookworm, trixie and sid are known
            scripts/fresh trixie down => unknown: down; say up, test, run or remove
            scripts/fresh trixie up --detach => 'up' takes nothing more, but there is '--detach'
            scripts/fresh trixie run => say which command: scripts/fresh trixie run COMMAND
            scripts/fresh --keep trixie => unknown: --keep. See scripts/fresh --help
            STAMPEDE_FRESH=systems scripts/fresh trixie => STAMPEDE_FRESH is 'systems'; it must be a path from / on
            STAMPEDE_FRESH_CA=/none scripts/fresh trixie => STAMPEDE_FRESH_CA is '/none'; it must be a file with certificates
            STAMPEDE_FRESH_MIRROR=x scripts/fresh trixie => STAMPEDE_FRESH_MIRROR must be an address such as
            """)
    void aFreshSystemIsNotMadeForWhatIsNotUnderstood(String command, String reason) {
        var refused = run("STAMPEDE_FRESH=$PWD/systems; export STAMPEDE_FRESH; " + command);

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.said()).contains(reason);
        assertThat(clone.resolve("systems")).doesNotExist();
    }

    @Test
    void aFreshSystemIsForRootOnly() {
        run("mkdir bin; printf '#!/bin/sh\\necho 1000\\n' >bin/id; chmod +x bin/id");

        var refused = run("PATH=$PWD/bin:$PATH STAMPEDE_FRESH=$PWD/systems scripts/fresh trixie test");

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.said()).contains("only root can make a system").contains("sudo scripts/fresh trixie test");
        assertThat(clone.resolve("systems")).doesNotExist();
    }

    @Test
    void whatAFreshSystemIsIsExplained() {
        var help = run("scripts/fresh --help");

        assertThat(help.status()).isZero();
        assertThat(help.said()).contains("scripts/fresh SUITE").contains("STAMPEDE_FRESH_CA");
    }

    private Run run(String command) {
        try {
            var log = Files.createTempFile(clone, "script", ".log");
            var builder = new ProcessBuilder(List.of("bash", "-c", command))
                    .directory(clone.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("STAMPEDE_"));
            builder.environment().put("STAMPEDE_PORT_BASE", "31000");
            var process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(Duration.ofMinutes(1).toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return new Run(process.waitFor(), Files.readString(log));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /**
     * @param status what the script answered
     * @param said what it wrote
     */
    private record Run(int status, String said) {}
}
