package dev.brickwork.pages;

/// A sentence above a page: what has just happened.
///
/// @param tone a class of the stylesheet: `good`, `warn`, `bad` or nothing
public record Banner(String tone, String title, String text) {}
