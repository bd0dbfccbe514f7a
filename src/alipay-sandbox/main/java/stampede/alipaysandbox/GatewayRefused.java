package stampede.alipaysandbox;

/** Alipay says no, with its codes. */
class GatewayRefused extends RuntimeException {

    private final String code;
    private final String subCode;

    GatewayRefused(String code, String subCode, String words) {
        super(words, null, false, false);
        this.code = code;
        this.subCode = subCode;
    }

    /** The request is fine, what it asks for is not. */
    static GatewayRefused business(String subCode, String words) {
        return new GatewayRefused("40004", subCode, words);
    }

    static GatewayRefused missing(String what) {
        return new GatewayRefused("40001", "isv.missing-" + what, "缺少参数 / missing: " + what);
    }

    static GatewayRefused invalid(String what) {
        return new GatewayRefused("40002", "isv.invalid-" + what, "参数无效 / invalid: " + what);
    }

    String code() {
        return code;
    }

    public String subCode() {
        return subCode;
    }

    public String words() {
        return String.valueOf(getMessage());
    }

    /** Alipay signs an answer only once it knows who asks. */
    boolean toAStranger() {
        return subCode.equals("isv.invalid-signature") || subCode.equals("isv.invalid-app-id");
    }

    String title() {
        return switch (code) {
            case "20000" -> "Service Currently Unavailable";
            case "40001" -> "Missing Required Arguments";
            case "40002" -> "Invalid Arguments";
            default -> "Business Failed";
        };
    }
}
