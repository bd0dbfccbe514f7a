package stampede.channel;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.task.SimpleAsyncTaskExecutorBuilder;
import org.springframework.context.MessageSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.mail.javamail.JavaMailSender;
import stampede.signing.SigningKeys;
import stampede.site.ShopTimes;
import tools.jackson.databind.json.JsonMapper;

/** The ways out of the house, and the key that seals what they need. */
@Configuration(proxyBeanMethods = false)
class ChannelConfiguration {

    /** For all of one request. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** The previous signing key opens too, as long as the environment gives it. */
    @Bean
    ChannelVault channelVault(SigningKeys keys) {
        return new ChannelVault(keys.ofAccounts());
    }

    @Bean
    OutboundHttp channelHttp(ChannelProperties properties, SimpleAsyncTaskExecutorBuilder threads) {
        var isAnywhereAllowed = properties.privateAddresses();
        return new OutboundHttp(
                new PublicAddresses(isAnywhereAllowed), isAnywhereAllowed, PATIENCE, threads(threads, "channel-http-"));
    }

    @Bean
    ChannelSenders channelSenders(
            OutboundHttp http,
            MessageWords words,
            ObjectProvider<JavaMailSender> mail,
            ChannelProperties properties,
            @Value("${spring.mail.username:}") String user,
            @Value("${stampede.payment.public-url:}") String shop,
            Clock clock) {
        var json = new JsonMapper();
        var from = properties.mailFrom().isEmpty() ? user : properties.mailFrom();
        return new ChannelSenders(List.of(
                new DingTalkSender(http, words, json, clock),
                new WeComSender(http, words, json),
                new WebhookSender(http, words, json, clock),
                new ChannelMailSender(Optional.ofNullable(mail.getIfAvailable()), words, from, host(shop))));
    }

    @Bean
    MessageWords channelWords(
            MessageSource messages, ShopTimes times, @Value("${stampede.payment.public-url:}") String shop) {
        return new MessageWords(
                messages, times.zone(), shop.endsWith("/") ? shop.substring(0, shop.length() - 1) : shop);
    }

    @Bean
    ChannelTelling channelTelling(
            ChannelCache channels,
            ChannelSenders senders,
            DeliveryRecorder recorder,
            DeliveryRetries retries,
            MessageWords words,
            SimpleAsyncTaskExecutorBuilder threads,
            Clock clock,
            ShopTimes times) {
        return new ChannelTelling(
                channels, senders, recorder, retries, words, threads(threads, "channel-"), clock, times.zone());
    }

    /** Virtual ones where there are any. */
    private static SimpleAsyncTaskExecutor threads(SimpleAsyncTaskExecutorBuilder builder, String prefix) {
        return builder.threadNamePrefix(prefix).build();
    }

    private static String host(String shop) {
        var host = shop.isEmpty() ? null : URI.create(shop).getHost();
        return host == null ? "stampede" : host;
    }
}
