package stampede.channel;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditedActs;
import stampede.ids.Ids;
import stampede.support.AfterCommit;

/** Makes, changes, tries and removes channels. Each act is in the audit log: without secrets, addresses of people or numbers of phones. */
@Service
public class ChannelActs {

    static final int MOST = 50;

    private final ChannelRepository rows;
    private final ChannelCache cache;
    private final ChannelVault vault;
    private final OutboundHttp http;
    private final ChannelTelling telling;
    private final AuditedActs acts;
    private final Ids ids;

    ChannelActs(
            ChannelRepository rows,
            ChannelCache cache,
            ChannelVault vault,
            OutboundHttp http,
            ChannelTelling telling,
            AuditedActs acts,
            Ids ids) {
        this.rows = rows;
        this.cache = cache;
        this.vault = vault;
        this.http = http;
        this.telling = telling;
        this.acts = acts;
        this.ids = ids;
    }

    /** All of them as they are now, by name. */
    public List<Channel> all() {
        return rows.all().stream().map(row -> cache.open(row).channel()).toList();
    }

    /**
     * One of them as it is now.
     *
     * @throws ChannelRefused if there is none
     */
    public Channel find(long id) {
        return cache.open(row(id)).channel();
    }

    /**
     * Makes a channel.
     *
     * @throws ChannelRefused if it cannot be
     */
    public Channel add(SignedIn by, ChannelFields fields) {
        var terms = fields.terms(http, false);
        var secrets = fields.secrets(terms.kind(), ChannelSecrets.NONE);
        ChannelRefused.unless(rows.count() < MOST, ChannelRefusal.TOO_MANY_CHANNELS, "");
        var id = ids.next();
        return named(() -> acts.run(act(by, "CHANNEL_ADDED", id), () -> {
            rows.add(id, terms, seal(id, secrets));
            AfterCommit.run(cache::refresh);
            return AuditedActs.Done.of(find(id), AuditLog.Change.ofFields(Map.of(), said(terms)));
        }));
    }

    /**
     * Changes a channel; its kind stays. A change that is none leaves no trace.
     *
     * @param version that was looked at
     * @throws ChannelRefused if it cannot be, or somebody else changed it meanwhile
     */
    public Channel change(SignedIn by, long id, long version, ChannelFields fields) {
        return named(() -> acts.run(act(by, "CHANNEL_CHANGED", id), () -> {
            var seen = row(id);
            var before = seen.terms();
            ChannelRefused.unless(seen.version() == version, ChannelRefusal.CHANNEL_CHANGED, "");
            var terms = fields.terms(http, before.paused());
            ChannelRefused.unless(terms.kind() == before.kind(), ChannelRefusal.BAD_CHANNEL_KIND, ChannelFields.KIND);
            var had = seen.sealed().isEmpty()
                    ? ChannelSecrets.NONE
                    : vault.open(id, seen.sealed()).orElse(ChannelSecrets.NONE);
            var secrets = fields.secrets(terms.kind(), had);
            var areSame = secrets.equals(had);
            if (areSame && terms.equals(before)) {
                return AuditedActs.Done.nothing(find(id));
            }
            write(seen, terms, areSame ? seen.sealed() : seal(id, secrets));
            var after = said(terms);
            if (!areSame) {
                after.put("secrets", "entered anew");
            }
            var change = AuditLog.Change.ofFields(said(before), after);
            return AuditedActs.Done.of(
                    find(id), change.isChange() ? change : AuditLog.Change.of("", "recipients changed"));
        }));
    }

    /** Has it take nothing until it is resumed. */
    public void pause(SignedIn by, long id) {
        pause(by, id, true);
    }

    /** Has it go on. What it did not take meanwhile stays untold. */
    public void resume(SignedIn by, long id) {
        pause(by, id, false);
    }

    private void pause(SignedIn by, long id, boolean paused) {
        acts.run(act(by, paused ? "CHANNEL_PAUSED" : "CHANNEL_RESUMED", id), () -> {
            var seen = row(id);
            if (seen.terms().paused() == paused) {
                return AuditedActs.Done.nothing(id);
            }
            write(seen, seen.terms().paused(paused), seen.sealed());
            return AuditedActs.Done.of(id, AuditLog.Change.of(state(!paused), state(paused)));
        });
    }

    private static String state(boolean paused) {
        return paused ? "paused" : "telling";
    }

    /**
     * Removes it for good, with its secrets.
     *
     * @param reason in their words; may be empty
     */
    public void remove(SignedIn by, long id, String reason) {
        acts.run(act(by, "CHANNEL_REMOVED", id).because(reason), () -> {
            var seen = row(id);
            rows.delete(id);
            AfterCommit.run(cache::refresh);
            return AuditedActs.Done.of(id, AuditLog.Change.ofFields(said(seen.terms()), Map.of()));
        });
    }

    /**
     * Sends a message that says that it is a test, once, at once, also if the channel is paused.
     *
     * @throws ChannelRefused if there is no such channel, or too many messages were sent within a minute
     */
    public Test test(SignedIn by, long id) {
        var known = cache.open(row(id));
        var messageId = "test-" + ids.next() + "-1";
        var result =
                telling.test(known, messageId).orElseThrow(() -> new ChannelRefused(ChannelRefusal.CHANNEL_BUSY, ""));
        acts.run(
                act(by, "CHANNEL_TESTED", id),
                () -> AuditedActs.Done.of(
                        id, AuditLog.Change.of("", result.cause().name())));
        return new Test(messageId, result);
    }

    private void write(ChannelRepository.Row seen, ChannelTerms terms, String sealed) {
        ChannelRefused.unless(
                rows.change(seen.id(), seen.version(), terms, sealed), ChannelRefusal.CHANNEL_CHANGED, "");
        AfterCommit.run(cache::refresh);
    }

    private String seal(long id, ChannelSecrets secrets) {
        return secrets.equals(ChannelSecrets.NONE) ? "" : vault.seal(id, secrets);
    }

    private ChannelRepository.Row row(long id) {
        return rows.find(id).orElseThrow(() -> new ChannelRefused(ChannelRefusal.NO_SUCH_CHANNEL, ""));
    }

    private static AuditLog.Act act(SignedIn by, String action, long id) {
        return new AuditLog.Act(by.who(), action, "channel:" + id);
    }

    /** What the audit log may hold. An address may have a secret behind its host. */
    private static Map<String, String> said(ChannelTerms terms) {
        var said = new LinkedHashMap<String, String>();
        said.put("name", terms.name());
        said.put("kind", terms.kind().name());
        said.put(
                "host",
                terms.address().isEmpty()
                        ? ""
                        : String.valueOf(URI.create(terms.address()).getHost()));
        said.put("recipients", Integer.toString(terms.recipients().size()));
        said.put("severities", sorted(terms.severities()));
        said.put("rules", terms.rules().stream().sorted().collect(Collectors.joining(",")));
        said.put("types", sorted(terms.types()));
        said.put("language", terms.language().toLanguageTag());
        said.put("quiet", terms.quiet().orElse(""));
        return said;
    }

    private static String sorted(Set<? extends Enum<?>> values) {
        return values.stream().sorted().map(Enum::name).collect(Collectors.joining(","));
    }

    private static Channel named(Supplier<Channel> work) {
        try {
            return work.get();
        } catch (DuplicateKeyException taken) {
            throw new ChannelRefused(ChannelRefusal.CHANNEL_NAME_TAKEN, ChannelFields.NAME);
        }
    }

    /** What a test came to. */
    public record Test(String messageId, DeliveryResult result) {}
}
