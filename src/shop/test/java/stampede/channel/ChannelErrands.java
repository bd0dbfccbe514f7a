package stampede.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jsoup.Jsoup;
import org.springframework.stereotype.Component;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.console.ConsoleBrowser;
import stampede.ids.Ids;

/** What operators do to channels by pages, each once on one of its own; answers what the audit log calls that. */
@Component
public class ChannelErrands {

    private static final String PATH = "/console/channels";

    private final ChannelActs acts;
    private final Accounts accounts;
    private final Ids ids;

    ChannelErrands(ChannelActs acts, Accounts accounts, Ids ids) {
        this.acts = acts;
        this.accounts = accounts;
        this.ids = ids;
    }

    /** A channel that takes what this rule says, of any severity. */
    public Channel make(ChannelKind kind, String address, String rule) {
        return acts.add(operator(), fields(kind, address, rule));
    }

    /** One for mail, of which the shop of the tests has no server. */
    public Channel mail() {
        return make(ChannelKind.MAIL, "", "no-such-rule");
    }

    public void remove(Channel channel) {
        acts.remove(operator(), channel.id(), "");
    }

    public SignedIn operator() {
        return accounts.ensure("channel-operator", "a long enough password", Role.OPERATOR);
    }

    /** With the secrets of the receivers of the tests. */
    public ChannelFields fields(ChannelKind kind, String address, String rule) {
        return fields(kind + " " + ids.next(), kind, address, rule, "zh");
    }

    /** The same under this name and in this language. */
    public static ChannelFields fields(String name, ChannelKind kind, String address, String rule, String language) {
        return new ChannelFields(
                name,
                kind.name(),
                address,
                switch (kind) {
                    case DINGTALK -> ChannelReceivers.DINGTALK_TOKEN;
                    case WECOM -> ChannelReceivers.WECOM_KEY;
                    case WEBHOOK, MAIL -> "";
                },
                switch (kind) {
                    case DINGTALK -> ChannelReceivers.DINGTALK_SECRET;
                    case WEBHOOK -> ChannelReceivers.WEBHOOK_SECRET;
                    case WECOM, MAIL -> "";
                },
                false,
                switch (kind) {
                    case DINGTALK, WECOM -> "13800000000";
                    case MAIL -> "oncall@example.com, second@example.com";
                    case WEBHOOK -> "";
                },
                Set.of("URGENT", "WARNING", "INFO"),
                rule,
                Set.of(),
                language,
                "",
                "");
    }

    /** What a form of it sends. */
    public static Map<String, String> form(ChannelFields fields) {
        return new HashMap<>(Map.of(
                "name", fields.name(),
                "kind", fields.kind(),
                "address", fields.address(),
                "token", fields.token(),
                "secret", fields.secret(),
                "recipients", fields.recipients(),
                "severities", "URGENT,WARNING,INFO",
                "rules", fields.rules(),
                "language", fields.language()));
    }

    public String add(ConsoleBrowser operator) {
        var fields = fields(ChannelKind.DINGTALK, "", "no-such-rule");
        send(operator, PATH + "/new?kind=DINGTALK", PATH, form(fields));
        return acts.all().stream()
                .filter(channel -> channel.terms().name().equals(fields.name()))
                .findFirst()
                .orElseThrow()
                .subject();
    }

    public String change(ConsoleBrowser operator) {
        var channel = mail();
        var fields = new HashMap<>(ChannelFields.of(channel));
        fields.put("rules", "drift");
        fields.put("version", Long.toString(channel.version()));
        send(operator, page(channel), page(channel), fields);
        return channel.subject();
    }

    /** Such as {@code pause}. */
    public String act(ConsoleBrowser operator, String act) {
        var channel = mail();
        if (act.equals("resume")) {
            acts.pause(operator(), channel.id());
        }
        send(operator, page(channel), page(channel) + "/" + act, Map.of());
        return channel.subject();
    }

    public String remove(ConsoleBrowser operator) {
        var channel = mail();
        var page = page(channel) + "/removal";
        var seen = Jsoup.parse(operator.read(page)).select("input[name=seen]").val();
        send(operator, page, page, Map.of("seen", seen, "reason", "An audited act"));
        return channel.subject();
    }

    private static String page(Channel channel) {
        return PATH + "/" + channel.id();
    }

    private static void send(ConsoleBrowser operator, String page, String path, Map<String, String> form) {
        var answer = operator.post(page, path, form);
        assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isEqualTo(302);
    }
}
