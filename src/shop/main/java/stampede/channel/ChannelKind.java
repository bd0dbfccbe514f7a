package stampede.channel;

/** How a channel reaches people. The names are in the table and part of the JSON API. */
public enum ChannelKind {
    /** A custom robot of a DingTalk group, with signature. */
    DINGTALK("https://oapi.dingtalk.com/robot/send"),
    /** A robot of a WeCom group. */
    WECOM("https://qyapi.weixin.qq.com/cgi-bin/webhook/send"),
    /** Any program that takes Standard Webhooks. */
    WEBHOOK(""),
    /** Mail, if the shop has a server for it. */
    MAIL("");

    private final String address;

    ChannelKind(String address) {
        this.address = address;
    }

    /** Where its messages are sent unless a channel says otherwise; empty if each has to say it. */
    public String address() {
        return address;
    }

    /** Whether it has a token or a key in its address. */
    public boolean hasToken() {
        return this == DINGTALK || this == WECOM;
    }

    /** Whether it has a secret that signs. */
    public boolean hasSecret() {
        return this == DINGTALK || this == WEBHOOK;
    }
}
