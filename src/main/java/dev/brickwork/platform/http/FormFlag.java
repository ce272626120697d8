package dev.brickwork.platform.http;

import com.fasterxml.jackson.databind.node.BooleanNode;

/// A field of a form that looks like a truth value: one where the API wants one, and the text as it was typed
/// where the API wants a string (a label `true`), as [FormNumber] is for numbers.
final class FormFlag extends BooleanNode implements FormValue {
    private static final long serialVersionUID = 1;

    private final String typed;

    FormFlag(String typed, boolean value) {
        super(value);
        this.typed = typed;
    }

    @Override
    public String textValue() {
        return typed;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FormFlag flag && flag.typed.equals(typed);
    }

    @Override
    public int hashCode() {
        return typed.hashCode();
    }
}
