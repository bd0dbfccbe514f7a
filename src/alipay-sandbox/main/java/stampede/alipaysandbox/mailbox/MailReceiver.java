package stampede.alipaysandbox.mailbox;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import org.subethamail.smtp.RejectException;
import org.subethamail.smtp.server.SMTPServer;

/** Plays the shop's mail server, for programs of this machine: takes what is sent and passes nothing on. Only where a port is set. */
@Component
@ConditionalOnProperty("stampede.alipaysandbox.mail-port")
class MailReceiver implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(MailReceiver.class);

    private static final int LARGEST = 256 * 1024;
    private static final int MOST_CONNECTIONS = 10;
    private static final int MOST_RECIPIENTS = 50;
    private static final int PATIENCE_MILLIS = 30_000;

    private final Mailbox mailbox;
    private final Clock clock;
    private final SMTPServer server;
    private volatile boolean running;

    /** @param port where it listens; 0 for any that is free */
    MailReceiver(Mailbox mailbox, Clock clock, @Value("${stampede.alipaysandbox.mail-port}") int port) {
        this.mailbox = mailbox;
        this.clock = clock;
        this.server = SMTPServer.port(port)
                .bindAddress(InetAddress.getLoopbackAddress())
                .hostName("localhost")
                .softwareName("Stampede")
                .hideTLS()
                .maxConnections(MOST_CONNECTIONS)
                .maxRecipients(MOST_RECIPIENTS)
                .maxMessageSize(LARGEST)
                .connectionTimeoutMs(PATIENCE_MILLIS)
                .messageHandler((context, from, to, data) -> take(from, to, data))
                .build();
    }

    /** One call for each recipient. */
    private void take(String from, String to, byte[] data) throws RejectException {
        try {
            mailbox.add(ReceivedMail.read(clock.instant(), from, to, data));
        } catch (IOException | RuntimeException unreadable) {
            throw new RejectException(554, "This is no mail");
        }
    }

    /** Where it listens. */
    int port() {
        return server.getPortAllocated();
    }

    @Override
    public void start() {
        server.start();
        running = true;
        log.info("Mail is taken at 127.0.0.1:{}", port());
    }

    @Override
    public void stop() {
        running = false;
        server.stop();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
