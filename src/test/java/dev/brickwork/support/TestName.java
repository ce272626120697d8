package dev.brickwork.support;

/// The test that is running in this thread.
public final class TestName {
    private static final StackWalker STACK = StackWalker.getInstance();
    private static final String OURS = "dev.brickwork.";

    private TestName() {}

    /// Class and method, such as `PayScenarioTest.aPaymentSettlesItsInvoice`, as the stack of this thread has them.
    public static String here() {
        return STACK.walk(frames -> frames.filter(TestName::isTest)
                .reduce((_, outer) -> outer)
                .map(frame -> "%s.%s".formatted(simple(frame.getClassName()), method(frame.getMethodName())))
                .orElse("a thread outside of a test class"));
    }

    private static boolean isTest(StackWalker.StackFrame frame) {
        return frame.getClassName().startsWith(OURS)
                && simple(frame.getClassName()).endsWith("Test");
    }

    /// Without its package and the classes inside it.
    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1).replaceFirst("\\$.*", "");
    }

    /// A lambda is named after the method that it stands in.
    private static String method(String name) {
        return name.startsWith("lambda$") ? name.split("\\$", -1)[1] : name;
    }
}
