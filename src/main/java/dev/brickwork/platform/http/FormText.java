package dev.brickwork.platform.http;

import com.fasterxml.jackson.databind.node.TextNode;

/// A field of a form that is a text. Where the API wants a list it stands for a list of one, since a form has no other
/// way to say so (`discount_coupons=WELCOME`).
final class FormText extends TextNode implements FormValue {
    private static final long serialVersionUID = 1;

    FormText(String typed) {
        super(typed);
    }
}
