package stampede.alipaysandbox;

/** The local Alipay is set up in a way it cannot run in; says what to do. */
final class SandboxSetupException extends RuntimeException {

    private final String remedy;

    SandboxSetupException(String what, String remedy) {
        super(what);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
