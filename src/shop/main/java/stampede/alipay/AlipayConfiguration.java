package stampede.alipay;

import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import stampede.support.WrongSetup;
import tools.jackson.databind.json.JsonMapper;

/** Puts Alipay together from its settings, and refuses those that cannot be right. */
@Configuration(proxyBeanMethods = false)
class AlipayConfiguration {

    /** A start does not wait longer than this for an Alipay that may be away. */
    private static final Duration PATIENCE_AT_START = Duration.ofSeconds(5);

    @Bean
    AlipayKeys alipayKeys(AlipayProperties properties, Environment environment) {
        requireSetting("STAMPEDE_ALIPAY_APP_ID", properties.appId());
        requireSetting("STAMPEDE_ALIPAY_SELLER_ID", properties.sellerId());
        var scheme = properties.gateway().getScheme();
        if (environment.acceptsProfiles(Profiles.of("production")) && !"https".equals(scheme)) {
            throw new WrongSetup(
                    "STAMPEDE_ALIPAY_GATEWAY is " + properties.gateway() + ": the profile production takes HTTPS only.",
                    "Set it to https://openapi.alipay.com/gateway.do.");
        }
        return AlipayKeys.of(properties);
    }

    @Bean
    AlipayAnswers alipayAnswers() {
        return new AlipayAnswers();
    }

    @Bean
    Alipay alipay(AlipayProperties properties, AlipayKeys keys, JsonMapper json, AlipayAnswers answers) {
        var gateway = new AlipayGateway(properties, keys, properties.timeout(), json, answers);
        return new SdkAlipay(
                properties,
                gateway,
                new NotificationSignature(keys),
                new BillFetcher(gateway, new BillDownload(properties)));
    }

    @Bean
    AlipaySetupCheck alipaySetupCheck(
            AlipayProperties properties, AlipayKeys keys, JsonMapper json, AlipayAnswers answers) {
        var patience = properties.timeout().compareTo(PATIENCE_AT_START) < 0 ? properties.timeout() : PATIENCE_AT_START;
        return new AlipaySetupCheck(new AlipayGateway(properties, keys, patience, json, answers));
    }

    private static void requireSetting(String variable, String given) {
        if (given.isBlank()) {
            throw new WrongSetup(
                    variable + " is not set.",
                    "Copy it from Alipay's page for the app. scripts/up sets all of Alipay's settings for the local Alipay.");
        }
    }
}
