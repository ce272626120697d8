package dev.brickwork.platform.http;

import com.fasterxml.jackson.databind.node.DecimalNode;
import java.math.BigDecimal;

/// A field of a form or a query that looks like a number. The field's reader decides what it is: a number where the
/// API wants one, the text as it was typed where the API wants a string (a decimal string, a coupon `2026`).
/// `Fields` asks for the text, not for the kind of node.
final class FormNumber extends DecimalNode implements FormValue {
    private static final long serialVersionUID = 1;

    private final String typed;

    FormNumber(String typed, BigDecimal value) {
        super(value);
        this.typed = typed;
    }

    @Override
    public String textValue() {
        return typed;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FormNumber number && number.typed.equals(typed);
    }

    @Override
    public int hashCode() {
        return typed.hashCode();
    }
}
