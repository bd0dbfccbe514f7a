package stampede.channel;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** All channels in memory, with their secrets opened, so that telling asks no server. While the database is away, what is known holds. */
@Component
class ChannelCache implements SmartInitializingSingleton {

    /** A secret that stands in the environment is named with this before it. */
    static final String FROM_ENVIRONMENT = "env:";

    /** No other variable may be named, or whoever keeps channels could have any of them sent to himself. */
    static final String VARIABLES = "STAMPEDE_CHANNEL_";

    private static final Logger log = LoggerFactory.getLogger(ChannelCache.class);

    private final ChannelRepository rows;
    private final ChannelVault vault;
    private final Environment environment;
    private volatile List<Known> known = List.of();
    private boolean isAway;

    ChannelCache(ChannelRepository rows, ChannelVault vault, Environment environment) {
        this.rows = rows;
        this.vault = vault;
        this.environment = environment;
    }

    @Override
    public void afterSingletonsInstantiated() {
        refresh();
    }

    @Scheduled(fixedDelayString = "${stampede.channel.read-every:2s}")
    synchronized void refresh() {
        try {
            known = rows.all().stream().map(this::open).toList();
            isAway = false;
        } catch (DataAccessException | TransactionException away) {
            if (!isAway) {
                log.warn("Channels are not read, so those that are known hold: {}", away.getMessage());
            }
            isAway = true;
        }
    }

    /** Seals by the signing key of today what was sealed by the one before, so that that one can be forgotten. */
    void sealAnew() {
        rows.all().stream()
                .filter(row -> vault.isOld(row.id(), row.sealed()))
                .forEach(row -> vault.open(row.id(), row.sealed())
                        .ifPresent(secrets -> rows.seal(row.id(), row.sealed(), vault.seal(row.id(), secrets))));
    }

    /** By name. */
    List<Known> all() {
        return known;
    }

    Optional<Known> find(long id) {
        return known.stream().filter(channel -> channel.id() == id).findFirst();
    }

    /** A row with its secrets. */
    Known open(ChannelRepository.Row row) {
        var kept = row.sealed().isEmpty() ? Optional.of(ChannelSecrets.NONE) : vault.open(row.id(), row.sealed());
        var secrets = kept.flatMap(this::resolve);
        var shown = kept.orElse(ChannelSecrets.NONE);
        return new Known(
                new Channel(
                        row.id(),
                        row.terms(),
                        row.version(),
                        secrets.isPresent(),
                        ChannelSecrets.tail(shown.token()),
                        ChannelSecrets.tail(shown.secret()),
                        !shown.previous().isEmpty()),
                secrets);
    }

    private Optional<ChannelSecrets> resolve(ChannelSecrets kept) {
        var token = resolve(kept.token());
        var secret = resolve(kept.secret());
        var previous = resolve(kept.previous());
        return token == null || secret == null || previous == null
                ? Optional.empty()
                : Optional.of(new ChannelSecrets(token, secret, previous));
    }

    private @Nullable String resolve(String value) {
        return value.startsWith(FROM_ENVIRONMENT)
                ? environment.getProperty(value.substring(FROM_ENVIRONMENT.length()))
                : value;
    }

    /**
     * A channel with what it needs to send.
     *
     * @param secrets empty if they cannot be opened
     */
    record Known(Channel channel, Optional<ChannelSecrets> secrets) {

        long id() {
            return channel.id();
        }

        ChannelTerms terms() {
            return channel.terms();
        }
    }
}
