package stampede.mail;

import java.time.Clock;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.MessageSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.mail.javamail.JavaMailSender;
import stampede.signing.HmacKeys;
import stampede.signing.SigningKeys;

/** The way to the mail server, which channels use as well, and the key of links. */
@Configuration(proxyBeanMethods = false)
class MailConfiguration {

    /** Links that the previous signing key made are still good, as long as the environment gives it. */
    @Bean
    MailLinks mailLinks(SigningKeys keys) {
        return new MailLinks(new HmacKeys(keys.ofAccounts()));
    }

    @Bean
    MailServer shopperMailServer(
            ObjectProvider<JavaMailSender> server,
            MailProperties properties,
            @Value("${stampede.channel.mail-from:}") String channels,
            @Value("${spring.mail.username:}") String user,
            MessageSource messages,
            Environment environment,
            Clock clock) {
        var otherwise = channels.isEmpty() ? user : channels;
        return new MailServer(
                Optional.ofNullable(server.getIfAvailable()),
                properties.from().isEmpty() ? otherwise : properties.from(),
                path -> shop(environment) + path,
                messages,
                clock);
    }

    /** Asked for late: the port may be known only once the shop listens. What a request calls the shop is never believed. */
    private static String shop(Environment environment) {
        var told = environment.getProperty("stampede.payment.public-url", "");
        if (!told.isEmpty()) {
            return told.endsWith("/") ? told.substring(0, told.length() - 1) : told;
        }
        return "http://127.0.0.1:"
                + environment.getProperty("local.server.port", environment.getProperty("server.port", "8080"));
    }
}
